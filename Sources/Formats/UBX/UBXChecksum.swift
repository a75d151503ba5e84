/// The two bytes that end a message: 8-bit Fletcher over class, identifier, length and payload.
///
/// The first byte is a plain sum, the second the sum of all first bytes on the way,
/// so that two bytes that changed places are noticed.
public struct UBXChecksum: Sendable, Hashable {
  /// The first byte on the wire: the sum.
  public var first: UInt8
  /// The second byte on the wire: the sum of the sums.
  public var second: UInt8

  /// Takes the two bytes as they stand on the wire.
  public init(_ first: UInt8, _ second: UInt8) {
    self.first = first
    self.second = second
  }

  /// Computes the checksum of a message's bytes, from its class to the end of its payload.
  public init(of bytes: Span<UInt8>) {
    self.init(0, 0)
    for index in bytes.indices {
      first &+= bytes[index]
      second &+= first
    }
  }
}
