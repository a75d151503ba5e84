import GPSSystemCalls
internal import GPSBase

extension SerialLine {
  /// Reads the settings in effect.
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
