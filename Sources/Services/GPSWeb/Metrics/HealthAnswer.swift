internal import GPSBridge
internal import GPSBase
internal import GPSWebHost

/// The health of one receiver, as a monitoring system needs it.
struct ReceiverHealth: Sendable, Hashable {
  /// Its stable name.
  var device: String
  var freshness: Freshness
  var isOpen = true
  /// Whether its position's signals are probably forged.
  var isSuspect = false
  /// The verdict in words; nil before the first one.
  var words: String?

  /// Whether its position is current, or will be in a moment.
  ///
  /// A late epoch is not a fault. A missing one soon means stale.
  var isWell: Bool { !isSuspect && (freshness == .live || freshness == .aging && isOpen) }

  /// Whether its position can't be trusted; a lost position is reported as lost instead.
  var isForged: Bool { isSuspect && freshness < .lost }

  /// The fault, in one line.
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

/// The answer for monitoring systems: 200 and `ok`, or 503 with a line for each reason.
///
/// It reveals no position, and the client need not parse records.
enum HealthAnswer {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request; `?device=` selects one receiver.
  ///   - receivers: The health of the receivers.
  ///   - faults: The faults of the service itself.
  /// - Returns: 200, 503, or 400 for an unknown receiver.
  static func answer(to request: WebRequest, _ receivers: [ReceiverHealth], faults: [String] = [])
    -> WebAnswer
  {
    var asked = receivers
    if let name = request.parameter("device") {
      asked = receivers.filter { $0.device == name }
      guard !asked.isEmpty else {
        let known = receivers.isEmpty ? "there is none" : receivers.map(\.device).joined(separator: ", ")
        return RefusedQuery("device", found: name, expected: "the name of a receiver: \(known)").answer
      }
    }
    var reasons = faults
    if asked.isEmpty { reasons.append("there is no receiver") }
    reasons += asked.filter { !$0.isWell }.map(\.fault)
    guard !reasons.isEmpty else { return WebAnswer(200, saying: "ok") }
    // A name can contain anything, and a reason must be one line.
    let lines = reasons.map { VisibleText.replaced($0, limit: 512) }
    return WebAnswer(503, saying: lines.joined(separator: "\n"))
  }
}
