/// Why bytes that look like a message are none: what was found, and what was expected.
public enum MessageError: Error, Sendable, Hashable {
  /// The checksum that stands behind the payload is not the one computed over the message.
  case checksum(found: UBXChecksum, expected: UBXChecksum)
  /// A payload of more bytes than the bound allows.
  case tooLong(found: Int, allowed: Int)
}
