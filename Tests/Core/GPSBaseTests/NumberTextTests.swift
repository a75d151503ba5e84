import TestSupport
import Testing

@testable import GPSBase

@Suite struct `A number on its way out` {
  private func fixed(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: 0...9) func `with fixed decimals is the nearest that has them`(decimals: Int) throws {
    var random = SeededGenerator()
    let step = (0..<decimals).reduce(1.0) { step, _ in step / 10 }
    for _ in 0..<500 {
      let value = Double.random(in: -200_000...200_000, using: &random)
      let text = fixed(value, decimals)
      let back = try #require(Double(text), "\(text), seed \(seed)")
      #expect(abs(back - value) <= step * 0.500001 + abs(value) * 1e-15, "\(text) for \(value), seed \(seed)")
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      #expect((parts.count == 2 ? parts[1].utf8.count : 0) == decimals, "\(text), seed \(seed)")
      #expect(!text.contains("e"), "\(text), seed \(seed)")
    }
  }

  @Test func `with the fewest digits is its description`() {
    func check(_ value: Double, _ remark: String) {
      var bytes: [UInt8] = []
      FixedDecimal.append(shortest: value, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == value.description, "\(remark)")
    }
    for value in [
      0, -0.0, 1, -1, 0.1, 0.5, 12, 47.6, 0.001, 0.0009, 0.00012, 1e-9, 999_999, 999_999.9999, 1e6, 1e15,
      1e16, 1e300, -180,
      179.999_999_999, 0.1 + 0.2, 1.0 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ] { check(value, "\(value)") }
    var random = SeededGenerator()
    for power in [1, 10, 1e2, 1e3, 1e4, 1e5, 1e7, 1e9, 1e12] {
      for _ in 0..<2000 {
        let value = Double.random(in: -200_000...200_000, using: &random)
        check((value * power).rounded() / power, "seed \(seed)")
        check((value / 1e6 * power).rounded() / power, "seed \(seed)")
      }
    }
  }

  @Test(
    arguments: [
      (0, 0, "0"), (0.5, 0, "1"), (-0.5, 0, "-1"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (0.05, 2, "0.05"),
      (9.99, 1, "10.0"), (-9.99, 1, "-10.0"), (123.456, 2, "123.46"), (1e-9, 9, "0.000000001"),
      (1.005, 1, "1.0"), (-37.78478833333333, 9, "-37.784788333"), (59.9, 4, "59.9000"), (0.05, 1, "0.1"),
      (179.9999999996, 9, "180.000000000"), (7, 0, "7"), (-0.0001, 3, "0.000"), (-0.0, 1, "0.0"),
      (99_999.9999, 3, "100000.000"),
    ] as [(Double, Int, String)])
  func `carries where it is rounded up, and loses its sign with its last digit`(
    value: Double, decimals: Int, text: String
  ) {
    #expect(fixed(value, decimals) == text)
  }

  @Test func `has as many digits as are asked for, the last ones`() {
    func digits(_ value: UInt64, _ count: Int) -> String {
      var bytes: [UInt8] = []
      FixedDecimal.append(value, digits: count, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect([(7, 3), (2026, 4), (12345, 3), (5, 0)].map { digits($0, $1) } == ["007", "2026", "345", ""])
  }
}

@Suite struct `A record of random values` {
  private func write(_ fill: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object(fill)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Doubles of all kinds: nearly every bit pattern, and the ones at the edges.
  private func double(_ random: inout SeededGenerator) -> Double {
    let edges: [Double] = [
      .nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      1e15, 1e16, 1e-5, 0.1, 1 / 3, 9_007_199_254_740_992,
    ]
    let isEdge = Int.random(in: 0..<3, using: &random) == 0
    return isEdge ? edges.randomElement(using: &random) ?? 0 : Double(bitPattern: random.next())
  }

  @Test func `is JSON by the letter, and never says nan or inf`() throws {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let values = (0..<4).map { _ in double(&random) }
      let decimals = Int.random(in: 0...9, using: &random)
      let line = write { json in
        for (index, value) in values.enumerated() {
          json.member("n\(index)", value)
          json.member("f\(index)", value, decimals: decimals)
        }
      }
      let record = try JSONReader.read(line)
      let finite = values.indices.filter { values[$0].isFinite }
      #expect(record.keys == finite.flatMap { ["n\($0)", "f\($0)"] }, "\(line), seed \(seed)")
      for index in finite { #expect(record["n\(index)"]?.number == values[index], "\(line), seed \(seed)") }
    }
  }

  @Test func `brings back any key and any text, and stays on one line`() throws {
    var random = SeededGenerator()
    let likely: [Unicode.Scalar] = [
      "\"", "\\", "\n", "\r", "\t", "\u{0}", "/", "u", "\u{2028}", "\u{7F}", "é", "🛰", "\u{FFFF}",
    ]
    func text() -> String {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "?"
        text.unicodeScalars.append(
          Bool.random(using: &random) ? any : likely.randomElement(using: &random) ?? "?")
      }
      return text
    }
    for _ in 0..<2000 {
      let value = text()
      let element = text()
      let line = write { json in
        json.member("value", value)
        json.array("list") { $0.element(element) }
      }
      let record = try JSONReader.read(line)
      #expect(
        record["value"]?.text?.unicodeScalars.elementsEqual(value.unicodeScalars) == true, "seed \(seed)")
      let back = record["list"]?.elements?.first?.text
      #expect(back?.unicodeScalars.elementsEqual(element.unicodeScalars) == true, "seed \(seed)")
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x2028 }, "seed \(seed)")
    }
  }

  @Test func `writes whole numbers to the last digit`() throws {
    #expect(write { $0.member("i", Int.max) } == #"{"i":9223372036854775807}"#)
    #expect(write { $0.member("i", Int.min) } == #"{"i":-9223372036854775808}"#)
    #expect(write { $0.member("i", nil as Int?) } == "{}")
    #expect(write { $0.member("b", nil as Bool?) } == "{}")
  }
}
