import GNSS
import SerialPorts
import Testing

@testable import GPSBridge

/// A verdict says no more than its evidence shows.
@Suite struct `A verdict` {
  @Test func `takes a log's own text between good sentences for no damage`() {
    let logged = ReceiverFacts.fixed.with {
      ($0.stream.sentences, $0.stream.cutSentences, $0.stream.lostBytes) = (80, 1, 2000)
    }
    #expect(Diagnosis.verdict(logged).code == .good)
  }

  @Test func `about lost bytes counts bytes, and shows them`() {
    let lossy = ReceiverFacts.fixed.with {
      ($0.stream.sentences, $0.stream.cutSentences, $0.stream.lostBytes) = (80, 3, 2000)
    }
    let verdict = Diagnosis.verdict(lossy)
    #expect(verdict.code == .badChecksums)
    #expect(verdict.what == "Many bytes are not part of a complete sentence.")
    #expect(verdict.why.hasPrefix("13 of 100 bytes"), "\(verdict.why)")
    #expect(
      verdict.evidence.first?.finding.hasSuffix("2000 bytes outside sentences and messages") == true,
      "\(verdict.evidence)")
    let broken = ReceiverFacts.fixed.with {
      ($0.stream.sentences, $0.stream.cutSentences, $0.stream.lostBytes) = (80, 20, 2000)
    }
    #expect(Diagnosis.verdict(broken).why.hasPrefix("20 of 100 arrive damaged or cut off"))
  }

  @Test func `about weak signals is not made where as many come in well as a fix needs`() {
    for (well, code) in [(3, Verdict.Code.weakSignal), (4, .good), (11, .good)] {
      let low = ReceiverFacts.fixed.with { ($0.sky.median, $0.sky.heardWell) = (21, .known(well)) }
      #expect(Diagnosis.verdict(low).code == code, "\(well)")
    }
  }

  @Test func `about a search says only how long it was watched`() {
    var searching = ReceiverFacts.searching(.seconds(1), []).with { $0.sky = SkyFacts() }
    #expect(
      Diagnosis.verdict(searching).why
        == "It was first received 1 second ago, and has not reported its satellites.")
    searching.fix.searching = .seconds(0)
    #expect(Diagnosis.verdict(searching).why.hasPrefix("It was first received just now, and"))
    searching.fix.hadFix = .yes
    let lost = Diagnosis.verdict(searching)
    #expect(lost.why.hasPrefix("It has only just begun searching, and"))
    #expect(lost.evidence.map(\.description).contains("earlier epochs: a fix"))
  }

  @Test(
    arguments: [
      ([.gns, .vtg, .gsa], "GNS: a time, and a date from an earlier epoch"),
      ([.gga, .rmc, .gsa], "RMC: date and time"), ([.navPVT, .navSAT], "NAV-PVT: date and time"),
    ] as [(Fix.Sources, String)])
  func `about a search names only what has the date and time`(sources: Fix.Sources, evidence: String) {
    let searching = ReceiverFacts.searching(.seconds(10), []).with { $0.fix.sources = sources }
    #expect(Diagnosis.verdict(searching).evidence.map(\.description).contains(evidence))
  }

  @Test func `about an unread language does not count its messages as none`() {
    let strange = ReceiverFacts.garbled(at: 9600).with { $0.stream.formats = [.zodiac] }
    let verdict = Diagnosis.verdict(strange)
    #expect(verdict.code == .binaryMode)
    #expect(verdict.evidence.first?.finding.contains("0 decoded messages") == true)
  }

  @Test func `about an unread language names checksums only where it has some`() {
    func evidence(_ language: BinaryProtocol) -> String? {
      let strange = ReceiverFacts.garbled(at: 9600).with { $0.stream.formats = [language] }
      return Diagnosis.verdict(strange).evidence.last?.description
    }
    #expect(evidence(.tsip) == "frames: Trimble TSIP")
    #expect(evidence(.zodiac) == "frame checksums: Zodiac binary")
  }

  @Test func `about messages without positions does not say what those that are not read hold`() {
    // The logged positions of LOG-RETRIEVEPOS are positions, too.
    let logged = ReceiverFacts.garbled(at: 9600).with { $0.stream.formats = [.ubx] }
    #expect(
      Diagnosis.verdict(logged).why
        == "Its messages are valid, but the program reads no position from them; gpsd may have set it this way."
    )
  }

  @Test func `about poor geometry rests on no dilution that another of the epoch refutes`() {
    // A part is not larger than the whole, but for a receiver that reports no more than 9.9.
    for (position, code) in [(nil, Verdict.Code.poorGeometry), (2.4, .good), (9.9, .poorGeometry)]
      as [(Double?, Verdict.Code)]
    {
      let start = ContinuousClock.now
      var condition = ReceiverCondition.opened(at: start)
      var fix = Fix.used(nil)
      fix.dilution.position = position
      fix.dilution.horizontal = 17.3
      condition.take(.fix(fix, received: start), counts: StreamTotals(), at: start)
      #expect(condition.verdict(at: start).code == code, "\(String(describing: position))")
    }
  }
}
