/// Something that a receiver is to be told, and that somebody waits for.
struct SettingErrand: Sendable, Hashable {
  /// Its number, by which the answer finds whoever waits.
  let number: Int
  let wish: Wish
  /// How long the receiver may take; nil for as long as that usually takes.
  let timeout: Duration?
  /// Whether nobody waits, because we only put back what was set before.
  var isRestoring = false

  enum Wish: Sendable, Hashable {
    case set(SettingValue)
    case restart(RestartKind)
    case send([UInt8])
    case identify
  }

  /// The setting that is to be changed, if it is one.
  var kind: SettingKind? { if case .set(let value) = wish { value.kind } else { nil } }

  /// What became of an errand; for the one that identifies, the dialect.
  struct Answer: Sendable {
    let errand: Int
    let result: Result<ReceiverDialect?, LocationError>
  }

  /// What it is about, for a person.
  var inWords: String {
    switch wish {
    case .set(let value): "\(value)"
    case .restart(let kind): "a \(kind.rawValue) restart"
    case .send: "the sentence"
    case .identify: "the question for the dialect"
    }
  }
}

/// How far the errand has come that is under way.
struct ErrandUnderWay: Sendable {
  let errand: SettingErrand
  private(set) var stage: Stage
  /// When the stage must be over.
  private(set) var deadline: ContinuousClock.Instant
  /// How long the stage may take, for whoever is told that it took longer.
  private(set) var patience: Duration

  /// Begins; a device may take so long to be there.
  init(_ errand: SettingErrand, for patience: Duration, at now: ContinuousClock.Instant) {
    self.errand = errand
    stage = .preparing
    self.patience = patience
    deadline = now + patience
  }

  enum Stage: Sendable, Hashable {
    /// The device is not ready.
    case preparing
    /// The receiver was asked what it understands.
    case asking
    /// The command is on its way to the device.
    case writing(SettingCommand)
    /// The command is on the wire, after which the speed is changed.
    case leaving(SettingCommand, old: Int)
    /// The receiver has the command, and has not confirmed it.
    case waiting(SettingCommand)
    /// Whole sentences are waited for at the new speed.
    case listening(at: Int, old: Int)
  }

  /// Goes on to a stage that may last so long.
  mutating func enter(_ stage: Stage, for patience: Duration, at now: ContinuousClock.Instant) {
    self.stage = stage
    self.patience = patience
    deadline = now + patience
  }

  /// The command, once there is one.
  var command: SettingCommand? {
    switch stage {
    case .writing(let command), .leaving(let command, _), .waiting(let command): command
    case .preparing, .asking, .listening: nil
    }
  }
}
