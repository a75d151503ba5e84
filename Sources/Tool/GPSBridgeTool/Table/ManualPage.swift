internal import GPSBase

/// Manual pages generated from the table, in the language of `man`.
struct ManualPage {
  private let table: CommandTable
  private let version: String
  private let date: String
  private let words: ManualWords

  /// - Parameters:
  ///   - table: The commands and flags.
  ///   - version: The program's version.
  ///   - date: The date of the last review of the pages.
  ///   - words: The sections that are not in the table.
  init(_ table: CommandTable, version: String, date: String, words: ManualWords) {
    (self.table, self.version, self.date, self.words) = (table, version, date, words)
  }

  /// All pages with their file names.
  var all: [(name: String, text: String)] {
    [("gpsbridge.1", overview)]
      + table.shownCommands.map { ("gpsbridge-\($0.name).1", page($0)) }
  }

  private var overview: String {
    var lines = head("gpsbridge", table.summary)
    lines += ["gpsbridge VERB [SOURCE] [FLAGS]".roff]
    lines += [".SH DESCRIPTION"]
    lines += words.description.map(\.roff)
    lines +=
      [".SH VERBS"] + table.shownCommands.flatMap { entry("gpsbridge-\($0.name)(1)", $0.summary) }
    lines += [".SH SOURCE"] + words.source.flatMap { entry($0.term, $0.text) }
    lines += [".SH OPTIONS"] + table.commonFlags.flatMap { entry($0.synopsis, $0.help) }
    lines += [".SH EXIT STATUS"] + ExitCode.allCases.flatMap { entry("\($0.rawValue)", $0.meaning) }
    lines += entry("128+n", "ended by the signal n")
    lines += [".SH ENVIRONMENT"] + environment.flatMap { entry($0.term, $0.text) }
    lines += [".SH FILES"] + words.files.flatMap { entry($0.term, $0.text) }
    lines += [".SH SEE ALSO"] + [references(table.shownCommands)]
    return finished(lines)
  }

  private var environment: [ManualWords.Entry] {
    (Configuration.help(table) + Configuration.helpOfVariables(table)).map {
      ManualWords.Entry(Configuration.variable($0.name), $0.text)
    }
      + words.environment
  }

  private func page(_ command: Command) -> String {
    let name = "gpsbridge-\(command.name)"
    var lines = head(name, command.summary)
    lines += [command.usage.roff]
    if !command.operands.isEmpty {
      lines += [".SH OPERANDS"] + command.operands.flatMap { entry($0.placeholder, $0.help) }
    }
    lines += [".SH OPTIONS"]
    for flag in command.flags + table.commonFlags { lines += entry(flag.synopsis, flag.help) }
    if command.name == words.settingsCommand {
      lines += [".SH SETTINGS"]
      lines += (Configuration.help(table) + Configuration.helpOfFiles(table)).flatMap {
        entry($0.name, $0.text)
      }
      lines += [".SH FILES"] + words.settingsFiles.flatMap { entry($0.term, $0.text) }
      lines += [".SH ENVIRONMENT"]
      lines += Configuration.help(table).flatMap {
        entry(Configuration.variable($0.name), "the setting \($0.name), which overrides the files")
      }
      lines += Configuration.helpOfVariables(table).flatMap {
        entry(Configuration.variable($0.name), $0.text)
      }
    }
    lines += [".SH EXIT STATUS"] + command.exitCodes.flatMap { entry("\($0.rawValue)", $0.meaning) }
    lines += [".SH EXAMPLES"] + command.examples.flatMap { entry($0.line, $0.help) }
    lines +=
      [".SH SEE ALSO"] + [
        references(table.shownCommands.filter { $0.name != command.name }, withOverview: true)
      ]
    return finished(lines)
  }

  private func head(_ name: String, _ summary: String) -> [String] {
    [
      ".TH \(name.uppercased().roff) 1 \"\(date)\" \"gpsbridge \(version)\" \"gpsbridge\"", ".SH NAME",
      "\(name.roff) \\- \(summary.roff)", ".SH SYNOPSIS",
    ]
  }

  private func entry(_ term: String, _ text: String) -> [String] {
    [".TP", "\\fB\(term.roff)\\fR", text.roff]
  }

  private func references(_ commands: [Command], withOverview: Bool = false) -> String {
    let names = (withOverview ? ["gpsbridge"] : []) + commands.map { "gpsbridge-\($0.name)" }
    return names.map { "\\fB\($0.roff)\\fR(1)" }.joined(separator: ",\n")
  }

  private func finished(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}

/// The sections of the manual that can't be generated from the table.
struct ManualWords: Sendable {
  /// A term and its description.
  struct Entry: Sendable {
    var term: String
    var text: String

    init(_ term: String, _ text: String) { (self.term, self.text) = (term, text) }
  }

  /// The paragraphs of the description.
  var description: [String]
  /// The forms of the operand SOURCE.
  var source: [Entry]
  /// Environment variables besides the settings.
  var environment: [Entry]
  /// The files that the program reads and writes.
  var files: [Entry]
  /// The command whose page lists the settings, and their files.
  var settingsCommand: String
  var settingsFiles: [Entry]
}
