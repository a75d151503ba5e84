internal import GPSDelivery
internal import Glibc
public import SerialPorts
internal import GPSBase

/// The reason for a missing location, with a text for people and a code for programs.
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
public struct LocationError: Error, Sendable, Hashable, CustomStringConvertible, OneShotFailure {
  /// The kind of error.
  public var code: Code {
    get { content.code }
    set { content.code = newValue }
  }
  /// The finding, and what was expected.
  public var message: String {
    get { content.message }
    set { content.message = newValue }
  }
  /// The remedy, if there is one.
  public var remedy: String? {
    get { content.remedy }
    set { content.remedy = newValue }
  }
  /// The best location that arrived before the timeout.
  public var best: Location? {
    get { content.best }
    set { content.best = newValue }
  }
  /// The error of the serial port, if there was one.
  public var underlying: SerialPortError? {
    get { content.underlying }
    set { content.underlying = newValue }
  }

  /// Whether the source cannot return, so that waiting for it is useless.
  public var isFinal: Bool {
    get { content.isFinal }
    set { content.isFinal = newValue }
  }

  /// The requested port that is missing, such as `/dev/ttyUSB0`; nil if any receiver will do.
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

  /// Boxed, because every state and update has room for an error, but few have one: a box is cheap to copy.
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

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, remedy: String? = nil, best: Location? = nil,
    underlying: SerialPortError? = nil
  ) {
    box = .of(Content(code: code, message: message, remedy: remedy, best: best, underlying: underlying))
  }

  /// The message, followed by the remedy as a sentence.
  public var description: String {
    guard let remedy, !remedy.isEmpty else { return message }
    // The remedy of a serial port's error is only part of a sentence.
    return "\(message). \(Wording.sentence(remedy))"
  }

  /// A kind of error; new versions may add more.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code's name in snake case, as in the tool's records.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code's name.
    public var description: String { rawValue }

    /// No location yet: the receiver has no fix.
    public static let locationUnknown = Code(rawValue: "location_unknown")
    /// The time limit has passed.
    public static let timedOut = Code(rawValue: "timed_out")
    /// The task or the request was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The program or device disappeared before it answered.
    public static let abandoned = Code(rawValue: "abandoned")
    /// The device does not exist, or no device can be selected.
    public static let deviceNotFound = Code(rawValue: "device_not_found")
    /// The selector matches more than one device.
    public static let deviceAmbiguous = Code(rawValue: "device_ambiguous")
    /// The given text is not a valid source.
    public static let malformedSource = Code(rawValue: "malformed_source")
    /// The user may not open the device.
    public static let permissionDenied = Code(rawValue: "permission_denied")
    /// Another program has the device open.
    public static let deviceBusy = Code(rawValue: "device_busy")
    /// The path is the terminal of another program, such as a shell; it was not opened.
    public static let foreignTerminal = Code(rawValue: "foreign_terminal")
    /// The pseudo-terminal is gone for good: the kernel reuses its number for other programs.
    public static let terminalGone = Code(rawValue: "terminal_gone")
    /// The receiver's network server can't be reached, or has no receiver.
    public static let notServed = Code(rawValue: "not_served")
    /// The device is gone.
    public static let disconnected = Code(rawValue: "disconnected")
    /// The opened file is neither a terminal nor a recording.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The receiver refused a setting.
    public static let settingRefused = Code(rawValue: "setting_refused")
    /// The receiver did not confirm a setting.
    public static let settingTimedOut = Code(rawValue: "setting_timed_out")
    /// The device does not support this.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The port failed in a way without its own code; see ``LocationError/underlying``.
    public static let portFailed = Code(rawValue: "port_failed")
  }

  // MARK: - Kinds

  /// The receiver has no fix yet.
  public static var locationUnknown: LocationError {
    LocationError(.locationUnknown, "the receiver has no fix yet")
  }

  /// The time limit has passed; the error contains the best location that arrived before it.
  public static func timedOut(after timeout: Duration, best: Location? = nil) -> LocationError {
    let what = best == nil ? "no location" : "no location that is good enough"
    return LocationError(.timedOut, "\(what) within \(timeout)", best: best)
  }

  /// The wait was cancelled.
  public static var cancelled: LocationError { LocationError(.cancelled, "the request was cancelled") }

  /// The program or device disappeared before it answered.
  public static var abandoned: LocationError {
    LocationError(.abandoned, "the request was dropped before there was an answer")
  }

  /// The device does not support this.
  public static func unsupported(_ message: String) -> LocationError { LocationError(.unsupported, message) }

  /// The device has not been searched for yet, so nothing is known about its connection.
  public static var notLookedFor: LocationError { LocationError(.deviceNotFound, "searching for the device") }

  /// The device was probably unplugged.
  static func disconnected(from place: DevicePlace) -> LocationError {
    LocationError(.disconnected, "\(place.node) (\(place.name)) is gone", remedy: "Plug it in again.")
  }

  /// The stream ended without a fault.
  static func ended(_ place: DevicePlace) -> LocationError {
    LocationError(.disconnected, "\(place.node) has ended")
  }

  // MARK: - Ports

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

  /// Why no port could be selected, with the ports that may have been meant.
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

  static func terminalGone(_ path: String) -> LocationError {
    var error = LocationError(
      .terminalGone,
      "\(VisibleText.replaced(path)) is gone for good: the next terminal with its number belongs to another program",
      remedy: "name a link to the terminal, such as the one that --pty makes")
    error.isFinal = true
    return error
  }

  static func noTerminal(_ path: String) -> LocationError {
    var error = LocationError(
      .deviceNotFound,
      "there is no terminal \(VisibleText.replaced(path)), and the next one with its number belongs to another program",
      remedy: "name a link to the terminal, such as the one that --pty makes")
    error.isFinal = true
    return error
  }

  /// A link leads to a pseudo-terminal that only reuses the number of the earlier one.
  static func terminalReplaced(_ path: String) -> LocationError {
    LocationError(
      .deviceNotFound,
      "\(VisibleText.replaced(path)) leads to a new terminal that reuses the number of the earlier one",
      remedy: "restart the program that makes the link")
  }

  /// The error that a real port would report, with the same parts, for a simulated port.
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
    return LocationError(SerialPortError(code: port, path: path, errno: number, found: found, remedy: remedy))
  }

  // MARK: - Settings

  static func refused(_ what: String, why: String) -> LocationError {
    LocationError(.settingRefused, "the receiver refused \(what): \(why)")
  }

  /// The receiver did not confirm a setting or command.
  static func notConfirmed(_ what: String, within timeout: Duration, but found: String) -> LocationError {
    LocationError(.settingTimedOut, "\(what) was not confirmed within \(timeout): \(found)")
  }

  /// The device was reopened during a request.
  static var openedAnew: LocationError {
    LocationError(.disconnected, "the device was closed and reopened before it confirmed")
  }

  static var unknownDialect: LocationError {
    LocationError(
      .unsupported, "this receiver has not shown which commands it understands",
      remedy: "If you know its maker, name the dialect in ReceiverOptions.")
  }

  static var noLineSpeed: LocationError {
    LocationError(
      .unsupported, "the receiver's port has no baud rate: it is on native USB",
      remedy: "Leave out the baud rate: native USB sends at full speed.")
  }

  static func noCommand(_ dialect: ReceiverDialect, for what: String) -> LocationError {
    .unsupported("\(dialect.name) has no command for \(what)")
  }

  // MARK: - Other protocols
}
