/// Whether a frame of a format begins with the first of some bytes.
///
/// The answer depends only on the bytes of the frame, not on how many follow.
package enum FrameAnswer: Sendable, Hashable {
  case needsMore
  /// A complete frame with a valid checksum.
  case frame(length: Int)
  /// The start of a frame that failed validation: skip `length` bytes.
  case broken(length: Int)
  /// The bytes do not begin with a frame.
  case notMine

  /// Whether a complete frame begins here; nil if more bytes are needed.
  var isFrame: Bool? {
    switch self {
    case .needsMore: nil
    case .frame: true
    case .broken, .notMine: false
    }
  }
}

/// A format whose frames begin with two leader bytes and a header that has the length, and end with a sum.
package protocol BinaryFrame {
  /// The first two bytes.
  ///
  /// No frame begins with the second, so both leader bytes of a broken frame can be skipped.
  static var leader: (UInt8, UInt8) { get }
  /// The number of bytes before the payload.
  static var headerLength: Int { get }
  /// The number of bytes after the payload.
  static var trailerLength: Int { get }
  /// The length of the payload, read from a complete header; nil if the protocol does not allow it.
  static func payloadLength(_ header: Span<UInt8>) -> Int?
  /// Whether the bytes after the payload of a complete frame are right.
  static func isSumRight(_ frame: Span<UInt8>) -> Bool
}

extension BinaryFrame {
  /// Decides whether a frame begins with the first of these bytes.
  package static func recognize(_ bytes: Span<UInt8>) -> FrameAnswer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == leader.0 else { return .notMine }
    guard bytes.count > 1 else { return .needsMore }
    guard bytes[1] == leader.1 else { return .notMine }
    guard bytes.count >= headerLength else { return .needsMore }
    guard let payloadLength = payloadLength(bytes) else { return .broken(length: 2) }
    let length = headerLength + payloadLength + trailerLength
    guard bytes.count >= length else { return .needsMore }
    return isSumRight(bytes.extracting(0..<length)) ? .frame(length: length) : .broken(length: 2)
  }

  static func payloadRange(_ frame: Span<UInt8>) -> Range<Int> {
    headerLength..<(frame.count - trailerLength)
  }
}
