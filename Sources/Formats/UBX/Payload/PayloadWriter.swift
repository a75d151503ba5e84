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

  /// Writes a value, or the highest number where there is none; a value never becomes that number.
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
