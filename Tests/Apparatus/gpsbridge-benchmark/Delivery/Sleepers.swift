import GPSDelivery

/// What one consumer that never reads costs the others.
enum Sleepers {
  static func run() async {
    print("sleeper: ns per event and consumer, 100 consumers that read all, beside some that never read")
    print(column("sleepers", 10), column("latest"), column("newest(64)"), column("unbounded"))
    for sleepers in [0, 1, 10] {
      print(
        column("\(sleepers)", 10), column(await cost(sleepers, .latest)),
        column(await cost(sleepers, .newest(64))), column(await cost(sleepers, .unbounded)))
    }
  }

  private static func cost(_ sleepers: Int, _ buffering: Buffering) async -> Double {
    let hub = Broadcast<Int, Never>()
    let readers = (0..<100).map { _ in hub.subscribe(.unbounded) }
    let sleeping = (0..<sleepers).map { _ in hub.subscribe(buffering) }
    let clock = ContinuousClock()
    var results: [Double] = []
    for _ in 0..<15 {
      let start = clock.now
      for number in 0..<500 { hub.send(number) }
      for reader in readers { for _ in 0..<500 { _ = await reader.next() } }
      results.append(nanoseconds(clock.now - start) / 500 / 100)
    }
    return withExtendedLifetime(sleeping) { results.min() ?? 0 }
  }
}
