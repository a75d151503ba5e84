internal import GPSBase
internal import GPSFleetProtocol

/// The notes of a publisher: each new condition, each new reason for a refusal, and the progress.
package struct PublisherNotes {
  private var last: FleetPublisher.Status?
  /// The reasons for refusals that were already noted.
  private var reasons: Set<String> = []

  package init() {}

  package mutating func take(_ status: FleetPublisher.Status) -> [String] {
    var notes: [String] = []
    if status.condition != last?.condition {
      if let advice = FleetAdvice(status.condition, status.receiver) {
        notes.append(advice.line)
      } else if status.condition == .delivering {
        let server = status.receiver == .collector ? "the collector commits" : "the server accepts"
        notes.append("\(server); \(status.pending) to send")
      }
    }
    if let fault = status.fault, fault != last?.fault { notes.append(fault) }
    if status.lacksAccuracy, last?.lacksAccuracy != true {
      notes.append("the receiver reports no accuracy; Home Assistant drops such positions")
    }
    for reason in status.refused.keys.sorted() where reasons.insert(reason).inserted {
      let words = VisibleText.escaped(reason.utf8)
      notes.append(
        "a collector refuses entries (its reason: \(words)); its table refused has them; "
          + "gpsbridge publish --again sends them once more")
    }
    last = status
    return notes
  }

  /// The progress, for SIGUSR1.
  package var report: String {
    let refused = last?.refused.values.reduce(0, +) ?? 0
    let end = refused > 0 ? ", \(refused) refused" : ""
    let verb = last.map { $0.receiver == .collector } ?? true ? "delivered" : "accepted or left out"
    return "\(last?.delivered ?? 0) \(verb) since the start, \(last?.pending ?? 0) to send\(end)\n"
  }
}
