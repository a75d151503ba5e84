import GPSBridge
import SimulatedGPS
import Testing

extension Trial {
  /// Trouble of the whole stream.
  static let streams: [Trial] = [
    Trial("makes a position old, and says why") {
      Story.Suffer(.silent, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(60))
      #expect(news.fixes.count <= 1)
      #expect(news.events.contains { if case .silent = $0 { true } else { false } })
      #expect(audience.manager.latest?.location == nil && audience.manager.latest?.lastKnown != nil)
      #expect(news.updates.map(\.freshness).contains(.stale) && audience.manager.latest?.freshness == .lost)
      // It may be asleep: it is opened again, in case that wakes it.
      #expect(news.events.contains(.reopened))
      let back = audience.hear(.seconds(20))
      #expect(back.events.contains(.speaking))
      #expect(back.gaps.count == 1 && back.gaps[0] > .seconds(55))
    },
    Trial("never passes for a live position while it lasts", .staticDesk.with { $0.dialect = .ublox8 }) {
      Story.Suffer(.stalled, for: .seconds(20))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(19))
      #expect(news.updates.allSatisfy { ($0.age ?? .zero) < .seconds(4) || $0.location == nil })
      #expect(audience.manager.latest?.location == nil)
      let burst = audience.hear(.seconds(10))
      audience.expectTruth(burst)
      #expect(burst.fixes.count > 8 && audience.manager.latest?.freshness == .live)
    },
    Trial("is noticed, the right one is found, and again", .staticDesk.with { $0.dialect = .mtk }) {
      Story.Suffer(.wrongSpeed(38_400), for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(55))
      #expect(news.events.contains(.speedLost(9600)))
      #expect(news.events.contains(.speedFound(38_400)))
      #expect(audience.manager.latest?.freshness == .live)
      audience.expectTruth(news)
      let back = audience.hear(.seconds(60))
      #expect(back.events.contains(.speedLost(38_400)) && back.events.contains(.speedFound(9600)))
      #expect(audience.manager.latest?.freshness == .live)
    },
  ]
}
