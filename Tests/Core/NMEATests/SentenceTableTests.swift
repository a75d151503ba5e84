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
    for type in standardTypes as [any SentenceContent.Type] + `A vendor's sentence`.all {
      let own = Self.cases.filter { $0.says.hasPrefix("\(name(of: type)):") }
      #expect(own.contains { $0.line.hasPrefix("$") && !$0.says.contains(";") }, "\(type)")
      #expect(own.contains { $0.isWritten }, "\(type)")
    }
  }

  @Test(arguments: Revision.allCases) func `says nothing where nothing was written`(revision: Revision) throws
  {
    // An XDR has one sensor at least.
    let standard = standardTypes.filter { $0 != XDR.self }
    let blanks: [any SentenceContent] =
      standard.map { $0.init(talker: .gn) } + `A vendor's sentence`.all.map { $0.init() }
    for blank in blanks {
      let content = try #require(try Sentence(blank.encoded(as: revision)).content)
      #expect(AnyHashable(content) == AnyHashable(blank), "\(blank)")
    }
  }
}
