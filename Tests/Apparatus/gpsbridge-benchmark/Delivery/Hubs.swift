import GPSDelivery

/// One event to consumers that do not read: what the source pays.
enum Hubs {
  static func run() async {
    print("hub: ns per event (and per consumer), consumers that keep the latest and do not read")
    print(
      column("consumers", 10), column("AsyncStream"), column("hub"), column("ratio", 8), column("hub/each"))
    for size in sizes {
      let stream = streams(size)
      let hub = hub(size)
      print(
        column("\(size)", 10), column(stream), column(hub), column(hub / stream, 8),
        column(hub / Double(size)))
    }
    print(
      "hub: ns per event and consumer, consumers of each kind that do not read, beside an unbounded AsyncStream"
    )
    print(
      column("consumers", 10), column("newest(8)"), column("oldest(8)"), column("batches(256)", 14),
      column("unbounded"), column("AsyncStream"))
    for size in sizes {
      print(
        column("\(size)", 10), column(kind(size, .newest(8))), column(kind(size, .oldest(8))),
        column(kind(size, .newest(256)), 14), column(kind(size, .unbounded)), column(unboundedStreams(size)))
    }
    print("hub: ns per event, 100 consumers of each kind, values of 80 bytes with two references in them")
    print("  newest(1)", column(wide(.newest(1))), " newest(8)", column(wide(.newest(8))))
    print("  oldest(8)", column(wide(.oldest(8))), " AsyncStream", column(wideStreams()))
  }

  private static func streams(_ size: Int) -> Double {
    let pairs = (0..<size).map { _ in AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1)) }
    var number = 0
    let result = best(rounds: rounds(for: size)) {
      number += 1
      for pair in pairs { pair.continuation.yield(number) }
    }
    return withExtendedLifetime(pairs) { result }
  }

  private static func hub(_ size: Int) -> Double {
    let hub = Broadcast<Int, Never>()
    let subscriptions = (0..<size).map { _ in hub.subscribe(.latest) }
    var number = 0
    let result = best(rounds: rounds(for: size)) {
      number += 1
      hub.send(number)
    }
    return withExtendedLifetime(subscriptions) { result }
  }

  /// New consumers for each run, since those that keep everything grow.
  private static func kind(_ size: Int, _ buffering: Buffering) -> Double {
    let events = 1000
    return best(rounds: 1) {
      let hub = Broadcast<Int, Never>()
      let subscriptions = (0..<size).map { _ in hub.subscribe(buffering) }
      for number in 0..<events { hub.send(number) }
      withExtendedLifetime(subscriptions) {}
    } / Double(events * size)
  }

  private static func unboundedStreams(_ size: Int) -> Double {
    let events = 1000
    return best(rounds: 1) {
      let pairs = (0..<size).map { _ in AsyncStream<Int>.makeStream() }
      for number in 0..<events { for pair in pairs { pair.continuation.yield(number) } }
    } / Double(events * size)
  }

  struct Wide: Sendable {
    var numbers = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var name = [1]
    var source = [2]
  }

  private static func wide(_ buffering: Buffering) -> Double {
    let hub = Broadcast<Wide, Never>()
    let subscriptions = (0..<100).map { _ in hub.subscribe(buffering) }
    let result = best(rounds: 2000) { hub.send(Wide()) }
    return withExtendedLifetime(subscriptions) { result }
  }

  private static func wideStreams() -> Double {
    let pairs = (0..<100).map { _ in AsyncStream<Wide>.makeStream(bufferingPolicy: .bufferingNewest(1)) }
    let result = best(rounds: 2000) {
      let wide = Wide()
      for pair in pairs { pair.continuation.yield(wide) }
    }
    return withExtendedLifetime(pairs) { result }
  }
}
