/// The chip's unique ID, which distinguishes identical receivers.
///
/// ```
/// 0  U1    version   1, or 2 of u-blox 10
/// 1  U1×3  reserved
/// 4  U1×5  uniqueId  6 bytes in version 2
/// ```
public struct SecUNIQID: PayloadMessage, CustomStringConvertible {
  package static var form: PayloadForm { PayloadForm(.secUNIQID, fewestBytes: 9) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 1
  private var stored = PayloadNumbers<6, UInt8>()
  package var kept = KeptBytes<3>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 1...2, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
    for index in 0..<length { payload.number(&stored.stored[index], bytes) }
  }

  private var length: Int { version == 1 ? 5 : 6 }

  /// The five or six bytes of the ID; setting them also sets the version.
  public var number: [UInt8] {
    get { [UInt8](stored.all.prefix(length)) }
    set {
      version = newValue.count > 5 ? 2 : 1
      stored = PayloadNumbers()
      for (place, byte) in newValue.prefix(6).enumerated() { stored[place] = byte }
    }
  }

  /// The ID in hexadecimal, such as `dead-beef-01`.
  public var description: String {
    number.enumerated().map { place, byte in
      let digits = String(byte, radix: 16)
      return (place > 0 && place % 2 == 0 ? "-" : "") + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}
