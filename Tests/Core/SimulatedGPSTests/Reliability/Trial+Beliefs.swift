import FoundationEssentials
import GPSBridge
import SimulatedGPS
import Testing

extension Trial {
  /// What a receiver wrongly believes.
  static let beliefs: [Trial] = [
    Trial("is no new position, whatever else is said with it") {
      Story.Suffer(.frozenTime, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let late = audience.receiver.counts.late
      let news = audience.hear(.seconds(58))
      // One epoch of that time is told, and no other.
      #expect(news.fixes.count <= 2)
      #expect(audience.receiver.counts.late - late > 100)
      #expect(audience.manager.latest?.location == nil && audience.manager.latest?.freshness == .lost)
      let back = audience.hear(.seconds(10))
      #expect(back.gaps.count == 1 && audience.manager.latest?.freshness == .live)
    },
    Trial("does not pass for a live position") {
      Story.Suffer(.frozen, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(58))
      #expect(news.fixes.count <= 2 && audience.manager.latest?.location == nil)
      audience.wait(.seconds(10))
      #expect(audience.manager.latest?.freshness == .live)
    },
    Trial("is told as the receiver tells it, and makes a sign for the diagnosis") {
      Story.Suffer(.jump(meters: 3000, towards: 90), for: .seconds(30))
    } _: { audience in
      audience.settleIn()
      let before = try #require(audience.manager.latest?.location)
      let news = audience.hear(.seconds(3))
      let after = try #require(
        news.updates.compactMap(\.location).first { $0.coordinate.distance(to: before.coordinate) > 100 })
      #expect(abs(after.coordinate.distance(to: before.coordinate) - 3000) < 60)
      #expect(abs((before.coordinate.initialBearing(to: after.coordinate) ?? 0) - 90) < 5)
      var facts = audience.facts(news)
      facts.integrity.impliedSpeed = .known(
        after.coordinate.distance(to: before.coordinate)
          / after.timestamp.timeIntervalSince(before.timestamp))
      facts.integrity.secondsAheadOfClock = 20
      #expect(Diagnosis.verdict(facts).code == .spoofed)
      audience.wait(.seconds(30))
      #expect(try #require(audience.manager.location).coordinate.distance(to: before.coordinate) < 60)
    },
    Trial("is refused and counted, and is no position") {
      Story.Suffer(.nullIsland, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(58))
      #expect(audience.manager.latest?.location == nil)
      #expect(news.reasons.last == .implausible)
      #expect(audience.receiver.counts.refusedPositions >= 56)
      for update in news.updates { #expect(update.lastKnown.map { $0.coordinate.latitude > 40 } ?? true) }
      // What the receiver said can still be seen.
      #expect(news.fixes.last?.coordinate == Coordinate(latitude: 0, longitude: 0))
      audience.wait(.seconds(5))
      #expect(audience.manager.latest?.freshness == .live)
    },
    Trial("is put right, and said to have been") {
      Story.Suffer(.rollover)
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(30))
      audience.expectTruth(news)
      #expect(news.events.contains { if case .corrected = $0 { true } else { false } })
      #expect(news.fixes.last?.timeCorrections.isEmpty == false)
      let year = try #require(audience.manager.location).timestamp.timeIntervalSince1970
      #expect(abs(year - 1_795_158_480) < 86_400)
    },
    Trial("is seen in the signals, and why there is no fix is told from them") {
      Story.Suffer(.jamming(decibels: 40), for: .seconds(120))
    } _: { audience in
      audience.settleIn()
      let before = try #require(audience.hear(.seconds(1)).skies.last)
      let news = audience.hear(.seconds(115))
      #expect(audience.manager.latest?.location == nil)
      let jammed = try #require(news.skies.last)
      #expect((SkyFacts(jammed).best.value ?? 0) < (SkyFacts(before).best.value ?? 0) - 10)
      let code = Diagnosis.verdict(audience.facts(news)).code
      #expect([.weakSignal, .noSignal].contains(code), "\(code)")
      audience.wait(.seconds(60))
      #expect(audience.manager.latest?.freshness == .live)
    },
    Trial("is seen in signals that are all alike, and in the time") {
      Story.Suffer(.spoofing(drift: 8, timeJump: 37), for: .seconds(120))
    } _: { audience in
      #expect(Diagnosis.verdict(audience.facts(audience.settleIn())).code == .good)
      let facts = audience.facts(audience.hear(.seconds(100)))
      #expect(Diagnosis.verdict(facts).code == .spoofed)
    },
  ]
}

extension Audience {
  /// What a doctor would know of a receiver that was heard for a while.
  func facts(_ news: News) -> ReceiverFacts {
    var facts = ReceiverFacts()
    facts.port.state = .opened
    facts.stream.listened = .seconds(60)
    facts.stream.bytesPerSecond = 1000
    facts.stream.sentences = .known(receiver.counts.sentences)
    facts.stream.badChecksums = .known(receiver.counts.badChecksums)
    if let sky = news.skies.last { facts.sky = SkyFacts(sky) }
    let location = manager.latest?.location
    facts.fix.hasFix = .known(location != nil)
    facts.fix.dimensions = location.map { .known($0.fix.mode == .threeDimensional ? 3 : 2) } ?? .unknown
    facts.fix.horizontalDilution = .init(location?.fix.dilution.horizontal)
    facts.fix.searching = location == nil ? .seconds(60) : .unknown
    if let location {
      facts.integrity.secondsAheadOfClock = .known(
        location.timestamp.timeIntervalSince1970 - time.utcSeconds)
    }
    return facts
  }
}
