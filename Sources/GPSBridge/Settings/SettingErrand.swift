internal import GPSBase
internal import UBX

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
    /// Ask what is set, where the receiver can be asked.
    case ask(SettingKind)
    /// Find out what a value takes, and send nothing.
    case plan(SettingValue)
    /// Set what these messages say, or only find out what that takes.
    case bring([Message], isPlan: Bool)
    /// Keep these settings over the loss of power.
    case save([SettingKind])
    /// Tell all that is set.
    case export
    /// Say of itself how it is: antenna, interference, forgery.
    case poll
    /// Take back what it remembered before it was switched off.
    case give
    /// Tell what it remembers.
    case dump
  }

  /// The setting to change, if it changes one.
  var kind: SettingKind? { if case .set(let value) = wish { value.kind } else { nil } }

  /// The outcome of an errand.
  struct Answer: Sendable {
    let errand: Int
    let result: Result<Report, LocationError>
  }

  /// What an errand has found.
  struct Report: Sendable {
    /// The dialect whose commands the receiver understands.
    var dialect: ReceiverDialect?
    /// What a talk about settings has found and done.
    var outcome = SettingTalk.Outcome()
    /// What a talk about keeping them has found.
    var kept: SaveTalk.Kept?
  }

  /// What it is about, without a value, for a person.
  var subject: String {
    switch wish {
    case .set(let value), .plan(let value): value.kind.inWords
    default: inWords
    }
  }

  /// Its subject, for a person.
  var inWords: String {
    switch wish {
    case .set(let value): "\(value)"
    case .restart(let kind): "a \(kind.rawValue) restart"
    case .send: "the sentence"
    case .identify: "the question for the dialect"
    case .ask(let kind): kind.inWords
    case .plan(let value): "\(value)"
    case .bring: "all settings of the list"
    case .save: "keeping the settings"
    case .export: "the list of all settings"
    case .poll: "the question for its condition"
    case .give: "its memory"
    case .dump: "the question for its memory"
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
  /// The talk that leads it, if the receiver is spoken to in messages.
  var talk: ReceiverTalk?
  /// Whether the question for the dialect was asked before.
  var isAskedAgain = false

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
    /// The receiver has what the talk said; it may answer.
    case talking
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
    case .preparing, .asking, .talking, .listening: nil
    }
  }
}
