/// The table of commands and flags, from which parsing, help and completions are derived.
package struct CommandTable: Sendable {
  let summary: String
  /// Makes each command: a start needs one, and the help needs all.
  private let makers: [(name: String, make: @Sendable () -> Command)]
  /// Flags that are valid without a command and with any.
  let commonFlags: [Flag]
  /// The groups of settings that files may have.
  let groups: [SettingsGroup]

  init(
    summary: String = "", commands: [(name: String, make: @Sendable () -> Command)] = [],
    commonFlags: [Flag] = [], groups: [SettingsGroup] = []
  ) { (self.summary, makers, self.commonFlags, self.groups) = (summary, commands, commonFlags, groups) }

  var commands: [Command] { makers.map { $0.make() } }

  /// The commands to list in the help.
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
  /// An argument that is not a flag.
  package struct Operand: Sendable {
    var placeholder: String
    var help: String
    /// The permitted words; empty if any word is permitted.
    var choices: [String] = []
    /// Words that shells suggest, among others that are permitted.
    var suggestions: [String] = []
    /// Whether it may be left out; then so may all operands after it.
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

  package struct Example: Sendable {
    let line: String
    let help: String
    package init(_ line: String, _ help: String) { (self.line, self.help) = (line, help) }
  }

  /// The verb on the command line.
  package var name = ""
  /// A one-line description.
  var summary: String
  package var operands: [Operand]
  package var flags: [Flag]
  /// The conditions that the flags meet together.
  package var rules: [Rule] = []
  var exitCodes: [ExitCode]
  var examples: [Example]
  /// Whether it prints records by default.
  var printsRecords = false
  /// Whether it is only for package maintainers.
  var isHidden = false

  package init(
    name: String = "", summary: String, operands: [Operand], flags: [Flag], rules: [Rule] = [],
    exitCodes: [ExitCode], examples: [Example], printsRecords: Bool = false, isHidden: Bool = false
  ) {
    (self.name, self.summary, self.operands, self.flags) = (name, summary, operands, flags)
    (self.rules, self.exitCodes, self.examples) = (rules, exitCodes, examples)
    (self.printsRecords, self.isHidden) = (printsRecords, isHidden)
  }

  var usage: String {
    let words = operands.map { operand in
      let word = operand.isRepeated ? operand.placeholder + "..." : operand.placeholder
      return operand.isOptional ? "[\(word)]" : word
    }
    return (["gpsbridge", name] + words + ["[flags]"]).joined(separator: " ")
  }
}

/// One flag: its name, its value with its form, and its help.
package struct Flag: Sendable {
  /// The value of a flag.
  package enum Value: Hashable, Sendable, ExpressibleByStringLiteral {
    /// No value.
    case none
    /// Any text, which a literal as its placeholder stands for.
    case text(placeholder: String)
    /// One of these words.
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
  var synopsis: String {
    short.map { "-\($0), \(longSynopsis)" } ?? longSynopsis
  }

  /// The same without the short name.
  var longSynopsis: String {
    switch value {
    case .none: "--\(name)"
    case .text(let placeholder), .word(let placeholder, _), .list(let placeholder, _):
      "--\(name) \(placeholder)"
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
  /// Flags of one name differ in their value or their help.
  package static func == (one: Flag, other: Flag) -> Bool {
    one.name == other.name && one.value == other.value && one.help == other.help
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Flag {
  static let help = Flag("help", short: "h", help: "show this help")
  static let version = Flag("version", short: "V", help: "show the version")

  package static let json = Flag("json", short: "j", help: "records, one JSON object a line, instead of text")
}

extension Command.Operand {
  /// The receiver or recording that a command reads; see `SourceName`.
  package static let source = Command.Operand(
    placeholder: "SOURCE",
    help:
      "a port (/dev/ttyACM0, id:, path:, serial:, usb:VVVV:PPPP), sim:NAME, gpsd://HOST, tcp://HOST:PORT, udp://:PORT, "
      + "a recording, store (store:FILE) for the track store where it can be read, or - for standard input; "
      + "without it, the receiver that is plugged in",
    isOptional: true)

  /// The receiver for a command that can't use a recording.
  static let receiver = Command.Operand(
    placeholder: "SOURCE",
    help:
      "a port (/dev/ttyACM0, id:, path:, serial:, usb:VVVV:PPPP), gpsd://HOST, tcp://HOST:PORT, udp://:PORT, "
      + "or sim:NAME; without it, the receiver that is plugged in",
    isOptional: true)

  /// The receiver for a command that sends to it, so it must be attached to this machine.
  static let ownReceiver = Command.Operand(
    placeholder: "SOURCE",
    help:
      "a port (/dev/ttyACM0, id:, path:, serial:, usb:VVVV:PPPP), or sim:NAME; "
      + "without it, the receiver that is plugged in",
    isOptional: true)

  /// The receivers for a command that combines several.
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
    help: "end after this time, such as 30s, 5min or 1h30m; without it, wait forever")
  static let count = Flag("count", "N", short: "n", form: .count, help: "end after this many records")
  static let lostTimeout = Flag(
    "lost-timeout", "TIME", form: .duration,
    help: "end with status 8 when the receiver has been away for this time; without it, wait for it")
  package static let force = Flag("force", help: "overwrite an existing file")
}
