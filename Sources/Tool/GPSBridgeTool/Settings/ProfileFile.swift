internal import GPSBase

/// The user's settings file that only `configure --save` writes.
///
/// ```
/// // Written by gpsbridge configure --save: comments are not kept. See gpsbridge config show.
/// {
///   "receivers":{
///     "path:pci-0000:00:14.0-usb-0:1.2:1.0":{"rate":5,"model":"automotive"}
///   }
/// }
/// ```
///
/// It is in `config.d`, so `config.json5`, which the user writes, is never changed. Entries added to it by
/// hand are kept.
struct ProfileFile {
  private let path: String
  private var root: JSON5

  private static let name = "saved-receivers.json5"
  /// The first line of the file; a file that begins differently is not ours.
  private static let mark = "// Written by gpsbridge configure --save"

  /// Reads the file, if it exists; nil for a user without a configuration folder.
  ///
  /// - Throws: A complaint about a file that this program did not write, or can't read.
  init?(_ table: CommandTable) throws(ToolError) {
    guard let folder = UserFolders.userConfiguration else { return nil }
    path = "\(folder)/config.d/\(Self.name)"
    root = JSON5(content: .object([]))
    guard let bytes = try SmallFile.read(Array(path.utf8), pipes: false) else { return }
    let shown = VisibleText.escaped(path.utf8)
    guard bytes.starts(with: Self.mark.utf8) else {
      throw ToolError(
        code: "not_ours", exit: .usage,
        message: "\(shown) was not written by gpsbridge, and is not overwritten",
        reason: "it does not begin with \(Self.mark)",
        remedy: "rename that file, or leave the profile alone with --no-profile")
    }
    do throws(JSON5Error) { root = try JSON5Reader.read(bytes) } catch {
      throw ToolError(
        code: "bad_configuration", exit: .usage, message: "\(shown):\(error.line): that is not JSON5",
        reason: "expected: \(error.expected)", remedy: "correct that line, or remove the file")
    }
    var check = Configuration(table)
    try check.read(bytes, from: shown)
  }

  /// Reads the file, changes it and writes it, while no other program does so.
  ///
  /// - Returns: Whether there is a folder for settings.
  static func change(
    _ table: CommandTable, _ body: (inout ProfileFile) throws(ToolError) -> Void
  ) throws(ToolError) -> Bool {
    guard let folder = UserFolders.userConfiguration else { return false }
    return try SmallFile.holding(Array("\(folder)/config.d".utf8)) { () throws(ToolError) in
      guard var file = try ProfileFile(table) else { return false }
      try body(&file)
      try file.write()
      return true
    }
  }

  /// The file's wishes for a receiver; nil without an entry.
  subscript(receiver: String) -> JSON5? {
    get { root[Configuration.receivers]?[receiver] }
    set {
      var receivers = root[Configuration.receivers] ?? JSON5(content: .object([]))
      receivers[receiver] = newValue
      root[Configuration.receivers] = receivers
    }
  }

  /// Adds wishes for a receiver; a new wish replaces an old one for the same setting.
  mutating func add(_ wishes: [JSON5.Member], for receiver: String) {
    var entry = self[receiver] ?? JSON5(content: .object([]))
    for wish in wishes { entry[wish.key] = wish.value }
    self[receiver] = entry
  }

  /// Writes the whole file, or removes it if it has no entries.
  private func write() throws(ToolError) {
    let isEmpty = root.members.allSatisfy { $0.key == Configuration.receivers && $0.value.members.isEmpty }
    guard !isEmpty else { return SmallFile.remove(path) }
    let folder = path.utf8.dropLast(Self.name.utf8.count + 1)
    try SmallFile.makeFolder(Array(folder))
    let text = "\(Self.mark): comments are not kept. See gpsbridge config show.\n\(root.lines())\n"
    try SmallFile.write(Array(text.utf8), to: Array(path.utf8))
  }
}
