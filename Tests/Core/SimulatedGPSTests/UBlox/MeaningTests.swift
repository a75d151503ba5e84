import GNSS
import TestSupport
import Testing
import UBX

@testable import SimulatedGPS

/// What a simulated u-blox says in its own language is what it meant.
@Suite struct `What a simulated u-blox says in UBX` {
  private var decoder = FixDecoder(.recording())

  static let journeys: [Scenario] = [
    .staticDesk, .drive, .flight, .canyon, .tunnel, .coldStart, .noFix, .midnight,
  ]
  private static let seconds = 60

  private func scenario(_ base: Scenario, _ dialect: Dialect, _ language: Scenario.Language) -> Scenario {
    base.with {
      $0.dialect = dialect
      $0.language = language
      if $0.dialect.speed != nil { $0.speed = 230_400 }
    }
  }

  @Test(arguments: Dialect.ofUBlox, journeys)
  func `is one fix an epoch for our decoder, at the place that it meant`(dialect: Dialect, base: Scenario) {
    for language in [Scenario.Language.ubx, .both] {
      let scenario = scenario(base, dialect, language)
      let place: Comment = "\(base.name) \(dialect.name) \(language)"
      let all = meant(scenario, seconds: Self.seconds).filter { $0.instant < .seconds(Self.seconds - 1) }
      var decoder = FixDecoder(.recording())
      var fixes: [Fix] = []
      let receive: (DecodedOutput) -> Void = { if case .fix(let fix) = $0 { fixes.append(fix) } }
      decoder.decode(bytes(scenario, seconds: Self.seconds).span, receive)
      decoder.finish(receive)
      #expect(decoder.epochCounts.late == 0, place)
      for epoch in all {
        guard let time = epoch.timeOfDay, let date = epoch.date else { continue }
        let found = fixes.filter { $0.timeOfDay == time && $0.time?.date == date }
        #expect(found.count == 1, "\(place) \(epoch.instant) \(time)")
        if let fix = found.first { check(epoch, fix, dialect, place) }
      }
      #expect(fixes.count <= all.count + 2, place)
    }
  }

  private func check(_ epoch: SimulatedEpoch, _ fix: Fix, _ dialect: Dialect, _ place: Comment) {
    #expect(fix.isValid == epoch.hasFix, "\(place) \(epoch.instant)")
    guard epoch.hasFix, let coordinate = fix.coordinate else { return }
    let motion = epoch.motion
    // Of centimeters in space, of tenths of a millionth of a degree.
    let steps = dialect == .ublox6 ? 2e-7 : 0.51e-7
    #expect(abs(coordinate.latitude - motion.latitude) <= steps, "\(place) \(epoch.instant)")
    #expect(abs(coordinate.longitude - motion.longitude) <= steps, "\(place) \(epoch.instant)")
    #expect(abs((fix.altitude ?? .infinity) - motion.altitude) <= 0.001, "\(place) \(epoch.instant)")
    #expect(abs((fix.speed ?? .infinity) - motion.speed) <= 0.008, "\(place) \(epoch.instant)")
    #expect(fix.mode == epoch.mode, "\(place) \(epoch.instant)")
    #expect(fix.satellitesUsed == epoch.usedCount, "\(place) \(epoch.instant)")
    if let geometry = epoch.geometry, let deviation = epoch.horizontalDeviation {
      #expect(abs((fix.dilution.horizontal ?? 99) - geometry.horizontal) <= 0.0051, "\(place)")
      let accuracy = fix.errors?.horizontal ?? 99
      // Covariances say more than one radius: the decoder makes its own of them.
      let step = dialect == .ublox9 || dialect == .ublox10 ? deviation / 4 : 0.01
      #expect(abs(accuracy - deviation) <= step, "\(place)")
    }
  }

  @Test(arguments: Dialect.ofUBlox, [1.0, 5.0, 10.0])
  mutating func `beside sentences is one fix an epoch at each rate, and none is late`(
    dialect: Dialect, rate: Double
  ) {
    let scenario = Scenario.drive.with {
      $0.dialect = dialect
      $0.language = .both
      $0.rate = rate
      $0.speed = 921_600
    }
    let epochs = meant(scenario, seconds: 60)
    var times: [UTC] = []
    let receive: (DecodedOutput) -> Void = {
      if case .fix(let fix) = $0, let time = fix.time { times.append(time) }
    }
    var engine = SimulatedReceiverMachine(scenario)
    for hundredth in 1...6000 {
      let piece = engine.advance(to: .milliseconds(hundredth * 10)).bytes
      decoder.decode(piece.span, receive)
    }
    decoder.finish(receive)
    #expect(decoder.epochCounts.late == 0)
    #expect(Set(times).count == times.count)
    #expect(epochs.count - 1...epochs.count ~= times.count)
  }

  @Test(arguments: [Dialect.ublox8, .ublox9, .ublox10])
  mutating func `is told at the last byte of NAV-EOE, which ends the epoch`(dialect: Dialect) throws {
    let scenario = scenario(.drive, dialect, .ubx)
    let stream = bytes(scenario, seconds: 30)
    var ends: [Int] = []
    for (place, byte) in stream.enumerated() {
      decoder.decode([byte].span) { if case .fix = $0 { ends.append(place + 1) } }
    }
    let last = try #require(ends.last)
    #expect(ends.count >= 28)
    // Of the first epoch nobody knows yet how it ends.
    for end in ends.dropFirst() where end <= last {
      // The frame is 12 bytes long, and the epoch before it is over with its last one.
      #expect(Array(stream[(end - 12)..<(end - 8)]) == [0xB5, 0x62, 0x01, 0x61])
    }
  }

  @Test(arguments: Dialect.ofUBlox)
  mutating func `are the satellites that it knows`(dialect: Dialect) throws {
    var engine = SimulatedReceiverMachine(scenario(.staticDesk, dialect, .ubx))
    let stream = engine.advance(to: .milliseconds(20_900)).bytes
    var sky: Sky?
    decoder.decode(stream.span) { if case .sky(let seen) = $0 { sky = seen } }
    decoder.finish { if case .sky(let seen) = $0 { sky = seen } }
    let seen = try #require(sky).satellites
    let epoch = try #require(engine.lastEpoch)
    for satellite in epoch.satellites where satellite.carrierToNoise != nil {
      let found = seen.filter { $0.identity == satellite.identity }
      #expect(found.count == 1, "\(satellite.identity)")
      #expect(found.first?.isUsed == satellite.isUsed && found.first?.elevation == satellite.wholeElevation)
    }
  }

  @Test func `is not good enough to be used while it is beyond the masks`() throws {
    var talk = UBloxTalk(.ublox8) { $0.language = .both }
    let mask = CfgNAV5 { ($0.mask, $0.maximumPositionDilution, $0.maximumPositionError) = (.position, 25, 0) }
    #expect(talk.tell(mask) == true)
    let stream = talk.listen(.seconds(3))
    let solutions = messages(stream).compactMap { if case .navPVT(let pvt) = $0 { pvt } else { nil } }
    #expect(solutions.count == 3)
    #expect(solutions.allSatisfy { $0.fixType == .threeDimensional && !$0.isFixOK })
    #expect(lines(stream).contains { $0.contains("RMC") && $0.contains(",V,") })
    #expect(fixes(stream).allSatisfy { !$0.isValid })
  }

  @Test func `has the messages of its generation and no others`() {
    let kinds = { (dialect: Dialect) in
      Set(messages(bytes(self.scenario(.staticDesk, dialect, .ubx), seconds: 12)).map(\.kind))
    }
    #expect(kinds(.ublox6).isSuperset(of: [.navSOL, .navSVINFO]))
    #expect(kinds(.ublox6).isDisjoint(with: [.navPVT, .navSAT, .navEOE, .navSIG, .monRF]))
    #expect(kinds(.ublox7).contains(.navPVT) && !kinds(.ublox7).contains(.navSAT))
    #expect(kinds(.ublox8).isSuperset(of: [.navPVT, .navSAT, .navEOE, .monHW]))
    #expect(kinds(.ublox9).isSuperset(of: [.navPVT, .navSAT, .navSIG, .navCOV, .monRF, .navEOE]))
    #expect(kinds(.ublox10).isDisjoint(with: [.navSOL, .navSVINFO, .monHW]))
    let lengths = { (dialect: Dialect) in
      Set(
        messages(bytes(self.scenario(.staticDesk, dialect, .ubx), seconds: 12)).filter { $0.kind == .navPVT }
          .map(\.payload.count))
    }
    #expect(lengths(.ublox7) == [84] && lengths(.ublox8) == [92] && lengths(.ublox10) == [92])
  }
}
