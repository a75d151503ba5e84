/// A visitor that fills the fields of a message from its payload.
///
/// It never reads past the end: a missing field sets ``isBad``.
struct PayloadReader: PayloadVisitor {
  /// The offset of the next field.
  private var place = 0
  /// The number of reserved bytes kept for the message or block.
  private var kept = 0
  /// Whether the payload is not a valid message of this type.
  private(set) var isBad = false

  @inline(__always)
  func hasMore(than length: Int, _ rest: PayloadRemainder, _ bytes: Span<UInt8>) -> Bool {
    bytes.count > length
  }

  @inline(__always)
  func isOfLength(_ length: Int, _ rest: PayloadRemainder, _ bytes: Span<UInt8>) -> Bool {
    bytes.count == length
  }

  @inline(__always)
  func blockLength(count: Int, _ bytes: Span<UInt8>) -> Int? {
    count > 0 ? (bytes.count &- place) / count : nil
  }

  /// Reads the next number.
  ///
  /// The bounds are checked; the load is unsafe only because it reinterprets bytes, which is valid here.
  @inline(__always)
  private mutating func next<Raw: FixedWidthInteger & BitwiseCopyable>(_ bytes: Span<UInt8>) -> Raw {
    let size = MemoryLayout<Raw>.size
    guard size <= bytes.count &- place else {
      isBad = true
      return 0
    }
    let raw = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: Raw.self)
    place &+= size
    return Raw(littleEndian: raw)
  }

  @inline(__always)
  mutating func number<Raw: FixedWidthInteger & BitwiseCopyable>(_ value: inout Raw, _ bytes: Span<UInt8>) {
    value = next(bytes)
  }

  @inline(__always)
  mutating func version(_ value: inout UInt8, in known: ClosedRange<UInt8>, _ bytes: Span<UInt8>) {
    value = next(bytes)
    if !known.contains(value) { isBad = true }
  }

  mutating func refuse() { isBad = true }

  @inline(__always)
  mutating func word<Raw>(_ raw: Raw.Type, _ bytes: Span<UInt8>) -> PayloadWord<Raw> {
    PayloadWord(next(bytes))
  }

  @inline(__always)
  mutating func flag<Raw>(_ value: inout Bool, bit: Int, of word: inout PayloadWord<Raw>) {
    value = word.bits &>> Raw(truncatingIfNeeded: bit) & word.name(bit...bit) != 0
  }

  @inline(__always)
  mutating func number<Raw, Value: FixedWidthInteger>(
    _ value: inout Value, bits: ClosedRange<Int>, of word: inout PayloadWord<Raw>
  ) {
    let mask = word.name(bits)
    value = Value(truncatingIfNeeded: word.bits &>> Raw(truncatingIfNeeded: bits.lowerBound) & mask)
  }

  @inline(__always)
  mutating func close<Raw, let capacity: Int>(
    _ word: PayloadWord<Raw>, keeping reserved: inout Reserved<capacity>
  ) {
    let unnamed = word.bits & ~word.named
    for index in 0..<MemoryLayout<Raw>.size {
      reserved[kept &+ index] = UInt8(truncatingIfNeeded: unnamed >> (8 * index))
    }
    kept &+= MemoryLayout<Raw>.size
  }

  @inline(__always)
  mutating func skip<let capacity: Int>(
    _ count: Int, keeping reserved: inout Reserved<capacity>, _ bytes: Span<UInt8>
  ) {
    guard count <= bytes.count &- place else {
      isBad = true
      return
    }
    for index in 0..<count { reserved[kept &+ index] = bytes[place &+ index] }
    place &+= count
    kept &+= count
  }

  @inline(__always)
  mutating func group<Block: PayloadBlock>(
    _ blocks: inout [Block], count: Int, of empty: Block, _ bytes: Span<UInt8>
  ) {
    blocks = []
    guard !isBad, count <= (bytes.count &- place) / max(empty.length, 1) else {
      isBad = true
      return
    }
    blocks.reserveCapacity(count)
    for _ in 0..<count { append(empty, to: &blocks, bytes) }
  }

  /// Reads a block, which has its own reserved bytes.
  @inline(__always)
  private mutating func append<Block: PayloadBlock>(
    _ empty: Block, to blocks: inout [Block], _ bytes: Span<UInt8>
  ) {
    var block = empty
    let outside = kept
    kept = 0
    block.walk(&self, bytes)
    kept = outside
    blocks.append(block)
  }

  @inline(__always)
  mutating func groupToEnd<Block: PayloadBlock>(_ blocks: inout [Block], _ bytes: Span<UInt8>) {
    blocks = []
    let empty = Block()
    let fewest = max(empty.length, 1)
    blocks.reserveCapacity((bytes.count &- place) / fewest)
    while !isBad, fewest <= bytes.count &- place { append(empty, to: &blocks, bytes) }
  }

  @inline(__always)
  mutating func bytes(_ value: inout [UInt8], _ bytes: Span<UInt8>) {
    guard !isBad else { return }
    value = (place..<bytes.count).map { bytes[$0] }
    place = bytes.count
  }

  /// Ends the known fields; any further bytes are kept.
  @inline(__always)
  mutating func end(_ rest: inout PayloadRemainder, _ bytes: Span<UInt8>) {
    rest.length = bytes.count
    guard place < bytes.count || !rest.bytes.isEmpty else { return }
    rest.bytes = (place..<bytes.count).map { bytes[$0] }
  }
}
