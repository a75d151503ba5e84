/// The frame around a body.
enum Framing {
  /// `$`, body, `*`, checksum, carriage return and line feed.
  static func wrap(_ body: [UInt8], isEncapsulated: Bool = false) -> [UInt8] {
    let sum = Checksum.of(body.span)
    return [isEncapsulated ? UInt8(ascii: "!") : UInt8(ascii: "$")] + body + [UInt8(ascii: "*")]
      + [HexDigit.capital(sum >> 4), HexDigit.capital(sum & 15), 0x0D, 0x0A]
  }
}
