/// The content of a message, whose fields are described once, for both reading and writing.
protocol SiRFContent {
  /// The first byte of the payload.
  static var identifier: UInt8 { get }
  /// The minimum length of a payload, including the ID; chips may append fields to a complete message.
  static var fewestBytes: Int { get }
  /// Bytes after the known fields; always empty if the last field contains all remaining bytes.
  var appended: [UInt8] { get set }

  init()

  /// Visits each field after the ID, in the order of the wire.
  mutating func walk(_ payload: inout some SiRFVisitor)
}

extension SiRFContent {
  /// The default, for a message whose last field contains all remaining bytes.
  var appended: [UInt8] {
    get { [] }
    set {}
  }

  /// Reads a payload that begins with its ID; nil if the ID differs or the payload is too short.
  init?(payload: Span<UInt8>) {
    guard payload.count >= max(1, Self.fewestBytes), payload[0] == Self.identifier else { return nil }
    self.init()
    var reader = SiRFReader(payload)
    walk(&reader)
    guard reader.isComplete else { return nil }
    reader.rest(&appended)
  }

  /// The payload, beginning with the ID.
  var payload: [UInt8] {
    var writer = SiRFWriter(Self.identifier)
    var content = self
    content.walk(&writer)
    return writer.bytes + appended
  }
}

/// A visitor that reads or writes the fields of a payload in order.
protocol SiRFVisitor {
  /// Visits a big-endian integer.
  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw)
  /// Visits a fixed number of bytes.
  mutating func bytes(_ value: inout [UInt8], count: Int)
  /// Visits all remaining bytes.
  mutating func rest(_ value: inout [UInt8])
  /// Whether another block follows after `index` blocks.
  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool
}

/// A visitor that reads fields from a payload.
struct SiRFReader: SiRFVisitor {
  private let payload: [UInt8]
  private var place = 1
  /// Whether the payload contained every field.
  private(set) var isComplete = true

  init(_ payload: Span<UInt8>) { self.payload = payload.indices.map { payload[$0] } }

  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw) {
    let size = Raw.bitWidth / 8
    guard place + size <= payload.count else { return isComplete = false }
    var number: Raw = 0
    for index in 0..<size {
      number = (size > 1 ? number << 8 : 0) | Raw(truncatingIfNeeded: payload[place + index])
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

/// A visitor that writes fields to a payload.
struct SiRFWriter: SiRFVisitor {
  private(set) var bytes: [UInt8]

  init(_ identifier: UInt8) { bytes = [identifier] }

  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw) {
    for shift in stride(from: Raw.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Raw(shift)))
    }
  }

  mutating func bytes(_ value: inout [UInt8], count: Int) {
    for index in 0..<count { bytes.append(index < value.count ? value[index] : 0) }
  }

  mutating func rest(_ value: inout [UInt8]) { bytes += value }

  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool { index < count }
}
