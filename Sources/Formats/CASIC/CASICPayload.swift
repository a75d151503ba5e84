/// The content of a message, whose fields are described once, for both reading and writing.
protocol CASICContent {
  /// Bytes after the known fields; firmware may append some.
  var appended: [UInt8] { get set }

  init()

  /// Visits each field in the order of the wire.
  mutating func walk(_ payload: inout some CASICVisitor)
}

extension CASICContent {
  /// Reads a payload; nil if it is too short.
  init?(payload: Span<UInt8>) {
    self.init()
    var reader = CASICReader(payload)
    walk(&reader)
    guard reader.isComplete else { return nil }
    appended = reader.rest
  }

  /// The payload without the frame.
  var payload: [UInt8] {
    var writer = CASICWriter()
    var content = self
    content.walk(&writer)
    return writer.bytes + appended
  }
}

/// A visitor that reads or writes the fields of a payload in order.
protocol CASICVisitor {
  /// Visits a little-endian integer.
  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw)
  /// Visits a fixed number of bytes.
  mutating func bytes(_ value: inout [UInt8], count: Int)
  /// Whether another block of this length follows after `index` of `count` blocks.
  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool
}

extension CASICVisitor {
  /// Visits a four-byte floating-point number.
  mutating func number(_ value: inout Float) {
    var bits = value.bitPattern
    number(&bits)
    value = Float(bitPattern: bits)
  }

  /// Visits an eight-byte floating-point number.
  mutating func number(_ value: inout Double) {
    var bits = value.bitPattern
    number(&bits)
    value = Double(bitPattern: bits)
  }
}

/// A visitor that reads fields from a payload.
struct CASICReader: CASICVisitor {
  private let payload: [UInt8]
  private var place = 0
  /// Whether the payload contained every field.
  private(set) var isComplete = true
  /// The bytes that were not read.
  var rest: [UInt8] { Array(payload[place...]) }

  init(_ payload: Span<UInt8>) { self.payload = payload.indices.map { payload[$0] } }

  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw) {
    let size = Raw.bitWidth / 8
    guard place + size <= payload.count else { return isComplete = false }
    var number: Raw = 0
    for index in 0..<size { number |= Raw(truncatingIfNeeded: payload[place + index]) << Raw(8 * index) }
    value = number
    place += size
  }

  mutating func bytes(_ value: inout [UInt8], count: Int) {
    guard place + count <= payload.count else { return isComplete = false }
    value = Array(payload[place..<(place + count)])
    place += count
  }

  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool { place + length <= payload.count }
}

/// A visitor that writes fields to a payload.
struct CASICWriter: CASICVisitor {
  private(set) var bytes: [UInt8] = []

  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw) {
    for shift in stride(from: 0, to: Raw.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Raw(shift)))
    }
  }

  mutating func bytes(_ value: inout [UInt8], count: Int) {
    for index in 0..<count { bytes.append(index < value.count ? value[index] : 0) }
  }

  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool { index < count }
}
