import TestSupport
import Testing

@testable import NMEA

/// The outcome of reading a field, in a form that can be compared; "not said" is nil.
enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
  case reads(Value)
  case fails(FieldFault.Reason)
}

extension FieldResult where Value: Equatable & Sendable {
  /// The same, to be compared.
  var outcome: Outcome<Value> {
    switch self {
    case .success(let value): .reads(value)
    case .failure(let reason): .fails(reason)
    }
  }
}

extension FieldResult<Double> {
  /// The same, with nil for NaN, which equals nothing.
  var number: Outcome<Double?> {
    switch self {
    case .success(let value): .reads(value.isNaN ? nil : value)
    case .failure(let reason): .fails(reason)
    }
  }
}

/// Reads a field that stands between digits: a parser that looked beyond its ends would read them too.
func parse<Value>(
  _ field: String, _ read: (Span<UInt8>, Int, Int) -> FieldResult<Value>
) -> FieldResult<Value> {
  let bytes = Array("77\(field)77".utf8)
  return read(bytes.span, 2, bytes.count - 2)
}

@Suite struct `Digits in a machine word` {
  private static let ascii = Array("0123456789".utf8)

  /// Four bytes as a word, the first one lowest.
  private func half(_ bytes: [UInt8]) -> UInt32 { bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  /// Eight bytes as a word, the first one lowest.
  private func word(_ bytes: [UInt8]) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  private func isDigit(_ byte: UInt8) -> Bool { Self.ascii.contains(byte) }

  @Test func `are the number that a loop reads, for any eight`() {
    var random = SeededGenerator()
    let limits: [UInt64] = [
      0, 1, 9, 10, 99_999_999, 10_000_000, 12_345_678, 87_654_321, 90_909_090, 9_090_909, 50_000_005,
    ]
    for number in limits + (0..<20_000).map({ _ in UInt64.random(in: 0...99_999_999, using: &random) }) {
      let digits = word(DecimalText.digits(number, width: 8)) ^ Digits.zeros
      #expect(UInt64(Digits.value(digits)) == number && Digits.odd(digits) == 0, "\(number), seed \(seed)")
    }
  }

  @Test func `are a pair with the one behind them, at each place`() {
    for number in 0...99 {
      let bytes = DecimalText.digits(UInt64(number), width: 2)
      let pairs = Digits.pairs(word(bytes + bytes + bytes + bytes) ^ Digits.zeros)
      for place in [0, 2, 4, 6] as [UInt64] { #expect(pairs >> (8 * place) & 0xFF == number) }
    }
  }

  @Test(arguments: 0..<8) func `are told from every other byte at each place`(place: Int) {
    var bytes = Array("90817263".utf8)
    for byte in UInt8.min ... .max {
      bytes[place] = byte
      #expect((Digits.odd(word(bytes) ^ Digits.zeros) == 0) == isDigit(byte), "\(byte)")
    }
  }

  @Test func `are told from any other bytes, however they carry`() {
    var random = SeededGenerator()
    let likely: [UInt8] = Self.ascii + [0x2F, 0x3A, 0x3F, 0x2E, 0xFA, 0xFF, 0xB0, 0x00]
    for _ in 0..<20_000 {
      let bytes = (0..<8).map { _ in likely.randomElement(using: &random) ?? 0 }
      #expect(
        (Digits.odd(word(bytes) ^ Digits.zeros) == 0) == bytes.allSatisfy(isDigit), "\(bytes), seed \(seed)")
    }
  }

  @Test func `leave a mark at each dot and nowhere else`() {
    var random = SeededGenerator()
    let likely: [UInt8] = [0x2E, 0x2D, 0x2F, 0xAE, 0x6E, 0x30, 0x00, 0xFF, 0x80]
    for _ in 0..<20_000 {
      let bytes = (0..<8).map { _ in likely.randomElement(using: &random) ?? 0 }
      let marks: [UInt8] = bytes.map { $0 == 0x2E ? 0x80 : 0 }
      #expect(Digits.marks(of: UInt8(ascii: "."), in: word(bytes)) == word(marks), "\(bytes), seed \(seed)")
    }
  }

  @Test func `lie in a word with the first byte lowest`() {
    let bytes = Array("ABCDEFGHIJ".utf8)
    #expect(Digits.word(bytes.span, at: 1) == word(Array("BCDEFGHI".utf8)))
    #expect(Digits.half(bytes.span, at: 6) == half(Array("GHIJ".utf8)))
  }

  @Test(arguments: 0...22) func `are shifted by exact powers of ten`(exponent: Int) {
    #expect(Digits.power(exponent) == Double("1e\(exponent)"))
  }

  @Test(
    arguments: [
      (0, 0, "0"), (0, 3, "000"), (5, 1, "5"), (5, 3, "005"), (1000, 3, "1000"),
      (18_446_744_073_709_551_615, 1, "18446744073709551615"),
    ] as [(UInt64, Int, String)])
  func `are spelled with zeros in front`(number: UInt64, width: Int, expected: String) {
    #expect(String(decoding: DecimalText.digits(number, width: width), as: UTF8.self) == expected)
  }
}

@Suite struct `A checksum` {
  @Test(arguments: [("", 0), ("A", 0x41), ("AA", 0), ("GPGLL,4916.45,N,12311.12,W,225444,A", 0x31)])
  func `combines all bytes of a body`(body: String, sum: Int) {
    #expect(Int(Checksum.of(Array(body.utf8).span)) == sum)
  }

  @Test func `is said by two hexadecimal digits, capital or small, and by nothing else`() {
    for high in UInt8.min ... .max {
      for low in [UInt8(ascii: "0"), UInt8(ascii: "f"), UInt8(ascii: "G"), 0x00, 0xB5] {
        let text = String(Unicode.Scalar(high)) + String(Unicode.Scalar(low))
        let isSaid = text.utf8.count == 2 && text.allSatisfy(\.isHexDigit)
        #expect(Checksum.value(high, low) == (isSaid ? UInt8(text, radix: 16) : nil), "\(high), \(low)")
      }
    }
  }

  @Test func `matches its digits in any case, and no others`() {
    for sum in UInt8.min ... .max {
      let small = Array((sum < 16 ? "0" : "").utf8) + Array(String(sum, radix: 16).utf8)
      let capital = Array(String(decoding: small, as: UTF8.self).uppercased().utf8)
      func matches(_ bytes: [UInt8], _ sum: UInt8) -> Bool { Checksum.matches(sum, bytes.span, at: 0) }
      #expect(matches(small, sum) && matches(capital, sum) && !matches(capital, sum ^ 0x01))
      #expect(!matches(capital, sum ^ 0x80))
      #expect(!matches([capital[1], capital[0]], sum) || capital[0] == capital[1])
    }
  }
}

@Suite struct `A walk over short fields` {
  /// All fields of a body that begins with its first field, and whether one was doubtful.
  private func walk(_ fields: String) -> (values: [Int16], isDoubtful: Bool) {
    let bytes = Array(fields.utf8) + Array("*00\r\n".utf8) + [UInt8](repeating: UInt8(ascii: ","), count: 160)
    var cursor = ShortFields(from: 0)
    var values: [Int16] = []
    while !cursor.hasEnded, values.count < 100 { values.append(cursor.next(bytes.span)) }
    if !cursor.isDoubtful { #expect(cursor.place == fields.utf8.count) }
    return (values, cursor.isDoubtful)
  }

  @Test func `reads every number of one, two and three digits, in the middle and at the end`() {
    for number in 0...999 {
      for width in 1...3 where String(number).utf8.count <= width {
        let field = String(decoding: DecimalText.digits(UInt64(number), width: width), as: UTF8.self)
        let found = walk("7,\(field),\(field)")
        #expect(found.values == [7, Int16(number), Int16(number)] && !found.isDoubtful, "\(field)")
      }
    }
  }

  @Test(arguments: ["", ",", ",,", "1,", ",1", ",,12,,", "123,,4", "99,99,99,99"])
  func `finds a field on each side of every comma`(fields: String) {
    let parts = fields.split(separator: ",", omittingEmptySubsequences: false)
    let found = walk(fields)
    #expect(found.values == parts.map { Int16($0) ?? .min })
    #expect(!found.isDoubtful)
  }

  @Test(arguments: [
    "x", "1x", "-1", "1.5", " 1", "1 ", "1234", "12345", "/", ":", "1:", "a,1", "1,-5,2", "12.,3", "\u{7F}",
  ])
  func `doubts whatever is not plain`(fields: String) { #expect(walk(fields).isDoubtful) }

  @Test func `doubts a field that is not there`() {
    let bytes = Array("1,2*75\r\n$GPGSV,3,3".utf8) + [UInt8](repeating: 0x0A, count: 160)
    var cursor = ShortFields(from: 0)
    _ = cursor.next(bytes.span)
    _ = cursor.next(bytes.span)
    #expect(cursor.hasEnded && !cursor.isDoubtful)
    _ = cursor.next(bytes.span)
    #expect(cursor.isDoubtful)
  }

  @Test(arguments: ["", "0", "1.5", "99.99", "0.84", "12", "1.2345", ".5", "5."])
  func `reads a number with a fraction in the middle and at the end`(field: String) {
    let bytes = Array("\(field),\(field)*00\r\n".utf8) + [UInt8](repeating: 0x0A, count: 160)
    var cursor = ShortFields(from: 0)
    let values = [cursor.decimal(bytes.span), cursor.decimal(bytes.span)]
    #expect(cursor.hasEnded && !cursor.isDoubtful)
    for value in values {
      #expect(field.isEmpty ? value.isNaN : value == Double(field.hasSuffix(".") ? "5" : field))
    }
  }

  @Test(arguments: [".", "-1.5", "1.2.3", "1x", "12345678", "1.234567", " 1", "1e5"])
  func `doubts a fraction that is not plain`(field: String) {
    let bytes = Array("\(field),1*00\r\n".utf8) + [UInt8](repeating: 0x0A, count: 160)
    var cursor = ShortFields(from: 0)
    _ = cursor.decimal(bytes.span)
    #expect(cursor.isDoubtful)
  }
}

@Suite struct `The letter of a field` {
  private func text(_ letters: UInt8...) -> String { String(decoding: letters, as: UTF8.self) }

  @Test func `is the one that the standard gives each meaning`() {
    #expect(text(Status.valid.rawValue, Status.void.rawValue) == "AV")
    #expect(text(ArrivalStatus.arrived.rawValue, ArrivalStatus.underway.rawValue) == "AV")
    #expect(text(NorthReference.trueNorth.rawValue, NorthReference.magneticNorth.rawValue) == "TM")
    let modes: [ModeIndicator] = [
      .autonomous, .differential, .deadReckoning, .rtkFloat, .manual, .noFix, .precise, .rtkFixed, .simulator,
    ]
    #expect(String(decoding: modes.map(\.rawValue), as: UTF8.self) == "ADEFMNPRS")
    let statuses: [NavigationalStatus] = [.safe, .caution, .unsafe, .notGiven]
    #expect(String(decoding: statuses.map(\.rawValue), as: UTF8.self) == "SCUV")
  }

  @Test func `keeps its value when nobody here knows it`() throws {
    let gll: GLL = try read(wire("GPGLL,,,,,,A,Z"))
    #expect(gll.mode?.rawValue == UInt8(ascii: "Z"))
    #expect(String(decoding: gll.encoded(), as: UTF8.self).contains(",A,Z*"))
  }

  @Test(arguments: ["AA", "A V", "valid"]) func `is one and no more`(field: String) throws {
    #expect(try fault(in: "GPGLL,,,,,,\(field)") == FieldFault(field: 6, reason: .notALetter))
  }
}

@Suite struct `A talker` {
  @Test func `is its two letters`() {
    let names: [(Talker, String)] = [
      (.gp, "GP"), (.gl, "GL"), (.ga, "GA"), (.gb, "GB"), (.bd, "BD"), (.gq, "GQ"), (.qz, "QZ"), (.gi, "GI"),
      (.gn, "GN"), (.pq, "PQ"), (.hc, "HC"), (.he, "HE"), (.ii, "II"), (.sd, "SD"), (.vw, "VW"), (.wi, "WI"),
    ]
    for (talker, name) in names {
      #expect(talker.description == name)
      #expect([talker.first, talker.second] == Array(name.utf8))
      #expect(Talker(talker.first, talker.second) == talker)
    }
    #expect(Set(names.map(\.0)).count == names.count)
  }

  @Test func `may be any two letters`() throws {
    let hdt: HDT = try read(wire("XYHDT,1.5,T"))
    #expect(hdt.talker == Talker(UInt8(ascii: "X"), UInt8(ascii: "Y")))
  }
}

@Suite struct `A revision` {
  @Test func `is later than those before it`() {
    let inOrder: [Revision] = [.v2_0, .v2_3, .v3_0, .v4_0, .v4_1, .v4_10, .v4_11]
    #expect(Revision.allCases.sorted() == inOrder && Revision.v4_1 < .v4_10)
    #expect(!(Revision.v4_11 < .v4_11))
  }
}

@Suite struct `The bytes of a tag` {
  @Test(arguments: [
    ("PUBX,00,1", true), ("PUBX,00", true), ("PUBX,001", false), ("PUBX,0", false), ("", false),
    (" PUBX,00", false),
  ])
  func `end at a comma or with the text`(text: String, isTagged: Bool) {
    #expect(Ascii.hasTag(Array(text.utf8).span, "PUBX,00") == isTagged)
  }

  @Test func `are found at their place only`() {
    func matches(_ index: Int) -> Bool { Ascii.matches(Array("ABCABD".utf8).span, at: index, "AB") }
    #expect((0...6).map(matches) == [true, false, false, true, false, false, false])
  }

  @Test func `take up a field for each comma, and one more`() {
    #expect(
      ["PGRME", "PSTI,030", "A,B,C"].map { (tag: StaticString) in Ascii.fields(of: tag) } == [1, 2, 3])
  }
}
