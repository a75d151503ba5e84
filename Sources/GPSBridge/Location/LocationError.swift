internal import GPSDelivery
internal import Glibc
public import SerialPorts
internal import GPSBase

/// Why there is no location, in words for a person and as a code for a program.
///
/// ```swift
/// do {
///   let here = try await manager.requestLocation(timeout: .seconds(30))
/// } catch where error.code == .timedOut {
///   print("best so far: \(error.best?.horizontalAccuracy ?? .infinity) m")
/// } catch {
///   print(error)            // /dev/ttyACM0: permission denied …
///   print(error.remedy)     // … and what to do about it
/// }
/// ```
public struct LocationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of trouble.
  public var code: Code {
    get { content.code }
    set { content.code = newValue }
  }
  /// The finding, and the expectation.
  public var message: String {
    get { content.message }
    set { content.message = newValue }
  }
  /// The remedy, if there is one.
  public var remedy: String? {
    get { content.remedy }
    set { content.remedy = newValue }
  }
  /// The best location that came before the time was over.
  public var best: Location? {
    get { content.best }
    set { content.best = newValue }
  }
  /// The serial port's own error, if there is one.
  public var underlying: SerialPortError? {
    get { content.underlying }
    set { content.underlying = newValue }
  }

  /// Whether the source cannot come back: waiting for it is useless.
  public var isFinal: Bool {
    get { content.isFinal }
    set { content.isFinal = newValue }
  }

  /// The port that was named and is missing, as `/dev/ttyUSB0`; nil where any receiver will do.
  var sought: String? {
    get { content.sought }
    set { content.sought = newValue }
  }

  private struct Content: Sendable, Hashable {
    var code: Code
    var message: String
    var remedy: String?
    var best: Location?
    var underlying: SerialPortError?
    var sought: String?
    var isFinal = false
  }

  /// An error is a part of each state and of each update, is copied with them, and is seldom there.
  private indirect enum Box: Sendable, Hashable { case of(Content) }

  private var box: Box

  private var content: Content {
    get {
      switch box {
      case .of(let content): content
      }
    }
    set { box = .of(newValue) }
  }

  /// Describes trouble.
  public init(
    _ code: Code, _ message: String, remedy: String? = nil, best: Location? = nil,
    underlying: SerialPortError? = nil
  ) {
    box = .of(
      Content(code: code, message: message, remedy: remedy, best: best, underlying: underlying))
  }

  /// The message, and the remedy after it as a sentence.
  public var description: String {
    guard let remedy, let first = remedy.first else { return message }
    // That of a serial port's error is a part of a sentence.
    let sentence = first.uppercased() + remedy.dropFirst()
    return "\(message). \(sentence)\(sentence.hasSuffix(".") ? "" : ".")"
  }

  /// A kind of trouble; more kinds may come.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code's name in snake case, as in the records of the tool.
    public let rawValue: String

    /// Names a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's name.
    public var description: String { rawValue }

    /// No location yet: the receiver has no fix.
    public static let locationUnknown = Code(rawValue: "location_unknown")
    /// The time that was given is over.
    public static let timedOut = Code(rawValue: "timed_out")
    /// The task or the request was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The program or device that should have answered has gone without an answer.
    public static let abandoned = Code(rawValue: "abandoned")
    /// No such device, or none that can be chosen.
    public static let deviceNotFound = Code(rawValue: "device_not_found")
    /// The selector fits more than one device.
    public static let deviceAmbiguous = Code(rawValue: "device_ambiguous")
    /// The given text names no source at all.
    public static let malformedSource = Code(rawValue: "malformed_source")
    /// The device may not be opened by this user.
    public static let permissionDenied = Code(rawValue: "permission_denied")
    /// Another program has the device.
    public static let deviceBusy = Code(rawValue: "device_busy")
    /// The path leads to the terminal of another program, as of a shell; it was not opened.
    public static let foreignTerminal = Code(rawValue: "foreign_terminal")
    /// The pseudo-terminal has gone for good: the kernel gives its number to another program.
    public static let terminalGone = Code(rawValue: "terminal_gone")
    /// The server on the network that has the receiver can't be reached, or has none.
    public static let notServed = Code(rawValue: "not_served")
    /// The device was there and has gone.
    public static let disconnected = Code(rawValue: "disconnected")
    /// The opened file is of another kind: no terminal, no recording.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The receiver refused a setting.
    public static let settingRefused = Code(rawValue: "setting_refused")
    /// The receiver did not answer to a setting.
    public static let settingTimedOut = Code(rawValue: "setting_timed_out")
    /// This cannot be done with this device.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The port failed in a way that has no code of its own; see ``LocationError/underlying``.
    public static let portFailed = Code(rawValue: "port_failed")
  }
}

// MARK: - Kinds

extension LocationError {
  /// No location yet.
  public static var locationUnknown: LocationError {
    LocationError(.locationUnknown, "the receiver has no fix yet")
  }

  /// The time is over; the best location so far goes with it.
  public static func timedOut(after timeout: Duration, best: Location? = nil) -> LocationError {
    let what = best == nil ? "no location" : "no location that is good enough"
    return LocationError(.timedOut, "\(what) within \(timeout)", best: best)
  }

  /// The wait was cancelled.
  public static var cancelled: LocationError { LocationError(.cancelled, "the request was cancelled") }

  /// The program or device that should have answered has gone.
  public static var abandoned: LocationError {
    LocationError(.abandoned, "the request was dropped before there was an answer")
  }

  /// The device cannot do that.
  public static func unsupported(_ message: String) -> LocationError {
    LocationError(.unsupported, message)
  }

  /// The device has not been looked for yet, which is no news of a cable.
  public static var notLookedFor: LocationError {
    LocationError(.deviceNotFound, "the device is being looked for")
  }

  /// The device was probably unplugged.
  static func disconnected(from place: DevicePlace) -> LocationError {
    LocationError(.disconnected, "\(place.node) (\(place.name)) has gone", remedy: "Plug it in again.")
  }

  /// The stream came to its end without a fault.
  static func ended(_ place: DevicePlace) -> LocationError {
    LocationError(.disconnected, "\(place.node) has come to its end")
  }
}

// MARK: - Ports

extension LocationError {
  /// The error of a serial port.
  init(_ error: SerialPortError) {
    let code: Code =
      switch error.code {
      case .noSuchDevice: .deviceNotFound
      case .permissionDenied: .permissionDenied
      case .busy: .deviceBusy
      case .foreignTerminal: .foreignTerminal
      case .vanished: .disconnected
      case .notATerminal: .unreadable
      case .unsupported: .unsupported
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      default: .portFailed
      }
    let found = error.expected.map { "\(error.found); expected: \($0)" } ?? error.found
    self.init(code, found, remedy: error.remedy, underlying: error)
  }

  /// Why no port could be chosen, with those that may have been meant.
  init(_ error: SerialPortSelectionError) {
    let code: Code =
      switch error.code {
      case .malformed: .malformedSource
      case .ambiguous: .deviceAmbiguous
      case .notAPort: .unreadable
      default: .deviceNotFound
      }
    self.init(code, error.description)
  }

  /// A pseudo-terminal was named by its number, and has gone.
  static func terminalGone(_ path: String) -> LocationError {
    var error = LocationError(
      .terminalGone,
      "\(VisibleText.replaced(path)) has gone for good: the next terminal with its number is another program's",
      remedy: "name a link that leads to the terminal, as --pty makes it")
    error.isFinal = true
    return error
  }

  /// A pseudo-terminal was named by a number that no terminal has now.
  static func noTerminal(_ path: String) -> LocationError {
    var error = LocationError(
      .deviceNotFound,
      "there is no terminal \(VisibleText.replaced(path)), and the next one with its number is another program's",
      remedy: "name a link that leads to the terminal, as --pty makes it")
    error.isFinal = true
    return error
  }

  /// A link leads to a pseudo-terminal that has only the number of the earlier one.
  static func terminalReplaced(_ path: String) -> LocationError {
    LocationError(
      .deviceNotFound,
      "\(VisibleText.replaced(path)) leads to a terminal that has only the number of the earlier one",
      remedy: "start the program again that makes the link")
  }

  /// The error that a real port would give, with the same parts, for a port that is simulated.
  ///
  /// - Parameters:
  ///   - code: The failure: the device is not found, disconnected, busy, or may not be opened.
  ///   - path: The name of the port.
  ///   - words: The reason, as a real port would give it.
  ///   - remedy: The advice, as a real port would give it.
  /// - Returns: An error that reads like the one of a real port.
  package static func failedPort(
    _ code: Code, _ path: String, _ words: String, remedy: String
  ) -> LocationError {
    let (port, number): (SerialPortError.Code, CInt) =
      switch code {
      case .disconnected: (.vanished, EIO)
      case .permissionDenied: (.permissionDenied, EACCES)
      case .deviceBusy: (.busy, EBUSY)
      default: (.noSuchDevice, ENOENT)
      }
    let found = code == .disconnected ? "\(path) \(words)" : "cannot open \(path): \(words)"
    return LocationError(
      SerialPortError(code: port, path: path, errno: number, found: found, remedy: remedy))
  }
}

// MARK: - Settings

extension LocationError {
  /// The receiver said no.
  static func refused(_ what: String, why: String) -> LocationError {
    LocationError(.settingRefused, "the receiver refused \(what): \(why)")
  }

  /// The receiver said nothing that would confirm it.
  static func notConfirmed(_ what: String, within timeout: Duration, but found: String) -> LocationError {
    LocationError(.settingTimedOut, "\(what) was not confirmed within \(timeout): \(found)")
  }

  /// The device was opened again while it was being told something.
  static var openedAnew: LocationError {
    LocationError(.disconnected, "the device was closed and opened again before it had confirmed")
  }

  /// The receiver's dialect is unknown.
  static var unknownDialect: LocationError {
    LocationError(
      .unsupported, "this receiver has not shown which commands it understands",
      remedy: "If you know its maker, name the dialect in ReceiverOptions.")
  }

  /// There is no line between the receiver and this machine that has a speed.
  static var noLineSpeed: LocationError {
    LocationError(
      .unsupported, "the receiver's port has no speed: it is on USB itself",
      remedy: "Leave out the baud rate: on USB, data comes as fast as it can.")
  }

  /// The dialect has no command for it.
  static func noCommand(_ dialect: ReceiverDialect, for what: String) -> LocationError {
    .unsupported("\(dialect.name) has no command for \(what)")
  }
}

// MARK: - Other protocols

extension LocationError: OneShotFailure {}
