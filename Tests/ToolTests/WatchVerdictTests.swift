@testable import CommandLineTable
import GNSS
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `The verdict about a stream` {
  private func verdict(_ begin: [UInt8], fixes: Int?, _ fill: (inout StreamCounts) -> Void) -> WatchVerdict {
    var verdict = WatchVerdict(stats: WatchStats(), guess: InputGuess(), name: "it")
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
    let few = verdict(noise, fixes: 0) { $0.badChecksum = 9 }
    #expect(few.complaint?.reason?.hasSuffix("look like binary that is none of NMEA, UBX, RTCM 3") == true)
    let many = verdict(noise, fixes: 0) { $0.badChecksum = 900 }
    #expect(many.complaint?.reason?.contains("900 sentences with a wrong checksum") == true)
    #expect(many.complaint?.hint.hasPrefix("record again") == true)
  }

  @Test func `has nothing to say when there is a fix`() {
    let good = verdict(noise, fixes: 1) { $0.sentences = 10 }
    #expect(good.complaint == nil)
    #expect(good.note == nil)
  }

  @Test func `names what there was when there is no fix`() {
    let without = verdict(noise, fixes: 0) { stream in
      stream.sentences = 1
      stream.badField = 2
      stream.messages = 3
    }
    #expect(
      without.note
        == "note: no fix in it: 1 sentence, 2 refused sentences, 3 u-blox messages, 5 epochs, "
        + "none with a position\n")
  }

  @Test func `counts refused sentences as something known`() {
    #expect(verdict(noise, fixes: 0) { $0.badField = 1 }.complaint == nil)
  }
}
