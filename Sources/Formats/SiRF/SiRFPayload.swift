/// The content of a message, described once: reading and writing walk over the same fields in the same order.
protocol SiRFContent {
  /// The first byte of the payload.
  static var identifier: UInt8 { get }
  /// Payloads with fewer bytes are refused, the identifier counted; chips append fields to a message that has them all.
  static var fewestBytes: Int { get }
  /// Bytes after the fields that are known here; always empty for a message whose last field takes all bytes.
  var appended: [UInt8] { get set }

  init()

  /// Visits each field in the order of the wire, behind the identifier.
  mutating func walk(_ payload: inout some SiRFVisitor)
}

extension SiRFContent {
  /// For a message whose last field takes all bytes.
  var appended: [UInt8] {
    get { [] }
    set {}
  }

  /// Reads a payload, its identifier first; nil for another message, or one that is too short.
  init?(payload: Span<UInt8>) {
    guard payload.count >= max(1, Self.fewestBytes), payload[0] == Self.identifier else { return nil }
    self.init()
    var reader = SiRFReader(payload)
    walk(&reader)
    guard reader.isComplete else { return nil }
    reader.rest(&appended)
  }

  /// The payload as it goes over the wire, its identifier among it.
  var payload: [UInt8] {
    var writer = SiRFWriter(Self.identifier)
    var content = self
    content.walk(&writer)
    return writer.bytes + appended
  }
}

/// Takes or gives the fields of a payload, one behind the other.
protocol SiRFVisitor {
  /// A number, its highest byte first.
  mutating func number<Raw: FixedWidthInteger>(_ value: inout Raw)
  /// Bytes of a known count.
  mutating func bytes(_ value: inout [UInt8], count: Int)
  /// All bytes that are left.
  mutating func rest(_ value: inout [UInt8])
  /// Whether another block follows one that was visited, where `index` blocks are done.
  func hasBlock(_ index: Int, of count: Int, length: Int) -> Bool
}

/// Fills fields from a payload.
struct SiRFReader: SiRFVisitor {
  private let payload: [UInt8]
  private var place = 1
  /// Whether no field lay behind the end.
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

/// Writes fields into a payload.
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
