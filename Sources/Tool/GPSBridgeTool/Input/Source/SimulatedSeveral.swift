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
  static func open(_ text: String) -> [One]? {
    // What is wrong with a text, is told by whoever opens one receiver of it.
    guard let all = try? Simulation.receivers(named: text), all.count > 1 else { return nil }
    return all.map { One(receiver: $0.receiver, name: $0.place.key) }
  }
}
