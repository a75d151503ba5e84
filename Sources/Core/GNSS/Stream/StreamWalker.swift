internal import NMEA
internal import UBX

/// Walks over bytes, and checks for each format in turn whether a frame begins.
struct StreamWalker: Sendable {
  var counts = StreamCounts()
  /// The number of consecutive unknown bytes that were not reported yet, and the offset of the first one.
  private var run = 0
  private var runStart = 0
  /// The stream offset: the number of processed bytes.
  private var offset = 0
  private var isLineStart = true
  private var strangers = UnknownProtocolSearch()

  /// The length at which a run is reported in pieces.
  private static let longestRun = 4096

  private enum Step {
    /// This many bytes were processed.
    case done(Int)
    /// More bytes are needed.
    case wait
  }

  /// Sends every complete frame to the sink, and returns the index of the first unprocessed byte.
  ///
  /// If `isFinal` is set, there is a line end at `end` that is not part of the stream.
  mutating func walk(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, _ strictness: Strictness,
    into sink: inout some StreamSink, isFinal: Bool
  ) -> Int {
    var place = start
    while place < end {
      let byte = bytes[place]
      if byte == UInt8(ascii: "$") {
        let first = place &- SentenceWindow.lead &+ 1
        let window = bytes.extracting(first..<(first &+ SentenceWindow.size))
        // A sentence ends a run, as does junk with its own reason.
        if run > 0 { flush(into: &sink) }
        // The bytes after `end` are stale.
        let length = SentenceDelivery.quick(window, limit: end &- place, into: &sink)
        if length > 0 {
          sink.receive(sentence: bytes.extracting(place..<(place &+ length)))
          counts.sentences &+= 1
          counts.sentenceBytes &+= length
          counts.failingTypes.pass(bytes, place)
          offset &+= length
          place &+= length
          isLineStart = false
          if sink.needsCounts { sink.receive(counts: counts) }
          continue
        }
      }
      if byte == 0x0A || byte == 0x0D {
        isLineStart = true
        counts.lineEndBytes &+= 1
        offset &+= 1
        place &+= 1
        continue
      }
      let text = bytes.extracting(place..<(isFinal ? end + 1 : end))
      switch step(bytes.extracting(place..<end), text, byte, strictness, into: &sink) {
      case .done(let length):
        place += length
        isLineStart = false
        if sink.needsCounts { sink.receive(counts: counts) }
      case .wait:
        guard isFinal else { return place }
        // No more bytes will follow: this start is not a frame, and the next byte may begin one.
        _ = junk(into: &sink)
        place += 1
        isLineStart = false
      }
    }
    return place
  }

  /// Only checks for text may read the line end that was appended to the stream.
  @inline(never)
  private mutating func step(
    _ bytes: Span<UInt8>, _ text: Span<UInt8>, _ byte: UInt8, _ strictness: Strictness,
    into sink: inout some StreamSink
  ) -> Step {
    switch byte {
    // Septentrio's messages begin like a sentence without a name, and Hemisphere's like one from a talker BI.
    case UInt8(ascii: "$")
    where text.count > 1 && (text[1] == UInt8(ascii: "@") || text[1] == UInt8(ascii: "B")):
      return stranger(bytes, strictness, into: &sink) ?? sentence(text, strictness, into: &sink)
    case UInt8(ascii: "$"), UInt8(ascii: "!"): return sentence(text, strictness, into: &sink)
    case 0xB5: return message(bytes, into: &sink)
    case 0xD3: return frame(CorrectionFrame.recognize(bytes), of: .rtcm, bytes, into: &sink)
    case 0xBA: return frame(CASICFrame.recognize(bytes), of: .casic, bytes, into: &sink)
    case 0xA0:
      return stranger(bytes, strictness, into: &sink)
        ?? frame(SiRFFrame.recognize(bytes), of: .sirf, bytes, into: &sink)
    case UInt8(ascii: "\\"): return tagBlock(text, into: &sink)
    case UInt8(ascii: "#") where isLineStart:
      return stranger(text, strictness, into: &sink) ?? comment(text, into: &sink)
    default: return stranger(bytes, strictness, into: &sink) ?? junk(into: &sink)
    }
  }

  private mutating func sentence(
    _ bytes: Span<UInt8>, _ strictness: Strictness, into sink: inout some StreamSink
  ) -> Step {
    switch SentenceFrame.recognize(bytes, strictness) {
    case .needsMore: return .wait
    case .notMine: return junk(into: &sink)
    case .broken(let length, let error):
      if case .checksum = error {
        counts.badChecksums += 1
        counts.refusedBytes += length
        counts.failingTypes.fail(bytes)
      } else {
        counts.junkBytes += length
        if isCut(bytes.extracting(0..<length), error) { counts.cutSentences += 1 }
      }
      return refused(bytes, length, .sentence(error), into: &sink)
    case .sentence(let frame):
      if run > 0 { flush(into: &sink) }
      if let error = SentenceDelivery.careful(bytes, frame, into: &sink) {
        counts.badFields += 1
        counts.refusedBytes += frame.length
        counts.failingTypes.refuse(bytes.extracting(0..<(1 + frame.bodyLength)), error)
      } else {
        sink.receive(sentence: bytes.extracting(0..<frame.length))
        counts.sentences += 1
        counts.sentenceBytes += frame.length
        counts.failingTypes.pass(bytes, 0)
      }
      return done(frame.length)
    }
  }

  private func isCut(_ bytes: Span<UInt8>, _ error: SentenceError) -> Bool {
    guard error != .binary, Self.hasTag(bytes, bytes.count) else { return false }
    return error != .noChecksum || counts.failingTypes.isCut(bytes)
  }

  /// Whether three capital letters or digits follow the dollar sign, as in a sentence and rarely in noise.
  private static func hasTag(_ bytes: Span<UInt8>, _ length: Int) -> Bool {
    guard length > 3 else { return false }
    for index in 1...3 where !(bytes[index] &- 0x41 < 26 || bytes[index] &- 0x30 < 10) { return false }
    return true
  }

  private mutating func message(_ bytes: Span<UInt8>, into sink: inout some StreamSink) -> Step {
    switch MessageFrame.recognize(bytes) {
    case .needsMore: return .wait
    case .notMine: return junk(into: &sink)
    case .broken(let length, let error): return damaged(bytes, length, of: .ubx, .message(error), into: &sink)
    case .message(let frame):
      count(frame.length, of: .ubx, into: &sink)
      sink.receive(message: frame, bytes.extracting(0..<frame.length))
      return done(frame.length)
    }
  }

  /// Handles the answer of any other binary format.
  private mutating func frame(
    _ answer: FrameAnswer, of language: BinaryProtocol, _ bytes: Span<UInt8>, into sink: inout some StreamSink
  ) -> Step {
    switch answer {
    case .needsMore: return .wait
    case .notMine: return junk(into: &sink)
    case .broken(let length):
      let reason = language == .rtcm ? Junk.Reason.correction : .foreign(language)
      return damaged(bytes, length, of: language, reason, into: &sink)
    case .frame(let length):
      count(length, of: language, into: &sink)
      let frame = bytes.extracting(0..<length)
      if language == .rtcm {
        counts.station.take(frame)
        sink.receive(correction: frame)
      } else {
        sink.receive(binary: language, frame)
      }
      return done(length)
    }
  }

  /// Counts a binary frame, which ends a run of unknown bytes.
  private mutating func count(_ length: Int, of language: BinaryProtocol, into sink: inout some StreamSink) {
    if run > 0 { flush(into: &sink) }
    counts.count(language, bytes: length)
  }

  /// Skips the header of a binary frame with an invalid end.
  ///
  /// It counts as damage only if the receiver sends this protocol; noise may contain such bytes as well.
  private mutating func damaged(
    _ bytes: Span<UInt8>, _ length: Int, of language: BinaryProtocol, _ reason: Junk.Reason,
    into sink: inout some StreamSink
  ) -> Step {
    counts.junkBytes += length
    if counts.messages(of: language) > 1 { counts.badChecksums += 1 }
    return refused(bytes, length, reason, into: &sink)
  }

  /// Searches for a message of a protocol that is not decoded; nil if none begins here.
  private mutating func stranger(
    _ bytes: Span<UInt8>, _ strictness: Strictness, into sink: inout some StreamSink
  ) -> Step? {
    switch strangers.look(bytes, at: offset, strictness) {
    case .notMine: return nil
    case .needsMore: return .wait
    case .message(let language, let length):
      return frame(.frame(length: length), of: language, bytes, into: &sink)
    }
  }

  private mutating func tagBlock(_ bytes: Span<UInt8>, into sink: inout some StreamSink) -> Step {
    switch TagBlock.recognize(bytes) {
    case .needsMore: return .wait
    case .notMine: return junk(into: &sink)
    case .broken(let length, let error):
      counts.junkBytes += length
      return refused(bytes, length, .tagBlock(error), into: &sink)
    case .block(let length):
      if run > 0 { flush(into: &sink) }
      counts.commentBytes += length
      sink.receive(tagBlock: TagBlock(bytes.extracting(0..<length)))
      return done(length)
    }
  }

  private mutating func comment(_ bytes: Span<UInt8>, into sink: inout some StreamSink) -> Step {
    switch CommentFrame.recognize(bytes) {
    case .needsMore: return .wait
    case .notMine, .broken: return junk(into: &sink)
    case .frame(let length):
      if run > 0 { flush(into: &sink) }
      counts.commentBytes += length
      sink.receive(comment: bytes.extracting(0..<length))
      return done(length)
    }
  }

  private mutating func done(_ length: Int) -> Step {
    offset += length
    return .done(length)
  }

  private mutating func refused(
    _ bytes: Span<UInt8>, _ length: Int, _ reason: Junk.Reason, into sink: inout some StreamSink
  ) -> Step {
    if run > 0 { flush(into: &sink) }
    sink.receive(junk: Junk(offset: offset, length: length, reason: reason))
    if case .sentence(let error) = reason { sink.reject(bytes.extracting(0..<length), error) }
    return done(length)
  }

  /// Adds a byte that begins nothing to the run, which is reported when it ends.
  private mutating func junk(into sink: inout some StreamSink) -> Step {
    if runStart + run != offset || run == Self.longestRun { flush(into: &sink) }
    if run == 0 { runStart = offset }
    run += 1
    counts.junkBytes += 1
    return done(1)
  }

  /// Reports the run of unknown bytes, if any.
  mutating func flush(into sink: inout some StreamSink) {
    guard run > 0 else { return }
    sink.receive(junk: Junk(offset: runStart, length: run, reason: .unknown))
    run = 0
  }
}
