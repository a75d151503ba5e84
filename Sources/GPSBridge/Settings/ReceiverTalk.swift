internal import UBX

/// A talk with a receiver: the messages that take a request from its first query to its result.
///
/// It advances in ``TalkTurn``s, and its findings are the result of the request.
enum ReceiverTalk: Sendable {
  /// Identifies the receiver and the port that the line is connected to.
  case identity(IdentityTalk)
  /// Reads and changes settings.
  case settings(SettingTalk)
  /// Stores settings in nonvolatile memory.
  case saving(SaveTalk)
  /// Reads all settings.
  case export(ExportTalk)
  /// Reads or restores navigation data.
  case memory(MemoryTalk)

  mutating func begin() -> TalkTurn {
    turn {
      $0.begin()
    } settings: {
      $0.begin()
    } saving: {
      $0.begin()
    } export: {
      $0.begin()
    } memory: {
      $0.begin()
    }
  }
  mutating func hear(_ message: Message) -> TalkTurn {
    turn {
      $0.hear(message)
    } settings: {
      $0.hear(message)
    } saving: {
      $0.hear(message)
    } export: {
      $0.hear(message)
    } memory: {
      $0.hear(message)
    }
  }
  mutating func silence() -> TalkTurn {
    turn {
      $0.silence()
    } settings: {
      $0.silence()
    } saving: {
      $0.silence()
    } export: {
      $0.silence()
    } memory: {
      $0.silence()
    }
  }
  /// Continues after a change of the line speed, which only a talk about settings makes.
  mutating func speedChanged() -> TalkTurn {
    turn { _ in
      .wait
    } settings: {
      $0.speedChanged()
    } saving: { _ in
      .wait
    } export: { _ in
      .wait
    } memory: { _ in
      .wait
    }
  }

  private mutating func turn(
    _ identity: (inout IdentityTalk) -> TalkTurn, settings: (inout SettingTalk) -> TalkTurn,
    saving: (inout SaveTalk) -> TalkTurn, export: (inout ExportTalk) -> TalkTurn,
    memory: (inout MemoryTalk) -> TalkTurn
  ) -> TalkTurn {
    let turn: TalkTurn
    switch self {
    case .identity(var talk):
      turn = identity(&talk)
      self = .identity(talk)
    case .settings(var talk):
      turn = settings(&talk)
      self = .settings(talk)
    case .saving(var talk):
      turn = saving(&talk)
      self = .saving(talk)
    case .export(var talk):
      turn = export(&talk)
      self = .export(talk)
    case .memory(var talk):
      turn = memory(&talk)
      self = .memory(talk)
    }
    return turn
  }
}

extension TalkFailure {
  /// The failure as an error for the request.
  func error(_ errand: SettingErrand, _ identity: ReceiverIdentity?, within time: Duration) -> LocationError {
    let who = identity?.generation.name ?? "the receiver"
    switch self {
    case .silent(let kind):
      return .notConfirmed(errand.inWords, within: time, but: "\(who) did not answer \(kind.word)")
    case .unknown(let kind):
      return .unsupported("\(who) does not know \(errand.subject): it refused \(kind.word)")
    case .refused(let kind):
      let limit = Self.limit(errand, identity).map { "; \($0)" } ?? ""
      return .refused(errand.inWords, why: "it answered \(kind.word) with no (ACK-NAK)\(limit)")
    case .notKept(let seen):
      let value = identity.flatMap { identity in
        errand.kind.flatMap { $0.setting.value(in: [seen], of: identity) }
      }
      return .refused(
        errand.inWords, why: "it said yes, and reads back \(value?.valueInWords ?? "something else")")
    case .impossible(.portWithoutSpeed): return .noLineSpeed
    case .impossible(let refusal): return .unsupported(refusal.words(errand, who))
    case .stranger: return .unsupported("its hardware version is in no table of u-blox's receivers")
    }
  }

  /// The limit of the receiver's generation, if known.
  private static func limit(_ errand: SettingErrand, _ identity: ReceiverIdentity?) -> String? {
    guard case .set(.updateRate(let rate)) = errand.wish, let generation = identity?.generation,
      rate.hertz > Double(generation.fastestRate)
    else { return nil }
    return "\(generation.name) goes to \(generation.fastestRate) Hz"
  }
}

extension SettingTable.Refusal {
  fileprivate func words(_ errand: SettingErrand, _ who: String) -> String {
    switch self {
    case .unknownSetting: "\(who) has no setting for \(errand.inWords)"
    case .portWithoutSpeed: LocationError.noLineSpeed.message
    case .unknownSystem(let system): "\(who) does not receive the system number \(system.rawValue)"
    case .unknownMessage(let kind): "\(who) has no message \(kind.word)"
    case .nothingAnswered: "\(who) does not tell what is set, and so nothing is changed"
    case .noSetting: "this is no message that sets something"
    case .tooMany: "it is too much for one message"
    }
  }
}
