import NMEA
import TestSupport
import Testing

@testable import GNSS

@Suite struct `Sentences with a parity bit` {
  private func found(_ bytes: [UInt8]) -> Int {
    var search = SevenBitSearch()
    // In pieces, as a port returns them.
    for start in stride(from: 0, to: bytes.count, by: 7) {
      search.take(bytes[start..<min(start + 7, bytes.count)].span)
    }
    return search.found
  }

  private static let text = (0..<10).flatMap {
    wire("GPGGA,12000\($0),4807.038,N,01131.000,E,1,08,0.9,5,M,46,M,,")
  }

  @Test func `are found with even, odd and marked parity, and not without a parity bit`() {
    let even = Self.text.map { $0 | UInt8($0.nonzeroBitCount & 1) << 7 }
    #expect(found(even) == 10)
    #expect(found(even.map { $0 ^ 0x80 }) == 10)
    #expect(found(Self.text.map { $0 | 0x80 }) == 10)
    #expect(found(Self.text) == 0)
  }

  @Test func `are not found in noise`() {
    var random = SeededGenerator(seed: 7)
    #expect(found((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }) == 0)
  }
}

@Suite struct `The types of sentences that always fail` {
  /// Counts after sentences of these types, in their order; a hash marks a wrong checksum, and a question mark a refused one.
  private func types(_ words: [String], in types: FailingTypes = FailingTypes()) -> FailingTypes {
    var types = types
    for word in words {
      if word.hasPrefix("#") {
        types.fail(wire(word.dropFirst() + ",1,2").span)
      } else if word.hasPrefix("?") {
        types.refuse(wire(word.dropFirst() + ",1,2").span, .tooFewFields(found: 2, expected: 4))
      } else {
        types.pass(wire(word + ",1,2").span, 0)
      }
    }
    return types
  }

  private func repeated(_ count: Int, _ words: String...) -> [String] {
    Array(repeating: words, count: count).flatMap(\.self)
  }

  @Test func `are named where another type goes on passing`() {
    let always = types(repeated(8, "#GPRMC", "GPGGA")).always
    #expect(always.map(\.name) == ["GPRMC"])
    #expect(always.map(\.count) == [8])
  }

  @Test func `are not those that passed before the first failure`() {
    #expect(types(["GPRMC"] + repeated(20, "#GPRMC", "GPGGA")).always.isEmpty)
    #expect(types(repeated(90, "GPRMC", "GPGGA") + repeated(20, "#GPRMC", "#GPGGA")).always.isEmpty)
  }

  @Test func `are not known while no other type passes after the first failure`() {
    #expect(types(repeated(20, "#GPRMC")).always.isEmpty)
    #expect(types(repeated(90, "GPGGA") + repeated(20, "#GPRMC")).always.isEmpty)
    #expect(types(repeated(7, "#GPRMC", "GPGGA")).always.isEmpty)
  }

  @Test(arguments: ["GPGSV", "PUBX", "PGRME", "PSRF103", "IIHDG"])
  func `have names of any length`(_ name: String) {
    #expect(types(repeated(8, "#" + name, "GPZDA")).always.map(\.name) == [name])
    #expect(types([name] + repeated(8, "#" + name, "GPZDA")).always.isEmpty)
  }

  @Test func `are not guessed where more types pass than are noted`() {
    let many = (0..<60).map { "GX\($0 / 10)\($0 % 10)A" }
    #expect(types(many + repeated(8, "#GPRMC", "GPGGA")).always.isEmpty)
  }

  private func isCut(_ line: String, after words: [String] = []) -> Bool {
    types(words).isCut(Array(line.utf8).span)
  }

  @Test func `of a maker have no checksum, unless another sentence of theirs has one`() {
    for line in ["$STI,IC,error=4", "$POLYN,TIME,RESTART_OCCURRED", "$PMTK010,001"] {
      #expect(!isCut(line), "\(line)")
      #expect(isCut(line, after: [String(line.dropFirst().prefix { $0 != "," })]), "\(line)")
    }
    for line in ["$GPGGA,12", "$GPRMC,", "$GPG", "$PMTK0", "$STI"] { #expect(isCut(line), "\(line)") }
  }

  @Test func `are named with the first field for which all are refused`() {
    func refused(_ bodies: String...) -> [FailingTypes.Entry] {
      var decoder = FixDecoder(.recording())
      decoder.decode(wire(bodies).span) { _ in }
      return decoder.streamCounts.failingTypes.refused
    }
    let rest = "N,05107.1234,W,1,08,0.9,5.4,M,46.9,M,,"
    let (bad, good) = ("GPGGA,115434,-3003.1914,\(rest)", "GPGGA,115434,3003.1914,\(rest)")
    let long = String(repeating: "9", count: 30)
    let found = refused(bad, "GPGGA,115435,\(long),\(rest)", "GPGLL,3003.1,N,05107.1,X", "GPGSA,A")
    #expect(found.map(\.name) == ["GPGGA", "GPGLL", "GPGSA"] && found.map(\.count) == [2, 1, 1])
    #expect(found.map { $0.refusal?.text } == ["-3003.1914", "X", ""])
    #expect(
      found.map { $0.refusal?.reason } == [
        .field(FieldFault(field: 2, reason: .notALatitude)),
        .field(FieldFault(field: 4, reason: .notAHemisphere)),
        .tooFewFields(found: 1, expected: 2),
      ])
    #expect(refused("GPGLL,\(long),N,05107.1,W").first?.refusal?.text.count == 20)
    #expect(refused(bad, good).isEmpty && refused(good, bad).isEmpty)
    #expect(types(repeated(9, "#GPGGA", "GPZDA")).refused.isEmpty)
    var binary = FailingTypes()
    binary.refuse(Array("$GPGLL,3\u{E9}".utf8).span, .field(FieldFault(field: 1, reason: .notALatitude)))
    #expect(binary.refused.first?.refusal?.text == "3??")
  }

  @Test func `are those of a later part, and of two parts added`() {
    let before = types(repeated(9, "GPRMC"))
    let after = types(repeated(9, "#GPRMC", "#GPGGA", "GPZDA"), in: before)
    #expect(after.since(before).always.map(\.name) == ["GPGGA"])
    var sum = before
    sum.add(types(repeated(9, "#GPRMC", "#GPGGA", "GPZDA")))
    #expect(sum.always.map(\.name) == ["GPGGA"])
    let refused = types(["?GPGLL", "?GPVTG", "?GPGLL"])
    #expect(types(["?GPGLL", "GPVTG"], in: refused).since(refused).refused.map(\.count) == [1])
    sum.add(refused)
    sum.add(refused)
    #expect(sum.refused.map(\.name) == ["GPGLL", "GPVTG"] && sum.refused.map(\.count) == [4, 2])
  }
}
