import GNSS
import GPSBridge
import TestSupport
import Testing
import UBX

@Suite struct `A diagnosis` {
  /// Facts made of others by one change.
  private static func facts(_ start: ReceiverFacts, _ change: (inout ReceiverFacts) -> Void) -> ReceiverFacts
  {
    var facts = start
    change(&facts)
    return facts
  }

  /// Each condition, with facts that show it.
  static let conditions: [(Verdict.Code, ReceiverFacts)] = [
    (.good, .fixed),
    (.listening, ReceiverFacts()),
    (.noDevice, facts(.init()) { $0.port.state = .absent }),
    (.deviceGone, facts(.fixed) { $0.port.state = .gone }),
    (.permissionDenied, facts(.init()) { $0.port.state = .denied }),
    (.portBusy, facts(.init()) { $0.port.state = .busy }),
    (.portShared, facts(.fixed) { $0.port.otherReader = "cat" }),
    (
      .portShared,
      facts(.talking) {
        $0.stream = StreamFacts(StreamCounts(), over: .seconds(10))
        $0.port.otherReader = "gpsd"
      }
    ),
    (.takenForModem, facts(.talking) { $0.stream.modemCommands = 1 }),
    (.noData, facts(.talking) { $0.stream = StreamFacts(StreamCounts(), over: .seconds(10)) }),
    (.wrongSpeed, .garbled(at: 9600)),
    (.binaryMode, facts(.garbled(at: nil)) { $0.stream.formats = [.ubx] }),
    (.notAGPS, .garbled(at: nil)),
    (.notAGPS, facts(.garbled(at: 9600)) { $0.port.speedsTried = [4800, 9600, 38_400, 115_200] }),
    (.badChecksums, facts(.fixed) { $0.stream.badChecksums = 20 }),
    (.searchingWarm, .searching(.seconds(10), [])),
    (.searching, facts(.searching(.seconds(10), [])) { $0.fix.isTimeKnown = false }),
    (
      .searching,
      facts(.searching(.seconds(40), [])) { ($0.fix.isTimeKnown, $0.sky) = (.unknown, SkyFacts()) }
    ),
    (
      .searchingCold, facts(.searching(.seconds(30), [])) { ($0.fix.isTimeKnown, $0.sky) = (.no, SkyFacts()) }
    ),
    (.noSignal, .searching(.seconds(31), [])),
    (.weakSignal, .searching(.seconds(31), [29])),
    (.fewSatellites, .searching(.seconds(31), [40, 40, 40, 29])),
    (.fewSatellites, facts(.fixed) { ($0.fix.dimensions, $0.sky.used) = (2, 3) }),
    (.deadReckoning, facts(.fixed) { $0.fix.isDeadReckoning = true }),
    (.noHeight, facts(.fixed) { ($0.fix.dimensions, $0.sky.used) = (2, 0) }),
    (.noHeight, facts(.fixed) { $0.fix.hasHeight = false }),
    (.noPositions, facts(.talking) { $0.stream.epochs = 0 }),
    (.noHeight, facts(.fixed) { $0.fix.dimensions = 2 }),
    (.noHeight, facts(.fixed) { ($0.fix.dimensions, $0.sky.used) = (2, .unknown) }),
    (.weakSignal, facts(.fixed) { ($0.sky.median, $0.sky.heardWell) = (23, 3) }),
    (.noSignal, facts(.searching(.seconds(3), [])) { $0.fix.hadFix = true }),
    (.jammed, facts(.fixed) { $0.integrity.signalFall = SignalFall(decibels: 16, satellites: 9) }),
    (.poorGeometry, facts(.fixed) { $0.fix.horizontalDilution = 5.1 }),
    (.multipath, facts(.fixed) { $0.sky.hasEchoes = true }),
    (.badMemory, .searching(.seconds(1201), [40, 40, 40, 30])),
    (.antennaFault, facts(.fixed) { $0.integrity.antenna = "ANTENNA SHORT" }),
    (.usb3Interference, facts(.searching(.seconds(31), [])) { $0.port.hasSuperSpeedNeighbor = true }),
    (.jammed, facts(.searching(.seconds(31), [])) { $0.integrity.jamming = .known(.warning) }),
    (.spoofed, facts(.fixed) { $0.integrity.isSpoofingReported = true }),
    (.stuckTime, facts(.fixed) { $0.integrity.timeStoodStill = .seconds(5) }),
    (.wrongTime, facts(.fixed) { $0.integrity.secondsAheadOfHost = 7200 }),
    (.rollover, facts(.fixed) { $0.integrity.rolloverWeeks = 1024 }),
    (.overloaded, facts(.fixed) { $0.load.hasDropped = true }),
    (
      .programStopped,
      facts(.fixed) { $0.interruption = .known(Interruption(.programStopped, for: .seconds(30))) }
    ),
    (
      .computerSlept,
      facts(.fixed) { $0.interruption = .known(Interruption(.computerSlept, for: .seconds(3600))) }
    ),
    (.overloaded, facts(.fixed) { $0.load.sending = 100 }),
    (.overloaded, facts(.fixed) { ($0.port.speed, $0.stream.bytesPerSecond) = (9600, 955) }),
    (
      .notAsSet,
      facts(.fixed) { $0.settings.missing = [.init(Setting.model(.sea), reason: "it answered no")] }
    ),
    (.fixNotGood, facts(.searching(.seconds(40), [40, 40, 40, 40])) { $0.fix.heldBack = .seconds(30) }),
  ]

  @Test(arguments: conditions)
  func `finds each condition`(code: Verdict.Code, facts: ReceiverFacts) {
    #expect(Diagnosis.verdict(facts).code == code)
    #expect(Diagnosis.isGood(facts) == (code == .good))
  }

  /// Facts that lie just before a condition, and what is said instead.
  static let borders: [(Verdict.Code, ReceiverFacts)] = [
    (.good, facts(.fixed) { $0.stream.badChecksums = 12 }),
    (.good, facts(.fixed) { $0.integrity.antenna = "OPEN" }),
    (.good, facts(.fixed) { ($0.load.hasDropped, $0.load.sending) = (false, 99) }),
    (.good, facts(.fixed) { ($0.port.speed, $0.stream.bytesPerSecond) = (9600, 930) }),
    (.good, facts(.fixed) { ($0.port.speed, $0.stream.bytesPerSecond) = (9600, 2000) }),
    (.good, facts(.fixed) { $0.fix.heldBack = .seconds(40) }),
    (.good, facts(.fixed) { $0.integrity.timeStoodStill = .seconds(4) }),
    (.good, facts(.fixed) { $0.integrity.rolloverWeeks = 0 }),
    (.good, facts(.fixed) { $0.integrity.jamming = .known(.warning) }),
    (.good, facts(.fixed) { $0.fix.horizontalDilution = 5 }),
    (.good, facts(.fixed) { $0.integrity.secondsAheadOfClock = 3600 }),
    (.good, facts(.fixed) { $0.integrity.impliedSpeed = 5000 }),
    (.good, facts(.fixed) { $0.sky.median = 60 }),
    (.good, facts(.fixed) { $0.sky.median = 24 }),
    (.searchingWarm, facts(.searching(.seconds(2), [])) { $0.fix.hadFix = true }),
    (.good, facts(.fixed) { $0.fix.dimensions = .unknown }),
    (.good, facts(.fixed) { ($0.sky.used, $0.fix.isDeadReckoning) = (.unknown, .no) }),
    (.good, facts(.fixed) { ($0.sky.used, $0.fix.isDeadReckoning) = (0, .unknown) }),
    (.searchingWarm, facts(.searching(.seconds(60), [])) { $0.sky = SkyFacts() }),
    (.listening, facts(.talking) { ($0.stream.epochs, $0.stream.listened) = (0, .seconds(14)) }),
    (.listening, facts(.garbled(at: 9600)) { $0.stream.messages = 2 }),
    (.listening, facts(.talking) { $0.stream = StreamFacts(StreamCounts(), over: .seconds(2)) }),
    (.listening, facts(.garbled(at: 9600)) { $0.stream.listened = .seconds(2) }),
    (.searchingWarm, .searching(.seconds(29), [])),
    (.searchingWarm, .searching(.seconds(29), [20])),
    (.searchingWarm, .searching(.seconds(90), [40, 40, 40, 30])),
    (.searchingCold, .searching(.seconds(1200), [40, 40, 40, 30])),
    (
      .searchingWarm,
      facts(.searching(.seconds(10), [20])) { ($0.fix.isTimeKnown, $0.fix.hadFix) = (false, true) }
    ),
  ]

  @Test(arguments: borders)
  func `does not find a condition before it is there`(code: Verdict.Code, facts: ReceiverFacts) {
    #expect(Diagnosis.verdict(facts).code == code)
  }

  @Test func `takes two signs of forgery of any kind, and names them`() {
    let signs: [(inout ReceiverFacts) -> Void] = [
      { $0.sky.spread = 0 }, { $0.sky.median = 53 }, { $0.integrity.secondsAheadOfClock = 6 },
      { $0.integrity.impliedSpeed = 600 },
    ]
    for first in signs.indices {
      for second in signs.indices where second != first {
        let facts = Self.facts(.fixed) {
          signs[first](&$0)
          signs[second](&$0)
        }
        #expect(Diagnosis.verdict(facts).code == .spoofed)
      }
    }
  }

  @Test func `says what comes first on the data's way, and the rest behind it`() {
    let facts = Self.facts(.searching(.seconds(300), [20, 19])) {
      $0.stream.badChecksums = 100
      $0.integrity.antenna = "OPEN"
      $0.integrity.rolloverWeeks = 1024
    }
    #expect(Diagnosis.verdicts(facts).map(\.code) == [.badChecksums, .antennaFault, .rollover, .weakSignal])
  }

  @Test func `ranks a setting that was refused below all that says where the receiver is`() {
    let missing: [SettingFacts.Missing] = [
      .init(Setting.updateRate(.hertz(25)), reason: "the receiver refused update rate: 25 Hz"),
      .init(Setting.model(.sea), reason: "no"),
    ]
    let facts = Self.facts(.searching(.seconds(31), [29])) { $0.settings.missing = missing }
    #expect(Diagnosis.verdicts(facts).map(\.code) == [.weakSignal, .notAsSet])
    let verdict = Diagnosis.verdicts(facts)[1]
    #expect(
      verdict.what == "The receiver's settings differ from its profile: update rate: 25 Hz, model: sea.")
    #expect(verdict.why == "The receiver refused update rate: 25 Hz.")
    let gone = Self.facts(facts) { $0.port.state = .gone }
    #expect(!Diagnosis.verdicts(gone).map(\.code).contains(.notAsSet))
  }

  @Test func `reads like four lines`() {
    #expect(
      Diagnosis.verdict(.fixed).description == """
        what:   The receiver has a fix.
        why:    The signals are strong.
        """)
    #expect(
      Diagnosis.verdict(.searching(.seconds(40), [24, 22])).description == """
        what:   The signals of 2 satellites are too weak for a fix.
        why:    The best has 24 dB-Hz; a fix needs about 30 from 4 of them.
        do:     Move the antenna to a window or outside, away from metal and USB 3 devices.
        expect: A fix within a minute once 4 satellites come in well.
        """)
  }

  @Test func `says something in whole sentences of one line, whatever the facts`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let facts = RandomFacts.make(&random)
      #expect(Diagnosis.isGood(facts) == (Diagnosis.verdicts(facts).map(\.code) == [.good]), "seed \(seed)")
      let verdicts = Diagnosis.verdicts(facts)
      #expect(!verdicts.isEmpty, "seed \(seed)")
      for verdict in verdicts {
        #expect(!verdict.what.isEmpty && !verdict.why.isEmpty, "seed \(seed): \(verdict)")
        #expect(!verdict.evidence.isEmpty, "seed \(seed): \(verdict)")
        for piece in verdict.evidence {
          #expect(!piece.source.isEmpty && !piece.finding.isEmpty, "seed \(seed)")
        }
        for line in [verdict.what, verdict.why, verdict.advice, verdict.expectation] where !line.isEmpty {
          #expect(line.hasSuffix(".") || line.hasSuffix("?"), "seed \(seed): \(line)")
          #expect(line.count < 250, "seed \(seed): \(line)")
          #expect(!line.unicodeScalars.contains { $0.value < 0x20 }, "seed \(seed): \(line)")
        }
      }
      #expect(Diagnosis.verdict(facts) == verdicts.first, "seed \(seed)")
    }
  }
}
