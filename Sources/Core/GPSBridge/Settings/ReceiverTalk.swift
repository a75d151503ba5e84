internal import UBX

/// A talk with a receiver: the messages that take a request from its first query to its result.
///
/// ```
///  start ─▶ identity talk, once per opening ─▶ the request's own talk ─▶ confirmed · refused · timed out
///             │  say        ▲ a message · silence                 │
///             └▶ writing ─▶ talking                               └▶ change of speed: leaving ─▶ listening ─▶ talk
/// ```
///
/// It advances in ``TalkTurn``s, and its findings are the result of the request.
protocol ReceiverTalk: Sendable {
  var report: ReceiverRequest.Report { get }
  mutating func begin() -> TalkTurn
  mutating func hear(_ message: Message) -> TalkTurn
  /// Continues after the receiver did not answer in time.
  mutating func silence() -> TalkTurn
  /// Continues after a change of the line speed, which only a talk about settings makes.
  mutating func speedChanged() -> TalkTurn
}

extension ReceiverTalk {
  var report: ReceiverRequest.Report { ReceiverRequest.Report() }
  mutating func speedChanged() -> TalkTurn { .wait }
}

extension IdentityTalk: ReceiverTalk {}
extension SettingTalk: ReceiverTalk {
  var report: ReceiverRequest.Report { ReceiverRequest.Report(outcome: outcome) }
}
extension SaveTalk: ReceiverTalk {
  var report: ReceiverRequest.Report { ReceiverRequest.Report(kept: kept) }
}
extension ExportTalk: ReceiverTalk {
  var report: ReceiverRequest.Report {
    var report = ReceiverRequest.Report()
    report.outcome.commands = messages
    return report
  }
}
extension MemoryTalk: ReceiverTalk {}

extension TalkFailure {
  /// The failure as an error for the request.
  func error(_ request: ReceiverRequest, _ identity: ReceiverIdentity?, within time: Duration)
    -> LocationError
  {
    let who = identity?.generation.name ?? "the receiver"
    switch self {
    case .silent(let kind):
      return .notConfirmed(request.inWords, within: time, but: "\(who) did not answer \(kind.word)")
    case .unknown(let kind):
      return .unsupported("\(who) does not support \(request.subject): it refused \(kind.word)")
    case .refused(let kind):
      let limit = Self.limit(request, identity).map { "; \($0)" } ?? ""
      return .refused(request.inWords, why: "it answered \(kind.word) with no (ACK-NAK)\(limit)")
    case .notKept(let seen):
      let value = identity.flatMap { identity in
        request.work.kinds.lazy.compactMap { $0.setting.value(in: [seen], of: identity) }.first
      }
      return .refused(
        request.inWords, why: "it acknowledged, but reads back \(value?.valueInWords ?? "something else")")
    case .impossible(.portWithoutSpeed): return .noLineSpeed
    case .impossible(let refusal):
      var error = LocationError.unsupported(refusal.words(request, who))
      if case .unknownSystem = refusal { error.remedy = "Leave it out: no program can add it." }
      return error
    case .stranger: return .unsupported("its hardware version is not in the table of u-blox receivers")
    }
  }

  /// The limit of the receiver's generation, if known.
  private static func limit(_ request: ReceiverRequest, _ identity: ReceiverIdentity?) -> String? {
    guard case .set(let value) = request.work, let rate = value[.updateRate],
      let generation = identity?.generation, rate.hertz > Double(generation.fastestRate)
    else { return nil }
    return "\(generation.name) supports at most \(generation.fastestRate) Hz"
  }
}

extension SettingTable.Refusal {
  fileprivate func words(_ request: ReceiverRequest, _ who: String) -> String {
    switch self {
    case .unknownSetting: "\(who) has no setting for \(request.inWords)"
    case .portWithoutSpeed: LocationError.noLineSpeed.message
    case .unknownSystem(let system):
      "\(who) does not receive "
        + (Constellation(rawValue: system.rawValue).map { "\($0)" } ?? "the system number \(system.rawValue)")
    case .unknownMessage(let kind): "\(who) has no message \(kind.word)"
    case .nothingAnswered: "\(who) does not report its settings, so nothing is changed"
    case .noSetting: "this message sets nothing"
    case .tooMany: "it does not fit into one message"
    }
  }
}
