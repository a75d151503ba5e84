import NMEA
import TestSupport
import Testing

@Suite struct `Each sentence of the tables` {
  private static let cases = SentenceCase.fix + SentenceCase.ship + SentenceCase.vendors

  // These tests fail when the order of fields, a unit or the number of decimals changes.
  @Test(arguments: cases) func `says what the table says`(_ row: SentenceCase) {
    #expect(meaning(of: row.body) == row.says)
  }

  @Test(arguments: cases) func `is read as it is written, and if the table says so, byte for byte`(
    _ row: SentenceCase
  ) throws {
    guard let sentence = try? Sentence(row.wire) else {
      #expect(row.says.hasPrefix("refused") && !row.isWritten)
      return
    }
    #expect(try Sentence(sentence.encoded()) == sentence)
    #expect((sentence.encoded() == row.wire) == row.isWritten)
  }

  @Test func `is there for each type as a receiver sends it, and as it is written`() {
    for type in everyType {
      let own = Self.cases.filter { $0.says.hasPrefix("\(name(of: type)):") }
      #expect(own.contains { $0.line.hasPrefix("$") && !$0.says.contains(";") }, "\(type)")
      #expect(own.contains { $0.isWritten }, "\(type)")
    }
  }

  @Test(arguments: Revision.allCases) func `says nothing where nothing was written`(revision: Revision) throws
  {
    // An XDR has one sensor at least.
    for blank in everyType.filter({ $0 != XDR.self }).map(blank) {
      let content = try #require(try Sentence(blank.encoded(as: revision)).content)
      #expect(AnyHashable(content) == AnyHashable(blank), "\(blank)")
    }
  }
}
