import GPSBridge
import Testing

@Suite struct `An update` {
  private let place = Sample.location()

  @Test(arguments: [Freshness.live, .aging])
  func `gives a location, and no reason, while that is current`(freshness: Freshness) {
    let update = LocationUpdate(lastKnown: place, freshness: freshness, age: .seconds(1), reason: .fixLost)
    #expect(update.location == place)
    #expect(update.reason == nil)
  }

  @Test(arguments: [Freshness.stale, .lost])
  func `gives no location, and a reason, when that is old`(freshness: Freshness) {
    let update = LocationUpdate(lastKnown: place, freshness: freshness, age: .seconds(60))
    #expect(update.location == nil)
    #expect(update.reason == .outdated)
    #expect(update.lastKnown == place)
    #expect(update.age == .seconds(60))
  }

  @Test func `gives the reason that it was made with`() {
    let update = LocationUpdate(lastKnown: place, freshness: .lost, age: .seconds(60), reason: .disconnected)
    #expect(update.reason == .disconnected)
    #expect(update != LocationUpdate(lastKnown: place, freshness: .lost, age: .seconds(60)))
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

  @Test func `has a word and a sentence of its own for each reason`() {
    #expect(Set(Self.reasons.map(\.rawValue)).count == Self.reasons.count)
    #expect(Set(Self.reasons.map(\.description)).count == Self.reasons.count)
    for reason in Self.reasons { #expect(!reason.description.contains(reason.rawValue + ".")) }
  }

  @Test func `can show a reason that it does not know`() {
    #expect(NoLocationReason(rawValue: "eclipse").description == "No position: eclipse.")
  }
}
