/// Takes what a gpsd says apart into lines: what its receiver said, and what gpsd itself says.
///
/// With `"raw":1` a sentence comes as it was, and a packet of a binary protocol as a line of hexadecimal digits, which
/// becomes its bytes again. gpsd's own words are JSON, and begin with a brace.
///
/// ```swift
/// reader.take(bytes) { line in
///   switch line { case .data(let bytes): decode(bytes); case .object(let text): hear(text); case .tooLong: leave() }
/// }
/// ```
///
/// It keeps one unfinished line at most, and of that no more than ``longest`` bytes.
struct GPSDLineReader: Sendable {
  enum Line: Hashable, Sendable {
    /// What the receiver said: a sentence with its line end, or a packet.
    case data([UInt8])
    /// What gpsd said, without its line end.
    case object([UInt8])
    /// More than a line may have, so no gpsd says it; only the beginning was kept, and is gone.
    case tooLong
  }

  /// A packet of gpsd has 9216 bytes at most; receivers say none of that size.
  static let longest = 16_384

  private var unfinished: [UInt8] = []
  /// Whether the rest of this line is passed over.
  private var isSkipping = false

  /// Takes bytes as they come, and gives each line that they end.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ found: (Line) -> Void) {
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      add(rest[...end], found)
      if !isSkipping, !unfinished.isEmpty { found(Self.line(unfinished)) }
      isSkipping = false
      unfinished.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
    }
    add(rest, found)
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, _ found: (Line) -> Void) {
    guard !isSkipping else { return }
    guard unfinished.count + bytes.count <= Self.longest else {
      // The sky of some gpsds is as long as that; it is not needed here.
      let isObject = (unfinished.first ?? bytes.first) == UInt8(ascii: "{")
      unfinished = []
      isSkipping = true
      if !isObject { found(.tooLong) }
      return
    }
    unfinished += bytes
  }

  private static func line(_ bytes: [UInt8]) -> Line {
    var text = bytes[...]
    while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
    if text.first == UInt8(ascii: "{") { return .object(Array(text)) }
    return .data(packet(text) ?? bytes)
  }

  /// The bytes that a line of hexadecimal digits means; nil if it is none.
  private static func packet(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    var packet: [UInt8] = []
    packet.reserveCapacity(digits.count / 2)
    var rest = digits
    while !rest.isEmpty {
      guard let byte = Hexadecimal.byte(rest.prefix(2)) else { return nil }
      packet.append(byte)
      rest = rest.dropFirst(2)
    }
    return packet
  }
}
