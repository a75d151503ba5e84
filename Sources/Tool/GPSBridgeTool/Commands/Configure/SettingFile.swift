internal import GPSBase
internal import UBX

/// A file of configuration messages, as other u-blox programs write and read it.
enum SettingFile {
  /// The messages of a file; one without settings, or with anything else in it, is refused as a whole.
  static func read(_ name: Argument) throws(ToolError) -> [Message] {
    let shown = VisibleText.escaped(name.bytes)
    guard let bytes = try SmallFile.read(name.bytes) else {
      throw ToolError(
        code: "not_found", exit: .notFound, message: "there is no file \(shown)", reason: nil,
        hint: "gpsbridge configure --export \(shown) writes one")
    }
    let (messages, stray) = Message.all(in: bytes)
    let others = messages.filter { !isSetting($0) }
    guard stray == 0, others.isEmpty, !messages.isEmpty else {
      let found =
        messages.isEmpty
        ? "it has no message in it"
        : stray > 0
          ? "\(stray) of its \(bytes.count) bytes are not part of a message"
          : "it has a message \(others[0].kind.word), which sets nothing"
      throw ToolError(
        code: "not_settings", exit: .usage, message: "\(shown) is not a list of settings", reason: found,
        hint: "name a file of gpsbridge configure --export, or of ubxsave")
    }
    return messages
  }

  /// Refuses an existing file: it may hold the settings of another receiver.
  static func checkIsNew(_ name: Argument) throws(ToolError) {
    guard case .success = PathCall.look(name.bytes, followsLinks: false) else { return }
    throw ToolError(
      code: "exists", exit: .usage, message: "\(VisibleText.escaped(name.bytes)) already exists",
      reason: nil,
      hint: "choose another name, or remove it first")
  }

  /// Writes messages in sequence.
  static func write(_ messages: [Message], to name: Argument) throws(ToolError) {
    var bytes: [UInt8] = []
    for message in messages { bytes += (try? message.encoded()) ?? [] }
    try SmallFile.write(bytes, to: name.bytes)
  }

  private static func isSetting(_ message: Message) -> Bool {
    if case .cfgVALSET = message { true } else { SettingTable.undo(message) != nil }
  }
}
