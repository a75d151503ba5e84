import NMEA
import TestSupport

/// A third visitor beside reader and writer: it fills a sentence with whatever its fields can hold.
struct RandomFields {
  var generator: SeededGenerator
  private let count: Int
  private var taken = 0

  init(_ generator: SeededGenerator) {
    self.generator = generator
    count = Int.random(in: 4...40, using: &self.generator)
  }

  /// Something, or nothing in one case of four.
  private mutating func maybe<Value>(_ make: (inout SeededGenerator) -> Value?) -> Value? {
    taken += 1
    return Int.random(in: 0..<4, using: &generator) == 0 ? nil : make(&generator)
  }

  /// A number that a field of so many places holds exactly.
  private mutating func number(upTo limit: Int, places: Int) -> Double? {
    maybe { generator in
      let weight = (0..<places).reduce(1) { weight, _ in weight * 10 }
      return Double(Int.random(in: 0..<(limit * weight), using: &generator)) / Double(weight)
    }
  }

  /// Degrees and minutes, added up as a reader does it.
  private mutating func angle(below limit: Int) -> Double? {
    taken += 1
    return maybe { generator in
      let minutes = Double(Int.random(in: 0..<600_000_000, using: &generator)) / 1e7
      let angle = Double(Int.random(in: 0..<limit, using: &generator)) + minutes / 60
      return Bool.random(using: &generator) ? angle : -angle
    }
  }

  private static func letter(_ generator: inout SeededGenerator) -> UInt8? {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8.randomElement(using: &generator)
  }
}

extension RandomFields: FieldVisitor {
  var remaining: Int? { max(0, count - taken) }

  func hasMore(since revision: Revision) -> Bool { true }

  mutating func decimal(_ value: inout SparseDecimal, scale: Double, places: Int, _ text: Span<UInt8>) {
    let sign = Bool.random(using: &generator) ? 1.0 : -1.0
    value.wrappedValue = number(upTo: 10_000, places: places).map { $0 * scale * sign }
  }

  mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, width: Int, _ text: Span<UInt8>
  ) {
    value.wrappedValue = maybe { Int(Int32.random(in: range, using: &$0)) }
  }

  mutating func integers<let capacity: Int>(
    _ values: inout SparseIntegers<capacity>, count: Int, width: Int, _ text: Span<UInt8>
  ) {
    for index in 0..<min(count, capacity) { values[index] = maybe { Int.random(in: 0...9999, using: &$0) } }
  }

  mutating func hexadecimal<Raw>(_ value: inout SparseInteger<Raw>, _ text: Span<UInt8>) {
    value.wrappedValue = maybe { Int.random(in: 0...255, using: &$0) }
  }

  mutating func course(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>) {
    value.wrappedValue = number(upTo: 360, places: places)
  }

  mutating func signed(
    _ value: inout SparseDecimal, positive: UInt8, negative: UInt8, scale: Double, places: Int,
    _ text: Span<UInt8>
  ) {
    decimal(&value, scale: scale, places: places, text)
    taken += 1
  }

  mutating func latitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    value.wrappedValue = angle(below: 90)
  }

  mutating func longitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    value.wrappedValue = angle(below: 180)
  }

  mutating func time(_ value: inout TimeOfDay?, _ text: Span<UInt8>) {
    value = maybe { generator in
      // Hundredths, as nearly all receivers send them, or all nine digits.
      let nanosecond = Int.random(in: 0..<1_000_000_000, using: &generator)
      return TimeOfDay(
        hour: Int.random(in: 0..<24, using: &generator), minute: Int.random(in: 0..<60, using: &generator),
        second: Int.random(in: 0...60, using: &generator),
        nanosecond: Bool.random(using: &generator) ? nanosecond : nanosecond / 10_000_000 * 10_000_000)
    }
  }

  mutating func date(_ value: inout DayMonthYear?, _ text: Span<UInt8>) {
    value = maybe { generator in
      DayMonthYear(
        day: Int.random(in: 1...31, using: &generator), month: Int.random(in: 1...12, using: &generator),
        year: Int.random(in: 0...99, using: &generator))
    }
  }

  mutating func letter<Letter: RawRepresentable<UInt8>>(_ value: inout Letter?, _ text: Span<UInt8>) {
    value = maybe { RandomFields.letter(&$0) }.flatMap { Letter(rawValue: $0) }
  }

  mutating func letters(_ value: inout ModeList, _ text: Span<UInt8>) {
    taken += 1
    let count = Int.random(in: 0...8, using: &generator)
    value = ModeList((0..<count).compactMap { _ in RandomFields.letter(&generator).map(ModeIndicator.init) })
  }

  mutating func text(_ value: inout FieldText, _ text: Span<UInt8>) {
    taken += 1
    let count = Int.random(in: 0...12, using: &generator)
    value = FieldText((0..<count).map { _ in UInt8.random(in: 0x20..<0x7F, using: &generator) })
  }

  mutating func unit(_ letter: UInt8, _ text: Span<UInt8>) { taken += 1 }

  mutating func skip(_ text: Span<UInt8>) { taken += 1 }
}
