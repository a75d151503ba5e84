import GNSS
import SerialPorts
import Testing

@testable import GPSBridge

/// What a receiver does not report is neither "no" nor zero.
@Suite struct `What is not reported` {
  private let start = ContinuousClock.now

  @Test func `does not take two dimensions for reported where an epoch has no altitude`() {
    var condition = ReceiverCondition.opened(at: start)
    var bare = Fix.used(nil, .twoDimensional)
    bare.sources = [.rmc]
    for second in 0..<4 { #expect(condition.verdict(bare, second, start).code == .good) }
    // Five positions in four seconds: that none has a height is not chance.
    let verdict = condition.verdict(bare, 4, start)
    #expect(verdict.code == .noHeight)
    #expect(verdict.why.hasPrefix("It sends no height (no GGA or GNS)"))
    #expect(verdict.evidence.map(\.description) == ["RMC: no height"])
    #expect(condition.satellitesUsed == nil)
  }

  @Test func `does not lose its height between RMC and GGA that come at different times`() {
    var condition = ReceiverCondition.opened(at: start)
    for second in 0..<60 {
      var next = Fix.used(8, second % 2 == 0 ? .twoDimensional : .threeDimensional)
      next.isModeReported = false
      next.altitude = second % 2 == 0 ? nil : 400
      #expect(condition.verdict(next, second, start).code == .good, "\(second)")
    }
    // GGA ends, and after half a minute that is known.
    var codes: [Verdict.Code] = []
    for second in 60..<95 { codes.append(condition.verdict(.used(8, .twoDimensional), second, start).code) }
    #expect(codes.first == .good && codes.last == .noHeight)
  }

  @Test func `says nothing of signals where no sky is reported, or not anymore`() {
    var condition = ReceiverCondition.opened(at: start)
    condition.take(.sky(Sky(satellites: Satellites.gps([44]))), counts: .spoken, at: start)
    for second in [0, 20, 40, 60] {
      #expect(condition.verdict(Fix(), second, start).code != .noSignal)
    }
    #expect(condition.facts(at: start + .seconds(60)).sky.heard == .unknown)
    #expect(
      condition.verdict(Fix(), 61, start).why
        == "It has reported no satellites for half a minute (no GSV), so the reason is unknown.")
  }

  @Test func `is a time that ZDA reports beside positions without one`() {
    let gga = "GPGGA,,,,,,0,,,,M,,M,,"
    let zda = "GPZDA,TIME.00,07,09,2018,00,00"
    // Every second epoch of such a receiver has no ZDA of its own.
    for steps in [[gga, zda, gga], [zda, gga, gga]] {
      #expect(SentenceStream(.sentences(60, steps)).verdicts.map(\.code) == [.searching])
    }
    #expect(SentenceStream(.sentences(60, [gga, gga])).verdicts.map(\.code) == [.searchingCold])
    // A ZDA of half a minute ago is no report of now.
    let ended = SentenceStream(.sentences(30, [gga, zda]), .sentences(30, [gga]))
    #expect(ended.verdicts.map(\.code) == [.searchingCold])
  }

  @Test func `is a height that GGA leaves empty, and needs no other sentence`() {
    let gga = "GPGGA,TIME,5012.790800,N,00806.879600,W,2,,,,,,,"
    let rmc = "GPRMC,TIME,A,5012.790800,N,00806.879600,W,0.5,3.0,201126,,A"
    let verdict = SentenceStream(.sentences(20, [gga, rmc])).verdicts[0]
    #expect(verdict.code == .noHeight && verdict.why.hasPrefix("There is no height in its GGA"))
    #expect(!verdict.remedy.contains("enable GGA"))
    let without = SentenceStream(.sentences(20, [rmc])).verdicts[0]
    #expect(without.remedy.contains("enable GGA"))
  }

  @Test func `is no silence where satellites are listed without their levels`() {
    let rmc = "GPRMC,TIME,A,4807.038,N,01131.000,E,0.0,,201126,,,A"
    let gga = "GPGGA,TIME,4807.038,N,01131.000,E,1,05,0.9,545.4,M,46.9,M,,"
    let unleveled = "GPGSV,1,1,02,01,40,100,,02,50,200,"
    let lost = "GPRMC,TIME,V,,,,,,,201126,,,N"
    let stream = SentenceStream(.sentences(9, [rmc, gga, unleveled]), .sentences(40, [lost, unleveled]))
    #expect(stream.verdicts.map(\.code) == [.searchingWarm])
    let leveled = "GPGSV,1,1,02,01,40,100,44,02,50,200,40"
    let silent = SentenceStream(.sentences(9, [rmc, gga, leveled]), .sentences(40, [lost, unleveled]))
    #expect(silent.verdicts.map(\.code) == [.noSignal])
  }
}

@Suite struct `The knowledge of a fix` {
  @Test func `holds over epochs without a report on one, and is unknown after fifteen seconds`() {
    var counts = StreamTotals()
    let start = ContinuousClock.now
    var facts = ReceiverCondition.opened(at: start)
    for second in 1...40 {
      counts.messages += 5
      counts.epochs += 1
      counts.bytes += 400
      var fix = Fix()
      fix.time = UTC(secondsSince1970: 1_795_000_000 + Int64(second))
      if second <= 10 {
        fix.mode = .threeDimensional
        fix.coordinate = Coordinate(latitude: 48.1, longitude: 11.5)
        fix.altitude = 540
      } else {
        fix.isUnreported = true
      }
      facts.take(.fix(fix), counts: counts, at: start + .seconds(second))
      let code = facts.verdict(at: start + .seconds(second)).code
      #expect(code == (second <= 25 ? .good : .noPositions), "\(second) s")
    }
    let verdict = facts.verdict(at: start + .seconds(40))
    #expect(verdict.what == "Messages arrive, but none of them reports a position.")
    #expect(verdict.why == "No epoch of the last 15 seconds reports whether there is a fix.")
    #expect(facts.fix?.coordinate != nil, "the epoch that was told last and reports on a fix")
  }
}
