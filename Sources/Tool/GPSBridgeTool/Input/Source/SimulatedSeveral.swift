internal import CommandLineTable
internal import GPSBridge
internal import SimulatedGPS

/// A text that stands for more than one simulated receiver: `sim:multi`.
enum SimulatedSeveral {
  struct One {
    var receiver: Receiver
    /// What messages and recordings call it.
    var name: String
  }

  /// The receivers, each with a place of its own; nil where the text names one, or means nothing.
  static func open(_ text: String) throws(Complaint) -> [One]? {
    // The code that opens one receiver tells the fault of a text.
    guard let all = try? Simulation.receivers(named: text), all.count > 1 else { return nil }
    try SimulatedRate.check(source: text)
    return all.map { One(receiver: $0.receiver, name: $0.place.key) }
  }
}
