internal import GNSS
internal import ToolSources

/// The latest of a stream, frame by frame: what was understood, and what was not, with the reason.
package struct RawTape: Sendable {
  private(set) var lines: [StreamTranscript.Line] = []
  private var transcript = StreamTranscript(ReadingRules.strictness)

  private static let most = 300

  /// The port was opened again: what was half said before stays half.
  mutating func restart() { transcript = StreamTranscript(ReadingRules.strictness) }

  /// Takes the next bytes.
  mutating func take(_ bytes: [UInt8]) {
    lines += transcript.take(bytes.span)
    // Not one at a time, which would move all the others each time.
    if lines.count > Self.most + 50 { lines.removeFirst(lines.count - Self.most) }
  }
}
