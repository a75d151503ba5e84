/// Splits the bytes of a client into requests, regardless of how they arrive.
///
/// ```
///  blank ──?──▶ word ──=──▶ argument ── its last brace ──▶ a request ─▶ blank
///    │           └── ; or the line's end ────────────────▶ a request ─▶ blank
///    └ anything else ▶ ignored, to the line's end; a browser's first word ends the connection
/// ```
///
/// gpsd treats the bytes of one read as complete requests, and loses a request that arrives in two pieces.
/// Here a request ends at its text's end or its argument's closing brace: published programs omit the line
/// end.
struct RequestReader: Sendable {
  enum Piece: Sendable, Hashable {
    case request(RequestText)
    /// A request that exceeded the size limit and was discarded.
    case tooLong
    /// The start of an HTTP request, from a browser.
    case browser
  }

  /// The maximum size of a request; no client needs more.
  static let longest = 8192

  private enum State: Sendable {
    case blank
    case word
    /// After the `=`: the number of open braces, and whether we are in a string and after a backslash.
    case argument(depth: Int, isText: Bool, isEscaped: Bool)
    /// Input that is not a request, up to the end of its line.
    case ignored
    /// Discarded input, up to the end of its line.
    case skipped
  }

  private var state = State.blank
  /// The bytes of the current request; empty between requests, so that idle clients use no memory.
  private var bytes: [UInt8] = []
  private var equalSign: Int?
  /// Whether the client has sent anything but blanks.
  private var hasSpoken = false

  init() {}

  /// Consumes a byte; returns the piece that it completes.
  mutating func take(_ byte: UInt8) -> Piece? {
    switch state {
    case .blank: return begin(byte)
    case .word: return takeWord(byte)
    case .argument(let depth, let isText, let isEscaped):
      return takeArgument(byte, depth, isText: isText, isEscaped: isEscaped)
    case .ignored: return ignore(byte)
    case .skipped:
      if Self.isLineEnd(byte) { state = .blank }
      return nil
    }
  }

  /// Skips the rest of the line after a request that is not recognized.
  ///
  /// - Parameter last: The byte that ended the request.
  mutating func skipLine(behind last: UInt8) { state = Self.isLineEnd(last) ? .blank : .skipped }

  // MARK: - States

  private mutating func begin(_ byte: UInt8) -> Piece? {
    switch byte {
    case UInt8(ascii: "?"):
      hasSpoken = true
      (bytes, equalSign, state) = ([byte], nil, .word)
    case 0x00...0x20, UInt8(ascii: ";"): break
    default:
      state = .ignored
      // Only the first bytes can be a browser's.
      bytes = hasSpoken ? [] : [byte]
      hasSpoken = true
    }
    return nil
  }

  private mutating func takeWord(_ byte: UInt8) -> Piece? {
    if byte == UInt8(ascii: ";") || Self.isLineEnd(byte) { return end() }
    if byte == UInt8(ascii: "?"), bytes.count > 1 {
      // Some clients omit the end entirely; a request then ends where the next one begins.
      let piece = end()
      _ = begin(byte)
      return piece
    }
    if byte == UInt8(ascii: "=") {
      equalSign = bytes.count
      state = .argument(depth: 0, isText: false, isEscaped: false)
    }
    return append(byte)
  }

  private mutating func takeArgument(_ byte: UInt8, _ depth: Int, isText: Bool, isEscaped: Bool) -> Piece? {
    if Self.isLineEnd(byte) { return end() }
    var (depth, isText) = (depth, isText)
    var escapes = false
    switch byte {
    case _ where isEscaped: break
    case UInt8(ascii: "\\") where isText: escapes = true
    case UInt8(ascii: "\""): isText.toggle()
    case _ where isText: break
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "}"):
      depth -= 1
      if depth <= 0 { return append(byte) ?? end() }
    case UInt8(ascii: ";") where depth == 0: return end()
    default: break
    }
    state = .argument(depth: depth, isText: isText, isEscaped: escapes)
    return append(byte)
  }

  private mutating func ignore(_ byte: UInt8) -> Piece? {
    if Self.isLineEnd(byte) {
      (state, bytes) = (.blank, [])
    } else if !bytes.isEmpty {
      bytes.append(byte)
      if Self.browsers.contains(where: { $0.elementsEqual(bytes) }) { return .browser }
      if bytes.count >= Self.longestBrowser { bytes = [] }
    }
    return nil
  }

  private mutating func append(_ byte: UInt8) -> Piece? {
    bytes.append(byte)
    guard bytes.count >= Self.longest else { return nil }
    (state, bytes) = (.skipped, [])
    return .tooLong
  }

  private mutating func end() -> Piece {
    defer { (state, bytes, equalSign) = (.blank, [], nil) }
    return .request(RequestText(bytes: bytes, equalSign: equalSign))
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static let browsers = ["GET ", "POST ", "HEAD "].map { Array($0.utf8) }
  private static let longestBrowser = 5
}

/// The text of a request: its name and, optionally, its argument.
struct RequestText: Sendable, Hashable {
  /// The whole request, including the `?`.
  let bytes: [UInt8]
  /// The index of the `=`.
  let equalSign: Int?

  /// The name between `?` and `=`, without surrounding blanks.
  var word: ArraySlice<UInt8> {
    var word = bytes[1..<(equalSign ?? bytes.count)]
    while let last = word.last, last <= 0x20 { word.removeLast() }
    while let first = word.first, first <= 0x20 { word.removeFirst() }
    return word
  }

  /// The bytes after the `=`.
  var argument: ArraySlice<UInt8>? { equalSign.map { bytes[($0 + 1)...] } }
}
