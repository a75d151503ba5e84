internal import NMEA
internal import UBX

/// Walks over bytes and asks each format in turn whether a frame of its begins here.
struct StreamWalker: Sendable {
  var counts = StreamCounts()
  /// Bytes of unknown kind in a row, not yet told.
  private var run = 0
  /// Where the stream stands: all bytes that are done with.
  private var offset = 0
  private var isLineStart = true

  /// A run that is longer is told in pieces.
  private static let longestRun = 4096

  /// What to do at a place.
  private enum Step {
    /// So many bytes are done with.
    case done(Int)
    /// More must come.
    case wait
  }

  /// Hands on all that is complete, and answers the place where the rest begins.
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
        let frame = QuickFrame(window: window)
        let length = frame.length
        // Behind `end` lie bytes of long ago.
        if frame.bodyLength > 0, place &+ length <= end {
          if run > 0 { flush(into: &sink) }
          if SentenceDelivery.quick(window, frame, into: &sink) {
            sink.receive(sentence: bytes.extracting(place..<(place &+ length)))
            counts.sentences &+= 1
            advance(length)
            place &+= length
            isLineStart = false
            continue
          }
        }
      }
      if byte == 0x0A || byte == 0x0D {
        isLineStart = true
        advance(1)
        place &+= 1
        continue
      }
      switch step(bytes.extracting(place..<end), byte, strictness, into: &sink) {
      case .done(let length):
        place += length
        isLineStart = false
      case .wait:
        guard isFinal else { return place }
        // Nothing more will come: this beginning is none, and the next byte may be one.
        junk(1)
        place += 1
        isLineStart = false
      }
    }
    return place
  }

  private mutating func advance(_ length: Int) {
    offset &+= length
    counts.bytes &+= length
  }

  @inline(never)
  private mutating func step(
    _ bytes: Span<UInt8>, _ byte: UInt8, _ strictness: Strictness, into sink: inout some StreamSink
  ) -> Step {
    switch byte {
    case UInt8(ascii: "$"), UInt8(ascii: "!"): return sentence(bytes, strictness, into: &sink)
    case 0xB5: return message(bytes, into: &sink)
    case 0xD3: return correction(bytes, into: &sink)
    case UInt8(ascii: "\\"): return tagBlock(bytes, into: &sink)
    case UInt8(ascii: "#") where isLineStart: return comment(bytes, into: &sink)
    default: return junk(1)
    }
  }

  private mutating func sentence(
    _ bytes: Span<UInt8>, _ strictness: Strictness, into sink: inout some StreamSink
  ) -> Step {
    switch SentenceFrame.question(bytes, strictness) {
    case .needsMore: return .wait
    case .notMine: return junk(1)
    case .broken(let length, let error):
      if case .checksum = error { counts.badChecksum += 1 } else { counts.junkBytes += length }
      return refused(bytes, length, .sentence(error), into: &sink)
    case .sentence(let frame):
      if run > 0 { flush(into: &sink) }
      let body = bytes.extracting(1..<(1 + frame.bodyLength))
      if SentenceDelivery.careful(body, into: &sink) {
        sink.receive(sentence: bytes.extracting(0..<frame.length))
        counts.sentences += 1
      } else {
        counts.badField += 1
      }
      return done(frame.length)
    }
  }

  private mutating func message(_ bytes: Span<UInt8>, into sink: inout some StreamSink) -> Step {
    switch MessageFrame.question(bytes) {
    case .needsMore: return .wait
    case .notMine: return junk(1)
    case .broken(let length, let error):
      counts.junkBytes += length
      return refused(bytes, length, .message(error), into: &sink)
    case .message(let frame):
      if run > 0 { flush(into: &sink) }
      counts.messages += 1
      sink.receive(message: frame, bytes.extracting(0..<frame.length))
      return done(frame.length)
    }
  }

  private mutating func correction(_ bytes: Span<UInt8>, into sink: inout some StreamSink) -> Step {
    switch CorrectionFrame.question(bytes) {
    case .needsMore: return .wait
    case .notMine: return junk(1)
    case .broken(let length):
      counts.junkBytes += length
      return refused(bytes, length, .correction, into: &sink)
    case .message(let frame):
      if run > 0 { flush(into: &sink) }
      counts.corrections += 1
      sink.receive(correction: bytes.extracting(0..<frame.length))
      return done(frame.length)
    }
  }

  private mutating func tagBlock(_ bytes: Span<UInt8>, into sink: inout some StreamSink) -> Step {
    switch TagBlock.question(bytes) {
    case .needsMore: return .wait
    case .notMine: return junk(1)
    case .broken(let length, let error):
      counts.junkBytes += length
      return refused(bytes, length, .tagBlock(error), into: &sink)
    case .block(let length):
      if run > 0 { flush(into: &sink) }
      sink.receive(tagBlock: TagBlock(bytes.extracting(0..<length)))
      return done(length)
    }
  }

  private mutating func comment(_ bytes: Span<UInt8>, into sink: inout some StreamSink) -> Step {
    switch CommentFrame.question(bytes) {
    case .needsMore: return .wait
    case .notMine: return junk(1)
    case .comment(let length):
      if run > 0 { flush(into: &sink) }
      sink.receive(comment: bytes.extracting(0..<length))
      return done(length)
    }
  }

  private mutating func done(_ length: Int) -> Step {
    advance(length)
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

  /// A byte that begins nothing joins the run of such bytes; the run is told when a frame ends it.
  @discardableResult
  private mutating func junk(_ length: Int) -> Step {
    run += length
    counts.junkBytes += length
    return done(length)
  }

  /// Tells the run of unknown bytes, if there is one.
  mutating func flush(into sink: inout some StreamSink) {
    guard run > 0 else { return }
    sink.receive(junk: Junk(offset: offset - run, length: run, reason: .unknown))
    run = 0
  }
}
