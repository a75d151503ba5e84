import GPSDelivery
import GPSSystemCalls

/// An open line: its descriptor, and everything known about it.
///
/// A plain value that does not own the descriptor: exactly one ``SerialPort`` or ``SerialConnection`` owns
/// it, passes this value to its callers while it is open, and closes it once.
struct SerialLine: Sendable {
  /// The path as passed by the caller.
  let path: String
  let descriptor: CInt
  /// The settings found at opening, restored at the end.
  let earlier: Settings?
  /// The last settings made by this program; shared by all copies of this value.
  var made: Guarded<Settings?>?
  /// Whether this program may change the line; a line that turned out to be in use is left unchanged.
  var isOurs = true
  /// Whether this program made the kernel refuse further opens.
  var holdsTerminalLock = false

  /// The settings of a line.
  struct Settings: Sendable {
    var attributes: TerminalAttributes
    /// The actual speed, if the driver reports one; the attributes contain only speeds with a constant.
    var speed: UInt32?
  }

  /// Restores the settings and closes the descriptor, once and without waiting.
  func close() throws(SerialPortError) {
    if isOurs { leaveAsFound() }
    OpenLines.remove(descriptor)
    do { try Kernel.close(descriptor) } catch {
      // EIO means that the device is gone; the descriptor is closed nevertheless.
      if !error.isGone { throw .doing("close the port", path, error) }
    }
  }

  /// Restores everything; ignores errors, as the device may be gone, and closing must go on.
  func leaveAsFound() {
    if isAsMade {
      // With unsent bytes, the kernel's close would wait, for half a minute with some drivers.
      try? Kernel.discardOutput(descriptor)
      restore()
    } else if Kernel.node(of: descriptor)?.isPseudoTerminal != true {
      try? Kernel.discardOutput(descriptor)
    }
    if holdsTerminalLock { try? Kernel.allowOthers(descriptor) }
    // Closing would release the lock, except that a child process being started by this program shares the
    // descriptor, and with it the lock, until it executes its own program.
    try? Kernel.unlock(descriptor)
  }

  /// Whether the settings are still ours; otherwise the program that changed them owns them.
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
      // Ignore errors: a removed device has no settings, and one that refuses its own keeps ours.
      return
    }
    // The restored settings may echo; bytes received in the meantime must not be sent back.
    try? Kernel.discardOutput(descriptor)
  }

  /// Calls the kernel, and describes an error in words.
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
    /// There is currently nothing to read.
    case nothing
    /// The device is gone; contains the error, if the kernel returned one.
    case gone(Errno?)
    case failed(Errno)
  }

  /// Reads the available bytes.
  ///
  /// Zero bytes do not always mean the end: with VMIN 0 the kernel returns zero if nothing arrives in time.
  /// An unplugged USB device also returns zero, a pseudo-terminal EIO; `poll` tells these cases apart.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    do {
      let count = try unsafe Kernel.read(descriptor, into: buffer)
      if count > 0 { return .bytes(count) }
      return try Kernel.isHungUp(descriptor) ? .gone(nil) : .nothing
    } catch .wouldBlock {
      return .nothing
    } catch { return error.isGone ? .gone(error) : .failed(error) }
  }

  /// The result of a write.
  enum Writing: Equatable {
    case bytes(Int)
    /// The kernel's buffer is full.
    case full
    /// The device is gone.
    case gone(Errno)
    case failed(Errno)
  }

  /// Writes as many bytes as the kernel accepts immediately.
  func write(_ bytes: borrowing Span<UInt8>) -> Writing {
    do {
      let count = try Kernel.write(descriptor, bytes)
      return count > 0 ? .bytes(count) : .full
    } catch .wouldBlock {
      return .full
    } catch { return error.isGone ? .gone(error) : .failed(error) }
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

/// The open lines of this program, so that none stays locked if it ends without closing them.
///
/// When a program ends, the kernel closes its descriptors. That is enough for a port that no other process
/// has open; otherwise (the console, the feeder of a pseudo-terminal) locks and settings outlive the program.
enum OpenLines {
  private struct State: Sendable {
    var lines: [CInt: SerialLine] = [:]
    /// The process that opened the lines; a child that ends must not unlock lines that its parent still uses.
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

  /// Removes a line, just before its descriptor is closed and the kernel may reuse the number.
  static func remove(_ descriptor: CInt) { _ = state.withLock { $0.lines.removeValue(forKey: descriptor) } }

  /// Unlocks all lines and restores their settings.
  static func leaveAllAsFound() {
    // Hold the lock, as a descriptor closed in the meantime could already be a different file.
    state.withLock { state in
      guard state.process == Kernel.ownProcess() else { return }
      for line in state.lines.values { line.leaveAsFound() }
    }
  }
}

/// The exit handler, as a C function.
private func programEnds() { OpenLines.leaveAllAsFound() }

extension SerialPort {
  /// Unlocks all ports of this program and restores their settings, before a signal ends it.
  ///
  /// At `exit` this happens automatically. After `SIGKILL` it is impossible.
  package static func leaveAllAsFound() { OpenLines.leaveAllAsFound() }
}
