import GPSBridge
import Testing

@Suite struct `An update` {
  private let place = Sample.location()

  @Test(arguments: [Freshness.live, .aging])
  func `gives a location, and no reason, while that is current`(freshness: Freshness) {
    let update = LocationUpdate(lastKnown: place, freshness: freshness, age: .seconds(1), reason: .fixLost)
    #expect(update.location == place && update.reason == nil)
  }

  @Test(arguments: [Freshness.stale, .lost])
  func `gives no location, and a reason, when that is old`(freshness: Freshness) {
    let update = LocationUpdate(lastKnown: place, freshness: freshness, age: .seconds(60))
    #expect(update.location == nil && update.reason == .outdated)
    #expect(update.lastKnown == place && update.age == .seconds(60))
  }

  @Test func `gives the reason that it was made with`() {
    let update = LocationUpdate(lastKnown: place, freshness: .lost, age: .seconds(60), reason: .disconnected)
    #expect(update.reason == .disconnected)
    #expect(update != LocationUpdate(lastKnown: place, freshness: .lost, age: .seconds(60)))
  }

  @Test func `fades with the age of its position, though nobody looked meanwhile`() {
    let bench = Bench()
    bench.listen()
    for _ in 0..<5 { bench.epoch() }
    let update = bench.receiver.latest
    let found = update?.lastKnown?.received
    #expect(update?.freshness == .live)
    let later = [0.0, 1.4, 1.6, 2.6, 9.9, 10.1, 3600].map { seconds in
      found.flatMap { update?.at($0 + .seconds(seconds)) }
    }
    #expect(later.map { $0?.freshness } == [.live, .live, .aging, .stale, .stale, .lost, .lost])
    #expect(later.map { $0?.location == nil } == [false, false, false, true, true, true, true])
    #expect(later.map { $0?.newLocation == nil } == [false, false, true, true, true, true, true])
    #expect(later.last.flatMap { $0?.age } == .seconds(3600))
    #expect(later.last.flatMap { $0?.reason } == .outdated)
  }

  @Test func `does not get fresher by being looked at`() {
    let update = LocationUpdate(lastKnown: place, freshness: .lost, age: .seconds(1), reason: .disconnected)
    #expect(update.at(.now).freshness == .lost && update.at(.now).reason == .disconnected)
  }

  @Test func `is searching where there never was a position`() {
    #expect(LocationUpdate(lastKnown: nil, freshness: .lost, age: nil).reason == .searching)
    // Nobody should make this one; nothing is handed out all the same.
    #expect(LocationUpdate(lastKnown: nil, freshness: .live, age: nil).location == nil)
    #expect(LocationUpdate(lastKnown: nil, freshness: .live, age: nil).reason == .searching)
  }

  static let reasons: [NoLocationReason] = [
    .stopped, .noDevice, .permissionDenied, .deviceBusy, .starting, .disconnected, .silent, .notUnderstood,
    .searching, .fixLost, .outdated,
  ]

  @Test func `has a word and a sentence of its own for each reason, also for one that it does not know`() {
    #expect(Set(Self.reasons.map(\.rawValue)).count == Self.reasons.count)
    #expect(Set(Self.reasons.map(\.description)).count == Self.reasons.count)
    for reason in Self.reasons { #expect(!reason.description.contains(reason.rawValue + ".")) }
    #expect(NoLocationReason(rawValue: "eclipse").description == "No position: eclipse.")
  }
}
