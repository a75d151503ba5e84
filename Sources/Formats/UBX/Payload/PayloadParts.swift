/// A word of flags while a visitor is at it.
public struct PayloadWord<Raw: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>: Sendable {
  /// The bits, as they were read or as they will be written.
  public var bits: Raw
  /// The bits that have a meaning, as far as the walk has come.
  public internal(set) var named: Raw = 0

  /// Begins with these bits.
  public init(_ bits: Raw) { self.bits = bits }

  /// Marks bits as named, and answers the mask of so many bits.
  @inline(__always)
  mutating func name(_ range: ClosedRange<Int>) -> Raw {
    let mask: Raw = range.count >= Raw.bitWidth ? .max : (1 &<< Raw(truncatingIfNeeded: range.count)) &- 1
    named |= mask &<< Raw(truncatingIfNeeded: range.lowerBound)
    return mask
  }
}

/// Bytes and bits of a payload that no field describes, kept to be written as they came.
///
/// They are no part of what a message says: two messages that differ in nothing else are equal.
public struct Reserved<let capacity: Int>: Sendable, Hashable {
  private var bytes = InlineArray<capacity, UInt8>(repeating: 0)

  /// Zeros.
  public init() {}

  /// A byte; those behind the end are 0, and stay so.
  @inline(__always)
  subscript(place: Int) -> UInt8 {
    get { place < capacity ? bytes[place] : 0 }
    set { if place < capacity { bytes[place] = newValue } }
  }

  /// True: what is reserved says nothing.
  public static func == (a: Reserved, b: Reserved) -> Bool { true }
  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

/// A field that has no meaning in this message, as its flag says: its number is kept like reserved bytes.
struct Unsaid<Raw: FixedWidthInteger & Sendable>: Sendable, Hashable {
  /// The number as it was read, or nil in a message that was made here.
  var raw: Raw?

  /// True: it says nothing.
  static func == (a: Unsaid, b: Unsaid) -> Bool { true }
  /// Adds nothing.
  func hash(into hasher: inout Hasher) {}
}

/// How long a payload was, and the bytes behind the fields that are known.
///
/// Like the reserved bytes they are kept to be written, and are no part of what a message says.
public struct PayloadRest: Sendable, Hashable {
  private var stored: Int32 = -1
  /// Bytes behind the last known field.
  public internal(set) var bytes: [UInt8] = []

  /// Nothing read, and nothing behind the end.
  public init() {}

  /// Bytes of the payload that was read, or nil for a message that was made here.
  public internal(set) var length: Int? {
    get { stored < 0 ? nil : Int(stored) }
    set { stored = newValue.map { Int32(truncatingIfNeeded: $0) } ?? -1 }
  }

  /// True: the rest says nothing that is known.
  public static func == (a: PayloadRest, b: PayloadRest) -> Bool { true }
  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

/// A row of numbers that a message always has the same count of.
public struct PayloadNumbers<let count: Int, Raw: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  var stored = InlineArray<count, Raw>(repeating: 0)

  /// Zeros.
  public init() {}

  /// The number at a place; 0 behind the end.
  public subscript(place: Int) -> Raw {
    get { 0..<count ~= place ? stored[place] : 0 }
    set { if 0..<count ~= place { stored[place] = newValue } }
  }

  /// All of them.
  public var all: [Raw] {
    var all: [Raw] = []
    all.reserveCapacity(count)
    for place in 0..<count { all.append(stored[place]) }
    return all
  }
}

extension PayloadNumbers: Hashable {
  /// Equal in all places.
  public static func == (a: PayloadNumbers, b: PayloadNumbers) -> Bool {
    for place in 0..<count where a.stored[place] != b.stored[place] { return false }
    return true
  }

  /// Hashes all places.
  public func hash(into hasher: inout Hasher) {
    for place in 0..<count { hasher.combine(stored[place]) }
  }
}

/// A text in a field of fixed length, NUL behind its end.
public struct PayloadText<let capacity: Int>: Sendable, Hashable {
  var stored = PayloadNumbers<capacity, UInt8>()

  /// No text.
  public init() {}

  /// The text of these bytes; what does not fit is left out.
  public init(_ text: some Collection<UInt8>) {
    for (place, byte) in text.prefix(capacity).enumerated() { stored[place] = byte }
  }

  /// The bytes in front of the first NUL.
  public var bytes: [UInt8] {
    var end = 0
    while end < capacity, stored[end] != 0 { end += 1 }
    return (0..<end).map { stored[$0] }
  }

  /// The text for a person; control characters become U+FFFD.
  public var description: String { PlainText.decoded(bytes) }
}

extension PayloadText: CustomStringConvertible {}

extension PayloadVisitor {
  /// A text of fixed length.
  @inline(__always)
  public mutating func text<let capacity: Int>(_ text: inout PayloadText<capacity>, _ bytes: Span<UInt8>) {
    numbers(&text.stored, bytes)
  }
}

/// Bytes from a receiver as text that is safe to show.
enum PlainText {
  /// Receivers write ASCII; other bytes are taken for ISO 8859-1, and control characters become U+FFFD.
  static func decoded(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      let isControl = byte < 0x20 || 0x7F..<0xA0 ~= byte
      text.unicodeScalars.append(isControl ? "\u{FFFD}" : Unicode.Scalar(byte))
    }
    return text
  }
}
