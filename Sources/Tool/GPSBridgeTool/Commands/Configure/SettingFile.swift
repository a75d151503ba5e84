internal import GPSSystemCalls
internal import GPSBase
internal import UBX
internal import GPSBridge

/// A file of configuration messages, as other u-blox programs write and read it.
enum SettingFile {
  /// The messages of a file; one without settings, or with anything else in it, is refused as a whole.
  static func read(_ name: Argument) throws(ToolError) -> [Message] {
    let shown = VisibleText.escaped(name.bytes)
    guard let bytes = try SmallFile.read(name.bytes) else {
      throw ToolError(
        code: "not_found", exit: .notFound, message: "there is no file \(shown)",
        remedy: "gpsbridge configure --export \(shown) writes one")
    }
    let (messages, stray) = Message.all(in: bytes)
    let others = messages.filter {
      if case .cfgVALSET = $0.control { false } else { SettingTable.undo($0) == nil }
    }
    guard stray == 0, others.isEmpty, !messages.isEmpty else {
      let found =
        messages.isEmpty
        ? "it has no message in it"
        : stray > 0
          ? "\(stray) of its \(bytes.count) bytes are not part of a message"
          : "it has a message \(others[0].kind.word), which sets nothing"
      throw ToolError(
        code: "not_settings", exit: .usage, message: "\(shown) is not a list of settings", reason: found,
        remedy: "name a file of gpsbridge configure --export, or of ubxsave")
    }
    return messages
  }

  /// Refuses an existing file: it may hold the settings of another receiver.
  static func checkIsNew(_ name: Argument) throws(ToolError) {
    guard Kernel.node(name.bytes, ofLink: true) != nil else { return }
    throw ToolError(
      code: "exists", exit: .usage, message: "\(VisibleText.escaped(name.bytes)) already exists",
      remedy: "choose another name, or remove it first")
  }

  static func write(_ messages: [Message], to name: Argument) throws(ToolError) {
    var bytes: [UInt8] = []
    for message in messages { bytes += (try? message.encoded()) ?? [] }
    try SmallFile.write(bytes, to: name.bytes)
  }
}

/// A receiver's answers about its settings, as lines for a person and values for a program.
enum SettingLines {
  /// The lines of one answer, one per value.
  static func lines(_ answer: Message) -> [String] { values(answer).map { "  \($0) = \($1)" } }

  /// The names and values of one answer; older messages in hexadecimal.
  static func values(_ answer: Message) -> [(String, String)] {
    guard case .cfgVALGET(let values) = answer.control else {
      return [(answer.kind.word, hexadecimal(answer.payload).joined(separator: " "))]
    }
    return values.values.map { pair in ("\(pair.key)", pair.real.map { "\($0)" } ?? "\(pair.number)") }
  }

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

extension SavedSettings {
  /// Which power loss the settings survive, for a person.
  var words: String {
    switch (inFlash, inBattery) {
    case (true, _): "kept in flash: also without power\n"
    case (_, true): "kept while its battery lasts: it reports no flash\n"
    case (false, false): "kept until it is unplugged: it reports no flash and no battery\n"
    default: "it was instructed to keep all its settings; it can't report whether it has a memory for them\n"
    }
  }
}
