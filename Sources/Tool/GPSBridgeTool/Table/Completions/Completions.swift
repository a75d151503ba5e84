internal import GPSBase

/// Shell completion scripts for the table: verbs, flags, their values, and connected ports.
struct Completions {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  let table: CommandTable
  /// Source names that are not files, such as `sim:walk`.
  let sources: [String]

  init(_ table: CommandTable, sources: [String]) { (self.table, self.sources) = (table, sources) }

  func script(for shell: String) -> String {
    switch Shell(rawValue: shell) {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    case nil: ""
    }
  }

  /// The flags of a command and the common ones.
  func flags(of command: Command) -> [Flag] { command.flags + table.commonFlags }

  /// Whether a command takes a source, which may be a port.
  static func takesSource(_ command: Command) -> Bool {
    command.operands.contains { $0.placeholder == "SOURCE" }
  }

  /// The words that the first operand may be.
  static func choices(of command: Command) -> [String] {
    command.operands.first.map { $0.choices + $0.suggestions } ?? []
  }

  /// Whether a flag's value names a file, a folder, or a link that will be made.
  static func isFile(_ flag: Flag) -> Bool {
    guard case .text(let placeholder) = flag.value else { return false }
    return ["FILE", "DIR", "LINK"].contains { placeholder.holds($0) }
  }

  /// The word that may replace a file name: `auto` in `LINK|auto`.
  static func word(of flag: Flag) -> String? {
    guard isFile(flag), case .text(let words) = flag.value, let bar = words.firstIndex(of: "|") else {
      return nil
    }
    // Uppercase words are placeholders.
    let word = words[words.index(after: bar)...]
    return word == word.lowercased() ? String(word) : nil
  }

  /// A text as one shell word.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
