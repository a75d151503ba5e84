internal import GNSS
internal import GPSBridge
internal import GPSBase

/// A receiver's stream in the format of `gpsbridge record`: all bytes if positions may be included, otherwise
/// only redacted sentences.
struct RawExcerpt {
  private(set) var text: [UInt8] = []

  init(_ chunks: [HeardChunk], begun: UTC, version: String, isWithPosition: Bool) {
    var writer = RecordedLog.Writer()
    let fields = [RecordedLog.Header.Field("program", "gpsbridge \(version)")]
    text = writer.header(RecordedLog.Header(started: begun, fields: fields))
    guard !isWithPosition else {
      for chunk in chunks { writer.append(chunk.bytes.span, at: chunk.after, to: &text) }
      return
    }
    var splitter = StreamSplitter()
    var sentences = SentenceSink()
    var kept = 0
    for chunk in chunks {
      splitter.split(chunk.bytes.span, into: &sentences)
      for sentence in sentences.take() {
        // Including its line end.
        kept += sentence.count + 2
        let line = Array(SentenceRedaction.redacted(sentence).utf8) + [0x0D, 0x0A]
        writer.append(line.span, at: chunk.after, to: &text)
      }
    }
    // A binary message or a partial sentence may contain a position.
    let rest = max(0, chunks.reduce(0) { $0 + $1.bytes.count } - kept)
    if rest > 0 {
      text += Array(
        "# left out: \(Plural.of(rest, "byte")) that \(rest == 1 ? "is" : "are") no sentence\n".utf8)
    }
  }
}

private struct SentenceSink: StreamSink {
  private var sentences: [[UInt8]] = []

  mutating func receive(sentence bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    for index in bytes.indices { copy.append(bytes[index]) }
    sentences.append(copy)
  }

  mutating func take() -> [[UInt8]] {
    defer { sentences = [] }
    return sentences
  }
}

/// Removes the fields of sentences that reveal a position.
///
/// Only fields that are certainly harmless are kept; other sentences are reduced to their name and length.
/// The satellites' elevations and azimuths reveal the position too, to a few kilometers.
enum SentenceRedaction {
  /// Sentences without any sensitive field.
  private static let harmless: Set<String> = ["GSA", "TXT", "ZDA", "GST", "GBS"]
  /// Acknowledgements and start-up messages.
  private static let vendors = ["PMTK001", "PMTK010", "PMTK011", "PMTK705", "PSRFTXT", "PCAS"]

  static func redacted(_ bytes: [UInt8]) -> String {
    let text = VisibleText.escaped(bytes)
    let body = text.dropFirst().prefix { $0 != "*" && $0 != "," }
    if vendors.contains(where: { body.hasPrefix($0) }) { return text }
    if body.count == 5, !body.hasPrefix("P") {
      let kind = String(body.suffix(3))
      if harmless.contains(kind) { return text }
      if kind == "GSV" { return skies(text) }
    }
    // A name is short and begins with letters; anything else may be a position that lost its commas.
    let isName =
      body.count <= 8 && body.prefix(2).allSatisfy(\.isLetter)
      && body.allSatisfy { $0.isLetter || $0.isNumber }
    let name = isName ? String(body) : "?"
    return "$\(name),(\(bytes.count) bytes left out)"
  }

  /// Keeps numbers and signal strengths; removes elevations and azimuths.
  private static func skies(_ text: String) -> String {
    let parts = text.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
    // After four fields there are four per satellite: number, elevation, azimuth, signal.
    return parts.enumerated().map { index, field in
      index >= 4 && index + 1 < parts.count && [1, 2].contains((index - 4) % 4) && !field.isEmpty
        ? "x" : String(field)
    }.joined(separator: ",") + "*xx"
  }
}
