internal import UBX

/// Finds UBX frames and NMEA sentences in the host's byte stream, however the stream is split.
///
/// Programs that search for a receiver send every maker's queries. Anything else is skipped, and nothing that
/// follows it is lost.
struct HostReader: Sendable {
  /// A message or sentence found in the stream.
  enum Heard: Sendable, Hashable {
    /// A whole message with a valid checksum.
    case message(MessageKind, [UInt8])
    /// The text of a sentence between `$` and `*`.
    case sentence([UInt8])
  }

  private var pending: [UInt8] = []
  private var text = CommandReader()
  /// Bytes that belong to neither.
  private(set) var skipped = 0

  /// The longest accepted frame; a false start must not make the receiver wait for more than this.
  private static let longest = 1280

  /// Reads bytes and returns what they complete, in order.
  mutating func take(_ bytes: Span<UInt8>) -> [Heard] {
    for index in bytes.indices { pending.append(bytes[index]) }
    var heard: [Heard] = []
    var place = 0
    reading: while place < pending.count {
      switch recognize(at: place) {
      case .needsMore: break reading
      case .message(let frame):
        let payload = frame.payloadRange
        heard.append(
          .message(frame.kind, Array(pending[(place + payload.lowerBound)..<(place + payload.upperBound)])))
        place += frame.length
      case .broken(let length, _):
        read(place..<(place + length), &heard)
        place += length
      case .notMine:
        read(place..<(place + 1), &heard)
        place += 1
      }
    }
    pending.removeFirst(place)
    return heard
  }

  private func recognize(at place: Int) -> MessageFrame.Answer {
    let rest = pending.span.extracting(place..<pending.count)
    let answer = MessageFrame.recognize(rest)
    guard case .needsMore = answer, rest.count >= 6 else { return answer }
    let length = Int(rest[4]) | Int(rest[5]) << 8
    guard length > Self.longest else { return answer }
    return .broken(length: 2, .tooLong(found: length, allowed: Self.longest))
  }

  private mutating func read(_ range: Range<Int>, _ heard: inout [Heard]) {
    skipped += range.count
    let part = Array(pending[range])
    for body in text.take(part.span) {
      skipped = max(0, skipped - body.count - 6)
      heard.append(.sentence(body))
    }
  }
}
