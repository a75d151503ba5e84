/// Takes the bytes of a client apart into requests, however they were cut on the way.
///
/// ```
///  blank ──?──▶ word ──=──▶ argument ── its last brace ──▶ a request ─▶ blank
///    │           └── ; or the line's end ────────────────▶ a request ─▶ blank
///    └ anything else ▶ ignored, to the line's end; a browser's first word ends the connection
/// ```
///
/// gpsd takes what one read has brought for whole requests, and loses one that comes in two pieces. Here a request ends
/// where its text ends. It ends at the brace that closes its argument, too: published programs send no line end.
struct RequestReader: Sendable {
  /// What was found.
  enum Piece: Sendable, Hashable {
    /// A request, with the bytes that it came in.
    case request(RequestText)
    /// More bytes than a request may have, without an end: they were thrown away.
    case tooLong
    /// The first words of a browser.
    case browser
  }

  /// A longer request has no client.
  static let longest = 8192

  private enum State: Sendable {
    case blank
    case word
    /// Behind the `=`: so many braces are open, and whether it is within a text, and behind a backslash.
    case argument(depth: Int, isText: Bool, isEscaped: Bool)
    /// Something that is no request, to the end of its line.
    case ignored
    /// Thrown away, to the end of its line.
    case skipped
  }

  private var state = State.blank
  /// The bytes of the request that has begun; no room is taken where none has.
  private var bytes: [UInt8] = []
  private var equalSign: Int?
  /// Whether the client has said anything but blanks so far.
  private var hasSpoken = false

  init() {}

  /// Takes a byte; a piece that it ends.
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

  /// Throws away what follows in the line of a request that nobody understands.
  ///
  /// - Parameter last: The byte that has ended it.
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
      // Only the first words can be a browser's.
      bytes = hasSpoken ? [] : [byte]
      hasSpoken = true
    }
    return nil
  }

  private mutating func takeWord(_ byte: UInt8) -> Piece? {
    if byte == UInt8(ascii: ";") || Self.isLineEnd(byte) { return end() }
    if byte == UInt8(ascii: "?"), bytes.count > 1 {
      // Some send no end at all: then it ends where the next one begins.
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

  private mutating func takeArgument(
    _ byte: UInt8, _ depth: Int, isText: Bool, isEscaped: Bool
  ) -> Piece? {
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

/// The text of a request: its word, and its argument if it has one.
struct RequestText: Sendable, Hashable {
  /// All of it, from its `?`.
  let bytes: [UInt8]
  /// Where the `=` stands.
  let equalSign: Int?

  /// The word between `?` and `=`, without blanks around it.
  var word: ArraySlice<UInt8> {
    var word = bytes[1..<(equalSign ?? bytes.count)]
    while let last = word.last, last <= 0x20 { word.removeLast() }
    while let first = word.first, first <= 0x20 { word.removeFirst() }
    return word
  }

  /// What stands behind the `=`.
  var argument: ArraySlice<UInt8>? { equalSign.map { bytes[($0 + 1)...] } }
}
