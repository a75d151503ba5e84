extension RecordedLog {
  /// Reads a recording piece by piece: bytes of the text in, items out.
  ///
  /// ```swift
  /// var reader = RecordedLog.Reader()
  /// reader.read(text.span) { if case .bytes(let bytes, let time) = $0 { replay(bytes, time) } }
  /// reader.finish { _ in }
  /// ```
  ///
  /// The pieces may be cut anywhere. Whatever the text is, this neither fails nor grows: it keeps one line, of at most
  /// ``longestLine`` bytes.
  public struct Reader: Sendable {
    /// Bytes that a line may have; ours have at most a quarter of that.
    public static let longestLine = 65_536
    /// Remarks that are kept.
    public static let mostFields = 64

    /// What kind of text it is; nil until enough of it has come.
    public private(set) var format: Format?
    /// The line that is coming in, without its end; at first, what may be the signature.
    private var line: [UInt8] = []
    private var lines = LineReader()
    private var isTooLong = false
    private var isFinished = false

    /// Begins before the first byte.
    public init() {}

    /// Takes the next bytes of the text, in pieces of any size.
    public mutating func read(_ bytes: Span<UInt8>, _ receive: (Item) -> Void) {
      guard !isFinished, bytes.count > 0 else { return }
      let rest = bytes.extracting(recognise(bytes)...)
      switch format {
      case nil: break
      case .plain:
        let kept = line + rest.array
        line = []
        receive(.bytes(kept, at: nil))
      case .recording: readLines(rest, receive)
      }
    }

    /// The text has ended: what stands behind its last line end is ignored.
    public mutating func finish(_ receive: (Item) -> Void) {
      guard !isFinished else { return }
      isFinished = true
      if format == nil {
        format = .plain
        // A part of the signature and nothing else: not ours.
        if !line.isEmpty { receive(.bytes(line, at: nil)) }
      } else if format == .recording {
        lines.finish(receive)
      }
      line = []
    }

    /// Holds the first bytes against the signature; answers how many of them are it.
    private mutating func recognise(_ bytes: Span<UInt8>) -> Int {
      var index = 0
      while format == nil, index < bytes.count {
        if bytes[index] == RecordedLog.signature[line.count] {
          line.append(bytes[index])
          index += 1
          if line.count == RecordedLog.signature.count { format = .recording }
        } else {
          format = .plain
        }
      }
      return index
    }

    private mutating func readLines(_ bytes: Span<UInt8>, _ receive: (Item) -> Void) {
      for index in bytes.indices {
        let byte = bytes[index]
        if byte == 0x0A {
          if isTooLong { lines.skipLine(receive) } else { lines.read(line, receive) }
          line.removeAll(keepingCapacity: true)
          isTooLong = false
        } else if line.count < Self.longestLine {
          line.append(byte)
        } else {
          isTooLong = true
        }
      }
    }
  }
}

extension Span<UInt8> {
  /// A copy.
  var array: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in indices { bytes.append(self[index]) }
    return bytes
  }
}
