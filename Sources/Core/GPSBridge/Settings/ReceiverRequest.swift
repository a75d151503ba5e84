internal import GPSBase
internal import UBX

/// A request to a receiver whose caller waits for the result.
struct ReceiverRequest: Sendable, Hashable {
  /// The number that maps the answer to its caller.
  let number: Int
  let work: Work
  /// How long the receiver may take; nil for the default.
  let timeout: Duration?
  /// Whether this restores an earlier setting, without a waiting caller.
  var isRestoring = false

  enum Work: Sendable, Hashable {
    case set(SettingValue)
    case restart(RestartKind)
    case send([UInt8])
    case identify
    /// Read a setting, if the receiver has a query for it.
    case ask(SettingKind)
    /// Plan a change of a setting, without sending it.
    case plan(SettingValue)
    /// Apply these setting messages, or only plan it.
    case apply([Message], isPlan: Bool)
    /// Store these settings in nonvolatile memory.
    case save([SettingKind])
    case export
    /// Poll the receiver's condition: antenna, interference, spoofing.
    case poll
    /// Send the receiver the navigation data that it had before it was switched off.
    case give
    /// Read the receiver's navigation data.
    case dump

    /// The settings whose values the answers of this request show.
    var kinds: [SettingKind] {
      switch self {
      case .set(let value), .plan(let value): [value.kind]
      case .ask(let kind): [kind]
      case .apply: [.language, .baudRate]
      case .restart, .send, .identify, .save, .export, .poll, .give, .dump: []
      }
    }
  }

  /// The setting that this request changes, if any.
  var kind: SettingKind? { if case .set(let value) = work { value.kind } else { nil } }

  struct Answer: Sendable {
    let request: Int
    let result: Result<Report, LocationError>
  }

  func answer(_ result: Result<Report, LocationError>) -> Answer { Answer(request: number, result: result) }

  struct Report: Sendable {
    /// The dialect whose commands the receiver understands.
    var dialect: ReceiverDialect?
    /// The findings and changes of a ``ReceiverTalk`` about settings.
    var outcome = SettingTalk.Outcome()
    /// The findings of a ``ReceiverTalk`` that stores settings.
    var kept: SaveTalk.SavedMemories?
  }

  /// The subject as text, without a value.
  var subject: String {
    switch work {
    case .set(let value), .plan(let value): value.kind.inWords
    default: inWords
    }
  }

  /// The request as text.
  var inWords: String {
    switch work {
    case .set(let value): "\(value)"
    case .restart(let kind): "a \(kind.rawValue) restart"
    case .send: "the sentence"
    case .identify: "the query for the dialect"
    case .ask(let kind): kind.inWords
    case .plan(let value): "\(value)"
    case .apply: "all settings of the list"
    case .save: "saving the settings"
    case .export: "the list of all settings"
    case .poll: "the query for its condition"
    case .give: "its memory"
    case .dump: "the query for its memory"
    }
  }
}

/// The current request and its progress.
struct RequestInProgress: Sendable {
  let request: ReceiverRequest
  private(set) var stage: Stage
  /// When the stage times out.
  @StoredInstant private(set) var deadline: ContinuousClock.Instant
  /// The time limit of the stage, for the error message.
  private(set) var patience: Duration
  /// The talk that runs the request, if we address the receiver in messages.
  var talk: (any ReceiverTalk)?
  /// Whether the query for the dialect is being repeated.
  var isAskedAgain = false

  /// Starts a request; the device has this much time to become ready.
  init(_ request: ReceiverRequest, for patience: Duration, at now: ContinuousClock.Instant) {
    self.request = request
    stage = .preparing
    self.patience = patience
    deadline = now + patience
  }

  enum Stage: Sendable, Hashable {
    /// The device is not ready.
    case preparing
    /// We have queried the receiver's dialect.
    case asking
    case writing(SettingCommand)
    /// The command is being transmitted; the line changes its speed afterwards.
    case leaving(SettingCommand, old: Int)
    /// The talk's message was sent; we wait for an answer.
    case talking
    /// The command was sent; we wait for a confirmation.
    case waiting(SettingCommand)
    /// The line has the new speed; we wait for complete sentences.
    case listening(at: Int, old: Int)
  }

  /// Enters a stage with a time limit.
  mutating func enter(_ stage: Stage, for patience: Duration, at now: ContinuousClock.Instant) {
    self.stage = stage
    self.patience = patience
    deadline = now + patience
  }

  /// Whether the line is about to change its speed, or has changed it on trial.
  var isChangingSpeed: Bool {
    switch stage {
    case .leaving, .listening: true
    case .preparing, .asking, .writing, .talking, .waiting: false
    }
  }

  /// The command, once there is one.
  var command: SettingCommand? {
    switch stage {
    case .writing(let command), .leaving(let command, _), .waiting(let command): command
    case .preparing, .asking, .talking, .listening: nil
    }
  }
}
