internal import GPSBridge
internal import UBX

/// A receiver's answers about its settings, as lines for a person and values for a program.
enum SettingLines {
  /// The lines of one answer, one per value.
  static func lines(_ answer: Message) -> [String] { values(answer).map { "  \($0) = \($1)" } }

  /// The names and values of one answer; older messages in hexadecimal.
  static func values(_ answer: Message) -> [(String, String)] {
    guard case .cfgVALGET(let values) = answer else {
      return [(answer.kind.word, hexadecimal(answer.payload).joined(separator: " "))]
    }
    return values.values.map { pair in ("\(pair.key)", pair.real.map { "\($0)" } ?? "\(pair.number)") }
  }
}

extension SettingLines {
  /// Two digits for each byte.
  static func hexadecimal(_ bytes: [UInt8]) -> [String] {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
  }

  /// A whole message, two digits per byte; settings are short enough to encode.
  static func hexadecimal(_ message: Message) -> [String] { hexadecimal((try? message.encoded()) ?? []) }
}

extension PortNumber {
  /// The port for a person.
  var words: String {
    switch self {
    case .uart1: "first serial port"
    case .uart2: "second serial port"
    case .usb: "USB port"
    case .i2c: "I2C port"
    case .spi: "SPI port"
    default: "port \(rawValue)"
    }
  }
}

extension KeptSettings {
  /// Which power loss the settings survive, for a person.
  var words: String {
    switch (inFlash, inBattery) {
    case (true, _): "kept in flash: also without power\n"
    case (_, true): "kept as long as its battery lasts: it has no flash (asked it)\n"
    case (false, false): "kept until it is unplugged: no flash, no battery (asked it)\n"
    default: "it was instructed to keep all its settings; it can't report whether it has a memory for them\n"
    }
  }
}
