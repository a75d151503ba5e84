/// A visitor that appends the fields of a message, least significant byte first.
struct PayloadWriter: PayloadVisitor {
  /// The payload written up to this field.
  private(set) var bytes: [UInt8] = []
  /// The number of reserved bytes written for the message or block.
  private var kept = 0

  func hasMore(than length: Int, _ rest: PayloadRemainder, _ bytes: Span<UInt8>) -> Bool {
    rest.length.map { $0 > length } ?? true
  }

  func isOfLength(_ length: Int, _ rest: PayloadRemainder, _ bytes: Span<UInt8>) -> Bool {
    rest.length == length
  }

  func blockLength(count: Int, _ bytes: Span<UInt8>) -> Int? { nil }

  private mutating func append<Raw: FixedWidthInteger>(_ raw: Raw) {
    for index in 0..<Raw.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: raw >> (8 * index))) }
  }

  mutating func number<Raw: FixedWidthInteger & BitwiseCopyable>(_ value: inout Raw, _ bytes: Span<UInt8>) {
    append(value)
  }

  mutating func version(_ value: inout UInt8, in known: ClosedRange<UInt8>, _ bytes: Span<UInt8>) {
    append(value)
  }

  mutating func refuse() {}

  mutating func word<Raw>(_ raw: Raw.Type, _ bytes: Span<UInt8>) -> PayloadWord<Raw> { PayloadWord(0) }

  mutating func flag<Raw>(_ value: inout Bool, bit: Int, of word: inout PayloadWord<Raw>) {
    let mask = word.name(bit...bit)
    if value { word.bits |= mask << bit }
  }

  mutating func number<Raw, Value: FixedWidthInteger>(
    _ value: inout Value, bits: ClosedRange<Int>, of word: inout PayloadWord<Raw>
  ) {
    let mask = word.name(bits)
    word.bits |= (Raw(truncatingIfNeeded: value) & mask) << bits.lowerBound
  }

  mutating func close<Raw, let capacity: Int>(
    _ word: PayloadWord<Raw>, keeping reserved: inout Reserved<capacity>
  ) {
    var unnamed: Raw = 0
    for index in 0..<MemoryLayout<Raw>.size { unnamed |= Raw(reserved[kept + index]) << (8 * index) }
    kept += MemoryLayout<Raw>.size
    append(word.bits | unnamed & ~word.named)
  }

  mutating func skip<let capacity: Int>(
    _ count: Int, keeping reserved: inout Reserved<capacity>, _ bytes: Span<UInt8>
  ) {
    for index in 0..<count { append(reserved[kept + index]) }
    kept += count
  }

  mutating func group<Block: PayloadBlock>(
    _ blocks: inout [Block], count: Int, of empty: Block, _ bytes: Span<UInt8>
  ) {
    let outside = kept
    for index in blocks.indices.prefix(count) {
      kept = 0
      blocks[index].walk(&self, bytes)
    }
    kept = outside
  }

  mutating func groupToEnd<Block: PayloadBlock>(_ blocks: inout [Block], _ bytes: Span<UInt8>) {
    group(&blocks, count: blocks.count, of: Block(), bytes)
  }

  mutating func bytes(_ value: inout [UInt8], _ bytes: Span<UInt8>) { self.bytes += value }
}
