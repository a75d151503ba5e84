extension SerialPortError {
  /// Says in words why a path could not be opened; permission and use by others are asked about elsewhere.
  static func opening(_ path: String, _ error: Errno) -> SerialPortError {
    let shown = ShownText.clean(path)
    func because(_ code: Code, _ words: String, expected: String? = nil, remedy: String) -> SerialPortError {
      SerialPortError(
        code: code, path: path, errno: error.rawValue, found: "cannot open \(shown): \(words)",
        expected: expected, remedy: remedy)
    }
    switch error {
    case .noSuchFile, .notADirectory, .nameTooLong, .tooManyLinks:
      return because(
        .noSuchDevice, "there is no such device", expected: "the path of a serial port, as /dev/ttyUSB0",
        remedy: "plug the device in, and look whether the kernel knows it: ls -l /dev/serial/by-path")
    case .noSuchAddress, .noSuchDevice:
      return because(
        .noSuchDevice, "there is a name, but no device behind it",
        remedy: "plug the device in again; a name in /dev that stays without a device may be removed")
    case .inputOutput:
      return because(
        .vanished, "the device does not answer any more",
        remedy: "plug the device in again; if it is a pseudo-terminal, its other side has ended")
    case .isADirectory:
      return because(
        .notATerminal, "this is a directory", expected: "a serial port, as /dev/ttyUSB0",
        remedy: "name a port in it")
    case .tooManyOpen, .tooManyOpenInSystem:
      return because(
        .tooManyOpenFiles, "too many files are open", remedy: "close some, or raise the limit: ulimit -n 4096"
      )
    default:
      return because(.other, error.words, remedy: "look for what the kernel says about it: sudo dmesg")
    }
  }

  /// Says in words why something could not be done with an open port.
  static func doing(_ what: String, _ path: String, _ error: Errno) -> SerialPortError {
    let shown = ShownText.clean(path)
    if error.isGone { return vanished(path, error) }
    if error.isUnsupported {
      return SerialPortError(
        code: .unsupported, path: path, errno: error.rawValue,
        found: "cannot \(what) on \(shown): its driver has no such thing",
        remedy: "do without it; pseudo-terminals and some drivers have only the data")
    }
    return SerialPortError(
      code: .other, path: path, errno: error.rawValue, found: "cannot \(what) on \(shown): \(error.words)",
      remedy: "look for what the kernel says about it: sudo dmesg")
  }

  /// The device behind a port has gone.
  static func vanished(_ path: String, _ error: Errno?) -> SerialPortError {
    SerialPortError(
      code: .vanished, path: path, errno: error?.rawValue,
      found: "\(ShownText.clean(path)) has been unplugged",
      remedy: "plug the device in again, and open it anew")
  }

  /// The port was closed by this program.
  static func closed(_ path: String) -> SerialPortError {
    SerialPortError(
      code: .closed, path: path, found: "\(ShownText.clean(path)) has been closed", remedy: "open it anew")
  }

  /// What is open is no terminal.
  static func notATerminal(_ path: String, _ error: Errno? = nil) -> SerialPortError {
    SerialPortError(
      code: .notATerminal, path: path, errno: error?.rawValue,
      found: "\(ShownText.clean(path)) is not a serial port", expected: "a terminal device, as /dev/ttyUSB0",
      remedy: "name a serial port; ls -l /dev/serial/by-path shows those on USB")
  }
}
