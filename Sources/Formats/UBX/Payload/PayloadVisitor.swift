/// Walks over the fields of a payload in their order: a reader fills them, a writer puts them behind each other.
///
/// Each message describes its fields once, in ``PayloadMessage/walk(_:_:)``, and is read and written by that one
/// description, so that the two can never disagree. The bytes go along as a parameter because that is what keeps a
/// reader's own state in registers; a writer does not look at them. Numbers are little endian.
public protocol PayloadVisitor {
  /// Whether the payload goes on behind this many bytes, for fields that later receivers added.
  ///
  /// A message that was read is written with the fields that it had, a new one with all of them.
  func hasMore(than length: Int, _ rest: PayloadRest, _ bytes: Span<UInt8>) -> Bool
  /// Whether the payload has just this many bytes, for forms that only their length tells apart.
  func isOfLength(_ length: Int, _ rest: PayloadRest, _ bytes: Span<UInt8>) -> Bool
  /// The bytes of one block where a payload does not say it: what is left, divided; nil in a writer.
  func blockLength(count: Int, _ bytes: Span<UInt8>) -> Int?

  /// A whole number as it is stored.
  mutating func number<Raw: FixedWidthInteger & BitwiseCopyable>(_ value: inout Raw, _ bytes: Span<UInt8>)
  /// A number of steps that stands for a value in its unit.
  mutating func steps<Raw, let perUnit: Int>(_ value: inout Steps<Raw, perUnit>, _ bytes: Span<UInt8>)
  /// A number of steps, one of which means that the receiver does not know the value.
  mutating func steps<Raw, let perUnit: Int, let missing: Int>(
    _ value: inout SparseSteps<Raw, perUnit, missing>, _ bytes: Span<UInt8>)
  /// A real number of four bytes, bit for bit.
  mutating func real(_ value: inout Float, _ bytes: Span<UInt8>)
  /// A real number of eight bytes, bit for bit.
  mutating func real(_ value: inout Double, _ bytes: Span<UInt8>)
  /// The version of a message: one outside the range has another layout, and the message is not read.
  mutating func version(_ value: inout UInt8, in known: ClosedRange<UInt8>, _ bytes: Span<UInt8>)
  /// Finds the payload impossible, as a value whose size no one knows.
  mutating func refuse()

  /// Begins a word of flags.
  mutating func word<Raw>(_ raw: Raw.Type, _ bytes: Span<UInt8>) -> PayloadWord<Raw>
  /// One bit of a word; bit 0 is the lowest.
  mutating func flag<Raw>(_ value: inout Bool, bit: Int, of word: inout PayloadWord<Raw>)
  /// A number of some bits of a word.
  mutating func number<Raw, Value: FixedWidthInteger>(
    _ value: inout Value, bits: ClosedRange<Int>, of word: inout PayloadWord<Raw>)
  /// Ends a word of flags; the bits that no one named are kept.
  mutating func close<Raw, let capacity: Int>(
    _ word: PayloadWord<Raw>, keeping reserved: inout Reserved<capacity>)

  /// Bytes that mean nothing, or nothing that is known; they are kept.
  mutating func skip<let capacity: Int>(
    _ count: Int, keeping reserved: inout Reserved<capacity>, _ bytes: Span<UInt8>)
  /// Blocks that come again and again, each like the empty one.
  mutating func group<Block: PayloadBlock>(
    _ blocks: inout [Block], count: Int, of empty: Block, _ bytes: Span<UInt8>)
  /// Blocks that come again until the payload ends; a last one that is cut short is left for the rest.
  mutating func groupToEnd<Block: PayloadBlock>(_ blocks: inout [Block], _ bytes: Span<UInt8>)
  /// All bytes until the payload ends.
  mutating func bytes(_ value: inout [UInt8], _ bytes: Span<UInt8>)
  /// The end of what is known; bytes behind it are kept.
  mutating func end(_ rest: inout PayloadRest, _ bytes: Span<UInt8>)
}

extension PayloadVisitor {
  /// A number of steps that stands for a value in its unit.
  @inline(__always)
  public mutating func steps<Raw, let perUnit: Int>(
    _ value: inout Steps<Raw, perUnit>, _ bytes: Span<UInt8>
  ) {
    number(&value.raw, bytes)
  }

  /// A number of steps, one of which means that the receiver does not know the value.
  @inline(__always)
  public mutating func steps<Raw, let perUnit: Int, let missing: Int>(
    _ value: inout SparseSteps<Raw, perUnit, missing>, _ bytes: Span<UInt8>
  ) {
    number(&value.raw, bytes)
  }

  /// A number that stands for one thing of a list, as a kind of fix.
  @inline(__always)
  public mutating func code<Code: RawRepresentable>(_ code: inout Code, _ bytes: Span<UInt8>)
  where Code.RawValue: FixedWidthInteger & BitwiseCopyable {
    var raw = code.rawValue
    number(&raw, bytes)
    if let read = Code(rawValue: raw) { code = read }
  }

  /// Some bits of a word that stand for one thing of a list.
  @inline(__always)
  public mutating func code<Raw, Code: RawRepresentable>(
    _ code: inout Code, bits: ClosedRange<Int>, of word: inout PayloadWord<Raw>
  ) where Code.RawValue: FixedWidthInteger {
    var raw = code.rawValue
    number(&raw, bits: bits, of: &word)
    if let read = Code(rawValue: raw) { code = read }
  }

  /// A real number of four bytes, bit for bit.
  @inline(__always)
  public mutating func real(_ value: inout Float, _ bytes: Span<UInt8>) {
    var pattern = value.bitPattern
    number(&pattern, bytes)
    value = Float(bitPattern: pattern)
  }

  /// A real number of eight bytes, bit for bit.
  @inline(__always)
  public mutating func real(_ value: inout Double, _ bytes: Span<UInt8>) {
    var pattern = value.bitPattern
    number(&pattern, bytes)
    value = Double(bitPattern: pattern)
  }

  /// Class and identifier of another message.
  @inline(__always)
  public mutating func kind(_ kind: inout MessageKind, _ bytes: Span<UInt8>) {
    var messageClass = kind.messageClass
    var identifier = kind.identifier
    number(&messageClass, bytes)
    number(&identifier, bytes)
    kind = MessageKind(messageClass, identifier)
  }

  /// How many blocks follow, in one byte.
  @inline(__always)
  public mutating func count<Block>(of blocks: [Block], _ bytes: Span<UInt8>) -> Int {
    var count = UInt8(clamping: blocks.count)
    number(&count, bytes)
    return Int(count)
  }

  /// Blocks that come again and again.
  @inline(__always)
  public mutating func group<Block: PayloadBlock>(
    _ blocks: inout [Block], count: Int, _ bytes: Span<UInt8>
  ) {
    group(&blocks, count: count, of: Block(), bytes)
  }

  /// A row of numbers of one kind.
  @inline(__always)
  public mutating func numbers<let count: Int, Raw: FixedWidthInteger & BitwiseCopyable>(
    _ row: inout PayloadNumbers<count, Raw>, _ bytes: Span<UInt8>
  ) {
    for index in 0..<count { number(&row.stored[index], bytes) }
  }
}

/// One block of a message that comes again and again, as a satellite of NAV-SAT.
public protocol PayloadBlock: Sendable, Hashable {
  /// The fewest bytes that it takes.
  var length: Int { get }
  /// Makes a block that says nothing yet.
  init()
  /// Visits the fields in their order, to read them or to write them.
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>)
}
