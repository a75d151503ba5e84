import GPSBridge
import SerialPorts
import Testing

/// A situation that people with a receiver are stuck in, as threads of theirs tell it, and the words that help.
///
/// A text is whole, unless an ellipsis stands where it goes on. One that is not named does not matter.
struct Situation: Sendable, CustomStringConvertible {
  /// Its number, that of the need behind it, and what it is.
  ///
  /// The needs: 2 no fix and no idea why, 5 somebody disturbs the port, 9 wrong speed and garbage, 20 interference,
  /// 21 jamming and spoofing.
  var description: String
  var facts: ReceiverFacts
  var code: Verdict.Code
  var what: String?
  var why: String?
  var remedy: String?
  var expectation: String?
  var behind: [Verdict.Code] = []

  init(
    _ description: String, _ facts: ReceiverFacts, _ code: Verdict.Code, what: String? = nil,
    why: String? = nil, remedy: String? = nil, expectation: String? = nil, behind: [Verdict.Code]? = nil
  ) {
    (self.description, self.facts, self.code) = (description, facts, code)
    (self.what, self.why, self.remedy, self.expectation) = (what, why, remedy, expectation)
    self.behind = behind ?? Diagnosis.verdicts(facts).dropFirst().map(\.code)
  }

  /// What is told otherwise.
  var differences: [String] {
    let verdicts = Diagnosis.verdicts(facts)
    let texts = [
      (what, verdicts[0].what), (why, verdicts[0].why), (remedy, verdicts[0].remedy),
      (expectation, verdicts[0].expectation),
    ]
    let codes = verdicts.map(\.code)
    return (codes == [code] + behind ? [] : ["\(codes)"])
      + texts.compactMap { wanted, told in Self.says(told, wanted) ? nil : told }
  }

  private static func says(_ told: String, _ wanted: String?) -> Bool {
    guard let wanted else { return true }
    let part = wanted.filter { $0 != "…" }
    return switch (wanted.hasPrefix("…"), wanted.hasSuffix("…")) {
    case (true, true): told.contains(part)
    case (true, false): told.hasSuffix(part)
    case (false, true): told.hasPrefix(part)
    case (false, false): told == part
    }
  }
}

extension Situation {
  private static let hiss =
    "not one signal was received: something covers the antenna, or interference drowns out all signals."

  private static let noFix: [Situation] = [
    .init(
      "1, need 2: four satellites are tracked, and too weakly for a fix",
      .searching(.seconds(1800), [24, 22, 19, 18, 0, 0, 0]), .weakSignal,
      what: "The signals of 4 satellites are too weak for a fix.",
      why: "The best has 24 dB-Hz; a fix needs about 30 from 4 of them.",
      remedy: "Move the antenna to a window or outside, away from metal and USB 3 devices.",
      expectation: "A fix within a minute once 4 satellites come in well."),
    .init(
      "2, need 2: six satellites come in well, and there is no fix yet",
      .searching(.seconds(40), [42, 40, 38, 36, 35, 33]), .searchingWarm,
      why: "6 satellites come in well; the receiver is now receiving their orbits.",
      expectation: "Usually a fix within half a minute."),
    .init(
      "3, need 2: no satellite is heard, as under a roof", .searching(.seconds(300), [0, 0, 0]), .noSignal,
      why: "In 5 minutes " + hiss, remedy: "…outside…"),
    .init(
      "3 b, need 2: some receivers list no satellites at all then", .searching(.seconds(300), []), .noSignal),
    .init(
      "4, need 2: the antenna gets no power, or is not plugged in",
      .searching(.seconds(300), [0, 0, 0]).with { $0.integrity.antenna = "ANTSTATUS=OPEN" }, .antennaFault,
      why: "The receiver reports the antenna as \"ANTSTATUS=OPEN\".", remedy: "…power…"),
    .init(
      "4 b, need 2: the antenna is short-circuited",
      .searching(.seconds(300), [0, 0, 0]).with { $0.integrity.antenna = "short" }, .antennaFault,
      what: "…short-circuited…"),
    .init(
      "5, need 2: everything is heard for hours, and there is no fix: its memory is wrong",
      .searching(.seconds(3 * 3600), [44, 42, 40, 38, 36]), .badMemory,
      why:
        "5 satellites are heard, the best with 44 dB-Hz, for 3 hours; a cold start takes 20 minutes at most.",
      remedy: "…cold start…"),
    .init(
      "6, need 2: in the first half minute nothing is known of its memory",
      .searching(.seconds(20), [40, 39, 38, 37]).with { $0.fix.isTimeKnown = false }, .searching,
      what: "The receiver has no position yet.",
      expectation: "Usually a fix within a minute under the open sky; after a cold start 19 minutes at worst."
    ),
    .init(
      "6, need 2: a receiver without a memory takes up to twenty minutes",
      .searching(.seconds(31), [40, 39, 38, 37]).with { $0.fix.isTimeKnown = false }, .searchingCold),
    .init(
      "6, need 2: one that has its time, and does not get on, must be starting from nothing, too",
      .searching(.seconds(200), [40, 39, 38, 37]), .searchingCold),
    .init(
      "6 b, need 2: nothing is promised while nothing is heard", .searching(.seconds(20), [0, 0, 0]),
      .searchingWarm, what: "The receiver is searching, and receives no satellite yet.",
      expectation: "Usually a fix within half a minute once 4 satellites come in well."),
    .init(
      "6 c, need 2: every signal went at once, as in a tunnel",
      .searching(.seconds(5), [0, 0, 0]).with { $0.fix.hadFix = true }, .noSignal,
      why: "Since the last fix " + hiss, remedy: "A tunnel, a bridge or a garage?…"),
    .init(
      "17, need 2: there is no height, although enough satellites take part",
      .fixed.with { ($0.fix.dimensions, $0.sky.used) = (2, 6) }, .noHeight,
      why: "6 satellites are used, which is enough, but the receiver reports a 2D fix."),
    .init(
      "17, need 2: there is no height, and nothing is known of the satellites",
      .fixed.with { ($0.fix.dimensions, $0.sky.used) = (2, .unknown) }, .noHeight,
      why: "The receiver reports a 2D fix."),
    .init(
      "17, need 2: there is no height with three satellites",
      .fixed.with { ($0.fix.dimensions, $0.sky.used) = (2, 3) }, .fewSatellites,
      why: "It uses 3 satellites, and a height needs 4."),
    .init(
      "17, need 2: there is no height, since no sentence has it",
      .fixed.with {
        ($0.fix.dimensions, $0.fix.hasHeight, $0.fix.sources) = (.unknown, false, [.rmc, .gll])
        $0.sky.used = 3
      }, .noHeight, why: "It sends no height (no GGA or GNS); the position itself is not affected."),
  ]

  /// Facts of a port that another program has.
  private static func busy(_ change: (inout PortFacts) -> Void) -> ReceiverFacts {
    ReceiverFacts().with {
      ($0.port.state, $0.port.holder, $0.port.holderProcess) = (.busy, "gpsd", 712)
      change(&$0.port)
    }
  }

  private static let disturbed: [Situation] = [
    .init(
      "7, need 5: ModemManager sends commands to the receiver",
      .fixed.with { $0.stream.modemCommands = 3 }, .takenForModem,
      why: "3 modem commands came back from the line, such as AT+GCAP.", remedy: "…ID_MM_DEVICE_IGNORE…"),
    .init(
      "8, need 5: gpsd, brltty or another program has the port", busy { _ in }, .portBusy,
      what: "The receiver's port is in use by gpsd (process 712).",
      remedy: "Close the port in that program."),
    .init(
      "8, need 5: gpsd can stay, since it passes on what the receiver sends",
      busy { $0.holderRemedy = PortHolder(process: 712, name: "gpsd", isSessionLeader: true).remedy },
      .portBusy,
      remedy: "Read it through gpsd: gpsbridge monitor gpsd://localhost; or stop gpsd: "
        + "sudo systemctl stop gpsd.socket gpsd.service."),
    .init(
      "8, need 5: brltty takes it for a braille display",
      busy { $0.holderRemedy = PortHolder(process: 9, name: "brltty").remedy }, .portBusy,
      remedy: "…braille…"),
    .init(
      "8, need 5: nobody knows which program has it", busy { $0.holder = nil }, .portBusy,
      what: "…another program…"),
    .init(
      "9, need 9: the speed is wrong", .garbled(at: 4800), .wrongSpeed,
      what: "The bytes that arrive make no sense at 4800 bits per second.", remedy: "…2.2 seconds…"),
    .init(
      "10, need 9: the receiver speaks a language that is not read",
      .garbled(at: 4800).with { $0.stream.formats = [.skytraq] }, .binaryMode,
      what: "The receiver sends SkyTraq binary at 4800 bits per second, not NMEA sentences.",
      remedy: BinaryProtocol.skytraq.remedy),
    .init(
      "10 b, need 9: a u-blox speaks binary, and tells no position",
      .garbled(at: 9600).with { ($0.stream.messages, $0.stream.formats) = (40, [.ubx]) }, .binaryMode,
      what: "The receiver sends u-blox binary at 9600 bits per second, without positions yet."),
    .init(
      "10 c, need 9: the receiver speaks SiRF binary, and tells no position",
      .garbled(at: 4800).with { $0.stream.formats = [.sirf] }, .binaryMode,
      what: "The receiver sends SiRF binary at 4800 bits per second, without positions yet."),
    .init(
      "11, need 9: sentences come, and many are broken", .fixed.with { $0.stream.badChecksums = 60 },
      .badChecksums, why: "20 of 100 have a wrong checksum; on a good line, none do."),
  ]

  /// Facts of a fall of all signals at once.
  private static func fallen(
    _ change: (inout SignalFall) -> Void = { _ in }, median: Int = 30, heardWell: Int? = nil
  ) -> ReceiverFacts {
    .fixed.with {
      var fall = SignalFall(decibels: 16, satellites: 9)
      change(&fall)
      ($0.sky.median, $0.integrity.signalFall) = (.known(median), fall)
      if let heardWell { $0.sky.heardWell = .known(heardWell) }
    }
  }

  private static let interference: [Situation] = [
    .init(
      "12, need 20: a USB 3 device stands next to the receiver",
      .searching(.seconds(120), [26, 24, 22]).with { $0.port.hasSuperSpeedNeighbor = true },
      .usb3Interference, why: "3 satellites are heard, the best with 26 dB-Hz, and USB 3…",
      remedy: "…extension…", behind: [.weakSignal]),
    .init(
      "12, need 20: where the satellites come in well, it does no harm",
      .searching(.seconds(40), [40, 40, 39, 36]).with { $0.port.hasSuperSpeedNeighbor = true },
      .searchingWarm),
    .init(
      "13, need 20: a camera or another device drowns the satellites",
      .searching(.seconds(120), [26, 24, 22]).with { $0.integrity.jammingIndicator = 180 }, .jammed,
      why: "The receiver measures interference of 180 out of 255 in its band.", remedy: "…cameras…"),
    .init(
      "14, need 21: the receiver is jammed", .fixed.with { $0.integrity.jamming = .known(.critical) },
      .jammed),
    .init(
      "14, need 21: too sensitive an alarm is switched off: with a good fix a warning is none",
      .fixed.with {
        ($0.integrity.jamming, $0.integrity.jammingIndicator) = (.known(.warning), 200)
      }, .good),
    .init(
      "14 b, need 21: all signals fall together, on a receiver that says nothing of it", fallen(), .jammed,
      what: "…or you went under a roof.",
      why: "9 satellites fell together by 16 dB within seconds; nothing else has changed.", behind: []),
    .init(
      "14 b, need 21: it is known from where to where they fell",
      fallen({ ($0.levelBefore, $0.levelAfter, $0.time) = (44, 21, .milliseconds(10_200)) }), .jammed,
      why: "All signals fell together from 44 to 21 dB-Hz within 10 seconds; nothing else has changed."),
    .init(
      "14 b, need 21: they fall where the receiver stands",
      fallen({ $0.isStandingStill = true }), .jammed, what: "…or something covers the antenna."),
    .init(
      "14 b, need 21: a weak fix is said behind it", fallen(median: 23, heardWell: 3), .jammed,
      behind: [.weakSignal]),
    .init(
      "15, need 21: all satellites are equally strong, which alone shows nothing",
      .fixed.with { $0.sky.spread = 1 }, .good),
    .init(
      "15, need 21: the signals are forged, and the receiver does not notice",
      .fixed.with { ($0.sky.spread, $0.integrity.secondsAheadOfClock) = (1, -7200) }, .spoofed,
      why: "The signs are: all 8 are equally strong; "
        + "in a minute the time moved 2 hours behind the computer's clock."),
    .init(
      "15 b, need 21: a position from forged signals is never called good",
      .fixed.with {
        $0.integrity.latestSpoofingSigns = ["all 8 are equally strong", "the position jumped"]
      }, .spoofed, why: "The signs are: all 8 are equally strong; the position jumped.", behind: []),
    .init(
      "16, need 21: the receiver itself reports forged signals",
      .fixed.with { $0.integrity.isSpoofingReported = true }, .spoofed, what: "…do not trust…"),
  ]

  static let all = noFix + disturbed + interference
}

@Suite struct `What a person is told` {
  @Test(arguments: Situation.all) func `is what helps in the situation`(_ situation: Situation) {
    #expect(situation.differences == [], "\(situation)")
  }

  @Test(arguments: BinaryProtocol.allCases)
  func `of each language is its name and its own remedy, beside corrections too`(_ language: BinaryProtocol) {
    for formats in [[language], [language, .rtcm]] {
      let verdict = Diagnosis.verdict(
        .garbled(at: 9600).with {
          ($0.stream.messages, $0.stream.formats) = (.known(language.isRead ? 40 : 0), Set(formats))
        })
      #expect(verdict.code == .binaryMode && verdict.what.contains(language.name))
      #expect(verdict.remedy == language.remedy)
    }
  }

  @Test func `of a search has a time for programs, and of a missing height the sentences that lack it`() {
    let weak = Diagnosis.verdict(.searching(.seconds(1800), [24, 22, 19, 18]))
    let cold = ReceiverFacts.searching(.seconds(31), [40, 39, 38, 37]).with { $0.fix.isTimeKnown = false }
    #expect([weak, Diagnosis.verdict(cold)].map(\.expectedTime) == [.seconds(60), .seconds(60)])
    let flat = ReceiverFacts.fixed.with { ($0.fix.hasHeight, $0.fix.sources) = (false, [.rmc, .gll]) }
    #expect(Diagnosis.verdict(flat).evidence.map(\.description) == ["RMC, GLL: no height"])
  }
}
