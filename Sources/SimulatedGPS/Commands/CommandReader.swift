internal import GPSBridge
internal import NMEA

/// Finds commands in what a host sends: whole sentences with a right checksum; everything else is passed over.
struct CommandReader: Sendable {
  private var line: [UInt8] = []
  /// A command that does not end is thrown away: no maker has one as long as this.
  private static let longest = 256

  /// Takes some bytes, and answers the bodies of the commands that they complete.
  mutating func take(_ bytes: Span<UInt8>) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "$") {
        line.removeAll(keepingCapacity: true)
        line.append(byte)
      } else if byte == 0x0A || byte == 0x0D {
        if let body = Self.body(line) { bodies.append(body) }
        line.removeAll(keepingCapacity: true)
      } else if !line.isEmpty {
        line.append(byte)
        if line.count > Self.longest { line.removeAll(keepingCapacity: true) }
      }
    }
    return bodies
  }

  /// The text between `$` and `*`, if the checksum agrees.
  private static func body(_ line: [UInt8]) -> [UInt8]? {
    guard line.count >= 5, line[0] == UInt8(ascii: "$"), line[line.count - 3] == UInt8(ascii: "*") else {
      return nil
    }
    let body = Array(line[1..<(line.count - 3)])
    let said = String(decoding: line[(line.count - 2)...], as: UTF8.self)
    guard UInt8(said, radix: 16) == Checksum.of(body.span) else { return nil }
    return body
  }
}
