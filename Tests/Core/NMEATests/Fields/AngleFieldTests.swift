import TestSupport
import Testing

@testable import NMEA

@Suite struct `A field with degrees and minutes` {
  private func angle(_ field: String, limit: Double = 180) -> Outcome<Double?> {
    parse(field) { FieldParsing.angle($0, $1, $2, limit: limit) }.number
  }

  @Test(arguments: 0...9) func `has any number of decimals`(decimals: Int) throws {
    let fraction = String("123456789".prefix(decimals))
    let minutes = try #require(Double("7." + fraction + "0"))
    #expect(angle("4807" + (decimals > 0 ? "." : "") + fraction) == .reads(48 + minutes / 60))
    #expect(angle("04807." + fraction) == .reads(48 + minutes / 60))
  }

  @Test(
    arguments: [
      ("4807.038", 48 + 7.038 / 60), ("807.038", 8 + 7.038 / 60), ("07.038", 7.038 / 60),
      ("7.038", 7.038 / 60), (".038", 0.038 / 60), ("0", 0), ("00000.000", 0), ("0000", 0), ("100", 1),
      ("00130", 1.5), ("01131", 11 + 31.0 / 60), ("4807.", 48 + 7.0 / 60),
    ] as [(String, Double)])
  func `may lack the zeros in front that fill it up, and its dot`(field: String, value: Double) {
    #expect(angle(field) == .reads(value))
  }

  @Test func `is read without the blanks around it`() {
    #expect(angle("  4807.038 ") == .reads(degrees(48, 7.038)))
  }

  @Test(arguments: ["", " ", "      "]) func `says nothing when it is empty or blank`(field: String) {
    #expect(angle(field) == .reads(nil))
  }

  @Test(
    arguments: [
      ("9000.0000", 90, .reads(90)), ("9000", 90, .reads(90)), ("9000.0001", 90, .fails(.outOfRange)),
      ("9001", 90, .fails(.outOfRange)), ("8959.99999999", 90, .reads(degrees(89, 59.99999999))),
      ("18000.0000", 180, .reads(180)), ("18000.00001", 180, .fails(.outOfRange)),
      ("9907.038", 90, .fails(.outOfRange)),
    ] as [(String, Double, Outcome<Double?>)])
  func `reaches its limit and not beyond`(field: String, limit: Double, outcome: Outcome<Double?>) {
    #expect(angle(field, limit: limit) == outcome)
  }

  @Test func `has less than sixty minutes`() {
    #expect(angle("1259.99999") == .reads(degrees(12, 59.99999)))
    #expect(angle("1259.999999999") == .reads(degrees(12, 59.999999999)))
    for field in ["1260", "1260.000", "1260.0001", "1299.9", "60", "99.9"] {
      #expect(angle(field) == .fails(.outOfRange), "\(field)")
    }
  }

  @Test(arguments: [
    "-4807.038", "+4807.038", "48-7.038", "4 07.038", "48o7.038", "4807.03.8", "4807,038", "..", ".", "N",
    "480x",
    "4807.-38", "4807. 38", "4807.0e1", "\u{B0}",
  ])
  func `is refused when it is no angle`(field: String) {
    #expect(angle(field) == .fails(.notANumber))
  }

  @Test func `is refused when its degrees have more digits than a number can`() {
    #expect(angle(String(repeating: "9", count: 22)) == .fails(.outOfRange))
    #expect(angle(String(repeating: "0", count: 30) + "107.5") == .reads(degrees(1, 7.5)))
  }

  @Test func `is read as its parts are counted one by one`() throws {
    var random = SeededGenerator()
    for _ in 0..<3000 {
      let degrees = Int.random(in: 0..<180, using: &random)
      let minutes = Int.random(in: 0..<60, using: &random)
      let places = Int.random(in: 1...7, using: &random)
      let digits = (0..<places).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      let padding = String(repeating: "0", count: Int.random(in: 0...2, using: &random))
      let field = "\(padding)\(degrees)\(minutes < 10 ? "0" : "")\(minutes).\(digits)"
      let exact = try #require(Double("\(minutes).\(digits)"))
      #expect(angle(field) == .reads(Double(degrees) + exact / 60), "\(field), seed \(seed)")
    }
  }
}

@Suite struct `The letter of a hemisphere` {
  private func side(_ field: String) -> Outcome<Double?> {
    parse(field) {
      FieldParsing.side($0, $1, $2, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"))
    }.number
  }

  @Test func `is one of two, and blanks around it are passed over`() {
    #expect(side("N") == .reads(1) && side("S") == .reads(-1) && side(" S ") == .reads(-1))
  }

  @Test(arguments: ["", "  "]) func `says nothing when it is empty or blank`(field: String) {
    #expect(side(field) == .reads(nil))
  }

  @Test(arguments: ["n", "s", "E", "W", "NS", "N S", "1", "-", "\u{E9}"])
  func `is refused when it is another`(field: String) { #expect(side(field) == .fails(.notAHemisphere)) }
}

@Suite struct `A position in a sentence` {
  private func gll(_ fields: String) throws -> GLL { try read(wire("GPGLL,\(fields)")) }

  @Test func `is none when the receiver does not say which side`() throws {
    let texts = ["4807.038,,01131.000,E", "4807.038,N,01131.000,", ",S,,W"]
    #expect(try texts.map { try gll($0).latitude } == [nil, degrees(48, 7.038), nil])
    #expect(try texts.map { try gll($0).longitude } == [degrees(11, 31.0), nil, nil])
  }

  @Test(arguments: [
    ("4807.038,X,01131.000,E", 2, FieldFault.Reason.notAHemisphere),
    ("9000.1,N,01131.000,E", 1, .notALatitude), ("-4807.038,N,01131.000,E", 1, .notALatitude),
    ("4807.038,N,18000.01,E", 3, .notALongitude), ("4807.038,N,011x1.000,E", 3, .notALongitude),
    ("4807.038,N,01131.000,N", 4, .notAHemisphere), ("x,Y,01131.000,E", 1, .notALatitude),
  ])
  func `that can't be read takes the sentence with it`(
    fields: String, field: Int, reason: FieldFault.Reason
  ) {
    #expect(throws: SentenceError.field(FieldFault(field: field, reason: reason))) { try gll(fields) }
  }

  @Test func `counts south and west as negative, to the last bit of its digits`() throws {
    let gll = try gll("3351.1234567,S,15112.7654321,W")
    #expect(gll.latitude == -degrees(33, 51.1234567) && gll.longitude == -degrees(151, 12.7654321))
  }
}
