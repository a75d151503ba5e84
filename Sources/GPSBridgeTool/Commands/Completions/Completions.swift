/// What makes a shell complete words, made of the table: verbs, flags, the words behind them, and ports that are there.
struct Completions {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  let table: CommandTable

  init(_ table: CommandTable) { self.table = table }

  func script(for shell: String) -> String {
    switch Shell(rawValue: shell) {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    case nil: ""
    }
  }

  /// The flags of a command with those that all have.
  func flags(of command: Command) -> [Flag] { command.flags + table.commonFlags }

  /// Whether a command takes a source, which may be a port.
  static func takesSource(_ command: Command) -> Bool {
    command.operands.contains { $0.placeholder == "SOURCE" }
  }

  /// The words that the first operand may be.
  static func choices(of command: Command) -> [String] { command.operands.first?.choices ?? [] }

  /// A text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
