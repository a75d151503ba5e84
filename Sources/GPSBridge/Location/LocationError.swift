public import SerialPorts

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
  public var code: Code
  /// The finding, and the expectation.
  public var message: String
  /// The remedy, if there is one.
  public var remedy: String?
  /// The best location that came before the time was over.
  public var best: Location?
  /// The serial port's own error, if there is one.
  public var underlying: SerialPortError?

  /// Describes trouble.
  public init(
    _ code: Code, _ message: String, remedy: String? = nil, best: Location? = nil,
    underlying: SerialPortError? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.best = best
    self.underlying = underlying
  }

  /// The message, and the remedy behind it.
  public var description: String { remedy.map { "\(message). \($0)" } ?? message }

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
    /// Somebody else has the device.
    public static let deviceBusy = Code(rawValue: "device_busy")
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
