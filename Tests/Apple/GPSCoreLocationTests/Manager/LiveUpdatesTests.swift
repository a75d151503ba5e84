import GPSCoreLocation
import GPSBridge
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `Live updates` {
  @Test func `say why there is no location, and then where the receiver is`() async throws {
    let desk = Desk()
    var updates = CLLocationUpdate.liveUpdates(of: LocationManager(desk.receiver)).makeAsyncIterator()
    await desk.opened()
    desk.epoch(fix: false)
    var update = try await updates.next()
    while update?.reason != .searching { update = try await updates.next() }
    #expect(update?.location == nil && update?.locationUnavailable == true)
    desk.epoch(48.1)
    while update?.location == nil { update = try await updates.next() }
    #expect(update?.location?.coordinate.latitude == 48.1)
    #expect(update?.reason == nil && update?.locationUnavailable == false)
  }

  @Test(arguments: [(0.0, true), (0.49, true), (0.51, false), (-1, false)])
  func `say that a receiver stands where it is slow, and not where its speed is unknown`(
    _ speed: Double, _ stands: Bool
  ) throws {
    let place = try #require(Coordinate(latitude: 48, longitude: 11))
    let location = Location(
      coordinate: place, horizontalAccuracy: 4, speed: speed < 0 ? nil : speed, timestamp: .now)
    let update = CLLocationUpdate(LocationUpdate(lastKnown: location, freshness: .live, age: .zero))
    #expect(update.stationary == stands && update.isStationary == stands)
    let nothing = CLLocationUpdate(LocationUpdate(lastKnown: nil, freshness: .lost, age: nil))
    #expect(!nothing.stationary)
    #expect(!nothing.accuracyLimited && !nothing.insufficientlyInUse && !nothing.serviceSessionRequired)
    #expect(!nothing.authorizationDeniedGlobally && !nothing.authorizationRestricted)
    #expect(!nothing.authorizationRequestInProgress)
  }

  @Test(arguments: CLLocationUpdate.LiveConfiguration.allCases)
  func `take any configuration for a hint, and give the first that is wanted`(
    _ configuration: CLLocationUpdate.LiveConfiguration
  ) async throws {
    let desk = Desk()
    let updates = CLLocationUpdate.liveUpdates(configuration, of: LocationManager(desk.receiver))
    let first = Task { try await updates.first { $0.location != nil }?.location?.coordinate.latitude }
    await desk.opened()
    desk.epoch(48.1)
    #expect(try await first.value == 48.1)
  }

  @Test func `say that the port may not be opened`() async throws {
    let desk = Desk(refusing: `Permission to use a receiver`.refusal)
    var updates = CLLocationUpdate.liveUpdates(of: LocationManager(desk.receiver)).makeAsyncIterator()
    var update = try await updates.next()
    while update?.authorizationDenied == false { update = try await updates.next() }
    #expect(update?.authorizationDenied == true)
  }

  @Test func `keep the receiver open only as long as somebody loops`() async throws {
    let desk = Desk()
    let updates = CLLocationUpdate.liveUpdates(of: LocationManager(desk.receiver))
    #expect(desk.device.openings == 0)
    let loop = Task { for try await update in updates where update.location != nil { return } }
    await desk.opened()
    desk.epoch()
    try await loop.value
    await desk.closed()
  }
}
