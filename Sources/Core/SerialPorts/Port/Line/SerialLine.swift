internal import GPSBase
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
  /// An unplugged USB device also returns zero, a pseudo-terminal EIO; `poll` distinguishes these cases.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    do {
      let count = try unsafe Kernel.read(descriptor, into: buffer)
      if count > 0 { return .bytes(count) }
      return try Kernel.isHungUp(descriptor) ? .gone(nil) : .nothing
    } catch .wouldBlock {
      return .nothing
    } catch { return error.isGone ? .gone(error) : .failed(error) }
  }

  enum Writing: Equatable {
    case bytes(Int)
    /// The kernel's buffer is full.
    case full
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

  func discardInput() throws(SerialPortError) {
    try perform("discard what was received") { (line) throws(Errno) in try Kernel.discardInput(line) }
  }

  /// Opens a line, locks it for this program, and makes it raw, in this order and without delay.
  ///
  /// A new terminal echoes everything that a device sends until it is raw. So between the open and raw mode,
  /// we only do what is needed to know that the line is ours.
  static func open(
    _ path: String, _ settings: LineSettings, _ options: OpenOptions
  ) throws(SerialPortError) -> (line: SerialLine, report: OpeningReport) {
    let descriptor = try openDescriptor(path, options)
    var line = SerialLine(path: path, descriptor: descriptor, earlier: nil, isOurs: false)
    do {
      let found = try line.attributesFound()
      var report = OpeningReport(settingsInEffect: settings)
      if options.isExclusive { try line.lock(&report) }
      // From here on there are settings to restore.
      let earlier = Settings(attributes: found, speed: try? Kernel.speed(descriptor))
      line = SerialLine(
        path: path, descriptor: descriptor, earlier: options.restoresSettings ? earlier : nil,
        made: Guarded(nil), holdsTerminalLock: report.terminalLock == .inEffect)
      try line.setUp(settings, options, &report)
      OpenLines.add(line)
      return (line, report)
    } catch {
      // Report the first error.
      try? line.close()
      throw error
    }
  }

  private static func openDescriptor(
    _ path: String, _ options: OpenOptions
  ) throws(SerialPortError) -> CInt {
    // Only character devices are opened: opening a pipe, for example, would wake its peer.
    let node = Kernel.node(path)
    guard node?.isCharacterDevice != false else { throw .notATerminal(path) }
    let before = Kernel.identity(path)
    if let refusal = TerminalFacts.gather(path).refusal(isExclusive: options.isExclusive) { throw refusal }
    let descriptor = try openDescriptor(path)
    do {
      try check(descriptor, path, wasTerminal: node?.isPseudoTerminal == true ? before : nil, options)
    } catch {
      try? Kernel.close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Checks that the opened pseudo-terminal is the one examined before; makes no request on it.
  static func check(
    _ descriptor: CInt, _ path: String, wasTerminal before: Kernel.EntryIdentity?, _ options: OpenOptions
  ) throws(SerialPortError) {
    guard let number = Kernel.node(of: descriptor)?.pseudoTerminalNumber else { return }
    if let before {
      // The number may have been reused for a different terminal since the check.
      guard Kernel.identity(of: descriptor)?.isSame(as: before) == true else { throw .vanished(path, nil) }
      // A shell may have claimed it since then. If two programs open it at the same time, the lock decides.
      if let refusal = TerminalFacts.gather(path, searchesHolders: false).refusal(isExclusive: false) {
        throw refusal
      }
    } else if let refusal = TerminalFacts.gather("/dev/pts/\(number)").refusal(
      isExclusive: options.isExclusive)
    {
      // The path belonged to a different device, and now leads to a terminal.
      throw refusal
    }
  }

  private static func openDescriptor(_ path: String) throws(SerialPortError) -> CInt {
    do {
      return try Kernel.open(path, for: .device)
    } catch .accessDenied, .notPermitted {
      throw PermissionFacts.gather(path).error
    } catch .busy {
      throw BusyFacts.gather(path, refusal: .kernel).error
    } catch { throw .opening(path, error) }
  }

  private func attributesFound() throws(SerialPortError) -> TerminalAttributes {
    do { return try Kernel.attributes(descriptor) } catch { throw Self.refusal(path, error) }
  }

  /// Interprets the failure of the first `ioctl` on a port that could be opened.
  static func refusal(_ path: String, _ error: Errno) -> SerialPortError {
    switch error {
    case .accessDenied, .notPermitted: PermissionFacts.gather(path, errno: error, isOpened: true).error
    case _ where error.isGone: .vanished(path, error)
    default: .notATerminal(path, error)
    }
  }

  private func lock(_ report: inout OpeningReport) throws(SerialPortError) {
    do {
      try Kernel.lock(descriptor)
      report.fileLock = .inEffect
    } catch .wouldBlock {
      throw BusyFacts.gather(path, refusal: .fileLock).error
    } catch {
      report.fileLock = error.isUnsupported || error == .noLocks ? .unsupported : .refused(error.rawValue)
    }
    // The kernel never refuses root's open, so root must check.
    if (try? Kernel.isTakenExclusively(descriptor)) == true {
      let facts = BusyFacts.gather(path, refusal: .terminalLock)
      guard facts.isLeftBehind else {
        // A child process that is being started shares the descriptor, and would keep the lock.
        try? Kernel.unlock(descriptor)
        throw facts.error
      }
      try? Kernel.allowOthers(descriptor)
    }
    // A pseudo-terminal keeps this mark until its peer closes it. A killed program would then lock out all
    // users except root.
    guard Kernel.node(of: descriptor)?.isPseudoTerminal != true else { return }
    report.terminalLock = try outcome { () throws(Errno) in try Kernel.takeExclusively(descriptor) }
  }

  private func setUp(
    _ settings: LineSettings, _ options: OpenOptions, _ report: inout OpeningReport
  ) throws(SerialPortError) {
    report.settingsInEffect = try apply(settings, acceptsOtherSpeed: options.acceptsOtherSpeed)
    report.differences = settings.differences(to: report.settingsInEffect)
    if options.earlierInput == .discard { try discardInput() }
    report.dataTerminalReady = try drive(.dataTerminalReady, options.dataTerminalReady)
    report.requestToSend = try drive(.requestToSend, options.requestToSend)
    if options.lowLatency { report.lowLatency = try quicken() }
  }

  private func drive(
    _ lines: ModemLines, _ wish: OpenOptions.Wire
  ) throws(SerialPortError) -> OpeningReport.Outcome {
    switch wish {
    case .leave: .notAsked
    case .raise: try outcome { () throws(Errno) in try Kernel.raise(descriptor, lines.rawValue) }
    case .lower: try outcome { () throws(Errno) in try Kernel.lower(descriptor, lines.rawValue) }
    }
  }

  private func quicken() throws(SerialPortError) -> OpeningReport.Outcome {
    var isDone = false
    let outcome = try outcome { () throws(Errno) in isDone = try Kernel.setLowLatency(descriptor) }
    return outcome == .inEffect && !isDone ? .refused(0) : outcome
  }

  private func outcome(_ wish: () throws(Errno) -> Void) throws(SerialPortError) -> OpeningReport.Outcome {
    do { return try .of(wish) } catch { throw .vanished(path, error) }
  }

  func settings() throws(SerialPortError) -> LineSettings {
    let attributes = try perform("read the settings") { (line) throws(Errno) in try Kernel.attributes(line) }
    return LineSettings(
      speed: try speed(attributes), dataBits: attributes.dataBits, parity: attributes.parity,
      stopBits: attributes.stopBits, flowControl: attributes.flowControl)
  }

  /// Makes the line raw with these settings, and returns the settings in effect.
  func apply(_ settings: LineSettings, acceptsOtherSpeed: Bool) throws(SerialPortError) -> LineSettings {
    guard settings.speed.bitsPerSecond > 0 else {
      throw SerialPortError(
        code: .settingsRefused, path: path,
        found: "a speed of 0 bit/s would hang \(VisibleText.replaced(path)) up",
        expected: "a speed such as 9600", remedy: "give the speed of the device")
    }
    // Even if some settings are refused, the others were changed and must be restored.
    defer { noteMade() }
    var isOdd = false
    do {
      var attributes = try Kernel.attributes(descriptor)
      attributes.makeRaw()
      attributes.hangsUpOnClose = false
      attributes.dataBits = settings.dataBits
      attributes.parity = settings.parity
      attributes.stopBits = settings.stopBits
      attributes.flowControl = settings.flowControl
      isOdd = !attributes.setStandardSpeed(settings.speed)
      // Raw mode first, even if the speed follows: bytes received in between must not be echoed.
      try set(attributes)
    } catch { throw refused(settings, error) }
    if isOdd { try setOddSpeed(settings, acceptsOtherSpeed) }
    return try checked(try self.settings(), asked: settings.speed, acceptsOtherSpeed: acceptsOtherSpeed)
  }

  /// Records the current settings as made by this program.
  private func noteMade() {
    guard let made, let attributes = try? Kernel.attributes(descriptor) else { return }
    let settings = Settings(attributes: attributes, speed: try? Kernel.speed(descriptor))
    made.withLock { $0 = settings }
  }

  /// Returns the settings in effect; throws if their speed differs too much from the requested one.
  func checked(
    _ found: LineSettings, asked: LineSpeed, acceptsOtherSpeed: Bool
  ) throws(SerialPortError) -> LineSettings {
    guard acceptsOtherSpeed || found.speed.isClose(to: asked) else {
      throw speedRefused(asked, nil, found.speed)
    }
    return found
  }

  private func set(_ attributes: TerminalAttributes) throws(Errno) {
    do { try Kernel.setAttributes(descriptor, attributes) } catch .invalid {
      // The C library reports this if the driver dropped some settings and already had all the others. Which
      // ones is found later by reading back; here, the line only needs to be raw.
      let found = try Kernel.attributes(descriptor)
      if found.isEchoing || found.isInLines { throw .invalid }
    }
  }

  private func setOddSpeed(_ settings: LineSettings, _ acceptsOther: Bool) throws(SerialPortError) {
    do { try Kernel.setSpeed(descriptor, settings.speed.bitsPerSecond) } catch {
      if error.isGone { throw .vanished(path, error) }
      if !acceptsOther { throw speedRefused(settings.speed, error, nil) }
    }
  }

  private func speed(_ attributes: TerminalAttributes) throws(SerialPortError) -> LineSpeed {
    do { return LineSpeed(try Kernel.speed(descriptor)) } catch {
      if error.isGone { throw .vanished(path, error) }
      // Without `termios2` the kernel supports only speeds with a constant.
      return attributes.standardSpeed ?? LineSpeed(0)
    }
  }

  private func refused(_ settings: LineSettings, _ error: Errno) -> SerialPortError {
    if error.isGone { return .vanished(path, error) }
    return SerialPortError(
      code: .settingsRefused, path: path, errno: error.rawValue,
      found: "\(VisibleText.replaced(path)) refuses the settings \(settings): \(error.words)",
      remedy: "request others; eight data bits, no parity and one stop bit work everywhere")
  }

  private func speedRefused(_ asked: LineSpeed, _ error: Errno?, _ found: LineSpeed?) -> SerialPortError {
    let instead = found.map { ", and has \($0)" } ?? ""
    return SerialPortError(
      code: .speedRefused, path: path, errno: error?.rawValue,
      found: "\(VisibleText.replaced(path)) refuses a speed of \(asked)\(instead)",
      expected: "a speed that the driver can make, within two percent",
      remedy: "request a standard speed, such as 9600 or 115200, that the device supports too")
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
