import Testing

@testable import GPSBridge

@Suite struct `The search for the speed` {
  private var run = MachineRun.plugged()

  private static let nmea = SpeedEvidence(bytes: 300, sentences: 1)

  @Test func `goes through all speeds, each once a round, and begins again`() {
    var run = MachineRun.plugged { $0.speeds = [9600, 4800, 38400] }
    for _ in 0..<6 { run.fire(.trial) }
    #expect(run.log.speeds == [4800, 38400, 9600, 4800, 38400, 9600])
    #expect(run.log.events.filter { if case .speedNotFound = $0 { true } else { false } }.count == 2)
  }

  @Test func `listens longer than two epochs of one second`() {
    let run = MachineRun.plugged()
    #expect((run.timers[.trial] ?? .zero) >= .milliseconds(2200))
  }

  @Test mutating func `ends with the first whole sentence, and the speed is remembered`() {
    run.fire(.trial)
    run.hear(Self.nmea)
    #expect(run.state == .noFix)
    #expect(run.timers[.trial] == nil)
    #expect(run.lastGood == ["usb-1.2": 4800])
  }

  @Test mutating func `begins with the speed that worked last`() {
    run.fire(.trial)
    run.hear(Self.nmea)
    run.hangUp()
    run.unplug()
    run.plug()
    #expect(run.state == .detectingSpeed(4800))
    #expect(run.log.contains { if case .open(_, speed: 4800) = $0 { true } else { false } })
  }

  @Test mutating func `takes no noise for a receiver`() {
    run.hear(SpeedEvidence(bytes: 5000))
    #expect(run.state == .detectingSpeed(9600))
    run.hear(SpeedEvidence(bytes: 6000, messages: 1, corrections: 1, strangers: 1))
    #expect(run.state == .detectingSpeed(9600))
  }

  @Test func `says how many bytes came when no speed gives a frame`() {
    var run = MachineRun.plugged { $0.speeds = [9600, 4800] }
    run.hear(SpeedEvidence(bytes: 70))
    run.fire(.trial)
    run.hear(SpeedEvidence(bytes: 30))
    run.fire(.trial)
    #expect(run.log.events.contains(.speedNotFound(heard: 100)))
  }

  @Test(arguments: [
    (SpeedEvidence(bytes: 300, strangers: 2, stranger: .skytraq), BinaryProtocol.skytraq),
    (SpeedEvidence(bytes: 300, corrections: 2), .rtcm),
  ])
  mutating func `recognizes a language without positions and says so`(
    _ evidence: SpeedEvidence, _ language: BinaryProtocol
  ) {
    run.hear(evidence)
    #expect(run.state == .binary(language))
    #expect(run.log.events.contains(.binary(language)))
    #expect(run.lastGood == ["usb-1.2": 9600])
  }

  @Test mutating func `is over when the receiver is switched to sentences`() {
    run.hear(SpeedEvidence(bytes: 300, strangers: 2, stranger: .tsip))
    run.hear(SpeedEvidence(bytes: 500, sentences: 1, strangers: 2, stranger: .tsip))
    #expect(run.state == .noFix)
  }

  @Test mutating func `begins anew when what was understood has become garbage`() {
    run.hear(Self.nmea)
    run.fire(.silence)
    run.hear(SpeedEvidence(bytes: 800, sentences: 1))
    run.fire(.silence)
    #expect(run.state == .detectingSpeed(9600))
    #expect(run.log.events.contains(.speedLost(9600)))
  }

  @Test mutating func `does not begin anew for noise among sentences`() {
    run.hear(Self.nmea)
    run.fire(.silence)
    run.hear(SpeedEvidence(bytes: 900, sentences: 2))
    run.fire(.silence)
    #expect(run.state == .noFix)
  }

  @Test func `tries no speed twice in a round`() {
    let detection = SpeedDetection(lastGood: 4800, candidates: [9600, 4800, 9600, 0, -5])
    var search = detection
    #expect(search.speed == 4800)
    #expect(search.trialEnded() == .next(9600))
    #expect(search.trialEnded() == .roundEnded(next: 4800, heard: 0))
  }

  @Test func `falls back on the common speeds when none is given`() {
    #expect(SpeedDetection(candidates: []).speed == 9600)
  }
}
