internal import GPSFleetProtocol

/// Notices another collector of our name: brokers end the older connection of the two, and many give no reason.
///
/// Each start has its own number, which is announced under the name. A number that was at a broker before our first
/// announcement is that of an earlier run; a later one that is not ours is that of a collector that runs.
struct NamesakeWatch {
  /// Where collectors of our name announce themselves.
  let topic: String
  private var own: Set<Int64>
  private var earlier: [Int: Set<Int64>] = [:]
  /// The brokers that have returned an announcement of ours.
  private var settled: Set<Int> = []

  init(own number: Int64, topic: String) { (own, self.topic) = ([number], topic) }

  mutating func announces(_ number: Int64) { own.insert(number) }

  /// Takes an announcement from a broker; returns whether another collector has made it while we run.
  mutating func takes(_ bytes: [UInt8], from broker: Int) -> Bool {
    guard let number = FleetPresence.Collector(bytes)?.connection else { return false }
    guard !own.contains(number) else {
      settled.insert(broker)
      return false
    }
    guard settled.contains(broker) else {
      earlier[broker, default: []].insert(number)
      return false
    }
    return !(earlier[broker]?.contains(number) ?? false)
  }
}
