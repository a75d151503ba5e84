internal import GPSFleetProtocol

/// The notes about a guest: each new condition, and how far it is.
///
/// A guest commits nothing, so nothing is delivered.
package struct GuestNotes {
  private var last: GuestPublisher.Status?

  package init() {}

  /// Returns what is new in a status.
  package mutating func take(_ status: GuestPublisher.Status) -> [String] {
    var notes: [String] = []
    let name = status.guest.name
    if status.condition != last?.condition {
      switch status.condition {
      case .delivering: notes.append("\(name): connected")
      case .noSubscriber:
        notes.append(
          "\(name): no program reads \(status.topic) (the broker reports that the messages have no subscriber); start it;"
            + " the store keeps the positions until then")
      case .notAuthorized:
        notes.append(
          "\(name): the broker forbids a topic (its access list has no such right for this user or certificate);"
            + " allow this device to write the topics for \(name)")
      default:
        if let advice = FleetAdvice(status.condition) { notes.append("\(name): \(advice.line)") }
      }
    }
    if let fault = status.fault, fault != last?.fault { notes.append("\(name): \(fault)") }
    last = status
    return notes
  }

  /// How far it is, for SIGUSR1; empty before the first status.
  package var report: String {
    guard let last else { return "" }
    let rest = last.guest.kind == .each ? ", \(last.pending) entries to go" : ""
    return "\(last.guest.name): \(last.handedOver) messages handed over since the start\(rest)\n"
  }
}
