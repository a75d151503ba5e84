internal import GPSBridge

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
  static func choices(of command: Command) -> [String] {
    command.operands.first.map { $0.choices + $0.suggestions } ?? []
  }

  /// Simulated receivers, for whoever has written `sim:`.
  static let simulated = ScenarioList.summaries.map { "sim:\($0.name)" } + ["sim:multi"]

  /// Whether a flag's value names a file, a folder, or a link that will be made.
  static func isFile(_ flag: Flag) -> Bool {
    guard case .text(let placeholder) = flag.value else { return false }
    return ["FILE", "DIR", "LINK"].contains { placeholder.holds($0) }
  }

  /// A text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
