import FoundationEssentials
import GPSBridge
import SerialPorts
import SimulatedGPS
import TestSupport
import Testing

/// Something that goes wrong, and what the library must make of it.
struct Trial: Sendable, CustomTestStringConvertible {
  let scenario: Scenario
  /// The end of a sentence that begins with the fault.
  let sentence: String
  private let body: @Sendable (Audience) throws -> Void

  /// Every trial lives through twenty good seconds first, and half a one.
  static let calm = Duration.seconds(20)

  init(
    _ sentence: String, _ scenario: Scenario = .staticDesk,
    @Story.Builder story steps: () -> [any Story.Step],
    _ body: @escaping @Sendable (Audience) throws -> Void
  ) {
    self.sentence = sentence
    let told = Story(steps).events.map { $0.later(by: Self.calm + .milliseconds(500)) }
    self.scenario = scenario.with { $0.events = told }
    self.body = body
  }

  /// A trial of one fault, in which nothing may be told that is not true: what was told meanwhile, and what was counted before.
  init(
    _ sentence: String, _ fault: Scenario.Fault, share: Double = 1, for seconds: Int = 60,
    _ check: @escaping @Sendable (_ audience: Audience, _ news: News, _ before: StreamTotals) throws -> Void
  ) {
    self.init(sentence, story: { Story.Fault(fault, share: share, for: .seconds(seconds)) }) { audience in
      audience.settleIn()
      let before = audience.receiver.counts
      let news = audience.hear(.seconds(seconds))
      audience.expectTruth(news)
      try check(audience, news, before)
    }
  }

  /// What goes wrong in it.
  var kinds: Set<FaultKind> { Set(scenario.events.map { FaultKind($0.kind) }) }

  var testDescription: String { kinds.map(\.rawValue).sorted().joined(separator: ", ") + " " + sentence }

  func run() throws {
    let audience = Audience(scenario)
    try body(audience)
  }
}

extension Audience {
  /// Lives through the good seconds at the beginning, and forgets them.
  @discardableResult func settleIn(sourceLocation: SourceLocation = #_sourceLocation) -> News {
    let news = hear(Trial.calm)
    #expect(manager.latest?.freshness == .live, sourceLocation: sourceLocation)
    #expect(news.fixes.count { $0.isValid } > 8, sourceLocation: sourceLocation)
    return news
  }

  /// Holds that nothing was told that is not true, but for the meters that a receiver is always off.
  func expectTruth(
    _ news: News, within meters: Double = 60, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let place = Coordinate(latitude: scenario.place.latitude, longitude: scenario.place.longitude)
    else { return }
    let start = Double(scenario.beginning.secondsSince1970)
    for location in news.updates.compactMap(\.location) {
      #expect(location.coordinate.distance(to: place) < meters, sourceLocation: sourceLocation)
      let seconds = location.timestamp.timeIntervalSince1970 - start
      #expect(-1...(simulated.elapsed / .seconds(1)) ~= seconds, sourceLocation: sourceLocation)
      if let altitude = location.altitude {
        #expect(abs(altitude - scenario.place.altitude) < 2 * meters, sourceLocation: sourceLocation)
      }
    }
    let times = news.fixes.compactMap(\.time)
    #expect(Set(times).count == times.count, "a moment was told twice", sourceLocation: sourceLocation)
    #expect(
      times == times.sorted { ($0.secondsSince1970, $0.nanosecond) < ($1.secondsSince1970, $1.nanosecond) },
      sourceLocation: sourceLocation)
  }
}

extension Trial {
  /// What a receiver wrongly believes.
  static let beliefs: [Trial] = [
    Trial("is no new position, whatever else is said with it") {
      Story.Fault(.frozenTime, for: .seconds(60))
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
      Story.Fault(.frozen, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(58))
      #expect(news.fixes.count <= 2 && audience.manager.latest?.location == nil)
      audience.wait(.seconds(10))
      #expect(audience.manager.latest?.freshness == .live)
    },
    Trial("is told as the receiver tells it, and makes a sign for the diagnosis") {
      Story.Fault(.jump(meters: 3000, towards: 90), for: .seconds(30))
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
      Story.Fault(.nullIsland, for: .seconds(60))
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
      Story.Fault(.rollover)
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
      Story.Fault(.jamming(decibels: 40), for: .seconds(120))
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
      Story.Fault(.spoofing(drift: 8, timeJump: 37), for: .seconds(120))
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
      facts.integrity.secondsAheadOfClock = .known(location.timestamp.timeIntervalSince1970 - time.utcSeconds)
    }
    return facts
  }
}

extension Trial {
  /// What happens to the plug, the port, and the place.
  static let plugs: [Trial] = [
    Trial("is the loss of the position, and the way back to it has a length") {
      Story.Enter(.tunnel, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(58))
      #expect(news.reasons.last == .fixLost)
      #expect(audience.manager.latest?.location == nil && audience.receiver.state == .lost)
      let back = audience.hear(.seconds(30))
      audience.expectTruth(back)
      #expect(back.gaps.count == 1 && .seconds(50) < back.gaps[0] && back.gaps[0] < .seconds(90))
    },
    Trial("is told, waited out, and followed to the new name") {
      Story.Unplug(for: .seconds(30), returningAs: "ttyUSB5")
    } _: { audience in
      let old = audience.simulated.place
      audience.settleIn()
      let news = audience.hear(.seconds(29))
      #expect(
        news.events.contains {
          if case .disconnected(let error) = $0 { error.code == .disconnected } else { false }
        })
      #expect(news.events.contains(.detached(old)))
      #expect(audience.manager.latest?.location == nil && audience.manager.latest?.reason == .disconnected)
      let back = audience.hear(.seconds(20))
      let new = audience.receiver.place
      #expect(new?.node == "sim/ttyUSB5" && new?.key == old.key)
      #expect(back.events.contains { if case .attached(let place) = $0 { place == new } else { false } })
      #expect(back.gaps.count == 1 && back.gaps.allSatisfy { .seconds(29) < $0 && $0 < .seconds(45) })
      #expect(audience.manager.latest?.freshness == .live)
    },
    Trial("for lack of permission is an error with a name, until it is permitted") {
      Story.Refuse(.permissionDenied, for: .seconds(30))
    } _: { audience in
      audience.settleIn()
      // Who has it open keeps it.
      audience.wait(.seconds(5))
      #expect(audience.manager.latest?.freshness == .live)
      audience.leave()
      audience.wait(.seconds(5))
      let manager = LocationManager(audience.receiver)
      manager.startUpdatingLocation()
      audience.wait(.seconds(5))
      #expect(manager.latest?.reason == .permissionDenied)
      guard case .waitingToRetry(let error) = audience.receiver.state else {
        throw Unexpected("it is \(audience.receiver.state)")
      }
      #expect(error.code == .permissionDenied && error.underlying?.code == .permissionDenied)
      #expect(error.description.contains("cannot open sim/ttyACM0: permission denied") && error.remedy != nil)
      audience.wait(.seconds(30))
      #expect(manager.latest?.freshness == .live)
      manager.stopUpdatingLocation()
    },
    Trial("for another program is an error with a name, until it is free") {
      Story.Refuse(.busy)
    } _: { audience in
      audience.settleIn()
      audience.leave()
      audience.wait(.seconds(5))
      let manager = LocationManager(audience.receiver)
      manager.startUpdatingLocation()
      audience.wait(.seconds(60))
      #expect(manager.latest?.reason == .deviceBusy && manager.latest?.location == nil)
      guard case .waitingToRetry(let error) = audience.receiver.state else {
        throw Unexpected("it is \(audience.receiver.state)")
      }
      #expect(error.code == .deviceBusy && error.underlying?.errno != nil)
      manager.stopUpdatingLocation()
    },
    Trial("is a search that begins anew") {
      Story.Restart(.cold)
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(15))
      #expect(audience.manager.latest?.location == nil)
      #expect(news.reasons.last == .fixLost)
      #expect(news.fixes.suffix(5).allSatisfy { !$0.isValid })
      let back = audience.hear(.seconds(90))
      audience.expectTruth(back)
      #expect(audience.manager.latest?.freshness == .live && back.gaps.count == 1)
    },
  ]
}

extension Trial {
  /// Trouble of the whole stream.
  static let streams: [Trial] = [
    Trial("makes a position old, and says why") {
      Story.Fault(.silent, for: .seconds(60))
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
      Story.Fault(.stalled, for: .seconds(20))
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
      Story.Fault(.wrongSpeed(38_400), for: .seconds(60))
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

extension Trial {
  /// Damage to single sentences: a bad cable.
  static let sentences: [Trial] = [
    Trial("is counted, and nothing of it is believed", .wrongChecksum, for: 30) { audience, news, before in
      let after = audience.receiver.counts
      #expect(after.badChecksums - before.badChecksums > 200)
      // What was on its way when it began may still be right.
      #expect(news.fixes.count <= 2)
      #expect(audience.manager.latest?.freshness == .lost && audience.manager.latest?.location == nil)
      let back = audience.hear(.seconds(10))
      #expect(audience.manager.latest?.freshness == .live && back.gaps.count == 1)
    },
    Trial("of a tenth of the sentences costs no place", .wrongChecksum, share: 0.1) { audience, news, _ in
      #expect(audience.receiver.counts.badChecksums > 20)
      #expect(news.fixes.count { $0.isValid } > 50)
    },
    Trial("is a sentence that nobody takes for a whole one", .cut, share: 0.3) { audience, news, before in
      #expect(audience.receiver.counts.junkBytes - before.junkBytes > 500)
      #expect(news.fixes.count > 40)
    },
    Trial("is told apart again", .glued) { audience, news, before in
      #expect(news.fixes.count { $0.isValid } >= 59 && news.gaps.isEmpty)
      #expect(audience.receiver.counts.badChecksums == before.badChecksums)
    },
    Trial("do not get into a sentence unseen", .nulBytes, share: 0.3) { audience, news, _ in
      #expect(news.fixes.count > 40)
      #expect(news.updates.allSatisfy { ($0.lastKnown?.horizontalAccuracy ?? 1) < 100 })
    },
    Trial("is caught by the checksum", .flippedBit, share: 0.5) { audience, news, before in
      #expect(audience.receiver.counts.badChecksums - before.badChecksums > 100)
    },
    Trial("is counted as belonging to nothing", .noise, share: 0.5) { audience, news, before in
      #expect(audience.receiver.counts.junkBytes - before.junkBytes > 1000)
      #expect(news.fixes.count { $0.isValid } > 55 && audience.manager.latest?.freshness == .live)
    },
    Trial("is read past, and costs no sentence", .binary, share: 0.5) { audience, news, before in
      let after = audience.receiver.counts
      #expect(after.messages - before.messages > 100)
      #expect(after.badChecksums == before.badChecksums && after.junkBytes == before.junkBytes)
      #expect(news.fixes.count { $0.isValid } >= 59)
    },
    Trial("leaves the rest of its epoch as it was said", .lost, share: 0.3) { audience, news, _ in
      #expect(news.fixes.count > 50)
    },
    Trial("is not told twice", .repeated) { audience, news, _ in
      #expect(58...61 ~= news.fixes.count { $0.isValid })
    },
    Trial("is still one epoch, and the same place", .shuffled) { audience, news, _ in
      #expect(50...61 ~= news.fixes.count { $0.isValid })
    },
  ]
}
