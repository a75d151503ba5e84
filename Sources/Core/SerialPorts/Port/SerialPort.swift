/// An open serial port, which is closed when it goes out of scope.
///
/// ```swift
/// let port = try SerialPort(path: "/dev/ttyACM0", settings: LineSettings(speed: 38400))
/// let connection = SerialConnection(port)      // reads and writes; see there
/// ```
///
/// A port has one owner at a time, enforced by the compiler: it cannot be copied, only moved.
///
/// ```swift
/// let first = SerialConnection(port)
/// let second = SerialConnection(port)          // does not compile: 'port' consumed more than once
/// ```
///
/// Opening locks the port, makes it raw before a byte can be echoed, and reads back the settings in effect:
/// see ``report``. Closing restores the earlier settings, discards unsent bytes, and never waits.
public struct SerialPort: ~Copyable, Sendable {
  /// The outcome of each option when the port was opened.
  public let report: OpeningReport
  let line: SerialLine
  private var isOpen = true

  /// Opens a port.
  ///
  /// - Parameters:
  ///   - path: The device, such as "/dev/ttyUSB0", or a link to it.
  ///   - settings: The settings of the line.
  ///   - options: Further options, such as the modem lines and exclusive use.
  /// - Throws: An error with the reason and the remedy in words.
  public init(
    path: String, settings: LineSettings = LineSettings(), options: OpenOptions = OpenOptions()
  ) throws(SerialPortError) { (line, report) = try SerialLine.open(path, settings, options) }

  deinit {
    // A `deinit` cannot report the error.
    if isOpen { try? line.close() }
  }

  /// The path as passed by the caller.
  public var path: String { line.path }

  /// Closes the port at once.
  ///
  /// Bytes that were written but not sent are discarded. The removal of the device is not an error here.
  public consuming func close() throws(SerialPortError) {
    isOpen = false
    try line.close()
  }

  /// Transfers the line to a new owner, which must close it.
  consuming func release() -> SerialLine {
    isOpen = false
    return line
  }

  /// Reads the settings in effect.
  public func settings() throws(SerialPortError) -> LineSettings { try line.settings() }

  /// Changes the settings.
  ///
  /// Bytes that were received before can still be read.
  ///
  /// - Parameters:
  ///   - settings: The new settings of the line.
  ///   - acceptsOtherSpeed: Whether a different speed than requested is accepted; otherwise it is an error.
  /// - Returns: The settings that the driver changed.
  /// - Throws: An error if settings were refused, or if the device was removed.
  @discardableResult public func apply(
    _ settings: LineSettings, acceptsOtherSpeed: Bool = false
  ) throws(SerialPortError) -> [SettingDifference] {
    settings.differences(to: try line.apply(settings, acceptsOtherSpeed: acceptsOtherSpeed))
  }
}
