/// An open serial port, which is closed when it goes out of scope.
///
/// ```swift
/// let port = try SerialPort(path: "/dev/ttyACM0", settings: LineSettings(speed: 38400))
/// let connection = SerialConnection(port)      // reads and writes; see there
/// ```
///
/// There is one owner at a time, held by the compiler: a port cannot be copied, only handed on.
///
/// ```swift
/// let first = SerialConnection(port)
/// let second = SerialConnection(port)          // does not compile: 'port' consumed more than once
/// ```
///
/// Opening takes the port for this program alone, makes it raw before a byte can be echoed, and reads back what
/// the driver made of the settings: see ``report``. Closing brings the earlier settings back, throws away what has
/// not been sent, and never waits.
public struct SerialPort: ~Copyable, Sendable {
  /// The outcome of each option when the port was opened.
  public let report: OpeningReport
  let line: SerialLine
  private var isOpen = true

  /// Opens a port.
  ///
  /// - Parameters:
  ///   - path: The device, as "/dev/ttyUSB0", or a link to it.
  ///   - settings: How bits go over the line.
  ///   - options: Further options, such as the wires and exclusive use.
  /// - Throws: The reason in words, and what to do about it.
  public init(
    path: String, settings: LineSettings = LineSettings(), options: OpenOptions = OpenOptions()
  ) throws(SerialPortError) {
    (line, report) = try SerialLine.open(path, settings, options)
  }

  deinit {
    // A `deinit` cannot report the error.
    if isOpen { try? line.close() }
  }

  /// The path, as it was given.
  public var path: String { line.path }

  /// Closes the port at once.
  ///
  /// Bytes that were written and not yet sent are thrown away; if that matters, ask ``bytesToSend()`` before. A device
  /// that has gone is not an error here.
  public consuming func close() throws(SerialPortError) {
    isOpen = false
    try line.close()
  }

  /// Gives the line to another owner, who must close it.
  consuming func release() -> SerialLine {
    isOpen = false
    return line
  }
}

extension SerialPort {
  /// Reads the settings that the driver has.
  public func settings() throws(SerialPortError) -> LineSettings { try line.settings() }

  /// Changes the settings.
  ///
  /// Bytes that were received before can still be read; see ``discardInput()``.
  ///
  /// - Parameters:
  ///   - settings: How bits are to go over the line.
  ///   - acceptsOtherSpeed: Whether a different speed than requested is accepted; otherwise it is an error.
  /// - Returns: The settings that the driver changed.
  /// - Throws: An error if settings were refused, or if the device has gone.
  @discardableResult public func apply(
    _ settings: LineSettings, acceptsOtherSpeed: Bool = false
  ) throws(SerialPortError) -> [SettingDifference] {
    settings.differences(to: try line.apply(settings, acceptsOtherSpeed: acceptsOtherSpeed))
  }

  /// Reads the wires beside the data.
  public func modemLines() throws(SerialPortError) -> ModemLines { try line.modemLines() }

  /// Drives wires to "on", and leaves the others.
  public func raise(_ lines: ModemLines) throws(SerialPortError) { try line.raise(lines) }

  /// Drives wires to "off", and leaves the others.
  public func lower(_ lines: ModemLines) throws(SerialPortError) { try line.lower(lines) }

  /// Begins a break: the line is held until ``stopBreak()``.
  public func startBreak() throws(SerialPortError) { try line.startBreak() }

  /// Ends a break.
  public func stopBreak() throws(SerialPortError) { try line.stopBreak() }

  /// Reads what the driver has counted.
  public func counters() throws(SerialPortError) -> LineCounters { try line.counters() }

  /// Counts the bytes that can be read at once.
  public func bytesToRead() throws(SerialPortError) -> Int { try line.bytesToRead() }

  /// Counts the bytes that were written and have not been sent.
  public func bytesToSend() throws(SerialPortError) -> Int { try line.bytesToSend() }

  /// Throws away what was received and not read.
  public func discardInput() throws(SerialPortError) { try line.discardInput() }

  /// Throws away what was written and not sent.
  public func discardOutput() throws(SerialPortError) { try line.discardOutput() }
}
