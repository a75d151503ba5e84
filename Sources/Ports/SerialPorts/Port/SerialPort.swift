/// An open serial port, which is closed when it goes out of scope.
///
/// ```swift
/// let port = try SerialPort(path: "/dev/ttyACM0", settings: LineSettings(speed: 38400))
/// let connection = SerialConnection(port, queue: queue)      // reads and writes; see there
/// ```
///
/// There is one owner at a time, held by the compiler: a port cannot be copied, and whoever is handed it has it.
///
/// ```swift
/// let first = SerialConnection(port, queue: queue)
/// let second = SerialConnection(port, queue: queue)          // does not compile: 'port' consumed more than once
/// ```
///
/// Opening takes the port for this program alone, makes it raw before a byte can be echoed, and reads back what
/// the driver made of the settings: see ``report``. Closing brings the earlier settings back, throws away what has
/// not been sent, and never waits.
public struct SerialPort: ~Copyable, Sendable {
  /// What became of each wish at the opening.
  public let report: OpeningReport
  let line: SerialLine
  private var isOpen = true

  /// Opens a port.
  ///
  /// - Parameters:
  ///   - path: The device, as "/dev/ttyUSB0", or a link to it.
  ///   - settings: How bits go over the line.
  ///   - options: What else is to be done.
  /// - Throws: What is in the way, in words, and what to do about it.
  public init(
    path: String, settings: LineSettings = LineSettings(), options: OpenOptions = OpenOptions()
  ) throws(SerialPortError) {
    (line, report) = try SerialLine.open(path, settings, options)
  }

  deinit {
    // Nobody is left who could be told.
    if isOpen { try? line.close() }
  }

  /// The path, as it was given.
  public var path: String { line.path }

  /// Closes the port at once.
  ///
  /// What has been written and not sent is thrown away; ask ``bytesToSend()`` before where that matters. That the
  /// device has gone is no error here.
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
