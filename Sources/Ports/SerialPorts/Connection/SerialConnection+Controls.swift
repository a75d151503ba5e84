import Dispatch

// Each of these works on any thread, and throws `closed` or `vanished` when it is too late.
extension SerialConnection {
  /// Reads the settings that the driver has.
  public func settings() throws(SerialPortError) -> LineSettings {
    try engine.withLine { (line) throws(SerialPortError) in try line.settings() }
  }

  /// Changes the settings.
  ///
  /// On the queue of the connection, bytes that come later were received with these settings once
  /// ``discardInput()`` has thrown the others away.
  ///
  /// - Parameters:
  ///   - settings: How bits are to go over the line.
  ///   - acceptsOtherSpeed: Whether another speed than asked for is put up with, and not an error.
  /// - Returns: What the driver has made something else of.
  /// - Throws: That settings were refused, or the device has gone.
  @discardableResult public func apply(
    _ settings: LineSettings, acceptsOtherSpeed: Bool = false
  ) throws(SerialPortError) -> [SettingDifference] {
    try engine.withLine { (line) throws(SerialPortError) in
      settings.differences(to: try line.apply(settings, acceptsOtherSpeed: acceptsOtherSpeed))
    }
  }

  /// Reads the wires beside the data.
  public func modemLines() throws(SerialPortError) -> ModemLines {
    try engine.withLine { (line) throws(SerialPortError) in try line.modemLines() }
  }

  /// Drives wires to "on", and leaves the others.
  public func raise(_ lines: ModemLines) throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.raise(lines) }
  }

  /// Drives wires to "off", and leaves the others.
  public func lower(_ lines: ModemLines) throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.lower(lines) }
  }

  /// Holds the line as a break for a while, without waiting for its end.
  public func sendBreak(lasting duration: Duration = .milliseconds(250)) throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.startBreak() }
    let (seconds, attoseconds) = min(max(duration, .zero), .seconds(60)).components
    let end =
      DispatchTime.now() + .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    engine.queue.asyncAfter(deadline: end) { [weak engine] in
      // A device that has gone breaks no more.
      try? engine?.withLine { (line) throws(SerialPortError) in try line.stopBreak() }
    }
  }

  /// Reads what the driver has counted.
  public func counters() throws(SerialPortError) -> LineCounters {
    try engine.withLine { (line) throws(SerialPortError) in try line.counters() }
  }

  /// Counts the bytes that can be read at once.
  public func bytesToRead() throws(SerialPortError) -> Int {
    try engine.withLine { (line) throws(SerialPortError) in try line.bytesToRead() }
  }

  /// Counts the bytes that the kernel took and has not sent.
  public func bytesToSend() throws(SerialPortError) -> Int {
    try engine.withLine { (line) throws(SerialPortError) in try line.bytesToSend() }
  }

  /// Throws away what was received and not read.
  public func discardInput() throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.discardInput() }
  }

  /// Throws away what the kernel took and has not sent.
  public func discardOutput() throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.discardOutput() }
  }
}
