import NMEA
import TestSupport
import Testing

@Suite struct `Each sentence of the table` {
  private static let rows = SentenceRow.standard + SentenceRow.vendors

  @Test(arguments: rows) func `is read as a receiver sends it, without a fault`(_ row: SentenceRow) throws {
    let content = try #require(try Sentence(row.example.utf8).content)
    #expect("\(type(of: content))" == row.name)
    let body = row.example.dropFirst().prefix { $0 != "*" }
    #expect(try fault(in: String(body)) == nil)
    #expect(try survives(content))
  }

  @Test(arguments: rows) func `says nothing when it is empty`(_ row: SentenceRow) throws {
    for body in row.empty {
      let content = try #require(try Sentence(wire(body)).content)
      #expect(AnyHashable(content) == AnyHashable(row.blank(body)), "\(body)")
    }
  }

  @Test(arguments: rows) func `is read as it was written`(_ row: SentenceRow) throws {
    for content in row.written { #expect(try survives(content)) }
    if let body = row.body { #expect(row.written.first?.encoded() == wire(body)) }
  }

  @Test func `is there once for each type`() {
    #expect(SentenceRow.standard.map(\.name) == standardTypes.map { "\($0)" })
    #expect(SentenceRow.vendors.map(\.name) == `A vendor's sentence`.all.map { "\($0)" })
  }
}
