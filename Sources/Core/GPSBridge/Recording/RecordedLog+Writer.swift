extension RecordedLog {
  /// Formats a recording as text; the caller writes the text to a file.
  ///
  /// ```swift
  /// var writer = RecordedLog.Writer()
  /// var text = writer.header(.init(started: now, fields: [.init("device", "usb-1.2")]))
  /// writer.append(bytes.span, at: elapsed, to: &text)
  /// ```
  ///
  /// Each call returns whole lines, so the file is valid after each of them.
  public struct Writer: Sendable {
    /// The most bytes in one line.
    static let mostBytes = 4096
    private var last: Int64 = 0

    /// Creates a writer for a new recording.
    public init() {}

    /// Returns the first lines of a recording; remarks beyond the reader's limit are omitted.
    public func header(_ header: Header) -> [UInt8] {
      let started = header.started.map(\.text) ?? "-"
      var text = RecordedLog.signature + Array("\(RecordedLog.version) \(started)\n".utf8)
      for field in header.fields.prefix(Reader.mostFields) where !field.key.isEmpty {
        field.append(to: &text)
      }
      return text
    }

    /// Appends lines for bytes that arrived together.
    ///
    /// - Parameters:
    ///   - bytes: The received bytes.
    ///   - time: The time since the beginning; a time before the previous one counts as equal to it.
    ///   - text: The text to append the lines to.
    public mutating func append(_ bytes: Span<UInt8>, at time: Duration, to text: inout [UInt8]) {
      last = max(last, min(Self.milliseconds(time), 9_999_999_999_999))
      var index = 0
      while index < bytes.count {
        let end = min(index + Self.mostBytes, bytes.count)
        text += Array("\(last) ".utf8)
        for place in index..<end {
          // Editors strip spaces at the end of a line.
          if place == end - 1, bytes[place] == 0x20 {
            EscapedBytes.appendEscaped(0x20, to: &text)
          } else {
            EscapedBytes.append(bytes[place], to: &text)
          }
        }
        text.append(0x0A)
        index = end
      }
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
      let (seconds, attoseconds) = time.components
      guard seconds < 10_000_000_000 else { return .max }
      return max(0, seconds) * 1000 + max(0, attoseconds) / 1_000_000_000_000_000
    }
  }
}
