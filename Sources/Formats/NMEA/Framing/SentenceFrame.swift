/// The extent of a sentence in a stream: pure framing over bytes that the caller keeps.
public struct SentenceFrame: Sendable, Hashable {
  /// Bytes from the `$` to the last digit of the checksum, the line end not among them.
  public let length: Int
  /// Bytes between `$` and `*`.
  public let bodyLength: Int

  /// The verdict on the bytes at some place.
  public enum Answer: Sendable, Hashable {
    /// More bytes must come before it can be told.
    case needsMore
    /// A whole sentence.
    case sentence(SentenceFrame)
    /// It began like a sentence and is not one: `length` bytes are lost, for this reason.
    case broken(length: Int, SentenceError)
    /// Nothing that begins here is a sentence.
    case notMine
  }

  /// Asks whether a sentence begins with the first of these bytes.
  ///
  /// The answer depends on the bytes of the sentence alone, never on how many follow: however a stream is cut, the
  /// same sentences come out. Bytes beyond ASCII pass in a text if the checksum is right; otherwise the sentence is
  /// broken by the first of them, since another format may begin there.
  public static func recognize(_ bytes: Span<UInt8>, _ strictness: Strictness = .standard) -> Answer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == UInt8(ascii: "$") || bytes[0] == UInt8(ascii: "!") else { return .notMine }
    var sum: UInt8 = 0
    var mismatch: SentenceError?
    /// The reason to break the sentence here, should its checksum turn out wrong.
    var foreign: (place: Int, error: SentenceError)?
    var index = 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "*") {
        // Some sentences have a star in their text: the one whose checksum is right counts.
        guard index + 2 < bytes.count else { return .needsMore }
        if let found = Checksum.value(bytes[index + 1], bytes[index + 2]) {
          if found == sum { return .sentence(SentenceFrame(length: index + 3, bodyLength: index - 1)) }
          mismatch = .checksum(found: found, expected: sum)
        }
      }
      if byte == 0x0D || byte == 0x0A {
        if let foreign, mismatch == nil { return .broken(length: foreign.place, foreign.error) }
        if let mismatch { return .broken(length: index, mismatch) }
        guard !strictness.requiresChecksum, index > 1 else { return .broken(length: index, .noChecksum) }
        return .sentence(SentenceFrame(length: index, bodyLength: index - 1))
      }
      if byte >= 0x80, foreign != nil || mayCarryText(bytes, before: index) {
        if foreign == nil { foreign = (index, mismatch ?? .strayByte(byte, at: index)) }
      } else if byte == UInt8(ascii: "$") || !(0x20..<0x7F ~= byte) {
        if let foreign { return .broken(length: foreign.place, foreign.error) }
        if byte != UInt8(ascii: "$"), hasBinaryPayload(bytes, before: index) {
          return endOfBinary(bytes, from: index, strictness)
        }
        return .broken(length: index, mismatch ?? .strayByte(byte, at: index))
      }
      guard index < strictness.longest else {
        if let foreign { return .broken(length: foreign.place, foreign.error) }
        return .broken(length: index, mismatch ?? .tooLong(found: index + 1, allowed: strictness.longest))
      }
      sum ^= byte
      index += 1
    }
    return .needsMore
  }

  /// Whether a byte beyond ASCII at this place may be part of a text, such as a name of a waypoint.
  ///
  /// Not in the tag, nor in a sentence that has nothing but numbers and letters of the standard: there it is damage.
  private static func mayCarryText(_ bytes: Span<UInt8>, before index: Int) -> Bool {
    var comma = 1
    while comma < index, bytes[comma] != UInt8(ascii: ",") { comma += 1 }
    guard comma < index, !hasBinaryPayload(bytes, before: index) else { return false }
    let isTalkers = comma == 6 && (bytes[1] != UInt8(ascii: "P") || bytes[2] == UInt8(ascii: "Q"))
    return !isTalkers || !Frequent.contains(Formatter(bytes[3], bytes[4], bytes[5]))
  }

  /// Ashtech's `$PASHR,MCA`, `PBN` and their kind carry raw bytes behind the second comma.
  ///
  /// Both commas must stand before the byte in question: what follows it may not have come yet.
  private static func hasBinaryPayload(_ bytes: Span<UInt8>, before index: Int) -> Bool {
    index > 10 && bytes[10] == UInt8(ascii: ",") && Ascii.matches(bytes, at: 1, "PASHR,")
  }

  /// Raw bytes run up to the end of a line, which is not among them, or to where another sentence may begin: they
  /// must not take that away.
  private static func endOfBinary(_ bytes: Span<UInt8>, from index: Int, _ strictness: Strictness) -> Answer {
    for end in index..<min(bytes.count, strictness.longest) {
      if bytes[end] == 0x0A, bytes[end - 1] == 0x0D { return .broken(length: end - 1, .binary) }
      if bytes[end] == UInt8(ascii: "$") { return .broken(length: end, .binary) }
    }
    return bytes.count < strictness.longest ? .needsMore : .broken(length: index, .binary)
  }
}
