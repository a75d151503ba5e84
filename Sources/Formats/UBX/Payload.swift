/// One number of a payload: where it stands, how it is stored, and how many of its steps make a unit.
///
/// Reading and writing share it, so an offset or a scale is said once.
struct PayloadField<Raw: FixedWidthInteger & Sendable>: Sendable {
  /// Bytes from the beginning of the payload.
  let offset: Int
  /// Steps of the stored number in one unit of the value: 1000 for millimeters that become meters.
  let perUnit: Double

  /// Places a number; the type says how many bytes it has.
  init(at offset: Int, perUnit: Double = 1) {
    self.offset = offset
    self.perUnit = perUnit
  }
}

extension PayloadField {
  /// The value that a stored number stands for.
  ///
  /// Divided, not multiplied by a fraction: this is the double nearest to the decimal number that was meant.
  func value(_ raw: Raw) -> Double { Double(raw) / perUnit }

  /// The stored number nearest to a value: the outermost for values outside the range, 0 for NaN.
  func raw(_ value: Double) -> Raw {
    let steps = value * perUnit
    guard !steps.isNaN else { return 0 }
    guard steps > Double(Raw.min) else { return .min }
    guard steps < Double(Raw.max) else { return .max }
    return Raw(steps + (steps < 0 ? -0.5 : 0.5))
  }
}

extension Span where Element == UInt8 {
  /// The stored number of a field, lowest byte first.
  ///
  /// A byte behind the end counts as 0: an older, shorter payload has no flag set there.
  func raw<Raw>(_ field: PayloadField<Raw>) -> Raw {
    var number: Raw = 0
    for index in 0..<Raw.bitWidth / 8 where field.offset + index < count {
      number |= Raw(truncatingIfNeeded: self[field.offset + index]) << (8 * index)
    }
    return number
  }

  /// A field in its unit.
  func value<Raw>(_ field: PayloadField<Raw>) -> Double { field.value(raw(field)) }

  /// A field in its unit, or nil for the highest number, by which receivers say that they have no idea.
  func bounded<Raw>(_ field: PayloadField<Raw>) -> Double? {
    let number = raw(field)
    return number == .max ? nil : field.value(number)
  }

  /// Whether one bit of a field is set; bit 0 is the lowest.
  func flag<Raw>(_ field: PayloadField<Raw>, bit: Int) -> Bool { raw(field) >> bit & 1 == 1 }
}

/// Fills a payload, field by field, lowest byte first; what is never written stays 0.
struct PayloadWriter {
  /// The payload so far.
  private(set) var bytes: [UInt8]

  /// Begins with zeros.
  init(count: Int) { bytes = [UInt8](repeating: 0, count: count) }

  /// Writes a stored number.
  mutating func write<Raw>(raw number: Raw, _ field: PayloadField<Raw>) {
    for index in 0..<Raw.bitWidth / 8 {
      bytes[field.offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
    }
  }

  /// Writes a value in its unit.
  mutating func write<Raw>(_ value: Double, _ field: PayloadField<Raw>) {
    write(raw: field.raw(value), field)
  }

  /// Writes a value, or the highest number if there is no value; a value never becomes that number.
  mutating func write<Raw>(bounded value: Double?, _ field: PayloadField<Raw>) {
    guard let value, !value.isNaN else { return write(raw: .max, field) }
    write(raw: min(field.raw(value), .max - 1), field)
  }

  /// Sets one bit of a field; bit 0 is the lowest.
  mutating func write<Raw>(_ flag: Bool, _ field: PayloadField<Raw>, bit: Int) {
    guard flag else { return }
    write(raw: bytes.span.raw(field) | 1 << bit, field)
  }
}
