/// The table of commands and flags, from which parsing, help and completions are derived.
package struct CommandTable: Sendable {
  var summary: String
  var commands: [Command]
  /// Flags that are valid without a command and with any.
  var commonFlags: [Flag]

  package init(summary: String, commands: [Command], commonFlags: [Flag]) {
    self.summary = summary
    self.commands = commands
    self.commonFlags = commonFlags
  }

  /// The commands to list in the help.
  var shownCommands: [Command] { commands.filter { !$0.isHidden } }

  /// Every flag of every command, without duplicates.
  var allFlags: [Flag] {
    var flags = commonFlags
    for flag in commands.flatMap(\.flags) where !flags.contains(flag) { flags.append(flag) }
    return flags
  }
}

/// One command: its name, its operands and flags, and its ways to end.
package struct Command: Sendable {
  /// An argument that is not a flag.
  package struct Operand: Sendable {
    package var placeholder: String
    package var help: String
    /// The permitted words; empty if any word is permitted.
    package var choices: [String] = []
    /// Words that shells suggest, among others that are permitted.
    package var suggestions: [String] = []
    /// Whether it may be left out; then so may all operands after it.
    package var isOptional = false
    /// Whether it may be repeated; only for the last operand.
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

  /// The verb on the command line.
  package var name: String
  /// A one-line description.
  package var summary: String
  package var operands: [Operand]
  package var flags: [Flag]
  package var exitCodes: [ExitCode]
  package var examples: [Example]
  /// Whether it prints records by default.
  package var printsRecords = false
  /// Whether it is only for package maintainers.
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
  /// The value of a flag.
  package enum Value: Hashable, Sendable {
    /// No value.
    case none
    /// Any text.
    case text(placeholder: String)
    /// One of these words.
    case word(placeholder: String, choices: [String])
    /// Some of these words, separated by commas.
    case list(placeholder: String, choices: [String])
  }

  /// The long name, after two dashes.
  package var name: String
  /// The short name, after one dash.
  package var short: String?
  package var value = Value.none
  /// A one-line description.
  package var help: String

  package init(
    name: String, short: String? = nil, value: Value = .none, help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }

  /// The flag as the help shows it: `--format FORMAT`.
  package var synopsis: String {
    let start = short.map { "-\($0), --\(name)" } ?? "--\(name)"
    return switch value {
    case .none: start
    case .text(let placeholder), .word(let placeholder, _), .list(let placeholder, _):
      "\(start) \(placeholder)"
    }
  }

  /// The permitted values.
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
