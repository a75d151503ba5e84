extension Command {
  /// The verbs, in the order of the help.
  enum Verb: String, CaseIterable, Sendable {
    case monitor
    case watch
    case fix
    case wait
    case devices
    case record
    case replay
    case serve
    case simulate
    case export
    case stats
    case survey
    case compare
    case importing = "import"
    case track
    case publish
    case doctor
    case configure
    case memory
    case config
    case completions
    case version
    case manual

    var command: Command {
      switch self {
      case .monitor: .monitor
      case .watch: .watch
      case .fix: .fix
      case .wait: .wait
      case .devices: .devices
      case .record: .record
      case .replay: .replay
      case .serve: .serve
      case .simulate: .simulate
      case .export: .export
      case .stats: .stats
      case .survey: .survey
      case .compare: .compare
      case .importing: .importing
      case .track: .track
      case .publish: .publish
      case .doctor: .doctor
      case .configure: .configure
      case .memory: .memory
      case .config: .config
      case .completions: .completions
      case .version: .version
      case .manual: .manual
      }
    }
  }

  /// The command's verb; nil in another program's table.
  var verb: Verb? { Verb(rawValue: name) }

  init(
    verb: Verb, summary: String, operands: [Operand], flags: [Flag], rules: [Rule] = [],
    exitCodes: [ExitCode], examples: [Example], printsRecords: Bool = false, isHidden: Bool = false
  ) {
    self.init(
      name: verb.rawValue, summary: summary, operands: operands, flags: flags, rules: rules,
      exitCodes: exitCodes, examples: examples, printsRecords: printsRecords, isHidden: isHidden)
  }
}

extension Command.Operand {
  /// The receiver or recording that a command reads; see `SourceName`.
  static let source = Command.Operand(
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
  static let receivers: Command.Operand = {
    var operand = receiver
    operand.isRepeated = true
    return operand
  }()
}

// Flags with the same meaning in all commands that have them.

extension Flag {
  static let timeout = Flag(
    name: "timeout", value: .text(placeholder: "TIME"), form: .duration,
    help: "end after this time, such as 30s, 5min or 1h30m; without it, wait forever")
  static let count = Flag(
    name: "count", short: "n", value: .text(placeholder: "N"), form: .count,
    help: "end after this many records")
  static let lostTimeout = Flag(
    name: "lost-timeout", value: .text(placeholder: "TIME"), form: .duration,
    help: "end with status 8 when the receiver has been away for this time; without it, wait for it")
}
