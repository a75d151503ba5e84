package import GPSBase

/// The table of commands and flags, from which parsing, help, manual and completions are derived.
package struct CommandTable: Sendable {
  let summary: String
  /// Creates each command on demand: a run needs one, and the help needs all.
  private let makers: [(name: String, make: @Sendable () -> Command)]
  /// Flags that are valid without a command and with any.
  let commonFlags: [Flag]
  /// The groups of settings that files may have.
  let groups: [SettingsGroup]

  init(
    summary: String = "", commands: [(name: String, make: @Sendable () -> Command)] = [],
    commonFlags: [Flag] = [], groups: [SettingsGroup] = []
  ) { (self.summary, makers, self.commonFlags, self.groups) = (summary, commands, commonFlags, groups) }

  /// All commands, group by group.
  var commands: [Command] {
    let all = makers.map { $0.make() }
    return Command.Group.allCases.flatMap { group in all.filter { $0.group == group } }
  }

  var shownCommands: [Command] { commands.filter { !$0.isHidden } }

  func command(_ name: String) -> Command? { makers.first { $0.name == name }?.make() }

  /// Every flag of every command, without duplicates.
  var allFlags: [Flag] {
    var flags = commonFlags
    for flag in commands.flatMap(\.flags) where !flags.contains(flag) { flags.append(flag) }
    return flags
  }
}

/// One command: its name, its operands and flags, and its ways to end.
package struct Command: Sendable {
  /// The purpose of a command, in the order of the help.
  package enum Group: String, CaseIterable, Sendable {
    case find = "find and look"
    case read
    case keep
    case share
    case setUp = "set up"
    case evaluate
  }

  /// An argument that is not a flag.
  package struct Operand: Sendable {
    var placeholder: String
    var help: String
    /// The permitted words; empty if any word is permitted.
    var choices: [String] = []
    /// Words that shells suggest, among others that are permitted.
    var suggestions: [String] = []
    /// Whether it may be omitted; all operands after it may then also be omitted.
    var isOptional = false
    /// Whether it may be repeated; only for the last operand.
    var isRepeated = false

    package init(
      placeholder: String, help: String, choices: [String] = [], suggestions: [String] = [],
      isOptional: Bool = false, isRepeated: Bool = false
    ) {
      (self.placeholder, self.help, self.choices) = (placeholder, help, choices)
      (self.suggestions, self.isOptional, self.isRepeated) = (suggestions, isOptional, isRepeated)
    }
  }

  /// A command line and what it does.
  package typealias Example = ProgramPage.Entry

  /// The verb on the command line.
  package var name = ""
  let group: Group
  /// A one-line description, in the imperative.
  let summary: String
  /// The behavior, in a few sentences.
  let description: String
  package var operands: [Operand]
  package var flags: [Flag]
  /// The flags of which one is required; empty if none is.
  let required: [Flag]
  /// The conditions that combinations of flags must meet.
  package var rules: [Rule] = []
  var exitCodes: [ExitCode]
  var examples: [Example]
  let sections: @Sendable (CommandTable) -> [ProgramPage.Section]
  var printsRecords = false
  /// Whether it is only for package maintainers.
  var isHidden = false

  package init(
    _ group: Group, name: String = "", summary: String, description: String, operands: [Operand],
    flags: [Flag], required: [Flag] = [], rules: [Rule] = [], exitCodes: [ExitCode], examples: [Example],
    sections: @escaping @Sendable (CommandTable) -> [ProgramPage.Section] = { _ in [] },
    printsRecords: Bool = false, isHidden: Bool = false
  ) {
    (self.group, self.name, self.summary, self.description) = (group, name, summary, description)
    (self.operands, self.flags, self.required, self.rules) = (operands, flags, required, rules)
    (self.exitCodes, self.examples, self.sections) = (exitCodes, examples, sections)
    (self.printsRecords, self.isHidden) = (printsRecords, isHidden)
  }

  /// The forms of its command line, one for each of the flags of which one is required.
  var usages: [String] {
    let words = operands.map { operand in
      let word = operand.isRepeated ? operand.placeholder + "..." : operand.placeholder
      return operand.isOptional ? "[\(word)]" : word
    }
    let needs = required.isEmpty ? [[]] : required.map { [$0.shortestSynopsis] }
    return needs.map { (["gpsbridge", name] + words + $0 + ["[flags]"]).joined(separator: " ") }
  }
}

/// One flag: its name, its value with its form, and its help.
package struct Flag: Sendable {
  package enum Value: Hashable, Sendable, ExpressibleByStringLiteral {
    /// No value.
    case none
    /// Any text; a literal is its placeholder.
    case text(placeholder: String)
    case word(placeholder: String, choices: [String])
    /// Some of these words, separated by commas.
    case list(placeholder: String, choices: [String])

    package init(stringLiteral placeholder: String) { self = .text(placeholder: placeholder) }
  }

  /// The long name, after two dashes.
  package var name: String
  /// The short name, after one dash.
  var short: String?
  var value = Value.none
  /// The form of its text; nil for any text.
  var form: Form?
  /// Whether it may be given several times; a settings file may then set it to a list.
  var repeats = false
  /// A one-line description.
  package var help: String

  package init(
    _ name: String, _ value: Value = .none, short: String? = nil, form: Form? = nil, repeats: Bool = false,
    help: String
  ) {
    (self.name, self.short, self.value, self.form) = (name, short, value, form)
    (self.repeats, self.help) = (repeats, help)
  }

  /// The flag as the help shows it: `--format FORMAT`.
  var synopsis: String { short.map { "-\($0), \(longSynopsis)" } ?? longSynopsis }

  /// The same without the short name.
  var longSynopsis: String { "--\(name)\(valueText)" }

  /// The same with the short name, if it has one, in place of the long name.
  var shortestSynopsis: String { short.map { "-\($0)\(valueText)" } ?? longSynopsis }

  private var valueText: String {
    switch value {
    case .none: ""
    case .text(let placeholder), .word(let placeholder, _), .list(let placeholder, _): " \(placeholder)"
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

extension Flag: Hashable {
  /// Flags with the same name differ in their value or their help.
  package static func == (one: Flag, other: Flag) -> Bool {
    one.name == other.name && one.value == other.value && one.help == other.help
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Flag {
  static let help = Flag("help", short: "h", help: "show this help")
  static let version = Flag("version", short: "V", help: "show the version")

  package static let json = Flag(
    "json", short: "j", help: "print JSON records, one per line, instead of text")
}

extension Command.Operand {
  /// The receiver or recording that a command reads; see `SourceName`.
  static let source = source("sim:NAME, \(servers), a recording, or - for standard input")

  /// The same for a command that also reads track stores.
  package static let sourceOrStore = source(
    "sim:NAME, \(servers), a recording, the track store (store or store:FILE), or - for standard input")

  /// The receiver for a command that can't use a recording.
  static let receiver = source("\(servers), or sim:NAME")

  /// The receiver for a command that sends to it, so it must be attached to this machine.
  static let ownReceiver = source("or sim:NAME")

  private static let servers = "gpsd://HOST, tcp://HOST:PORT, udp://:PORT"

  private static func source(_ others: String) -> Command.Operand {
    Command.Operand(
      placeholder: "SOURCE",
      help: "a port (/dev/ttyACM0, id:, path:, serial:, usb:VVVV:PPPP), \(others); "
        + "by default the receiver that is plugged in", isOptional: true)
  }

  package static let receivers: Command.Operand = {
    var operand = receiver
    operand.isRepeated = true
    return operand
  }()
}

// Flags with the same meaning in all commands that have them.

extension Flag {
  static let timeout = Flag(
    "timeout", "TIME", form: .duration,
    help: "end after this time, such as 30s, 5min or 1h30m; by default never")
  static let count = Flag("count", "N", short: "n", form: .count, help: "end after this many records")
  static let lostTimeout = Flag(
    "lost-timeout", "TIME", form: .duration,
    help: "end with status 8 when the receiver has been away for this time; by default wait for it")
  package static let force = Flag("force", help: "overwrite an existing file")
}
