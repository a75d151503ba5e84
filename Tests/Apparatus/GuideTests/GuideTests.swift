import GPSBridge
import NMEA
import SimulatedGPS
import TestSupport
import Testing

/// What the pages say that a piece of theirs prints or does.
///
/// Pieces that need a cable are compiled, and no more; the programs of `docs/examples` are run whole.
@Suite struct `A piece of a page` {
  private let gga = "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"

  @Test func `reads a sentence as the page says`() throws {
    let sentence = try Sentence("$\(gga)*47".utf8)
    guard case .gga(let gga) = sentence else { throw Unexpected(sentence) }
    #expect("\(gga.latitude ?? .nan) \(gga.longitude ?? .nan)" == "48.1173 11.516666666666667")
    #expect(gga.satellitesUsed == 8 && gga.differentialAge == nil)
    #expect(throws: SentenceError.checksum(found: 79, expected: 71)) {
      try Sentence("$\(self.gga)*4F".utf8)
    }
    try readOne()
    readWrong()
  }

  @Test func `hears what a sink asks for, and counts the rest`() {
    let file = wire([gga, "GPGGA,123520,4807.038,N,01131.000,E,1,08,0.9,546.4,M,46.9,M,,"])
    let broken = Array("$GPGGA,1*00\r\n".utf8)
    #expect(heights(in: file + broken).meters == [545.4, 546.4])
    #expect(heights(in: file + broken).rejected == 1)
    let pieces = (file + Array("noise\r\n".utf8)).map { [$0] }
    #expect(census(of: pieces).sentences == 2)
    #expect(census(of: pieces).messages == 0)
    #expect(census(of: pieces).noise > 0)
    #expect(fixes(in: file).count == 2)
  }

  @Test func `writes what it can read`() throws {
    let line = writeOne()
    guard case .gga(let gga) = try Sentence(line) else { throw Unexpected(line) }
    #expect(gga.latitude.map { abs($0 - 48.1173) < 1e-6 } == true)
    #expect(gga.quality == .autonomous)
  }

  @Test func `says what keeps two weak satellites from being a fix`() {
    var facts = ReceiverFacts()
    facts.port.state = .opened
    facts.fix.hasFix = false
    facts.fix.searching = .seconds(1800)
    var first = Satellite(SatelliteIdentity(.gps, 1))
    first.carrierToNoise = 24
    var second = Satellite(SatelliteIdentity(.gps, 2))
    second.carrierToNoise = 22
    facts.sky = SkyFacts(Sky(satellites: [first, second]))
    #expect(
      Diagnosis.verdict(facts).description == """
        what:   The signals of 2 satellites are too weak for a fix.
        why:    The best has 24 dB-Hz; a fix needs about 30 from 4 of them.
        do:     Move the antenna to a window or outside, away from metal and USB 3 devices.
        expect: A fix within a minute once 4 satellites come in well.
        """)
    advise(Sky(satellites: [first, second]), searching: .seconds(1800))
  }

  @Test func `gives a slow reader what it subscribed to in time`() async {
    let hub = Broadcast<Int, Never>()
    var count = 0
    var heard: [Int] = []
    await register(
      hub,
      start: {
        count += 1
        hub.send(count)
        hub.finish()
      }, use: { heard.append($0) })
    #expect(heard == [1], "the second loop was registered too late")
  }

  @Test func `shows a location that is present, and remembers one that is not`() {
    let time = ManualTime()
    let simulated = SimulatedReceiver(.walk, time: time)
    let scenario = drive()
    #expect(scenario.seed == 7 && !scenario.events.isEmpty)
    let manager = LocationManager(simulated.receiver)
    manager.startUpdatingLocation()
    time.jump(by: .seconds(60))
    var shown: [String] = []
    look(manager, show: { shown.append("\($0)") })
    #expect(shown.count == 2)
    pull(simulated, time)
    look(manager, show: { shown.append("\($0)") })
    #expect(shown.count == 3, "a location is remembered, and is not present")
    play(scenario)
  }

  @Test func `ends a request in vain with the words of the page`() {
    let error = LocationError.timedOut(after: .seconds(10))
    #expect("\(error)".hasPrefix("no location within 10.0 seconds"), "\(error)")
  }
}
