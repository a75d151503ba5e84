/// The extent of a sentence in a byte stream; the caller owns the bytes.
package struct SentenceFrame: Sendable, Hashable {
  /// The length from the `$` to the last digit of the checksum, without the line end.
  package let length: Int
  /// The number of bytes between `$` and `*`.
  package let bodyLength: Int

  /// The result of parsing the first bytes of a buffer.
  package enum Answer: Sendable, Hashable {
    case needsMore
    case sentence(SentenceFrame)
    /// The start of a sentence that failed validation: skip `length` bytes.
    case broken(length: Int, SentenceError)
    /// The bytes do not begin with a sentence.
    case notMine
  }

  /// Decides whether a sentence begins with the first of these bytes.
  ///
  /// The answer depends only on the bytes of the sentence, not on how many follow, so the same sentences are
  /// found however the stream is split. Text may contain non-ASCII bytes if the checksum is valid; otherwise
  /// the sentence is broken at the first of them, because another format may begin there.
  package static func recognize(_ bytes: Span<UInt8>, _ strictness: Strictness = .standard) -> Answer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == UInt8(ascii: "$") || bytes[0] == UInt8(ascii: "!") else { return .notMine }
    var sum: UInt8 = 0
    var mismatch: SentenceError?
    /// The place and reason to break the sentence if its checksum is wrong.
    var foreign: (place: Int, error: SentenceError)?
    var index = 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "*") {
        // Some sentences contain a star in their text; the one with a valid checksum ends the sentence.
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

  /// Whether a non-ASCII byte at this index may be part of a text, such as a waypoint name.
  ///
  /// In the tag, and in a standard sentence of only numbers and letters, such a byte means corruption.
  private static func mayCarryText(_ bytes: Span<UInt8>, before index: Int) -> Bool {
    var comma = 1
    while comma < index, bytes[comma] != UInt8(ascii: ",") { comma += 1 }
    guard comma < index, !hasBinaryPayload(bytes, before: index) else { return false }
    let isTalkers = comma == 6 && (bytes[1] != UInt8(ascii: "P") || bytes[2] == UInt8(ascii: "Q"))
    return !isTalkers || !Frequent.contains(Formatter(bytes[3], bytes[4], bytes[5]))
  }

  /// Ashtech's `$PASHR,MCA`, `PBN` and similar sentences carry raw bytes after the second comma.
  ///
  /// Both commas must precede the byte, because the bytes after it may not have arrived yet.
  private static func hasBinaryPayload(_ bytes: Span<UInt8>, before index: Int) -> Bool {
    index > 10 && bytes[10] == UInt8(ascii: ",") && Ascii.matches(bytes, at: 1, "PASHR,")
  }

  /// Raw bytes extend to the end of the line, or to the possible start of another sentence; neither is
  /// included.
  private static func endOfBinary(_ bytes: Span<UInt8>, from index: Int, _ strictness: Strictness) -> Answer {
    for end in index..<min(bytes.count, strictness.longest) {
      if bytes[end] == 0x0A, bytes[end - 1] == 0x0D { return .broken(length: end - 1, .binary) }
      if bytes[end] == UInt8(ascii: "$") { return .broken(length: end, .binary) }
    }
    return bytes.count < strictness.longest ? .needsMore : .broken(length: index, .binary)
  }
}
