package import NMEA
internal import UBX

/// A readable transcript of a stream, frame by frame, with the reasons for rejected bytes.
package struct StreamTranscript: Sendable {
  /// A sentence, a message, or a run of bytes outside of any frame.
  package struct Line: Sendable {
    /// A sentence as received, or the name and length of a binary message.
    package var text: String
    /// Why the frame was rejected; empty if it is valid.
    package var problem = ""
  }

  private var splitter: StreamSplitter
  /// The latest bytes, for looking up junk by its stream offset.
  private var latest: [UInt8] = []
  private var received = 0

  /// More than the longest frame that we wait for.
  private static let kept = 24_576

  /// Creates a transcript with a rule for accepting sentences.
  package init(_ strictness: Strictness = .standard) { splitter = StreamSplitter(strictness) }

  /// Processes the next bytes, and returns the lines that they complete.
  package mutating func take(_ bytes: Span<UInt8>) -> [Line] {
    for index in bytes.indices { latest.append(bytes[index]) }
    received += bytes.count
    if latest.count > 2 * Self.kept { latest.removeFirst(latest.count - Self.kept) }
    var sink = TranscriptSink(latest: latest, offset: received - latest.count)
    splitter.split(bytes, into: &sink)
    return sink.lines
  }
}

/// Converts frames to lines.
private struct TranscriptSink: StreamSink {
  let latest: [UInt8]
  /// The stream offset of the first of the latest bytes.
  let offset: Int
  var lines: [StreamTranscript.Line] = []
  /// The number of bytes to show of a run of junk.
  private static let most = 96

  init(latest: [UInt8], offset: Int) { (self.latest, self.offset) = (latest, offset) }

  mutating func receive(sentence bytes: Span<UInt8>) {
    lines.append(StreamTranscript.Line(text: Self.text(bytes)))
  }

  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {
    lines.append(StreamTranscript.Line(text: "UBX \(frame.kind.word), \(count(frame.payloadLength, "byte"))"))
  }

  mutating func receive(binary language: BinaryProtocol, _ bytes: Span<UInt8>) {
    let text =
      switch language {
      case .sirf: "SiRF MID \(bytes[4]), \(count(SiRFFrame.payloadRange(bytes).count, "byte"))"
      case .casic:
        "CASIC \(SentenceError.hexadecimal(bytes[4])) \(SentenceError.hexadecimal(bytes[5])), "
          + count(CASICFrame.payloadRange(bytes).count, "byte")
      default: "\(language.name), \(count(bytes.count, "byte"))"
      }
    lines.append(StreamTranscript.Line(text: text))
  }

  mutating func receive(correction bytes: Span<UInt8>) {
    let number = bytes.count > 4 ? Int(bytes[3]) << 4 | Int(bytes[4]) >> 4 : 0
    lines.append(StreamTranscript.Line(text: "RTCM \(number), \(count(bytes.count, "byte"))"))
  }

  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) {
    // The same bytes have just been reported as junk, if they were not a frame at all.
    if let last = lines.last, !last.problem.isEmpty, last.text.utf8.elementsEqual(Self.text(bytes).utf8) {
      return
    }
    lines.append(StreamTranscript.Line(text: Self.text(bytes), problem: error.words))
  }

  mutating func receive(junk: Junk) {
    let start = junk.offset - offset
    let end = min(start + min(junk.length, Self.most), latest.count)
    let bytes = start >= 0 && start < end ? Array(latest[start..<end]) : []
    let rest = junk.length > bytes.count ? " …" : ""
    lines.append(StreamTranscript.Line(text: Self.text(bytes.span) + rest, problem: Self.words(junk)))
  }

  private static func words(_ junk: Junk) -> String {
    switch junk.reason {
    case .sentence(let error): error.words
    case .message(.checksum): "UBX with a wrong checksum"
    case .message(.tooLong): "UBX too long"
    case .foreign(let language): "\(language.name) with a wrong checksum"
    case .correction: "RTCM with a wrong checksum"
    case .tagBlock(let error): "TAG block: \(error.words)"
    case .unknown: "\(count(junk.length, "byte")) of junk"
    }
  }

  /// Formats printable bytes as they are, and others as `<B5>`.
  private static func text(_ bytes: Span<UInt8>) -> String {
    var text = ""
    for index in bytes.indices {
      let byte = bytes[index]
      if 0x20...0x7E ~= byte {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "<\(SentenceError.hexadecimal(byte))>"
      }
    }
    return text
  }
}

extension SentenceError {
  /// The reason for the rejection in a few words.
  fileprivate var words: String {
    switch self {
    case .checksum(let found, let expected):
      "checksum \(Self.hexadecimal(found)), not \(Self.hexadecimal(expected))"
    case .noChecksum: "no checksum"
    case .strayByte(let byte, _):
      byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!")
        ? "cut: the next one begins in it"
        : "a byte \(Self.hexadecimal(byte)) in it"
    case .tooLong: "too long"
    case .tooFewFields(let found, let expected): "\(found) fields, not \(expected)"
    case .field: "refused: a field can't be read"
    case .binary: "raw bytes in a sentence"
    case .noStart, .noTag: "no name"
    }
  }

  fileprivate static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

private func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
