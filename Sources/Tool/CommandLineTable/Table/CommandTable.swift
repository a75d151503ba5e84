/// The one table of commands and flags: parsing, help and everything else about them follow from it.
package struct CommandTable: Sendable {
  var summary: String
  var commands: [Command]
  /// Flags that stand without a command, and with any.
  var commonFlags: [Flag]

  package init(summary: String, commands: [Command], commonFlags: [Flag]) {
    self.summary = summary
    self.commands = commands
    self.commonFlags = commonFlags
  }

  /// Those that are of interest to everybody.
  var shownCommands: [Command] { commands.filter { !$0.isHidden } }

  /// Every flag of every command, each once.
  var allFlags: [Flag] {
    var flags = commonFlags
    for flag in commands.flatMap(\.flags) where !flags.contains(flag) { flags.append(flag) }
    return flags
  }
}

/// One command: its name, its operands and flags, and its ways to end.
package struct Command: Sendable {
  /// A word that is no flag.
  package struct Operand: Sendable {
    package var placeholder: String
    package var help: String
    /// The words that may stand there; empty where any may.
    package var choices: [String] = []
    /// Words that a shell offers there, among others that may stand there.
    package var suggestions: [String] = []
    /// Whether it may be left out; then all after it may be, too.
    package var isOptional = false
    /// Whether several may stand there; only the last operand may.
    package var isRepeated = false

    package init(
      placeholder: String, help: String, choices: [String] = [], suggestions: [String] = [],
      isOptional: Bool = false, isRepeated: Bool = false
    ) {
      self.placeholder = placeholder
      self.help = help
      self.choices = choices
      self.suggestions = suggestions
      self.isOptional = isOptional
      self.isRepeated = isRepeated
    }
  }

  package struct Example: Sendable {
    package var line: String
    package var help: String

    package init(
      line: String, help: String
    ) {
      self.line = line
      self.help = help
    }
  }

  /// The word that names it on the command line.
  package var name: String
  /// Its effect, in a line.
  package var summary: String
  package var operands: [Operand]
  package var flags: [Flag]
  package var exitCodes: [ExitCode]
  package var examples: [Example]
  /// Whether it prints records without being asked.
  package var printsRecords = false
  /// Whether it is for makers of packages only.
  package var isHidden = false

  package init(
    name: String, summary: String, operands: [Operand], flags: [Flag], exitCodes: [ExitCode],
    examples: [Example], printsRecords: Bool = false, isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.flags = flags
    self.exitCodes = exitCodes
    self.examples = examples
    self.printsRecords = printsRecords
    self.isHidden = isHidden
  }

  package var usage: String {
    let words = operands.map { operand in
      let word = operand.isRepeated ? operand.placeholder + "..." : operand.placeholder
      return operand.isOptional ? "[\(word)]" : word
    }
    return (["gpsbridge", name] + words + ["[flags]"]).joined(separator: " ")
  }
}

/// One flag: its name, its value, and its help.
package struct Flag: Hashable, Sendable {
  /// The value after a flag.
  package enum Value: Hashable, Sendable {
    /// Nothing.
    case none
    /// Some text.
    case text(placeholder: String)
    /// One of these words.
    case word(placeholder: String, choices: [String])
    /// Some of these words, with commas between them.
    case list(placeholder: String, choices: [String])
  }

  /// The name after two dashes.
  package var name: String
  /// The letter after one dash.
  package var short: String?
  package var value = Value.none
  /// Its effect, in a line.
  package var help: String

  package init(
    name: String, short: String? = nil, value: Value = .none, help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }

  /// How the help writes it: `--format FORMAT`.
  package var synopsis: String {
    let start = short.map { "-\($0), --\(name)" } ?? "--\(name)"
    return switch value {
    case .none: start
    case .text(let placeholder), .word(let placeholder, _), .list(let placeholder, _):
      "\(start) \(placeholder)"
    }
  }

  /// The words that may follow.
  package var choices: [String] {
    switch value {
    case .none, .text: []
    case .word(_, let choices), .list(_, let choices): choices
    }
  }
}

extension Flag {
  package static let help = Flag(name: "help", short: "h", help: "show this help")
  package static let version = Flag(name: "version", short: "V", help: "show the version")

  package static let json = Flag(
    name: "json", short: "j", help: "records, one JSON object a line, instead of text")
}
