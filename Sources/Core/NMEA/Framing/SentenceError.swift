/// The reason why bytes that look like a sentence were rejected.
public enum SentenceError: Error, Sendable, Hashable {
  /// The first byte is neither `$` nor `!`.
  case noStart(found: UInt8?)
  /// There is no star with two hexadecimal digits, but a checksum is required.
  case noChecksum
  /// The received checksum differs from the computed one.
  case checksum(found: UInt8, expected: UInt8)
  /// A control byte, a second `$`, or a non-ASCII byte outside of text, at this offset from the `$`.
  case strayByte(UInt8, at: Int)
  /// The sentence is longer than the limit.
  case tooLong(found: Int, allowed: Int)
  /// The sentence has fewer fields than it needs.
  case tooFewFields(found: Int, expected: Int)
  /// An essential field is unreadable.
  case field(FieldFault)
  /// An Ashtech sentence contains raw bytes.
  case binary
  /// The sentence has no tag.
  case noTag
}

/// An unreadable field and the reason.
public struct FieldFault: Error, Sendable, Hashable {
  /// The reason why a field is unreadable.
  public enum Reason: UInt8, Sendable, Hashable {
    /// The field is not a number.
    case notANumber
    /// The number is out of the field's range.
    case outOfRange
    /// The field is not hhmmss.
    case notATime
    /// The field is not ddmmyy.
    case notADate
    /// The field of a position is not a latitude: ddmm.mm, from 0 to 90 degrees.
    case notALatitude
    /// The field of a position is not a longitude: dddmm.mm, from 0 to 180 degrees.
    case notALongitude
    /// The field is not N, S, E or W.
    case notAHemisphere
    /// The field is not the unit that this sentence requires.
    case otherUnit
    /// The field is not a single letter.
    case notALetter
  }

  /// The number of the field; 0 is the tag.
  public var field: Int
  /// The reason for the fault.
  public var reason: Reason

  /// Makes a fault from a field number and a reason.
  public init(field: Int, reason: Reason) { (self.field, self.reason) = (field, reason) }
}
