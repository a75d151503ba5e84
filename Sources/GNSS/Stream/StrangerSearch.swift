internal import CASIC
internal import NMEA
internal import SiRF
internal import UBX

/// Looks for messages of languages that are not read, in bytes that begin nothing else.
///
/// Noise may begin like a long message. It must neither hold back what is read nor be looked at again and again: one that
/// holds a whole sentence or message is none, and behind a wrong checksum the search goes on where that message would
/// have ended. So each byte is looked at a few times, whatever comes.
struct StrangerSearch: Sendable {
  enum Answer {
    case needsMore
    case message(BinaryProtocol, length: Int)
    case notMine
  }

  /// The place in the stream up to which nothing begins, since something false did.
  private var resume = 0
  /// The beginning that waits for more, and how far nothing that is read was found behind it.
  private var waiting = (start: -1, searched: 0)

  /// Asks whether a message begins with the first of these bytes, which stands at a place in the stream.
  mutating func look(_ bytes: Span<UInt8>, at offset: Int, _ strictness: Strictness) -> Answer {
    guard offset >= resume else { return .notMine }
    switch StrangerFrame.recognize(bytes) {
    case .notMine: return .notMine
    case .needsMore: return findsRead(bytes, at: offset, strictness) == nil ? .needsMore : .notMine
    case .framed(let language, let length):
      let frame = bytes.extracting(0..<min(length, bytes.count))
      if let place = findsRead(frame, at: offset, strictness) {
        resume = offset + place
        return .notMine
      }
      guard frame.count == length else { return .needsMore }
      if StrangerFrame.isRight(language, frame) { return .message(language, length: length) }
      resume = offset + length
      return .notMine
    }
  }

  /// The place of the first whole sentence or message that is read; nil if there is none yet.
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

  /// Whether a whole frame of what is read begins at a place; nil if more must come.
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
    case 0xA0:
      switch SiRFFrame.recognize(rest) {
      case .message: return true
      case .needsMore: return nil
      default: return false
      }
    case 0xBA:
      switch CASICFrame.recognize(rest) {
      case .message: return true
      case .needsMore: return nil
      default: return false
      }
    default: return false
    }
  }
}
