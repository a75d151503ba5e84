import GNSS
import NMEA
import TestSupport
import Testing

/// Sentences that come after their epoch has been given out.
@Suite struct `A late sentence` {
  private var line = Line()

  @Test mutating func `is counted and never patched in`() {
    _ = line.hear("GGA", at: 0)
    let first = line.quiet()
    #expect(first.map(\.speed) == [nil])
    #expect(line.hear("RMC", at: 0).isEmpty)
    #expect(line.quiet().isEmpty)
    #expect(line.decoder.epochCounts.late == 1 && line.decoder.epochCounts.epochs == 1)
    _ = line.hear("GGA", at: 100)
    #expect(line.quiet().map(\.speed) == [nil])
  }

  @Test(arguments: ["RMC", "GGA", "GLL", "GNS", "ZDA", "GST"])
  mutating func `is late whatever its name`(name: String) {
    for second in 0..<3 { _ = line.hear("RMC", at: second * 100) }
    _ = line.quiet()
    #expect(line.hear(name, at: 100).isEmpty)
    #expect(line.finish().isEmpty)
    #expect(line.decoder.epochCounts.late == 1)
  }

  @Test mutating func `does not close the epoch that is open`() {
    _ = line.hear("RMC", at: 0)
    _ = line.hear("RMC", at: 100)
    #expect(line.hear("GGA", at: 0).isEmpty)
    _ = line.hear("GGA", at: 100)
    let fixes = line.quiet()
    #expect(fixes.map(\.altitude) == [545.4])
    #expect(fixes.map { $0.coordinate.map { Bursts.latitudes(100).contains($0.latitude) } } == [true])
  }

  @Test mutating func `of an epoch that was left out altogether is late too`() {
    var fixes = line.hear("RMC", at: 0) + line.hear("RMC", at: 200) + line.hear("RMC", at: 100)
    fixes += line.hear("RMC", at: 300) + line.finish()
    #expect(fixes.map { $0.timeOfDay?.second } == [0, 2, 3])
    #expect(line.decoder.epochCounts.late == 1)
  }

  @Test mutating func `is none where the clock was set back`() {
    let fixes =
      line.hear("RMC", at: 10_000) + line.hear("RMC", at: 0) + line.hear("RMC", at: 100) + line.finish()
    #expect(fixes.map { $0.timeOfDay?.minute } == [1, 0, 0])
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test mutating func `before its epoch is none: what ZDA and GST say is kept for it`() {
    _ = line.hear("ZDA GST GGA", at: 0)
    let fix = line.quiet().first
    #expect(fix?.time == utc(2026, 11, 20, 12, 0, 0) && fix?.errors?.source == .gst)
    #expect(fix?.errors?.vertical == 5)
  }

  // MARK: Without a fix

  @Test func `epoch without a fix is told with what is known`() {
    let result = fixes(
      "GPRMC,120000,V,,,,,,,201126,,,N", "GPGGA,120000,,,,,0,03,4.5,,M,,M,,",
      "GPGSA,A,1,01,02,03,,,,,,,,,,9.5,4.5,8.5",
      "GPGSV,1,1,03,01,40,083,46,02,17,308,41,03,10,100,30")
    #expect(result.allSatisfy { $0.mode == .none && $0.coordinate == nil && $0.quality == nil })
    #expect(result.map(\.timeOfDay) == [TimeOfDay(hour: 12, minute: 0, second: 0)])
    #expect(result.map(\.satellitesUsed) == [3])
    #expect(result.map(\.satellites.count) == [3])
    #expect(result.map(\.dilution.position) == [9.5])
  }
}

@Suite struct `A decoder that begins anew` {
  private var decoder = FixDecoder(.recording())

  private func fixes(_ decoder: inout FixDecoder, _ bytes: [UInt8]) -> [Fix] {
    decoder.outputs {
      $0.decode(bytes.span, $1)
      $0.lineIsQuiet($1)
    }.fixes
  }

  @Test mutating func `does not tell a moment again of which the rest comes late`() {
    #expect(fixes(&decoder, wire([gga("120000"), rmc("120000"), gga("120001")])).count == 2)
    decoder.restart(.recording())
    let more = fixes(&decoder, wire([rmc("120001"), gga("120002"), rmc("120002")]))
    #expect(more.map(\.timeOfDay?.second) == [2])
    #expect(decoder.epochCounts.late == 1)
  }

  @Test mutating func `forgets what was half said, and the date`() {
    #expect(fixes(&decoder, wire([rmc("120000")])).first?.time != nil)
    decoder.decode(Array("$GPGGA,120001,4807.0".utf8).span) { _ in }
    decoder.restart(.recording())
    #expect(fixes(&decoder, Array("38,N,01131.000,E,1\r\n".utf8)) == [])
    #expect(fixes(&decoder, wire([gga("120005")])).map(\.time) == [nil])
  }

  @Test mutating func `still gives out sentences to who asked for them`() {
    decoder.givesSentences = true
    decoder.restart(.recording())
    #expect(decoder.givesSentences)
  }
}

/// A burst says each of its sentences once, and this tells epochs apart that are close together.
@Suite struct `Times that are close together` {
  private func gst(_ time: String, _ error: Int) -> String { "GPGST,\(time),1,1,1,0,3.0,4.0,\(error).0" }

  private func times(_ fixes: [Fix]) -> [Int] {
    fixes.map { Int($0.timeOfDay?.nanosecond ?? 0) / 1_000_000 + 1000 * Int($0.timeOfDay?.second ?? 0) }
  }

  @Test func `are two epochs where the same sentence comes with both`() {
    let result = fixes(
      gga("120043.990"), rmc("120043.990"), gga("120044.000"), rmc("120044.000"), gga("120045.000"))
    #expect(times(result) == [43990, 44000, 45000])
    #expect(result.map { $0.speed != nil } == [true, true, false])
  }

  @Test func `are two epochs behind one that was given out`() {
    var line = Line()
    #expect(line.hear([gga("120043.990")]).isEmpty)
    #expect(line.quiet().count == 1)
    #expect(line.hear([gga("120044.000")]).isEmpty)
    #expect(times(line.quiet()) == [44000])
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test func `are one epoch for sentences that it has not had`() {
    let result = fixes(
      gga("120000.303"), rmc("120000.30"), "GPGLL,\(place),120000.300,A", gga("120001.303"), rmc("120001.30"))
    #expect(times(result) == [303, 1303])
    #expect(result.allSatisfy { $0.speed != nil })
  }

  @Test(arguments: ["GGA", "GGA RMC", "GGA RMC GST", "GST GGA RMC VTG", "ZDA GGA", "RMC GGA GSA"])
  func `at a hundred epochs a second are as many epochs`(shape: String) {
    for isLive in [false, true] {
      var line = Line(isLive: isLive)
      var fixes: [Fix] = []
      for hundredth in 0..<300 { fixes += line.hear(shape, at: hundredth) }
      fixes += line.finish()
      #expect(times(fixes) == (0..<300).map { 10 * $0 })
      #expect(line.decoder.epochCounts.late == 0)
      if shape.contains("RMC") { #expect(fixes.allSatisfy { $0.speed != nil }) }
      if shape.contains("GST") { #expect(fixes.allSatisfy { $0.errors?.source == .gst }) }
    }
  }

  @Test func `keep apart what only adds to an epoch`() {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    for hundredth in 0..<9 {
      let time = "120000.0\(hundredth)"
      fixes += line.hear([gst(time, hundredth + 1), gga(time)])
    }
    fixes += line.finish()
    #expect(fixes.map(\.errors?.vertical) == (1...9).map(Double.init))
  }
}

/// On a ship's network a plotter repeats the receiver's sentences under its own talker, often late.
@Suite struct `Several talkers on a line` {
  private func seconds(_ bodies: [String]) -> [Int] {
    fixes(bodies).compactMap { $0.timeOfDay.map { Int($0.nanosecondsOfDay / 1_000_000_000) - 43_200 } }
  }

  private func rmc(_ talker: String, _ second: Int) -> String {
    "\(talker)RMC,\(Bursts.clock(second * 100).dropLast(3)),A,5759.101,N,01144.348,E,5.5,30.3,200715,0.0,E,A"
  }

  private func gga(_ talker: String, _ second: Int) -> String {
    "\(talker)GGA,\(Bursts.clock(second * 100).dropLast(3)),5759.102,N,01144.349,E,1,06,2.0,4.0,M,39.4,M,,"
  }

  @Test func `make one epoch of each time, although a plotter repeats the last one late`() {
    let network = [
      "IIRMC,092214,A,5759.101,N,01144.348,E,5.5,30.3,,0.0,E,A",
      "GPGGA,092216,5759.102,N,01144.349,E,1,06,2.0,4.0,M,39.4,M,,",
      "IIRMC,092216,A,5759.103,N,01144.350,E,5.5,30.4,,0.0,E,A",
      "GPRMC,092218,A,5759.104,N,01144.352,E,005.5,031.0,200715,000.0,E",
      "IIRMC,092216,A,5759.103,N,01144.350,E,5.5,30.4,,0.0,E,A",
      "PGRME,19.1,M,19.8,M,27.5,M",
      "IIRMC,092218,A,5759.104,N,01144.352,E,5.5,31.0,,0.0,E,A",
    ]
    #expect(seconds(network).map { ($0 + 43_200) % 60 } == [14, 16, 18])
  }

  @Test(arguments: 0...8)
  func `tell the receiver's times alone, however late the plotter is`(delay: Int) {
    var bodies: [String] = []
    for second in 10..<60 {
      bodies += [rmc("GP", second), gga("GP", second), rmc("II", second - delay), gga("II", second - delay)]
    }
    #expect(seconds(bodies) == Array(10..<60))
  }

  @Test func `tell the receiver's times alone where the plotter's clock shows local time`() {
    var bodies: [String] = []
    for second in 0..<40 { bodies += [rmc("GP", second), rmc("II", second + 1800), gga("GP", second)] }
    #expect(seconds(bodies) == Array(0..<40))
  }

  @Test func `follow a receiver whose clock is set back, and its plotter with it`() {
    var bodies: [String] = []
    for second in 20..<40 { bodies += [rmc("GP", second), gga("GP", second), rmc("II", second)] }
    for second in 35..<50 { bodies += [rmc("GP", second), gga("GP", second), rmc("II", second)] }
    let told = seconds(bodies)
    #expect(told.prefix(20) == Array(20..<40)[...])
    #expect(told.count { $0 == 38 } == 2)
    #expect(told.last == 49)
  }

  @Test func `are followed one after the other when the receiver falls silent`() {
    var bodies = (0..<10).map { rmc("GP", $0) }
    bodies += (10..<40).map { rmc("II", $0) }
    let told = seconds(bodies)
    #expect(told.prefix(12) == Array(0..<12)[...])
    #expect(told.suffix(15) == Array(25..<40)[...])
    #expect(zip(told, told.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `are the receiver where no satellite system's talker is among them`() {
    let bodies = (0..<20).flatMap { [rmc("II", $0), rmc("EC", max(0, $0 - 2))] }
    #expect(seconds(bodies) == Array(0..<20))
  }
}
