internal import GPSBase

/// Reads JSON from other machines, with limits on all sizes and numbers.
enum FleetJSON {
  /// The largest number that all JSON readers represent exactly.
  static let mostNumber: Int64 = 1 << 53

  /// Parses an object up to a number of bytes; the reader limits the depth.
  static func object(_ bytes: [UInt8], most: Int) -> JSON5? {
    guard bytes.count <= most, let value = try? JSON5Reader.read(bytes), case .object = value.content else {
      return nil
    }
    return value
  }

  static func integer(_ value: JSON5?, in range: ClosedRange<Int64> = 0...mostNumber) -> Int64? {
    guard let number = value?.number.flatMap({ Int64(exactly: $0) }), range.contains(number) else {
      return nil
    }
    return number
  }

  static func text(_ value: JSON5?, most: Int) -> String? {
    value?.text.flatMap { $0.utf8.count <= most ? $0 : nil }
  }

  /// A range as an array of two whole numbers above 0.
  static func range(_ value: JSON5) -> ClosedRange<Int64>? {
    guard value.elements.count == 2, let first = integer(value.elements[0], in: 1...mostNumber),
      let last = integer(value.elements[1], in: first...mostNumber)
    else { return nil }
    return first...last
  }
}
