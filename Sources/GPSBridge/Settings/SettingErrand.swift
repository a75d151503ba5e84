internal import Moments

/// A request to a receiver that somebody waits for.
struct SettingErrand: Sendable, Hashable {
  /// The number that leads the answer to its caller.
  let number: Int
  let wish: Wish
  /// How long the receiver may take; nil for the usual time.
  let timeout: Duration?
  /// Whether it only restores an earlier setting, and nobody waits.
  var isRestoring = false

  enum Wish: Sendable, Hashable {
    case set(SettingValue)
    case restart(RestartKind)
    case send([UInt8])
    case identify
  }

  /// The setting to change, if it changes one.
  var kind: SettingKind? { if case .set(let value) = wish { value.kind } else { nil } }

  /// The outcome of an errand; the dialect for one that identifies.
  struct Answer: Sendable {
    let errand: Int
    let result: Result<ReceiverDialect?, LocationError>
  }

  /// Its subject, for a person.
  var inWords: String {
    switch wish {
    case .set(let value): "\(value)"
    case .restart(let kind): "a \(kind.rawValue) restart"
    case .send: "the sentence"
    case .identify: "the question for the dialect"
    }
  }
}

/// The errand under way, and how far it has come.
struct ErrandUnderWay: Sendable {
  let errand: SettingErrand
  private(set) var stage: Stage
  /// When the stage must be over.
  @Kept private(set) var deadline: ContinuousClock.Instant
  /// How long the stage may take, for the error message.
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
    /// The receiver was asked for its dialect.
    case asking
    /// The command is on its way to the device.
    case writing(SettingCommand)
    /// The command is on the wire; the speed changes after it.
    case leaving(SettingCommand, old: Int)
    /// The receiver has the command, and has not confirmed it.
    case waiting(SettingCommand)
    /// The line has the new speed; whole sentences must come.
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
