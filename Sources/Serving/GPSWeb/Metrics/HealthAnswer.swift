internal import GPSBridge
internal import GPSBase

/// Whether one receiver does what it is for, as far as a monitor wants to know.
struct ReceiverHealth: Sendable, Hashable {
  /// Its stable name.
  var device: String
  /// Whether its position still counts.
  var freshness: Freshness
  /// Whether its port is open.
  var isOpen = true
  /// Whether the signals behind its position are probably forged.
  var isSuspect = false
  /// How it is, in words; nil before anybody has judged.
  var words: String?

  /// Whether its position counts, or is about to.
  ///
  /// An epoch that is a little late is no fault: at ten a second it happens each minute. One that never comes is stale soon.
  var isWell: Bool { !isSuspect && (freshness == .live || freshness == .aging && isOpen) }

  /// Whether it claims a position that is not to be trusted; one that is lost is lost, whatever it was.
  var isForged: Bool { isSuspect && freshness < .lost }

  /// What is wrong with it, in a line.
  fileprivate var fault: String {
    let fault =
      switch freshness {
      case _ where isForged: "position not to be trusted"
      case .live: "fix is live"
      case .aging: "fix is aging"
      case .stale: "fix is stale"
      case .lost: "fix lost"
      }
    return "\(device): \(fault)" + (words.map { ": \($0)" } ?? "")
  }
}

/// The answer for monitors: 200 and `ok`, or 503 with a line for each reason.
///
/// It tells nobody where a receiver is, and needs no reader of records.
enum HealthAnswer {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request; `?device=` asks for one receiver alone.
  ///   - receivers: How the receivers are.
  ///   - faults: What is wrong with the service itself.
  /// - Returns: 200, 503, or 400 for a receiver that is not there.
  static func answer(to request: WebRequest, _ receivers: [ReceiverHealth], faults: [String] = [])
    -> WebAnswer
  {
    var asked = receivers
    if let name = request.parameter("device") {
      asked = receivers.filter { $0.device == name }
      guard !asked.isEmpty else {
        let known = receivers.isEmpty ? "none is there" : receivers.map(\.device).joined(separator: ", ")
        return RefusedQuery("device", found: name, expected: "the name of a receiver: \(known)").answer
      }
    }
    var reasons = faults
    if asked.isEmpty { reasons.append("there is no receiver") }
    reasons += asked.filter { !$0.isWell }.map(\.fault)
    guard !reasons.isEmpty else { return WebAnswer(200, saying: "ok") }
    // A name can have anything in it, and a reason is one line.
    let lines = reasons.map { VisibleText.replaced($0, limit: 512) }
    return WebAnswer(503, saying: lines.joined(separator: "\n"))
  }
}
