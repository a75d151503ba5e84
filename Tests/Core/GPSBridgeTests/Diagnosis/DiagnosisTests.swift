import GNSS
import GPSBridge
import TestSupport
import Testing
import UBX

@Suite struct `A diagnosis` {
  /// Conditions that the tables of streams and of situations do not show by these facts.
  static let conditions: [(Verdict.Code, ReceiverFacts)] = [
    (.notAGPS, .garbled(at: 9600).with { $0.port.speedsTried = [4800, 9600, 38_400, 115_200] }),
    (
      .searching,
      .searching(.seconds(40), []).with { ($0.fix.isTimeKnown, $0.sky) = (.unknown, SkyFacts()) }
    ),
    (.searchingCold, .searching(.seconds(30), []).with { ($0.fix.isTimeKnown, $0.sky) = (.no, SkyFacts()) }),
    (.noHeight, .fixed.with { ($0.fix.dimensions, $0.sky.used) = (2, 0) }),
    (.jammed, .searching(.seconds(31), []).with { $0.integrity.jamming = .known(.warning) }),
    (.wrongTime, .fixed.with { $0.integrity.secondsAheadOfHost = 7200 }),
    (.overloaded, .fixed.with { ($0.port.speed, $0.stream.bytesPerSecond) = (9600, 955) }),
  ]

  @Test(arguments: conditions)
  func `finds each condition`(code: Verdict.Code, facts: ReceiverFacts) {
    #expect(Diagnosis.verdict(facts).code == code && Diagnosis.isGood(facts) == (code == .good))
  }

  /// Facts that lie just before a condition, and what is said instead.
  static let borders: [(Verdict.Code, ReceiverFacts)] = [
    (.good, .fixed.with { $0.stream.badChecksums = 12 }),
    (.good, .fixed.with { $0.integrity.antenna = "OPEN" }),
    (.good, .fixed.with { ($0.load.hasDropped, $0.load.sending) = (false, 99) }),
    (.good, .fixed.with { ($0.port.speed, $0.stream.bytesPerSecond) = (9600, 930) }),
    (.good, .fixed.with { ($0.port.speed, $0.stream.bytesPerSecond) = (9600, 2000) }),
    (.good, .fixed.with { $0.fix.heldBack = .seconds(40) }),
    (.good, .fixed.with { $0.integrity.timeStoodStill = .seconds(4) }),
    (.good, .fixed.with { $0.integrity.rolloverWeeks = 0 }),
    (.good, .fixed.with { $0.integrity.jamming = .known(.warning) }),
    (.good, .fixed.with { $0.fix.horizontalDilution = 5 }),
    (.good, .fixed.with { $0.integrity.secondsAheadOfClock = 3600 }),
    (.good, .fixed.with { $0.integrity.impliedSpeed = 5000 }),
    (.good, .fixed.with { $0.sky.median = 60 }),
    (.good, .fixed.with { $0.sky.median = 24 }),
    (.searchingWarm, .searching(.seconds(2), []).with { $0.fix.hadFix = true }),
    (.good, .fixed.with { $0.fix.dimensions = .unknown }),
    (.good, .fixed.with { ($0.sky.used, $0.fix.isDeadReckoning) = (.unknown, .no) }),
    (.good, .fixed.with { ($0.sky.used, $0.fix.isDeadReckoning) = (0, .unknown) }),
    (.searchingWarm, .searching(.seconds(60), []).with { $0.sky = SkyFacts() }),
    (.listening, .talking.with { ($0.stream.epochs, $0.stream.listened) = (0, .seconds(14)) }),
    (.listening, .garbled(at: 9600).with { $0.stream.messages = 2 }),
    (.listening, .talking.with { $0.stream = StreamFacts(StreamCounts(), over: .seconds(2)) }),
    (.listening, .garbled(at: 9600).with { $0.stream.listened = .seconds(2) }),
    (.searchingWarm, .searching(.seconds(29), [])),
    (.searchingWarm, .searching(.seconds(29), [20])),
    (.searchingWarm, .searching(.seconds(90), [40, 40, 40, 30])),
    (.searchingCold, .searching(.seconds(1200), [40, 40, 40, 30])),
    (
      .searchingWarm,
      .searching(.seconds(10), [20]).with { ($0.fix.isTimeKnown, $0.fix.hadFix) = (false, true) }
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
        let facts = ReceiverFacts.fixed.with {
          signs[first](&$0)
          signs[second](&$0)
        }
        #expect(Diagnosis.verdict(facts).code == .spoofed)
      }
    }
  }

  @Test func `says what comes first on the data's way, and the rest behind it`() {
    let facts = ReceiverFacts.searching(.seconds(300), [20, 19]).with {
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
    let facts = ReceiverFacts.searching(.seconds(31), [29]).with { $0.settings.missing = missing }
    #expect(Diagnosis.verdicts(facts).map(\.code) == [.weakSignal, .notAsSet])
    let verdict = Diagnosis.verdicts(facts)[1]
    #expect(
      verdict.what == "The receiver's settings differ from its profile: update rate: 25 Hz, model: sea.")
    #expect(verdict.why == "The receiver refused update rate: 25 Hz.")
    let gone = facts.with { $0.port.state = .gone }
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
    var random = SeededGenerator()
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
        for line in [verdict.what, verdict.why, verdict.remedy, verdict.expectation] where !line.isEmpty {
          #expect(line.hasSuffix(".") || line.hasSuffix("?"), "seed \(seed): \(line)")
          #expect(line.count < 250, "seed \(seed): \(line)")
          #expect(!line.unicodeScalars.contains { $0.value < 0x20 }, "seed \(seed): \(line)")
        }
      }
      #expect(Diagnosis.verdict(facts) == verdicts.first, "seed \(seed)")
    }
  }
}
