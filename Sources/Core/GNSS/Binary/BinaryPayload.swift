/// The content of a SiRF or CASIC message, whose fields are described once, for both reading and writing.
protocol BinaryContent {
  /// Bytes after the known fields, which newer firmware appends; always empty if the last field has all of them.
  var appended: [UInt8] { get set }

  init()

  /// Visits each field in the order of the wire.
  mutating func walk(_ payload: inout some BinaryVisitor)
}

extension BinaryContent {
  /// The default, for a message whose last field contains all remaining bytes.
  var appended: [UInt8] {
    get { [] }
    set {}
  }

  /// Reads the fields after the first `head` bytes; nil if the payload is too short.
  init?(_ payload: Span<UInt8>, after head: Int, _ order: ByteOrder) {
    self.init()
    var reader = BinaryReader(payload, after: head, order)
    walk(&reader)
    guard reader.isComplete else { return nil }
    reader.rest(&appended)
  }

  /// Appends the fields to the first bytes of a payload.
  func appended(to head: [UInt8], _ order: ByteOrder) -> [UInt8] {
    var writer = BinaryWriter(bytes: head, order: order)
    var content = self
    content.walk(&writer)
    return writer.bytes + appended
  }
}

/// The content of a SiRF message: the payload begins with the message's ID.
protocol SiRFContent: BinaryContent {
  /// The first byte of the payload.
  static var identifier: UInt8 { get }
  /// The minimum length of a payload, including the ID.
  static var fewestBytes: Int { get }
}

extension SiRFContent {
  /// Reads a payload that begins with its ID; nil if the ID differs or the payload is too short.
  init?(payload: Span<UInt8>) {
    guard payload.count >= max(1, Self.fewestBytes), payload[0] == Self.identifier else { return nil }
    self.init(payload, after: 1, .bigEndian)
  }

  /// The payload, beginning with the ID.
  var payload: [UInt8] { appended(to: [Self.identifier], .bigEndian) }
}

protocol CASICContent: BinaryContent {}

extension CASICContent {
  /// Reads a payload; nil if it is too short.
  init?(payload: Span<UInt8>) { self.init(payload, after: 0, .littleEndian) }

  /// The payload without the frame.
  var payload: [UInt8] { appended(to: [], .littleEndian) }
}

/// The order of the bytes of a number.
enum ByteOrder {
  case bigEndian, littleEndian

  /// The bits to the right of a byte in a number of `size` bytes.
  func shift(of index: Int, size: Int) -> Int { 8 * (self == .bigEndian ? size - 1 - index : index) }
}

/// A visitor that reads or writes the fields of a payload in order.
protocol BinaryVisitor {
  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw)
  mutating func bytes(_ value: inout [UInt8], count: Int)
  mutating func rest(_ value: inout [UInt8])
  /// Whether another block of this length follows after `index` of `count` blocks.
  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool
}

protocol BinaryNumber {
  mutating func walk(_ payload: inout some BinaryVisitor)
}

/// A repeated part of a message.
protocol BinaryBlock {
  static var length: Int { get }
  init()
  /// Visits each field in the order of the wire.
  mutating func walk(_ payload: inout some BinaryVisitor)
}

extension BinaryNumber where Self: FixedWidthInteger {
  mutating func walk(_ payload: inout some BinaryVisitor) { payload.number(&self) }
}

extension UInt8: BinaryNumber {}
extension UInt16: BinaryNumber {}
extension UInt32: BinaryNumber {}
extension UInt64: BinaryNumber {}
extension Int8: BinaryNumber {}
extension Int16: BinaryNumber {}
extension Int32: BinaryNumber {}

extension Float: BinaryNumber {
  mutating func walk(_ payload: inout some BinaryVisitor) {
    var bits = bitPattern
    payload.number(&bits)
    self = Float(bitPattern: bits)
  }
}

extension Double: BinaryNumber {
  mutating func walk(_ payload: inout some BinaryVisitor) {
    var bits = bitPattern
    payload.number(&bits)
    self = Double(bitPattern: bits)
  }
}

extension BinaryVisitor {
  /// Visits blocks up to the end of the payload.
  mutating func blocks<Block: BinaryBlock>(_ blocks: inout [Block]) {
    var index = 0
    while hasBlock(index, of: blocks.count, length: Block.length) {
      if index == blocks.count { blocks.append(Block()) }
      blocks[index].walk(&self)
      index += 1
    }
  }

  mutating func numbers(_ a: inout some BinaryNumber, _ b: inout some BinaryNumber) {
    a.walk(&self)
    b.walk(&self)
  }

  mutating func numbers(
    _ a: inout some BinaryNumber, _ b: inout some BinaryNumber, _ c: inout some BinaryNumber
  ) {
    numbers(&a, &b)
    c.walk(&self)
  }

  mutating func numbers(
    _ a: inout some BinaryNumber, _ b: inout some BinaryNumber, _ c: inout some BinaryNumber,
    _ d: inout some BinaryNumber
  ) {
    numbers(&a, &b)
    numbers(&c, &d)
  }

  mutating func numbers(
    _ a: inout some BinaryNumber, _ b: inout some BinaryNumber, _ c: inout some BinaryNumber,
    _ d: inout some BinaryNumber, _ e: inout some BinaryNumber
  ) {
    numbers(&a, &b)
    numbers(&c, &d, &e)
  }

  mutating func numbers(
    _ a: inout some BinaryNumber, _ b: inout some BinaryNumber, _ c: inout some BinaryNumber,
    _ d: inout some BinaryNumber, _ e: inout some BinaryNumber, _ f: inout some BinaryNumber
  ) {
    numbers(&a, &b, &c)
    numbers(&d, &e, &f)
  }
}

struct BinaryReader: BinaryVisitor {
  private let payload: [UInt8]
  private let order: ByteOrder
  private var place: Int
  /// Whether the payload contained every field.
  private(set) var isComplete = true

  init(_ payload: Span<UInt8>, after head: Int, _ order: ByteOrder) {
    self.payload = payload.indices.map { payload[$0] }
    self.order = order
    place = head
  }

  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw) {
    let size = Raw.bitWidth / 8
    guard place + size <= payload.count else { return isComplete = false }
    var number: Raw = 0
    for index in 0..<size {
      number |= Raw(truncatingIfNeeded: payload[place + index]) << order.shift(of: index, size: size)
    }
    value = number
    place += size
  }

  mutating func bytes(_ value: inout [UInt8], count: Int) {
    guard place + count <= payload.count else { return isComplete = false }
    value = Array(payload[place..<(place + count)])
    place += count
  }

  mutating func rest(_ value: inout [UInt8]) {
    value = Array(payload[min(place, payload.count)...])
    place = payload.count
  }

  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool { place + length <= payload.count }
}

struct BinaryWriter: BinaryVisitor {
  private(set) var bytes: [UInt8]
  private let order: ByteOrder

  init(bytes: [UInt8], order: ByteOrder) { (self.bytes, self.order) = (bytes, order) }

  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw) {
    let size = Raw.bitWidth / 8
    for index in 0..<size {
      bytes.append(UInt8(truncatingIfNeeded: value >> order.shift(of: index, size: size)))
    }
  }

  mutating func bytes(_ value: inout [UInt8], count: Int) {
    for index in 0..<count { bytes.append(index < value.count ? value[index] : 0) }
  }

  mutating func rest(_ value: inout [UInt8]) { bytes += value }

  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool { index < count }
}
