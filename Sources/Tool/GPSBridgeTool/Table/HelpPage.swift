/// The help text generated from the table.
package struct HelpPage {
  private let table: CommandTable
  private static let width = 80

  package init(_ table: CommandTable) { self.table = table }

  /// The help for one command, or the overview.
  package func text(about command: Command?) -> String { command.map(page) ?? overview }

  private var overview: String {
    var lines = ["gpsbridge: \(table.summary)", "", "usage: gpsbridge VERB [flags]", "", "verbs:"]
    lines += Self.table(table.shownCommands.map { ($0.name, $0.summary) })
    lines += ["", "flags:"] + Self.table(table.commonFlags.map { ($0.synopsis, $0.help) })
    lines += ["", "more: gpsbridge VERB --help", ""]
    return lines.joined(separator: "\n")
  }

  private func page(_ command: Command) -> String {
    var lines = ["gpsbridge \(command.name): \(command.summary)", "", "usage: \(command.usage)", ""]
    lines += Self.table(command.operands.map { ($0.placeholder, $0.help) })
    lines += command.operands.isEmpty ? ["flags:"] : ["", "flags:"]
    lines += Self.table((command.flags + table.commonFlags).map { ($0.synopsis, $0.help) })
    lines += ["", "examples:"]
    for example in command.examples { lines += ["  \(example.line)", "      \(example.help)"] }
    lines += ["", "exit status:"]
    lines += Self.table(command.exitCodes.map { (String($0.rawValue), $0.meaning) })
    return (lines + [""]).joined(separator: "\n")
  }

  /// Two columns, the second one wrapped.
  private static func table(_ rows: [(String, String)]) -> [String] {
    let first = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.flatMap { name, help in
      let lines = wrapped(help, to: width - first - 2)
      return lines.enumerated().map { index, line in
        let start = index == 0 ? name : ""
        return "  " + start + String(repeating: " ", count: first - start.count) + line
      }
    }
  }

  /// The lines of a text, broken between words.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if let line = lines.last, !line.isEmpty, line.count + 1 + word.count > width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
}
