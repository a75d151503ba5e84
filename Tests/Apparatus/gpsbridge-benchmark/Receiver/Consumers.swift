import GPSBridge
import NMEA

/// What a location costs with so many consumers, and with one among them that never reads.
func measureConsumers() async {
  print("receiver: a location with many consumers, from its bytes to all mailboxes")
  for count in [1, 10, 1000] {
    let quick = await cost(consumers: count, sleepers: 0)
    let slow = await cost(consumers: count, sleepers: 1)
    print(
      "  \(count) consumers: \(quick / 1000) µs a location (\(quick / count) ns each); "
        + "with one more that never reads \(slow / 1000) µs")
  }
}

/// Nanoseconds for a location, the middle of some rounds.
private func cost(consumers: Int, sleepers: Int) async -> Int {
  let talker = Talker("talker")
  let manager = LocationManager(Receiver(talker))
  let readers = (0..<consumers).map { _ in manager.locations.subscribe(.latest) }
  let idle = (0..<sleepers).map { _ in manager.locations.subscribe(.unbounded) }
  while !talker.isOpen { await Task.yield() }
  var rounds: [Int] = []
  var tenth = 0
  for _ in 0..<11 {
    let start = ContinuousClock.now
    for _ in 0..<50 {
      talker.say(epoch(tenth))
      tenth += 1
    }
    talker.settle()
    rounds.append(Int(start.duration(to: .now) / .nanoseconds(50)))
  }
  withExtendedLifetime((readers, idle)) {}
  return rounds.sorted()[rounds.count / 2]
}
