/// A line that begins with `#`: the header of a recording, or what a receiver says in NovAtel's manner.
enum CommentFrame {
  enum Answer {
    case needsMore
    case comment(length: Int)
    case notMine
  }

  private static let longest = 1024

  /// Asks whether a comment begins with the first of these bytes, which must stand at the beginning of a line.
  static func question(_ bytes: Span<UInt8>) -> Answer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == UInt8(ascii: "#") else { return .notMine }
    for index in 1..<max(1, min(bytes.count, longest)) {
      if bytes[index] == 0x0A || bytes[index] == 0x0D { return .comment(length: index) }
      // Names of people and places are written in UTF-8; controls are noise.
      if bytes[index] < 0x20 && bytes[index] != 0x09 || bytes[index] == 0x7F { return .notMine }
    }
    return bytes.count < longest ? .needsMore : .notMine
  }
}
