/// Why bytes that look like a sentence are none: what was found, and what was expected.
public enum SentenceError: Error, Sendable, Hashable {
  /// The first byte is neither `$` nor `!`.
  case noStart(found: UInt8?)
  /// No star with two hexadecimal digits behind it, although a checksum is required.
  case noChecksum
  /// The checksum computed over the body is not the one that stands behind the star.
  case checksum(found: UInt8, expected: UInt8)
  /// A control byte, a second `$`, or a byte beyond ASCII where no text can be, at this place behind the `$`.
  case strayByte(UInt8, at: Int)
  /// More bytes than the bound allows.
  case tooLong(found: Int, allowed: Int)
  /// Fewer fields than this sentence needs.
  case tooFewFields(found: Int, expected: Int)
  /// A field without which the sentence means nothing can't be read.
  case field(FieldFault)
  /// A sentence of Ashtech that carries raw bytes.
  case binary
  /// The sentence has no name.
  case noTag
}

/// A field that can't be read: which one, and why.
public struct FieldFault: Error, Sendable, Hashable {
  /// The kinds of fault that a field can have.
  public enum Reason: UInt8, Sendable, Hashable {
    /// Expected digits, found something else.
    case notANumber
    /// Expected a number in the field's range, found one outside.
    case outOfRange
    /// Expected hhmmss, found something else.
    case notATime
    /// Expected ddmmyy, found something else.
    case notADate
    /// Expected N, S, E or W, found something else.
    case notAHemisphere
    /// Expected the letter of the unit that this sentence prescribes, found another one.
    case otherUnit
    /// Expected one letter, found something else.
    case notALetter
  }

  /// The number of the field; 0 is the tag.
  public var field: Int
  /// The fault.
  public var reason: Reason

  /// Names a field and what is wrong with it.
  public init(field: Int, reason: Reason) {
    self.field = field
    self.reason = reason
  }
}
