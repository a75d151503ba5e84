extension SerialPort {
  /// Reads the settings that the driver has.
  public func settings() throws(SerialPortError) -> LineSettings { try line.settings() }

  /// Changes the settings.
  ///
  /// What was received before stays to be read; see ``discardInput()``.
  ///
  /// - Parameters:
  ///   - settings: How bits are to go over the line.
  ///   - acceptsOtherSpeed: Whether another speed than asked for is put up with, and not an error.
  /// - Returns: What the driver has made something else of.
  /// - Throws: That settings were refused, or the device has gone.
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
