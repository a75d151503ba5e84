import GPSDelivery
import DeliverySupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A stream from a proxy` {
  let manager = LocationManager()
  var proxy: LocationProxy { LocationProxy.proxy(for: manager) }

  func stream(_ buffering: Buffering = .unbounded) -> Subscription<[Place], Never> {
    proxy.values(.didUpdateLocations, buffering) { $0.1 }
  }

  @Test func `goes to many at once, each with its own buffering`() async {
    let everything = stream()
    let latest = stream(.latest)
    for number in 0..<5 { manager.report(number) }
    #expect(await everything.next() == [Place(0)])
    #expect(await latest.next() == [Place(4)])
    #expect(latest.droppedCount == 4)
  }

  @Test func `ends when the parent dies`() async {
    var manager: LocationManager? = LocationManager()
    let places = LocationProxy.proxy(for: manager!).values(.didUpdateLocations, .unbounded) { $0.1 }
    manager?.report(1)
    manager = nil
    #expect(await all(places) == [[Place(1)]])
  }

  @Test func `is forgotten by the proxy when its consumer goes, without another call`() async {
    do {
      let places = stream()
      withExtendedLifetime(places) { #expect(proxy.isObserved) }
    }
    await until { !proxy.isObserved }
  }

  @Test func `is read on another thread while the main actor reports`() async throws {
    try await rounds(10) { _ in
      let places = stream()
      let reading = Task.detached {
        var seen: [Int] = []
        while seen.count < 50, let batch = await places.next() { seen += batch.map(\.number) }
        return seen
      }
      for number in 0..<50 {
        manager.report(number)
        if number % 10 == 0 { await Task.yield() }
      }
      #expect(await reading.value == Array(0..<50))
    }
  }
}
