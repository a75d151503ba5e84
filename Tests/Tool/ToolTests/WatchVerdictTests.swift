import Testing

@testable import GNSS
@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `The verdict about a stream` {
  private func verdict(_ begin: [UInt8], fixes: Int?, _ fill: (inout StreamCounts) -> Void)
    -> RecordingVerdict
  {
    var verdict = RecordingVerdict(
      stats: WatchStats(), problems: RecordingProblems(), guess: InputGuess(), name: "it")
    verdict.stats.stream.junkBytes = begin.count
    verdict.guess.take(begin.span)
    fill(&verdict.stats.stream)
    verdict.stats.epochs = fixes.map { fixes in
      var counts = EpochCounts()
      counts.epochs = 5
      counts.fixes = fixes
      return counts
    }
    return verdict
  }

  private let noise = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }

  @Test func `does not take chance for broken sentences`() {
    let few = verdict(noise, fixes: 0) { $0.badChecksums = 9 }
    #expect(few.complaint?.reason?.hasSuffix("look like binary in no known protocol") == true)
    let many = verdict(noise, fixes: 0) { $0.badChecksums = 900 }
    #expect(many.complaint?.reason?.contains("900 sentences with a wrong checksum") == true)
    #expect(many.complaint?.remedy.hasPrefix("record again") == true)
  }

  @Test(arguments: BinaryProtocol.allCases.filter { !$0.isRead && $0 != .rtcm })
  func `names a language that is not read, and says what to do`(_ language: BinaryProtocol) throws {
    let heard = verdict([], fixes: nil) { stream in
      for _ in 0..<5 { stream.strangers.add(language, bytes: 30) }
      stream.messageBytes = 150
    }
    let complaint = try #require(heard.complaint)
    #expect(complaint.code == "binary_mode" && complaint.exit == .nothingKnown)
    #expect(complaint.message == "it is \(language.name), from which no position is read")
    #expect(complaint.remedy == language.remedy && heard.stats.language == language)
  }

  @Test func `has nothing to say when there is a fix`() {
    let good = verdict(noise, fixes: 1) { $0.sentences = 10 }
    #expect(good.complaint == nil && good.note == nil)
  }

  @Test func `names what there was when there is no fix`() {
    let without = verdict(noise, fixes: 0) { stream in
      stream.sentences = 1
      stream.badFields = 2
      stream.messages = 3
    }
    #expect(
      without.note == "note: no fix in it: 1 sentence, 2 refused sentences, 3 u-blox messages, 5 epochs, "
        + "none with a position\n")
  }

  @Test func `counts refused sentences as something known`() {
    #expect(verdict(noise, fixes: 0) { $0.badFields = 1 }.complaint == nil)
  }
}
