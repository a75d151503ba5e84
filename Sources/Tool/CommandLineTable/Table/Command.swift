/// One command: what it is called, what it takes, and how it may end.
struct Command: Sendable {
  /// The commands there are; a switch over them leaves none out.
  enum Verb: String, CaseIterable, Sendable {
    case monitor
    case watch
    case fix
    case wait
    case devices
    case record
    case replay
    case simulate
    case export
    case stats
    case doctor
    case configure
    case config
    case completions
    case version
    case manual
  }

  /// A word that is no flag.
  struct Operand: Sendable {
    var placeholder: String
    var help: String
    /// The words that may stand there; empty where any may.
    var choices: [String] = []
    /// Words that a shell offers there, among others that may stand there.
    var suggestions: [String] = []
    /// Whether it may be left out; then all behind it may be, too.
    var isOptional = false
  }

  struct Example: Sendable {
    var line: String
    var help: String
  }

  var verb: Verb
  /// What it does, in a line.
  var summary: String
  var operands: [Operand]
  var flags: [Flag]
  var exitCodes: [ExitCode]
  var examples: [Example]
  /// Whether it prints records without being asked to.
  var printsRecords = false
  /// Whether only those use it who make packages.
  var isHidden = false

  var usage: String {
    let words = operands.map { $0.isOptional ? "[\($0.placeholder)]" : $0.placeholder }
    return (["gpsbridge", verb.rawValue] + words + ["[flags]"]).joined(separator: " ")
  }
}

extension Command.Operand {
  /// The receiver or recording that a command is about; see `SourceName`.
  static let source = Command.Operand(
    placeholder: "SOURCE",
    help:
      "a port (/dev/ttyACM0, id:, path:, serial:, usb:VVVV:PPPP), sim:NAME, a recording, or - for standard input; "
      + "without it, the receiver that is plugged in",
    isOptional: true)

  /// The receiver that a command is about which has no use for a recording.
  static let receiver = Command.Operand(
    placeholder: "SOURCE",
    help:
      "a port (/dev/ttyACM0, id:, path:, serial:, usb:VVVV:PPPP), or sim:NAME; "
      + "without it, the receiver that is plugged in",
    isOptional: true)
}
