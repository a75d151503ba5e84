import TestSupport
import Testing

@testable import NMEA

/// The text of a field that is written exactly.
private func field(_ write: (inout FieldWriter, Span<UInt8>) -> Void) -> String {
  var writer = FieldWriter(exact: .v4_11)
  let nothing: [UInt8] = []
  let start = writer.begin()
  write(&writer, nothing.span)
  writer.end(start)
  return String(decoding: writer.bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
}

private func decimal(_ number: Double, _ places: Int) -> String {
  var value = SparseDecimal(wrappedValue: number)
  return field { $0.decimal(&value, scale: 1, places: places, $1) }
}

@Suite struct `A number written into a field` {
  @Test(
    arguments: [
      (0, 1, "0.0"), (0, 0, "0"), (1, 3, "1.0"), (545.4, 3, "545.4"), (545.45, 3, "545.45"),
      (545.4567, 3, "545.457"), (-4.25, 3, "-4.25"), (0.001, 3, "0.001"), (0.0004, 3, "0.0"),
      (100, 0, "100"), (1200, 3, "1200.0"), (10.01, 2, "10.01"), (7.10, 2, "7.1"),
    ] as [(Double, Int, String)])
  func `has as many decimals as it needs, one at least and so many at most`(
    number: Double, places: Int, expected: String
  ) {
    #expect(decimal(number, places) == expected)
  }

  @Test(
    arguments: [
      (0.96, 1, "1.0"), (9.96, 1, "10.0"), (9.9999, 3, "10.0"), (99.995, 2, "100.0"), (-9.96, 1, "-10.0"),
      (0.5, 0, "1"), (1.5, 0, "2"), (2.5, 0, "3"), (0.25, 1, "0.3"), (0.125, 2, "0.13"), (-0.5, 0, "-1"),
    ] as [(Double, Int, String)])
  func `is rounded, and carries into the digits before`(number: Double, places: Int, expected: String) {
    #expect(decimal(number, places) == expected)
  }

  @Test(arguments: [-0.0, -0.0001, -0.04, -0.049999]) func `has no sign when it is zero`(number: Double) {
    #expect(decimal(number, 1) == "0.0" && decimal(number, 0) == "0")
  }

  @Test func `is nothing beyond fifteen digits, or when it is no number`() {
    #expect([999_999_999_999_999, 1e15].map { decimal($0, 0) } == ["999999999999999", ""])
    #expect([99_999_999_999_999.9, 1e14].map { decimal($0, 1) } == ["99999999999999.9", ""])
    for number in [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude] {
      #expect(decimal(number, 2) == "")
    }
  }

  @Test func `of so many places is read as it was written`() {
    var random = SeededGenerator()
    for _ in 0..<5000 {
      let places = Int.random(in: 0...7, using: &random)
      let units = Int.random(in: -99_999_999_999...99_999_999_999, using: &random)
      let number = Double(units) / Digits.power(places)
      let bytes = [UInt8](decimal(number, places).utf8)
      #expect(FieldParsing.decimal(bytes.span, 0, bytes.count).number == .reads(number), "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      (0, 0), (0.49, 0), (0.49999999999999994, 0), (0.5, 1), (1.4999, 1), (2.5, 3),
      (999_999_999_999_999, 999_999_999_999_999),
    ] as [(Double, UInt64)])
  func `is brought to the nearest whole one, halves upwards`(number: Double, whole: UInt64) {
    #expect(DecimalText.nearest(number) == whole)
  }

  @Test(arguments: [-0.1, -1, 1e15, .infinity, -.infinity, .nan] as [Double])
  func `has no nearest whole one when it is negative or beyond bounds`(number: Double) {
    #expect(DecimalText.nearest(number) == nil)
  }
}

@Suite struct `A whole number written into a field` {
  private func integer(_ number: Int, _ width: Int) -> String {
    var value = SparseInteger<Int32>(wrappedValue: number)
    return field { $0.integer(&value, in: 0...0, width: width, $1) }
  }

  @Test(arguments: [
    (0, 1, "0"), (0, 2, "00"), (7, 1, "7"), (7, 2, "07"), (7, 4, "0007"), (1234, 2, "1234"), (-5, 2, "-05"),
    (-5, 1, "-5"), (-123, 2, "-123"), (0, 0, "0"),
    (Int(Int32.max), 1, "2147483647"), (-Int(Int32.max), 1, "-2147483647"),
  ])
  func `is filled with zeros behind its sign`(number: Int, width: Int, expected: String) {
    #expect(integer(number, width) == expected)
  }

  @Test func `is one hexadecimal digit below sixteen, and two from there on`() {
    for number in 0...255 {
      let expected = String(number, radix: 16, uppercase: true)
      var value = SparseInteger<Int16>(wrappedValue: number)
      #expect(field { $0.hexadecimal(&value, $1) } == expected)
    }
  }
}

@Suite struct `A time written into a field` {
  @Test(arguments: [
    (0, 0, 0, 0, "000000.00"), (12, 35, 19, 0, "123519.00"), (23, 59, 60, 500_000_000, "235960.50"),
    (1, 2, 3, 120_000_000, "010203.12"), (1, 2, 3, 123_000_000, "010203.123"),
    (1, 2, 3, 1_000_000, "010203.001"), (1, 2, 3, 100, "010203.0000001"), (1, 2, 3, 1, "010203.000000001"),
    (1, 2, 3, 999_999_999, "010203.999999999"),
  ])
  func `has two decimals, or as many as it needs`(
    hour: Int, minute: Int, second: Int, nanosecond: Int, expected: String
  ) {
    var time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    #expect(field { $0.time(&time, $1) } == expected)
  }
}
