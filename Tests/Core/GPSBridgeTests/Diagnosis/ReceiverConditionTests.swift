import GNSS
import SerialPorts
import Testing

@testable import GPSBridge

@Suite struct `What is known of a receiver` {
  private let start = ContinuousClock.now
  private let place = DevicePlace(key: "k", node: "/dev/ttyUSB0", speed: .unknown)

  private func told(_ outputs: [(Report, Double)], counts: StreamTotals = StreamTotals()) -> ReceiverCondition
  {
    var facts = ReceiverCondition()
    for (output, seconds) in outputs { facts.take(output, counts: counts, at: start + .seconds(seconds)) }
    return facts
  }

  private func event(_ kind: ReceiverEvent.Kind, _ seconds: Double = 0) -> (Report, Double) {
    (.event(ReceiverEvent(kind, at: start + .seconds(seconds))), seconds)
  }

  private func code(_ facts: ReceiverCondition, _ seconds: Double) -> Verdict.Code {
    facts.verdict(at: start + .seconds(seconds)).code
  }

  private func sky(_ levels: [Int]) -> Report { .sky(Sky(satellites: Satellites.gps(levels))) }

  @Test func `is that it was pulled out, from the hang-up on`() {
    let hungUp = event(.disconnected(LocationError(.disconnected, "it has gone")), 5)
    let opened = event(.opened(place, speed: nil))
    #expect(code(told([opened, hungUp]), 5) == .deviceGone)
    #expect(code(told([opened, hungUp, event(.detached(place), 5.1)]), 6) == .deviceGone)
    #expect(code(told([opened, hungUp, event(.opened(place, speed: nil), 6)]), 6) == .listening)
  }

  @Test func `is that another program reads the port, until it has gone`() {
    let cat = event(.otherReaders([PortHolder(process: 812, name: "cat")]))
    let opened = event(.opened(place, speed: nil))
    let verdict = told([opened, cat]).verdict(at: start)
    #expect(verdict.code == .portShared)
    #expect(verdict.what == "Another program also reads from the receiver's port: cat (process 812).")
    #expect(verdict.remedy == "End it: kill 812.")
    #expect(code(told([opened, cat, event(.otherReaders([]), 1)]), 1) == .listening)
  }

  @Test
  func `is that the speed is wrong while it is looked for, and that it is no receiver after all of them`() {
    var counts = StreamTotals()
    let opened = event(.opened(place, speed: 9600))
    var facts = told([opened])
    counts.bytes = 4000
    facts.take(event(.speedTried(4800), 4).0, counts: counts, at: start + .seconds(4))
    #expect(code(facts, 4) == .wrongSpeed)
    for speed in [38400, 115_200, 57600] {
      facts.take(event(.speedTried(speed), 5).0, counts: counts, at: start + .seconds(5))
    }
    #expect(code(facts, 5) == .notAGPS)
  }

  @Test func `is good with a fix`() {
    var counts = StreamTotals()
    counts.sentences = 100
    counts.epochs = 40
    counts.bytes = 9000
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 48, longitude: 11)
    var facts = told([event(.opened(place, speed: nil))])
    facts.take(.fix(fix), counts: counts, at: start + .seconds(5))
    #expect(code(facts, 5) == .good)
    // The sky's marks are of an epoch before.
    facts.take(sky([40, 41]), counts: counts, at: start + .seconds(6))
    fix.satellitesUsed = 7
    facts.take(.fix(fix), counts: counts, at: start + .seconds(6))
    let evidence = facts.verdict(at: start + .seconds(6)).evidence.map(\.finding)
    #expect(
      evidence == [
        "a fix", "7 satellites in use",
        "2 satellites heard, 2 with 30 dB-Hz or more, best 41 dB-Hz, " + "median 41 dB-Hz",
      ])
    #expect(facts.satellitesUsed == 7)
  }

  private func hardware(_ say: (inout HardwareCondition) -> Void) -> Report {
    var hardware = HardwareCondition()
    say(&hardware)
    return .condition(hardware)
  }

  @Test func `of its parts is what it says of them, until it is opened anew`() {
    let opened = event(.opened(place, speed: nil))
    var facts = told([opened, (hardware { $0.antenna = .short }, 1)])
    #expect(code(facts, 2) == .antennaFault)
    let again = event(.opened(place, speed: nil), 3)
    facts.take(again.0, counts: StreamTotals(), at: start + .seconds(3))
    #expect(facts.hardware.isEmpty)
    #expect(code(facts, 4) == .listening)
    let jammed = told([opened, (hardware { $0.jamming = .critical }, 1)])
    #expect(code(jammed, 2) == .jammed)
    let forged = told([opened, (hardware { $0.spoofing = .indicated }, 1)])
    #expect(code(forged, 2) == .spoofed)
    #expect(forged.isSuspect(at: start + .seconds(2)))
  }

  @Test func `of signals rests on the whole search, and not on its last epoch`() {
    var facts = told([event(.opened(place, speed: nil))])
    var verdicts: [Int: Verdict] = [:]
    for second in 0...75 {
      let now = start + .seconds(second)
      facts.take(.fix(Fix()), counts: .spoken, at: now)
      facts.take(sky([second == 40 ? 13 : 0]), counts: .spoken, at: now)
      verdicts[second] = facts.verdict(at: now)
    }
    #expect(verdicts[35]?.code == .noSignal && verdicts[35]?.why.hasPrefix("In 35 seconds not one") == true)
    #expect(verdicts[41]?.code == .weakSignal && verdicts[41]?.why.contains("had 13 dB-Hz") == true)
    #expect(verdicts[69]?.code == .weakSignal)
    #expect(verdicts[75]?.why.hasPrefix("For the last 35 seconds not one signal") == true)
  }

  @Test func `of a watch that is switched off is nothing`() {
    let facts = told([
      event(.opened(place, speed: nil)),
      (hardware { ($0.jamming, $0.spoofing, $0.antenna) = (.notWatched, .notWatched, .unknown) }, 1),
    ]).facts(at: start + .seconds(2))
    #expect(facts.integrity.jamming == .unknown && facts.integrity.isSpoofingReported == .unknown)
    #expect(facts.integrity.antenna == .unknown)
  }

  @Test func `of a full buffer holds for a minute, since a receiver complains once for many losses`() {
    let complaint = hardware { $0.notice = HardwareCondition.Notice("txbuf alloc", count: 1) }
    var facts = told([event(.opened(place, speed: nil))])
    facts.take(complaint, counts: .spoken, at: start + .seconds(1))
    #expect(code(facts, 59) == .overloaded)
    #expect(code(facts, 62) == .noPositions, "and no epoch has come")
    let other = hardware { $0.notice = HardwareCondition.Notice("PFEC inv format", count: 1) }
    #expect(code(told([event(.opened(place, speed: nil)), (other, 1)]), 2) == .listening)
  }

  @Test func `of positions that it calls too bad is told when it has done so for half a minute`() {
    let counts = StreamTotals.spoken
    var fix = Fix()
    fix.isHeldBack = true
    var facts = told([event(.opened(place, speed: nil))])
    for second in 0...30 {
      fix.time = UTC(secondsSince1970: 1_795_000_000 + Int64(second))
      facts.take(.fix(fix), counts: counts, at: start + .seconds(second))
      #expect((code(facts, Double(second)) == .fixNotGood) == (second == 30))
    }
    fix.isHeldBack = false
    fix.time = UTC(secondsSince1970: 1_795_000_031)
    facts.take(.fix(fix), counts: counts, at: start + .seconds(31))
    #expect(code(facts, 31) != .fixNotGood)
  }

  @Test func `of a setting that was refused holds until it is as it should be`() {
    let rate = Setting.updateRate(.hertz(25))
    let refused = LocationError(.settingRefused, "the receiver refused it")
    let opened = event(.opened(place, speed: nil))
    let missing = [opened, event(.settingNotRestored(rate, refused), 1)]
    func isMissing(_ outputs: [(Report, Double)]) -> Bool {
      !told(outputs).facts(at: start + .seconds(3)).settings.missing.isEmpty
    }
    #expect(isMissing(missing))
    #expect(code(told(missing), 1.5) == .listening, "nothing is known of its position")
    let other = event(.setting(Setting.updateRate(.hertz(10))), 2)
    #expect(isMissing(missing + [other]), "it has another value")
    let ends: [(Report, Double)] = [
      event(.settingRestored(rate), 2), event(.setting(rate), 2),
      (.setting(SettingChange(Setting.updateRate(.hertz(10)), .confirmed(by: .readBack))), 2),
      event(.opened(place, speed: nil), 2),
    ]
    for end in ends { #expect(!isMissing(missing + [end]), "\(end)") }
    #expect(code(told(missing + [event(.detached(place), 2)]), 3) == .deviceGone)
    // What an unplugging has cut off comes behind it.
    let cut = [opened, event(.detached(place), 1), event(.settingNotRestored(rate, refused), 1)]
    #expect(told(cut).facts(at: start + .seconds(2)).settings == SettingFacts())
  }

  @Test func `is forgotten when it is opened anew`() {
    let facts = told([
      event(.opened(place, speed: 9600)), (sky([40]), 1), event(.detached(place), 2),
      event(.opened(place, speed: 9600), 3),
    ])
    #expect(facts.sky == nil && facts.fix == nil)
    #expect(code(facts, 3) == .listening)
  }

  /// The codes that are told of events, one behind the other.
  private func changes(_ kinds: [ReceiverEvent.Kind]) -> [String] {
    var condition = ReceiverCondition()
    return kinds.enumerated().compactMap { second, kind in
      let now = start + .seconds(second)
      condition.take(.event(ReceiverEvent(kind, at: now)), counts: StreamTotals(), at: now)
      return condition.takeVerdictChange(at: now)?.code.rawValue
    }
  }

  @Test func `has a verdict that changes when its words do, at most every five seconds`() throws {
    var condition = told([event(.opened(place, speed: nil))])
    var changes: [(second: Int, verdict: Verdict)] = []
    for second in 0...61 {
      let now = start + .seconds(second)
      if second >= 3 { condition.take(.fix(Fix(), received: now), counts: .spoken, at: now) }
      if second >= 3 { condition.take(sky([10 + second % 7, 12]), counts: .spoken, at: now) }
      if let verdict = condition.takeVerdictChange(at: now) { changes.append((second, verdict)) }
    }
    // Another code does not wait.
    #expect(changes.first { $0.verdict.code == .searching }?.second == 3, "\(changes)")
    let weak = changes.filter { $0.verdict.code == .weakSignal }
    #expect(weak.first?.second == 30 && weak.count > 4, "\(changes)")
    for (one, next) in zip(weak, weak.dropFirst()) {
      #expect(next.second - one.second >= 5 && next.verdict.why != one.verdict.why)
    }
  }

  @Test func `has a good verdict that is told again ever more rarely, at last once a minute`() {
    var condition = told([event(.opened(place, speed: nil))])
    var seconds: [Int] = []
    var why: String?
    for second in 0..<150 {
      let now = start + .seconds(second)
      condition.take(.fix(.used(8), received: now), counts: .spoken, at: now)
      let level = why == "The signals are strong." ? 33 : 40
      condition.take(sky([level, level, level]), counts: .spoken, at: now)
      guard let change = condition.takeVerdictChange(at: now) else { continue }
      why = change.why
      if change.code == .good { seconds.append(second) }
    }
    #expect(seconds == [0, 5, 15, 35, 75, 135], "not where the words are the same: \(seconds)")
  }

  @Test func `has no figure in the text of a good verdict, for those beside it are newer`() {
    var condition = told([event(.opened(place, speed: nil)), (usedSky(36), 0)])
    condition.take(.fix(.used(36), received: start), counts: .spoken, at: start)
    let verdict = condition.verdict(at: start)
    #expect(verdict.code == .good && !"\(verdict)".contains(/[0-9]/), "\(verdict)")
    #expect(verdict.evidence.contains { $0.finding == "36 satellites in use" })
  }

  @Test func `counts a search from the last position, as the age beside it does`() {
    var condition = told([event(.opened(place, speed: nil))])
    for (second, fix) in [.used(8), Fix(), Fix()].enumerated() {
      let now = start + .seconds(second)
      condition.take(.fix(fix, received: now), counts: .spoken, at: now)
    }
    #expect(condition.facts(at: start + .seconds(37)).fix.searching == .seconds(37))
  }

  @Test func `counts none as taking part in a plane position where the receiver says so`() {
    var condition = told([event(.opened(place, speed: nil)), (usedSky(36), 0)])
    var plane = Fix.used(0, .twoDimensional)
    plane.isModeReported = true
    // Some receivers never fill in the count: then the marks of the sky are all there is.
    #expect(condition.verdict(plane, 0, start).why.hasPrefix("36 satellites are used"))
    #expect(condition.verdict(.used(36), 1, start).code == .good)
    let mouth = condition.verdict(plane, 2, start)
    #expect(mouth.code == .noHeight && condition.satellitesUsed == 0)
    #expect(!mouth.why.contains("36"), "\(mouth)")
    var reckoned = Fix.used(0, .twoDimensional)
    reckoned.quality = .deadReckoning
    #expect(condition.verdict(reckoned, 3, start).code == .deadReckoning)
  }

  private func usedSky(_ count: Int) -> Report {
    .sky(Sky(satellites: Satellites.gps(Array(repeating: 40, count: count), used: count)))
  }

  @Test func `has no change of its verdict before a device is open`() {
    #expect(changes([.state(.waitingForDevice(.notLookedFor)), .attached(place)]) == [])
    #expect(changes([.attached(place), .opened(place, speed: nil)]) == ["listening"])
  }

  @Test func `goes from open to unplugged without a step between`() {
    let gone = LocationError(.disconnected, "gone")
    let told = changes([.opened(place, speed: nil), .disconnected(gone), .detached(place)])
    #expect(told == ["listening", "device_gone"])
    // A port that failed is tried again, and nothing is said until that is known.
    let broken = LocationError(.portFailed, "broken")
    #expect(changes([.opened(place, speed: nil), .disconnected(broken)]) == ["listening"])
  }

  @Test func `names each speed that was tried once`() {
    var kinds: [ReceiverEvent.Kind] = [.opened(place, speed: 9600)]
    for _ in 0..<3 { kinds += [4800, 38400, 9600].map { .speedTried($0) } }
    let condition = told(kinds.map { event($0) })
    #expect(condition.facts(at: start).port.speedsTried == [9600, 4800, 38400])
  }

  @Test func `of a recording is that it is over or pauses, and nothing that a cable could mend`() {
    var condition = ReceiverCondition()
    condition.isRecording = true
    for (report, seconds) in [event(.opened(place, speed: nil)), event(.silent(.seconds(3)), 3)] {
      condition.take(report, counts: StreamTotals(), at: start + .seconds(seconds))
    }
    #expect(condition.verdicts(at: start + .seconds(4)).map(\.code) == [.recordingPauses])
    condition.take(event(.detached(place), 9).0, counts: StreamTotals(), at: start + .seconds(9))
    #expect(condition.verdicts(at: start + .seconds(9)).map(\.code) == [.recordingOver])
  }
}
