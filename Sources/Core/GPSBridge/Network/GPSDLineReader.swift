internal import GPSBase

/// Splits the output of gpsd into lines: data from its receiver, and gpsd's own reports.
///
/// With `"raw":1`, gpsd passes sentences on unchanged, and binary packets as lines of hexadecimal digits,
/// which are decoded here. gpsd's own reports are JSON and begin with a brace.
///
/// ```swift
/// reader.take(bytes) { line in
///   switch line { case .data(let bytes): decode(bytes); case .object(let text): hear(text); case .tooLong: leave() }
/// }
/// ```
///
/// It buffers at most one unfinished line, of at most ``longest`` bytes.
struct GPSDLineReader: Sendable {
  enum Line: Hashable, Sendable {
    /// Data from the receiver: a sentence with its line end, or a packet.
    case data([UInt8])
    /// A report from gpsd, without its line end.
    case object([UInt8])
    /// A line longer than gpsd sends; its content was dropped.
    case tooLong
  }

  /// gpsd packets have at most 9216 bytes; receivers send none of that size.
  static let longest = 16_384

  private var unfinished: [UInt8] = []
  private var isSkipping = false

  /// Adds received bytes, and passes on each completed line.
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
      // Sky reports of some gpsd versions are that long; we don't need them.
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

  /// The bytes that a line of hexadecimal digits represents; nil if it is anything else.
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
