import GPSBridge
import SerialPorts
import Testing

/// The situations that people with a receiver are stuck in, as threads of theirs tell them.
///
/// The number behind "need" is that of the list of needs: 2 no fix and no idea why, 5 somebody disturbs the port,
/// 9 wrong speed and garbage, 20 interference, 21 jamming and spoofing.
@Suite struct `What a person is told when` {
  private func verdict(_ facts: ReceiverFacts) -> Verdict { Diagnosis.verdict(facts) }

  // MARK: Need 2

  @Test func `situation 1, need 2: four satellites are tracked, and too weakly for a fix`() {
    let verdict = verdict(.searching(.seconds(1800), [24, 22, 19, 18, 0, 0, 0]))
    #expect(verdict.code == .weakSignal)
    #expect(verdict.what == "The signals of 4 satellites are too weak for a fix.")
    #expect(verdict.why == "The best has 24 dB-Hz; a fix needs about 30 from 4 of them.")
    #expect(verdict.advice == "Move the antenna to a window or outside, away from metal and USB 3 devices.")
    #expect(verdict.expectation == "A fix within a minute once 4 satellites come in well.")
    #expect(verdict.expectedTime == .seconds(60))
  }

  @Test func `situation 2, need 2: six satellites come in well, and there is no fix yet`() {
    let verdict = verdict(.searching(.seconds(40), [42, 40, 38, 36, 35, 33]))
    #expect(verdict.code == .searchingWarm)
    #expect(verdict.why == "6 satellites come in well; the receiver is now receiving their orbits.")
    #expect(verdict.expectation == "Usually a fix within half a minute.")
  }

  @Test func `situation 3, need 2: no satellite is heard, as under a roof`() {
    let verdict = verdict(.searching(.seconds(300), [0, 0, 0]))
    #expect(verdict.code == .noSignal)
    #expect(
      verdict.why
        == "In 5 minutes not one signal was received: something covers the antenna, or interference drowns out all signals."
    )
    #expect(verdict.advice.contains("outside"))
    // Some receivers list no satellites at all then.
    #expect(self.verdict(.searching(.seconds(300), [])).code == .noSignal)
  }

  @Test func `situation 4, need 2: the antenna gets no power, or is not plugged in`() {
    var facts = ReceiverFacts.searching(.seconds(300), [0, 0, 0])
    facts.integrity.antenna = "ANTSTATUS=OPEN"
    #expect(verdict(facts).code == .antennaFault)
    #expect(verdict(facts).why == "The receiver reports the antenna as \"ANTSTATUS=OPEN\".")
    #expect(verdict(facts).advice.contains("power"))
    facts.integrity.antenna = "short"
    #expect(verdict(facts).what.contains("short-circuited"))
  }

  @Test func `situation 5, need 2: everything is heard for hours, and there is no fix: its memory is wrong`()
  {
    let verdict = verdict(.searching(.seconds(3 * 3600), [44, 42, 40, 38, 36]))
    #expect(verdict.code == .badMemory)
    #expect(
      verdict.why
        == "5 satellites are heard, the best with 44 dB-Hz, for 3 hours; a cold start takes 20 minutes at most."
    )
    #expect(verdict.advice.contains("cold start"))
  }

  @Test func `situation 6, need 2: a receiver without a memory takes up to twenty minutes`() {
    var facts = ReceiverFacts.searching(.seconds(20), [40, 39, 38, 37])
    facts.fix.isTimeKnown = false
    // In the first half minute nothing is known of its memory.
    #expect(verdict(facts).code == .searching)
    #expect(verdict(facts).what == "The receiver has no position yet.")
    #expect(
      verdict(facts).expectation
        == "Usually a fix within a minute under the open sky; after a cold start 19 minutes at worst.")
    facts.fix.searching = .seconds(31)
    #expect(verdict(facts).code == .searchingCold)
    #expect(verdict(facts).expectedTime == .seconds(60))
    // One that has its time, and does not get on, must be starting from nothing, too.
    #expect(verdict(.searching(.seconds(200), [40, 39, 38, 37])).code == .searchingCold)
  }

  // MARK: Need 5

  @Test func `situation 7, need 5: ModemManager sends commands to the receiver`() {
    var facts = ReceiverFacts.fixed
    facts.stream.modemCommands = 3
    #expect(verdict(facts).code == .takenForModem)
    #expect(verdict(facts).why == "3 modem commands came back from the line, such as AT+GCAP.")
    #expect(verdict(facts).advice.contains("ID_MM_DEVICE_IGNORE"))
  }

  @Test func `situation 8, need 5: gpsd, brltty or another program has the port`() {
    var facts = ReceiverFacts()
    facts.port.state = .busy
    facts.port.holder = "gpsd"
    facts.port.holderProcess = 712
    #expect(verdict(facts).code == .portBusy)
    #expect(verdict(facts).what == "The receiver's port is in use by gpsd (process 712).")
    #expect(verdict(facts).advice == "Close the port in that program.")
    // gpsd can stay: it passes on what the receiver sends.
    let service = PortHolder(process: 712, name: "gpsd", isSessionLeader: true)
    facts.port.holderRemedy = service.remedy
    #expect(
      verdict(facts).advice
        == "Read it through gpsd: gpsbridge monitor gpsd://localhost; or stop gpsd: "
        + "sudo systemctl stop gpsd.socket gpsd.service.")
    facts.port.holderRemedy = PortHolder(process: 9, name: "brltty").remedy
    #expect(verdict(facts).advice.contains("braille"))
    facts.port.holder = nil
    #expect(verdict(facts).what.contains("another program"))
  }

  // MARK: Need 9

  @Test func `situation 9, need 9: the speed is wrong`() {
    let verdict = verdict(.garbled(at: 4800))
    #expect(verdict.code == .wrongSpeed)
    #expect(verdict.what == "The bytes that arrive make no sense at 4800 bits per second.")
    #expect(verdict.advice.contains("2.2 seconds"))
  }

  @Test func `situation 10, need 9: the receiver speaks a language that is not read`() {
    var facts = ReceiverFacts.garbled(at: 4800)
    facts.stream.formats = [.skytraq]
    #expect(verdict(facts).code == .binaryMode)
    #expect(
      verdict(facts).what == "The receiver sends SkyTraq binary at 4800 bits per second, not NMEA sentences.")
    #expect(verdict(facts).advice == BinaryProtocol.skytraq.advice)
  }

  @Test(arguments: BinaryProtocol.allCases)
  func `situation 10, need 9: each language is named with its own advice, beside corrections too`(
    _ language: BinaryProtocol
  ) {
    for formats in [[language], [language, .rtcm]] {
      var facts = ReceiverFacts.garbled(at: 9600)
      facts.stream.messages = .known(language.isRead ? 40 : 0)
      facts.stream.formats = Set(formats)
      #expect(verdict(facts).code == .binaryMode)
      #expect(verdict(facts).what.contains(language.name))
      #expect(verdict(facts).advice == language.advice)
    }
  }

  @Test func `situation 10 c, need 9: the receiver speaks SiRF binary, and tells no position`() {
    var facts = ReceiverFacts.garbled(at: 4800)
    facts.stream.formats = [.sirf]
    #expect(verdict(facts).code == .binaryMode)
    #expect(
      verdict(facts).what
        == "The receiver sends SiRF binary at 4800 bits per second, without positions yet.")
  }

  @Test func `situation 11, need 9: sentences come, and many are broken`() {
    var facts = ReceiverFacts.fixed
    facts.stream.badChecksums = 60
    #expect(verdict(facts).code == .badChecksums)
    #expect(verdict(facts).why == "20 of 100 have a wrong checksum; on a good line, none do.")
  }

  // MARK: Needs 20 and 21

  @Test func `situation 12, need 20: a USB 3 device stands next to the receiver`() {
    var facts = ReceiverFacts.searching(.seconds(120), [26, 24, 22])
    facts.port.hasSuperSpeedNeighbor = true
    #expect(Diagnosis.verdicts(facts).map(\.code) == [.usb3Interference, .weakSignal])
    #expect(verdict(facts).why.hasPrefix("3 satellites are heard, the best with 26 dB-Hz, and USB 3"))
    #expect(verdict(facts).advice.contains("extension"))
    // Where the satellites come in well, it does no harm.
    var well = ReceiverFacts.searching(.seconds(40), [40, 40, 39, 36])
    well.port.hasSuperSpeedNeighbor = true
    #expect(verdict(well).code == .searchingWarm)
  }

  @Test func `situation 13, need 20: a camera or another device drowns the satellites`() {
    var facts = ReceiverFacts.searching(.seconds(120), [26, 24, 22])
    facts.integrity.jammingIndicator = 180
    #expect(verdict(facts).code == .jammed)
    #expect(verdict(facts).why == "The receiver measures interference of 180 out of 255 in its band.")
    #expect(verdict(facts).advice.contains("cameras"))
  }

  @Test func `situation 14, need 21: the receiver is jammed`() {
    var facts = ReceiverFacts.fixed
    facts.integrity.jamming = .known(.critical)
    #expect(verdict(facts).code == .jammed)
    // Too sensitive an alarm is switched off: with a good fix a warning is none.
    facts.integrity.jamming = .known(.warning)
    facts.integrity.jammingIndicator = 200
    #expect(verdict(facts).code == .good)
  }

  @Test func `situation 15, need 21: the signals are forged, and the receiver does not notice`() {
    var facts = ReceiverFacts.fixed
    facts.sky.spread = 1
    #expect(verdict(facts).code == .good)
    facts.integrity.secondsAheadOfClock = -7200
    #expect(verdict(facts).code == .spoofed)
    #expect(
      verdict(facts).why == "The signs are: all 8 are equally strong; "
        + "in a minute the time went 2 hours behind the computer's clock.")
  }

  @Test func `situation 14 b, need 21: all signals fall together, on a receiver that says nothing of it`() {
    var facts = ReceiverFacts.fixed
    facts.sky.median = 30
    facts.integrity.signalFall = SignalFall(decibels: 16, satellites: 9)
    let verdicts = Diagnosis.verdicts(facts)
    #expect(verdicts.map(\.code) == [.jammed])
    #expect(verdicts[0].what.hasSuffix("or you went under a roof."))
    #expect(
      verdicts[0].why
        == "9 satellites fell together by 16 dB within seconds; nothing else has changed.")
    facts.integrity.signalFall?.levelBefore = 44
    facts.integrity.signalFall?.levelAfter = 21
    facts.integrity.signalFall?.time = .milliseconds(10_200)
    #expect(
      verdict(facts).why
        == "All signals fell together from 44 to 21 dB-Hz within 10 seconds; nothing else has changed."
    )
    facts.integrity.signalFall?.isStandingStill = true
    #expect(verdict(facts).what.hasSuffix("or something covers the antenna."))
    // A weak fix is said behind it.
    (facts.sky.median, facts.sky.heardWell) = (23, 3)
    #expect(Diagnosis.verdicts(facts).map(\.code) == [.jammed, .weakSignal])
  }

  @Test func `situation 6 b, need 2: nothing is promised while nothing is heard`() {
    let verdict = verdict(.searching(.seconds(20), [0, 0, 0]))
    #expect(verdict.code == .searchingWarm)
    #expect(verdict.what == "The receiver is searching, and receives no satellite yet.")
    #expect(verdict.expectation == "Usually a fix within half a minute once 4 satellites come in well.")
  }

  @Test func `situation 6 c, need 2: every signal went at once, as in a tunnel`() {
    var facts = ReceiverFacts.searching(.seconds(5), [0, 0, 0])
    facts.fix.hadFix = true
    #expect(verdict(facts).code == .noSignal)
    #expect(
      verdict(facts).why
        == "Since the last fix not one signal was received: something covers the antenna, or interference drowns out all signals."
    )
    #expect(verdict(facts).advice.hasPrefix("A tunnel, a bridge or a garage?"))
  }

  @Test func `situation 17, need 2: there is no height, although enough satellites take part`() {
    var facts = ReceiverFacts.fixed
    facts.fix.dimensions = 2
    facts.sky.used = 6
    #expect(verdict(facts).code == .noHeight)
    #expect(
      verdict(facts).why
        == "6 satellites are used, which is enough, but the receiver reports a 2D fix.")
    facts.sky.used = .unknown
    #expect(verdict(facts).why == "The receiver reports a 2D fix.")
    facts.sky.used = 3
    #expect(verdict(facts).why == "It uses 3 satellites, and a height needs 4.")
    facts.fix.dimensions = .unknown
    #expect(verdict(facts).code == .good)
    facts.fix.hasHeight = false
    facts.fix.sources = [.rmc, .gll]
    #expect(
      verdict(facts).why == "It sends no height (no GGA or GNS); the position itself is not affected.")
    #expect(verdict(facts).evidence.map(\.description) == ["RMC, GLL: no height"])
  }

  @Test func `situation 10 b, need 9: a u-blox speaks binary, and tells no position`() {
    var facts = ReceiverFacts.garbled(at: 9600)
    facts.stream.messages = 40
    facts.stream.formats = [.ubx]
    #expect(verdict(facts).code == .binaryMode)
    #expect(
      verdict(facts).what
        == "The receiver sends u-blox binary at 9600 bits per second, without positions yet.")
  }

  @Test func `situation 15 b, need 21: a position from forged signals is never called good`() {
    var facts = ReceiverFacts.fixed
    facts.integrity.latestSpoofingSigns = ["all 8 are equally strong", "the position jumped"]
    #expect(Diagnosis.verdicts(facts).map(\.code) == [.spoofed])
    #expect(
      verdict(facts).why == "The signs are: all 8 are equally strong; the position jumped.")
  }

  @Test func `situation 16, need 21: the receiver itself reports forged signals`() {
    var facts = ReceiverFacts.fixed
    facts.integrity.isSpoofingReported = true
    #expect(verdict(facts).code == .spoofed)
    #expect(verdict(facts).what.contains("do not trust"))
  }
}
