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
  /// Bytes that were written but not sent are discarded; check ``bytesToSend()`` first if that matters. The
  /// removal of the device is not an error here.
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
  /// Bytes that were received before can still be read; see ``discardInput()``.
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

  /// Reads the modem lines.
  public func modemLines() throws(SerialPortError) -> ModemLines { try line.modemLines() }

  /// Sets modem lines, and leaves the others unchanged.
  public func raise(_ lines: ModemLines) throws(SerialPortError) { try line.raise(lines) }

  /// Clears modem lines, and leaves the others unchanged.
  public func lower(_ lines: ModemLines) throws(SerialPortError) { try line.lower(lines) }

  /// Starts a break, which lasts until ``stopBreak()``.
  public func startBreak() throws(SerialPortError) { try line.startBreak() }

  /// Ends a break.
  public func stopBreak() throws(SerialPortError) { try line.stopBreak() }

  /// Reads the driver's counters.
  public func counters() throws(SerialPortError) -> LineCounters { try line.counters() }

  /// Returns the number of bytes that can be read immediately.
  public func bytesToRead() throws(SerialPortError) -> Int { try line.bytesToRead() }

  /// Returns the number of bytes that were written but not sent.
  public func bytesToSend() throws(SerialPortError) -> Int { try line.bytesToSend() }

  /// Discards bytes that were received but not read.
  public func discardInput() throws(SerialPortError) { try line.discardInput() }

  /// Discards bytes that were written but not sent.
  public func discardOutput() throws(SerialPortError) { try line.discardOutput() }
}
