/// A visitor of the fields of a payload, in order: a reader sets them, a writer appends them.
///
/// Each message describes its fields once, in ``PayloadMessage/walk(_:_:)``, for both reading and writing, so
/// that the two always agree. Passing the bytes as a parameter keeps a reader's state in registers; a writer
/// ignores them. Numbers are little endian.
package protocol PayloadVisitor {
  /// Whether the payload is longer than this, for fields that later receivers added.
  ///
  /// A message that was read is written with the same fields, a new message with all of them.
  func hasMore(than length: Int, _ rest: PayloadRemainder, _ bytes: Span<UInt8>) -> Bool
  /// Whether the payload has exactly this length, for layouts that differ only in length.
  func isOfLength(_ length: Int, _ rest: PayloadRemainder, _ bytes: Span<UInt8>) -> Bool
  /// The length of a block, from the number of remaining bytes; nil in a writer.
  func blockLength(count: Int, _ bytes: Span<UInt8>) -> Int?

  mutating func number<Raw: FixedWidthInteger & BitwiseCopyable>(_ value: inout Raw, _ bytes: Span<UInt8>)
  /// Visits a number of steps, which represents a value in its unit.
  mutating func steps<Raw, let perUnit: Int>(_ value: inout Steps<Raw, perUnit>, _ bytes: Span<UInt8>)
  /// Visits a number of steps; one number means that the value is unknown.
  mutating func steps<Raw, let perUnit: Int, let missing: Int>(
    _ value: inout SparseSteps<Raw, perUnit, missing>, _ bytes: Span<UInt8>)
  /// Visits a four-byte floating-point number.
  mutating func real(_ value: inout Float, _ bytes: Span<UInt8>)
  /// Visits an eight-byte floating-point number.
  mutating func real(_ value: inout Double, _ bytes: Span<UInt8>)
  /// Visits the version; a version out of range has a different layout, so the message is not read.
  mutating func version(_ value: inout UInt8, in known: ClosedRange<UInt8>, _ bytes: Span<UInt8>)
  /// Marks the payload as invalid, for example for a value of unknown size.
  mutating func refuse()

  mutating func word<Raw>(_ raw: Raw.Type, _ bytes: Span<UInt8>) -> PayloadWord<Raw>
  /// Visits one bit of a word; bit 0 is the lowest.
  mutating func flag<Raw>(_ value: inout Bool, bit: Int, of word: inout PayloadWord<Raw>)
  /// Visits a number in some bits of a word.
  mutating func number<Raw, Value: FixedWidthInteger>(
    _ value: inout Value, bits: ClosedRange<Int>, of word: inout PayloadWord<Raw>)
  /// Ends a word of flags; unnamed bits are kept.
  mutating func close<Raw, let capacity: Int>(
    _ word: PayloadWord<Raw>, keeping reserved: inout Reserved<capacity>)

  /// Skips reserved bytes, which are kept.
  mutating func skip<let capacity: Int>(
    _ count: Int, keeping reserved: inout Reserved<capacity>, _ bytes: Span<UInt8>)
  /// Visits repeated blocks, each initialized as a copy of `empty`.
  mutating func group<Block: PayloadBlock>(
    _ blocks: inout [Block], count: Int, of empty: Block, _ bytes: Span<UInt8>)
  /// Visits blocks up to the end of the payload; the rest keeps a truncated last block.
  mutating func groupToEnd<Block: PayloadBlock>(_ blocks: inout [Block], _ bytes: Span<UInt8>)
  /// Visits all bytes up to the end of the payload.
  mutating func bytes(_ value: inout [UInt8], _ bytes: Span<UInt8>)
}

extension PayloadVisitor {
  @inline(__always)
  package mutating func steps<Raw, let perUnit: Int>(
    _ value: inout Steps<Raw, perUnit>, _ bytes: Span<UInt8>
  ) { number(&value.raw, bytes) }

  @inline(__always)
  package mutating func steps<Raw, let perUnit: Int, let missing: Int>(
    _ value: inout SparseSteps<Raw, perUnit, missing>, _ bytes: Span<UInt8>
  ) { number(&value.raw, bytes) }

  /// Visits a number that represents a choice, such as the type of fix.
  @inline(__always)
  package mutating func code<Code: RawRepresentable>(_ code: inout Code, _ bytes: Span<UInt8>)
  where Code.RawValue: FixedWidthInteger & BitwiseCopyable {
    var raw = code.rawValue
    number(&raw, bytes)
    if let read = Code(rawValue: raw) { code = read }
  }

  /// Visits some bits of a word that represent a choice.
  @inline(__always)
  package mutating func code<Raw, Code: RawRepresentable>(
    _ code: inout Code, bits: ClosedRange<Int>, of word: inout PayloadWord<Raw>
  ) where Code.RawValue: FixedWidthInteger {
    var raw = code.rawValue
    number(&raw, bits: bits, of: &word)
    if let read = Code(rawValue: raw) { code = read }
  }

  @inline(__always)
  package mutating func real(_ value: inout Float, _ bytes: Span<UInt8>) {
    var pattern = value.bitPattern
    number(&pattern, bytes)
    value = Float(bitPattern: pattern)
  }

  @inline(__always)
  package mutating func real(_ value: inout Double, _ bytes: Span<UInt8>) {
    var pattern = value.bitPattern
    number(&pattern, bytes)
    value = Double(bitPattern: pattern)
  }

  /// Visits the class and identifier of another message.
  @inline(__always)
  package mutating func kind(_ kind: inout MessageKind, _ bytes: Span<UInt8>) {
    var messageClass = kind.messageClass
    var identifier = kind.identifier
    number(&messageClass, bytes)
    number(&identifier, bytes)
    kind = MessageKind(messageClass, identifier)
  }

  /// Visits the number of blocks, stored in one byte.
  @inline(__always)
  package mutating func count<Block>(of blocks: [Block], _ bytes: Span<UInt8>) -> Int {
    var count = UInt8(clamping: blocks.count)
    number(&count, bytes)
    return Int(count)
  }

  @inline(__always)
  package mutating func group<Block: PayloadBlock>(
    _ blocks: inout [Block], count: Int, _ bytes: Span<UInt8>
  ) { group(&blocks, count: count, of: Block(), bytes) }

  @inline(__always)
  package mutating func numbers<let count: Int, Raw: FixedWidthInteger & BitwiseCopyable>(
    _ row: inout PayloadNumbers<count, Raw>, _ bytes: Span<UInt8>
  ) { for index in 0..<count { number(&row.stored[index], bytes) } }
}

/// A repeated block of a message, such as a satellite in NAV-SAT.
package protocol PayloadBlock: Sendable, Hashable {
  /// The minimum length in bytes.
  var length: Int { get }
  /// Makes a block with default values.
  init()
  /// Visits the fields in order, to read or write them.
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>)
}
