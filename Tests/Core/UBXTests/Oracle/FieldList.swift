@testable import UBX

/// Visits a message and notes the value of each field, in the unit that a program sees.
///
/// A value that the receiver does not know is noted as the number that says so.
struct FieldList: PayloadVisitor {
  private(set) var values: [Double] = []

  /// All the values of a message.
  static func values(of message: some PayloadMessage) -> [Double] {
    var list = FieldList()
    var copy = message
    let nothing: [UInt8] = []
    copy.walk(&list, nothing.span)
    return list.values
  }

  func hasMore(than length: Int, _ rest: PayloadRemainder, _ bytes: Span<UInt8>) -> Bool {
    rest.length.map { $0 > length } ?? true
  }
  func isOfLength(_ length: Int, _ rest: PayloadRemainder, _ bytes: Span<UInt8>) -> Bool {
    rest.length == length
  }
  func blockLength(count: Int, _ bytes: Span<UInt8>) -> Int? { nil }

  mutating func number<Raw: FixedWidthInteger & BitwiseCopyable>(_ value: inout Raw, _ bytes: Span<UInt8>) {
    values.append(Double(value))
  }
  mutating func real(_ value: inout Float, _ bytes: Span<UInt8>) { values.append(Double(value)) }
  mutating func real(_ value: inout Double, _ bytes: Span<UInt8>) { values.append(value) }
  mutating func steps<Raw, let perUnit: Int>(_ value: inout Steps<Raw, perUnit>, _ bytes: Span<UInt8>) {
    values.append(value.wrappedValue)
  }
  mutating func steps<Raw, let perUnit: Int, let missing: Int>(
    _ value: inout SparseSteps<Raw, perUnit, missing>, _ bytes: Span<UInt8>
  ) {
    values.append(value.wrappedValue ?? Double(value.raw) / Double(perUnit))
  }
  mutating func version(_ value: inout UInt8, in known: ClosedRange<UInt8>, _ bytes: Span<UInt8>) {
    values.append(Double(value))
  }
  mutating func refuse() {}

  mutating func word<Raw>(_ raw: Raw.Type, _ bytes: Span<UInt8>) -> PayloadWord<Raw> { PayloadWord(0) }
  mutating func flag<Raw>(_ value: inout Bool, bit: Int, of word: inout PayloadWord<Raw>) {
    values.append(value ? 1 : 0)
  }
  mutating func number<Raw, Value: FixedWidthInteger>(
    _ value: inout Value, bits: ClosedRange<Int>, of word: inout PayloadWord<Raw>
  ) {
    values.append(Double(value))
  }
  mutating func close<Raw, let capacity: Int>(
    _ word: PayloadWord<Raw>, keeping reserved: inout Reserved<capacity>
  ) {}

  mutating func skip<let capacity: Int>(
    _ count: Int, keeping reserved: inout Reserved<capacity>, _ bytes: Span<UInt8>
  ) {}
  mutating func group<Block: PayloadBlock>(
    _ blocks: inout [Block], count: Int, of empty: Block, _ bytes: Span<UInt8>
  ) {
    for index in blocks.indices.prefix(count) { blocks[index].walk(&self, bytes) }
  }
  mutating func groupToEnd<Block: PayloadBlock>(_ blocks: inout [Block], _ bytes: Span<UInt8>) {
    for index in blocks.indices { blocks[index].walk(&self, bytes) }
  }
  mutating func bytes(_ value: inout [UInt8], _ bytes: Span<UInt8>) {}
}

extension Message {
  /// The values of all fields, in the order of the walk; nil where there is no type.
  var fields: [Double]? { visit(FieldCollector()) }
}

private struct FieldCollector: ContentVisitor {
  func visit(_ content: some PayloadMessage) -> [Double]? { FieldList.values(of: content) }
  func visit(unknown kind: MessageKind, _ payload: [UInt8]) -> [Double]? { nil }
}
