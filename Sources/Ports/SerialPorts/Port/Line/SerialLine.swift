import GPSDelivery
import GPSSystemCalls

/// A line that is open: the number of its descriptor, and what there is to know about it.
///
/// A plain value, and not the owner: exactly one ``SerialPort`` or ``SerialConnection`` owns the descriptor, gives
/// this to its callers while it is open, and closes it once.
struct SerialLine: Sendable {
  /// The path, as it was given.
  let path: String
  let descriptor: CInt
  /// The settings before the opening, restored at the end.
  let earlier: Settings?
  /// The settings that this program made last; shared by all copies of this value.
  var made: Guarded<Settings?>?
  /// Whether the line is this program's to change: one that turned out to be in use is left as it is.
  var isOurs = true
  /// Whether this program asked the kernel to refuse further opens.
  var holdsTerminalLock = false

  /// The settings of a line.
  struct Settings: Sendable {
    var attributes: TerminalAttributes
    /// The real speed, where the driver tells one: a speed without a constant is not among the attributes.
    var speed: UInt32?
  }

  /// Restores the settings and gives the descriptor back: once, and without waiting for anything.
  func close() throws(SerialPortError) {
    if isOurs { leaveAsFound() }
    OpenLines.remove(descriptor)
    do {
      try Kernel.close(descriptor)
    } catch {
      // EIO means that the device is gone: the number is free all the same.
      if !error.isGone { throw .doing("close the port", path, error) }
    }
  }

  /// Brings everything back; all of it may fail, since the device may have gone, and none of it keeps from closing.
  func leaveAsFound() {
    if isAsMade {
      // With bytes left to send, the kernel's close would wait for them, for half a minute on some drivers.
      try? Kernel.discardOutput(descriptor)
      restore()
    } else if Kernel.node(of: descriptor)?.isPseudoTerminal != true {
      try? Kernel.discardOutput(descriptor)
    }
    if holdsTerminalLock { try? Kernel.allowOthers(descriptor) }
    // The close would do, but for a child process that this program is just starting: until that has become another
    // program, it has the descriptor too, and with it the lock.
    try? Kernel.unlock(descriptor)
  }

  /// Whether the settings are still those that this program made: the program that changed them since owns them.
  private var isAsMade: Bool {
    guard let made = made?.withLock({ $0 }), let found = try? Kernel.attributes(descriptor) else {
      return false
    }
    return found.isSame(as: made.attributes) && (try? Kernel.speed(descriptor)) == made.speed
  }

  private func restore() {
    guard let earlier else { return }
    var attributes = earlier.attributes
    // Closing with HUPCL would lower DTR, and reset the board at the next open.
    attributes.hangsUpOnClose = false
    do {
      try Kernel.setAttributes(descriptor, attributes)
      if attributes.standardSpeed == nil, let speed = earlier.speed, speed > 0 {
        try Kernel.setSpeed(descriptor, speed)
      }
    } catch {
      // Ignore errors: a device that is gone has no settings, and one that refuses its own keeps ours.
      return
    }
    // The settings that were found may echo: what came since must not be sent back.
    try? Kernel.discardOutput(descriptor)
  }

  /// Calls the kernel, and says in words what it answers.
  func perform<Value>(
    _ what: String, _ body: (CInt) throws(Errno) -> Value
  ) throws(SerialPortError) -> Value {
    do { return try body(descriptor) } catch { throw .doing(what, path, error) }
  }
}

extension SerialLine {
  /// The result of a read.
  enum Reading: Equatable {
    case bytes(Int)
    /// There is nothing to read now.
    case nothing
    /// The device is gone; the number, if the kernel gave one.
    case gone(Errno?)
    case failed(Errno)
  }

  /// Reads what is there.
  ///
  /// No bytes are not always the end: with VMIN 0 the kernel answers so when nothing came in time. An unplugged
  /// USB device answers with no bytes as well, a pseudo-terminal with EIO; `poll` tells the two apart.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    do {
      let count = try unsafe Kernel.read(descriptor, into: buffer)
      if count > 0 { return .bytes(count) }
      return try Kernel.isHungUp(descriptor) ? .gone(nil) : .nothing
    } catch .wouldBlock {
      return .nothing
    } catch {
      return error.isGone ? .gone(error) : .failed(error)
    }
  }

  /// The result of a write.
  enum Writing: Equatable {
    case bytes(Int)
    /// The kernel takes nothing now.
    case full
    /// The device is gone.
    case gone(Errno)
    case failed(Errno)
  }

  /// Writes what the kernel takes at once.
  func write(_ bytes: borrowing Span<UInt8>) -> Writing {
    do {
      let count = try Kernel.write(descriptor, bytes)
      return count > 0 ? .bytes(count) : .full
    } catch .wouldBlock {
      return .full
    } catch {
      return error.isGone ? .gone(error) : .failed(error)
    }
  }
}

extension SerialLine {
  func modemLines() throws(SerialPortError) -> ModemLines {
    try perform("read the modem lines") { (line) throws(Errno) in
      ModemLines(rawValue: try Kernel.modemLines(line))
    }
  }

  func raise(_ lines: ModemLines) throws(SerialPortError) {
    try perform("raise \(lines)") { (line) throws(Errno) in try Kernel.raise(line, lines.rawValue) }
  }

  func lower(_ lines: ModemLines) throws(SerialPortError) {
    try perform("lower \(lines)") { (line) throws(Errno) in try Kernel.lower(line, lines.rawValue) }
  }

  func startBreak() throws(SerialPortError) {
    try perform("begin a break") { (line) throws(Errno) in try Kernel.startBreak(line) }
  }

  func stopBreak() throws(SerialPortError) {
    try perform("end a break") { (line) throws(Errno) in try Kernel.stopBreak(line) }
  }

  func counters() throws(SerialPortError) -> LineCounters {
    try perform("read the counters") { (line) throws(Errno) in LineCounters(try Kernel.counters(line)) }
  }

  func bytesToRead() throws(SerialPortError) -> Int {
    try perform("count what can be read") { (line) throws(Errno) in try Kernel.bytesToRead(line) }
  }

  func bytesToSend() throws(SerialPortError) -> Int {
    try perform("count what is not sent yet") { (line) throws(Errno) in try Kernel.bytesToSend(line) }
  }

  func discardInput() throws(SerialPortError) {
    try perform("discard what was received") { (line) throws(Errno) in try Kernel.discardInput(line) }
  }

  func discardOutput() throws(SerialPortError) {
    try perform("discard what is not sent yet") { (line) throws(Errno) in try Kernel.discardOutput(line) }
  }
}

/// The lines that this program has open, so that it leaves none of them locked when it ends without closing.
///
/// When a program ends, the kernel closes its descriptors. That is enough for a port that no other process has open;
/// otherwise (the console, the feeder of a pseudo-terminal) locks and settings outlive the program.
enum OpenLines {
  private struct State: Sendable {
    var lines: [CInt: SerialLine] = [:]
    /// The process that opened them: a child that ends must not unlock what its parent still uses.
    var process: Int?
  }

  private static let state = Guarded(State())

  static func add(_ line: SerialLine) {
    let isFirst = state.withLock { state in
      state.lines[line.descriptor] = line
      defer { state.process = Kernel.ownProcess() }
      return state.process == nil
    }
    if isFirst { Kernel.atExit(programEnds) }
  }

  /// Forgets a line, just before its descriptor is closed and the kernel may give the number away.
  static func remove(_ descriptor: CInt) { _ = state.withLock { $0.lines.removeValue(forKey: descriptor) } }

  /// Unlocks all lines and restores their settings.
  static func leaveAllAsFound() {
    // Under the lock: a descriptor that is closed meanwhile could be another file by now.
    state.withLock { state in
      guard state.process == Kernel.ownProcess() else { return }
      for line in state.lines.values { line.leaveAsFound() }
    }
  }
}

/// The end of the program, in the form that C calls.
private func programEnds() { OpenLines.leaveAllAsFound() }

extension SerialPort {
  /// Unlocks all ports of this program and restores their settings, before a signal ends it.
  ///
  /// A program that ends by `exit` does so by itself. Nothing can be done about `SIGKILL`.
  package static func leaveAllAsFound() { OpenLines.leaveAllAsFound() }
}
