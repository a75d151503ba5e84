/// A flags word being read or written.
package struct PayloadWord<Raw: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>: Sendable {
  /// The bits as read, or to be written.
  package var bits: Raw
  /// The bits that the walk has named.
  package internal(set) var named: Raw = 0

  package init(_ bits: Raw) { self.bits = bits }

  /// Marks bits as named, and returns a mask of that many bits.
  @inline(__always)
  mutating func name(_ range: ClosedRange<Int>) -> Raw {
    let mask: Raw = range.count >= Raw.bitWidth ? .max : (1 &<< Raw(truncatingIfNeeded: range.count)) &- 1
    named |= mask &<< Raw(truncatingIfNeeded: range.lowerBound)
    return mask
  }
}

/// Undocumented bytes and bits of a payload, kept to be written back.
///
/// They are not part of a message's value: messages that differ only in these bytes are equal.
package struct Reserved<let capacity: Int>: Sendable, Hashable {
  private var bytes = InlineArray<capacity, UInt8>(repeating: 0)

  package init() {}

  /// A byte; bytes past the end are 0, and setting them has no effect.
  @inline(__always)
  subscript(place: Int) -> UInt8 {
    get { place < capacity ? bytes[place] : 0 }
    set { if place < capacity { bytes[place] = newValue } }
  }

  /// Returns true: reserved bytes do not affect equality.
  package static func == (a: Reserved, b: Reserved) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// A field that a flag declares meaningless; its number is kept like reserved bytes.
struct UnusedField<Raw: FixedWidthInteger & Sendable>: Sendable, Hashable {
  /// The number as read, or nil in a message that was not read from a payload.
  var raw: Raw?

  /// Returns true: the number does not affect equality.
  static func == (a: UnusedField, b: UnusedField) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// The length of the payload and the bytes after the known fields.
///
/// Like reserved bytes, they are written back and are not part of a message's value.
package struct PayloadRemainder: Sendable, Hashable {
  private var stored: Int32 = -1
  /// The bytes after the last known field.
  package internal(set) var bytes: [UInt8] = []

  package init() {}

  /// The length of the payload as read, or nil in a message that was not read from a payload.
  package internal(set) var length: Int? {
    get { stored < 0 ? nil : Int(stored) }
    set { stored = newValue.map { Int32(truncatingIfNeeded: $0) } ?? -1 }
  }

  /// Returns true: trailing bytes do not affect equality.
  package static func == (a: PayloadRemainder, b: PayloadRemainder) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// All that a message keeps besides its values, to be written back.
package struct KeptBytes<let capacity: Int>: KeptParts, Sendable, Hashable {
  /// The undocumented bytes and bits.
  var reserved = Reserved<capacity>()
  /// The bytes after the known fields.
  package var rest = PayloadRemainder()
}

/// ``KeptBytes`` of any capacity.
package protocol KeptParts: Sendable, Hashable { var rest: PayloadRemainder { get set } }

/// An array of numbers with a fixed count.
public struct PayloadNumbers<let count: Int, Raw: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable,
  Hashable
{
  var stored = InlineArray<count, Raw>(repeating: 0)

  /// Makes an array of zeros.
  public init() {}

  /// The number at an index; 0 past the end.
  public subscript(place: Int) -> Raw {
    get { 0..<count ~= place ? stored[place] : 0 }
    set { if 0..<count ~= place { stored[place] = newValue } }
  }

  /// All numbers.
  public var all: [Raw] {
    var all: [Raw] = []
    all.reserveCapacity(count)
    for place in 0..<count { all.append(stored[place]) }
    return all
  }

  /// Returns whether all numbers are equal.
  public static func == (a: PayloadNumbers, b: PayloadNumbers) -> Bool {
    for place in 0..<count where a.stored[place] != b.stored[place] { return false }
    return true
  }

  /// Hashes all numbers.
  public func hash(into hasher: inout Hasher) { for place in 0..<count { hasher.combine(stored[place]) } }
}

/// A text in a field of fixed length, padded with NUL.
public struct PayloadText<let capacity: Int>: Sendable, Hashable, CustomStringConvertible {
  var stored = PayloadNumbers<capacity, UInt8>()

  /// Makes an empty text.
  public init() {}

  /// Makes a text from bytes, truncated to the capacity.
  public init(_ text: some Collection<UInt8>) {
    for (place, byte) in text.prefix(capacity).enumerated() { stored[place] = byte }
  }

  /// The bytes before the first NUL.
  public var bytes: [UInt8] {
    var end = 0
    while end < capacity, stored[end] != 0 { end += 1 }
    return (0..<end).map { stored[$0] }
  }

  /// The text to display; control characters become U+FFFD.
  public var description: String { PlainText.decoded(bytes) }
}

extension PayloadVisitor {
  /// Visits a text of fixed length.
  @inline(__always)
  package mutating func text<let capacity: Int>(_ text: inout PayloadText<capacity>, _ bytes: Span<UInt8>) {
    numbers(&text.stored, bytes)
  }
}

/// Bytes from a receiver as text that is safe to display.
enum PlainText {
  /// Receivers send ASCII; other bytes are read as ISO 8859-1, and control characters become U+FFFD.
  static func decoded(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      let isControl = byte < 0x20 || 0x7F..<0xA0 ~= byte
      text.unicodeScalars.append(isControl ? "\u{FFFD}" : Unicode.Scalar(byte))
    }
    return text
  }
}
