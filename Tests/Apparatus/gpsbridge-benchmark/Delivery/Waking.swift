import GPSDelivery

/// From sending to the last of the waiting tasks having it, end to end.
enum Waking {
  static func run() async {
    print("wake: ns from sending until all waiting tasks have it (median of 200)")
    print(column("consumers", 10), column("AsyncStream"), column("hub"))
    for size in sizes { print(column("\(size)", 10), column(await streams(size)), column(await hub(size))) }
  }

  private static func hub(_ size: Int) async -> Double {
    let hub = Broadcast<Int, Never>()
    let subscriptions = (0..<size).map { _ in hub.subscribe(.unbounded) }
    let result = await rounds(size, subscriptions) { hub.send($0) }
    hub.finish()
    return result
  }

  private static func streams(_ size: Int) async -> Double {
    let pairs = (0..<size).map { _ in AsyncStream<Int>.makeStream() }
    let result = await rounds(size, pairs.map(\.stream)) { number in
      for pair in pairs { pair.continuation.yield(number) }
    }
    for pair in pairs { pair.continuation.finish() }
    return result
  }

  private static func rounds<Stream: AsyncSequence & Sendable>(
    _ size: Int, _ streams: [Stream], _ send: (Int) -> Void
  ) async -> Double where Stream.Element == Int, Stream.Failure == Never {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let readers = streams.map { stream in Task { for await _ in stream { arrived.yield() } } }
    let clock = ContinuousClock()
    var iterator = arrivals.makeAsyncIterator()
    var times: [Double] = []
    for round in 0..<200 {
      // Let all go to sleep first.
      for _ in 0..<20 { await Task.yield() }
      let start = clock.now
      send(round)
      for _ in 0..<size { await iterator.next() }
      times.append(nanoseconds(clock.now - start))
    }
    for reader in readers { reader.cancel() }
    return times.sorted()[times.count / 2]
  }
}
