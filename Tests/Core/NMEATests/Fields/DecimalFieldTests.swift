import TestSupport
import Testing

@testable import NMEA

@Suite struct `A field with a number` {
  private func decimal(_ field: String) -> Outcome<Double?> {
    parse(field) { FieldParsing.decimal($0, $1, $2) }.number
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("42", 42), ("545.4", 545.4), ("0.9", 0.9), ("-0.9", -0.9), ("+0.9", 0.9),
      ("007", 7), ("-007.50", -7.5), ("000000000000000000000000012", 12), ("0.1000", 0.1),
      ("5.", 5), (".5", 0.5), ("-.5", -0.5), ("+5.", 5), ("00.00", 0), ("-0", 0),
      (" 5", 5), ("5 ", 5), ("   -5.25  ", -5.25), (" .5", 0.5),
    ] as [(String, Double)])
  func `reads signs, zeros in front and dots at its ends, and no blanks around it`(
    field: String, value: Double
  ) {
    #expect(decimal(field) == .reads(value))
  }

  @Test(arguments: ["", " ", "        "]) func `says nothing when it is empty or blank`(field: String) {
    #expect(decimal(field) == .reads(nil))
  }

  @Test(arguments: [
    ".", "-", "+", "-.", "+.", "--1", "+-1", "1-", "1+2", "1.2.3", "..", "1..2", "1 2", "- 1", "1e5", "0x1F",
    "NaN", "inf", "1,5", "1/2", "1:2", "\t1", "\u{0}", "１",
  ])
  func `is refused when it is no number`(field: String) {
    #expect(decimal(field) == .fails(.notANumber))
  }

  @Test(
    arguments: [
      ("999999999999999999", .reads(1e18)), ("123456789012345678", .reads(123_456_789_012_345_680)),
      ("1234567890123456789", .fails(.outOfRange)), ("-1234567890123456789", .fails(.outOfRange)),
      ("123456789012345678.9", .reads(123_456_789_012_345_680)),
      ("1234567890123456789.0", .fails(.outOfRange)),
      ("000123456789012345678", .reads(123_456_789_012_345_680)),
      ("0001234567890123456789", .fails(.outOfRange)),
    ] as [(String, Outcome<Double?>)])
  func `may have eighteen digits before its dot, zeros in front not counted, and not nineteen`(
    field: String, outcome: Outcome<Double?>
  ) {
    #expect(decimal(field) == outcome)
  }

  @Test(
    arguments: [
      ("1.00000000000000000000000000000000000001", .reads(1)),
      ("3.14159265358979323846264338327950288", .reads(3.141592653589793)),
      ("0." + String(repeating: "3", count: 300), .reads(1.0 / 3)),
      ("1.0000000000000000000000000000000000000x", .fails(.notANumber)),
      ("1.000000000000000000000000000000000000.0", .fails(.notANumber)),
    ] as [(String, Outcome<Double?>)])
  func `passes over decimals that no double can hold, if no letter hides among them`(
    field: String, outcome: Outcome<Double?>
  ) {
    #expect(decimal(field) == outcome)
  }

  @Test(arguments: 1...22) func `may be small by any number of places up to 22`(places: Int) {
    let field = "0." + String(repeating: "0", count: places - 1) + "5"
    #expect(decimal(field) == .reads(Double("5e-\(places)")))
  }

  @Test(arguments: 0...5) func `is not lost when many decimals follow a few zeros`(zeros: Int) throws {
    let field = "0." + String(repeating: "0", count: zeros) + "123456789012345678"
    guard case .reads(let value?) = decimal(field) else { throw Unexpected() }
    let exact = try #require(Double(field))
    #expect(abs(value - exact) <= exact * 1e-15, "\(field)")
  }

  @Test func `is zero when it is smaller than its places can tell`() {
    let zeros = String(repeating: "0", count: 100)
    for field in ["0.\(zeros.prefix(40))9", "0.\(zeros)", "-0.\(zeros)"] {
      #expect(decimal(field) == .reads(0))
    }
  }

  @Test func `of up to fifteen digits is the nearest double there is`() throws {
    var random = SeededGenerator()
    for _ in 0..<5000 {
      let digits = String(UInt64.random(in: 0..<1_000_000_000_000_000, using: &random))
      let dot = Int.random(in: 0...digits.count, using: &random)
      let sign = ["", "-", "+"].randomElement(using: &random) ?? ""
      let field = sign + digits.prefix(dot) + "." + digits.dropFirst(dot)
      let exact = try #require(Double(sign + "0" + digits.prefix(dot) + "." + digits.dropFirst(dot) + "0"))
      #expect(decimal(field) == .reads(exact), "\(field), seed \(seed)")
    }
  }

  @Test func `never brings the reader down, whatever its bytes are`() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        Array("0123456789..-+ ".utf8).randomElement(using: &random) ?? 0
      }
      guard case .success(let value) = FieldParsing.decimal(bytes.span, 0, bytes.count) else { continue }
      #expect(value.isNaN == bytes.allSatisfy { $0 == UInt8(ascii: " ") }, "\(bytes), seed \(seed)")
      #expect(!value.isInfinite, "\(bytes), seed \(seed)")
    }
  }
}

@Suite struct `A field with a whole number` {
  private func integer(_ field: String, in range: ClosedRange<Int32>) -> Outcome<Int32?> {
    parse(field) { FieldParsing.integer($0, $1, $2, in: range) }.outcome
  }

  @Test(
    arguments: [
      ("0", 0), ("9", 9), ("012", 12), ("-13", -13), ("+14", 14), ("7.0", 7), (" 5", 5), ("05 ", 5),
      ("0.4", 0), ("0.5", 1), ("1.49", 1), ("1.5", 2), ("2.5", 3), ("-0.4", 0), ("-0.5", -1), ("-1.5", -2),
      ("41.999", 42), (".5", 1),
    ] as [(String, Int32)])
  func `is read with sign, zeros and blanks, and rounded, halves away from zero`(field: String, value: Int32)
  {
    #expect(integer(field, in: -100...100) == .reads(value))
  }

  @Test func `may lie on either end of its range, and not beyond`() {
    #expect(integer("1", in: 1...12) == .reads(1))
    #expect(integer("12", in: 1...12) == .reads(12))
    #expect(integer("0", in: 1...12) == .fails(.outOfRange))
    #expect(integer("13", in: 1...12) == .fails(.outOfRange))
    #expect(integer("-1", in: 0...12) == .fails(.outOfRange))
    #expect(integer("12.4", in: 1...12) == .reads(12))
    #expect(integer("12.5", in: 1...12) == .fails(.outOfRange))
  }

  @Test(
    arguments: [
      ("2147483647", .reads(2_147_483_647)), ("-2147483647", .reads(-2_147_483_647)),
      ("2147483648", .fails(.outOfRange)),
      ("999999999999999999", .fails(.outOfRange)), ("9999999999999999999", .fails(.outOfRange)),
    ] as [(String, Outcome<Int32?>)])
  func `may be as large as its type and no larger`(field: String, outcome: Outcome<Int32?>) {
    #expect(integer(field, in: .min ... .max) == outcome)
  }

  @Test(arguments: ["", "   "]) func `says nothing when it is empty or blank`(field: String) {
    #expect(integer(field, in: 1...2) == .reads(nil))
  }

  @Test(arguments: ["x", "1x", "-", ".", "1 2"]) func `is refused when it is no number`(field: String) {
    #expect(integer(field, in: 0...100) == .fails(.notANumber))
  }
}

@Suite struct `A hexadecimal field` {
  private func hexadecimal(_ field: String) -> Outcome<UInt8?> {
    parse(field) { FieldParsing.hexadecimal($0, $1, $2) }.outcome
  }

  @Test func `reads every byte in capital and in small digits`() {
    for value in UInt8.min ... .max {
      let digits = String(value, radix: 16)
      #expect(hexadecimal(digits) == .reads(value))
      #expect(hexadecimal(digits.uppercased()) == .reads(value))
      #expect(hexadecimal(digits.count == 1 ? "0" + digits : digits) == .reads(value))
    }
  }

  @Test func `is read without blanks around it, and says nothing when it is blank`() {
    #expect(hexadecimal(" B ") == .reads(11) && hexadecimal("") == .reads(nil))
    #expect(hexadecimal("  ") == .reads(nil))
  }

  @Test(arguments: ["G", "1G", "G1", "-1", ".5", "x1", "1 ,", "@", "`", "/", ":", "0FF"])
  func `is refused when a digit is none, or there are more than two`(field: String) {
    let reason: FieldFault.Reason = field.utf8.count > 2 ? .outOfRange : .notANumber
    #expect(hexadecimal(field) == .fails(reason))
  }
}

@Suite struct `An angle in the circle` {
  @Test(
    arguments: [
      (0, 0), (359.9, 359.9), (360, 0), (360.5, 0.5), (-0.5, 359.5), (-360, 0), (720, 0), (719.5, 359.5),
      (-90, 270), (180, 180),
    ] as [(Double, Double)])
  func `is the same angle from 0 on and below 360`(angle: Double, wrapped: Double) {
    #expect(FieldParsing.wrapped(angle) == wrapped)
  }

  @Test(arguments: [-360.001, 720.001, 1e9, -.infinity, .infinity, .nan] as [Double])
  func `is none when no custom explains it`(angle: Double) { #expect(FieldParsing.wrapped(angle).isNaN) }
}
