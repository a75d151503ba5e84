internal import NMEA
internal import UBX

/// Searches for messages of protocols that are not decoded, in bytes that begin nothing else.
///
/// Noise may begin like a long message. It must not delay data that we decode, nor be searched repeatedly: a
/// candidate that contains a complete sentence or message is rejected, and after a wrong checksum the search
/// continues where that message would have ended. So each byte is examined only a few times.
struct UnknownProtocolSearch: Sendable {
  enum Answer {
    case needsMore
    case message(BinaryProtocol, length: Int)
    case notMine
  }

  /// The stream offset where the search resumes after a false start.
  private var resume = 0
  /// The candidate that waits for more bytes, and how far it was searched for data that we decode.
  private var waiting = (start: -1, searched: 0)

  /// Checks whether a message begins with the first byte, which is at an offset in the stream.
  mutating func look(_ bytes: Span<UInt8>, at offset: Int, _ strictness: Strictness) -> Answer {
    guard offset >= resume else { return .notMine }
    switch UnknownProtocolFrame.recognize(bytes) {
    case .notMine: return .notMine
    case .needsMore: return findsRead(bytes, at: offset, strictness) == nil ? .needsMore : .notMine
    case .framed(let language, let length):
      let frame = bytes.extracting(0..<min(length, bytes.count))
      if let place = findsRead(frame, at: offset, strictness) {
        resume = offset + place
        return .notMine
      }
      guard frame.count == length else { return .needsMore }
      if UnknownProtocolFrame.isRight(language, frame) { return .message(language, length: length) }
      resume = offset + length
      return .notMine
    }
  }

  /// The index of the first complete sentence or message that we decode; nil if none was found yet.
  private mutating func findsRead(_ bytes: Span<UInt8>, at offset: Int, _ strictness: Strictness) -> Int? {
    if waiting.start != offset { waiting = (offset, 1) }
    var undecided: Int?
    for place in min(waiting.searched, bytes.count)..<bytes.count {
      switch Self.recognize(bytes, place, strictness) {
      case true: return place
      case nil: undecided = undecided ?? place
      default: break
      }
    }
    waiting.searched = undecided ?? bytes.count
    return nil
  }

  /// Whether a complete frame that we decode begins at an index; nil if more bytes are needed.
  private static func recognize(_ bytes: Span<UInt8>, _ place: Int, _ strictness: Strictness) -> Bool? {
    let byte = bytes[place]
    guard byte == UInt8(ascii: "$") || byte >= 0xA0 else { return false }
    let rest = bytes.extracting(place..<bytes.count)
    switch byte {
    case UInt8(ascii: "$"):
      switch SentenceFrame.recognize(rest, strictness) {
      case .sentence: return true
      case .needsMore: return nil
      default: return false
      }
    case 0xB5:
      switch MessageFrame.recognize(rest) {
      case .message: return true
      case .needsMore: return nil
      default: return false
      }
    case 0xA0: return SiRFFrame.recognize(rest).isFrame
    case 0xBA: return CASICFrame.recognize(rest).isFrame
    default: return false
    }
  }
}
