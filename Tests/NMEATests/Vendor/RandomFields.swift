import NMEA
import TestSupport

/// A third visitor beside reader and writer: it makes things up, in steps that a field can hold.
struct RandomFields: FieldVisitor {
  var generator: SeededGenerator
  /// So many fields seem to follow, wherever a sentence asks.
  let remaining: Int?

  init(_ generator: SeededGenerator) {
    self.generator = generator
    remaining = Int.random(in: 1...40, using: &self.generator)
  }

  private mutating func isSaid() -> Bool { Int.random(in: 0..<4, using: &generator) > 0 }

  private mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private func steps(_ places: Int) -> Int { (0..<places).reduce(1) { steps, _ in steps * 10 } }

  func hasMore(since revision: Revision) -> Bool { true }

  mutating func decimal(_ value: inout SparseDecimal, scale: Double, places: Int, _ text: Span<UInt8>) {
    guard isSaid() else { return }
    value.wrappedValue = Double(number(in: -9_999_999...9_999_999)) / Double(steps(places)) * scale
  }

  mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, width: Int, _ text: Span<UInt8>
  ) {
    guard isSaid() else { return }
    value.wrappedValue = number(in: Int(range.lowerBound)...Int(range.upperBound))
  }

  mutating func integers<let capacity: Int>(
    _ values: inout SparseIntegers<capacity>, count: Int, width: Int, _ text: Span<UInt8>
  ) {
    for index in 0..<min(count, capacity) where isSaid() { values[index] = number(in: 0...9999) }
  }

  mutating func hexadecimal<Raw>(_ value: inout SparseInteger<Raw>, _ text: Span<UInt8>) {
    if isSaid() { value.wrappedValue = number(in: 0...127) }
  }

  mutating func course(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>) {
    guard isSaid() else { return }
    value.wrappedValue = Double(number(in: 0...(360 * steps(places) - 1))) / Double(steps(places))
  }

  mutating func signed(
    _ value: inout SparseDecimal, positive: UInt8, negative: UInt8, scale: Double, places: Int,
    _ text: Span<UInt8>
  ) {
    decimal(&value, scale: scale, places: places, text)
  }

  private mutating func coordinate(_ value: inout SparseDecimal, limit: Int) {
    guard isSaid() else { return }
    let minutes = Double(number(in: 0...599_999_999)) / 1e7
    let angle = Double(number(in: 0...(limit - 1))) + minutes / 60
    value.wrappedValue = Bool.random(using: &generator) ? angle : -angle
  }

  mutating func latitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(&value, limit: 90)
  }

  mutating func longitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(&value, limit: 180)
  }

  mutating func time(_ value: inout TimeOfDay?, _ text: Span<UInt8>) {
    guard isSaid() else { return }
    value = TimeOfDay(
      hour: number(in: 0...23), minute: number(in: 0...59), second: number(in: 0...60),
      nanosecond: number(in: 0...999_999_999))
  }

  mutating func date(_ value: inout DayMonthYear?, _ text: Span<UInt8>) {
    guard isSaid() else { return }
    value = DayMonthYear(day: number(in: 1...31), month: number(in: 1...12), year: number(in: 0...99))
  }

  mutating func letter<Letter: RawRepresentable<UInt8>>(_ value: inout Letter?, _ text: Span<UInt8>) {
    if isSaid() { value = Letter(rawValue: UInt8(number(in: 65...90))) }
  }

  mutating func letters(_ value: inout ModeList, _ text: Span<UInt8>) {
    value = ModeList((0..<number(in: 0...8)).map { _ in .autonomous })
  }

  mutating func text(_ value: inout FieldText, _ text: Span<UInt8>) {
    value = FieldText((0..<number(in: 0...12)).map { _ in UInt8(number(in: 0x20...0x7E)) })
  }

  mutating func unit(_ letter: UInt8, _ text: Span<UInt8>) {}

  mutating func skip(_ text: Span<UInt8>) {}
}
