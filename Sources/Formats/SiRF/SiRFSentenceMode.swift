/// MID 129, the way back: switches a receiver from its binary protocol to sentences.
///
/// ```
/// 0  1    2 … 21                            22
/// |  |    |                                 |
/// 81 mode ten pairs of interval and checksum speed U2
/// ```
///
/// The receiver does not answer. Within a second it speaks sentences at the speed that the message names, so the port
/// must be set to that speed, too, and a whole sentence proves the switch.
public struct SiRFSentenceMode: Sendable, Hashable {
  /// Bits per second at which the sentences come: 38 400 at most, since the field has 16 bits.
  public var speed: UInt16
  /// Seconds between two GGA; 0 for none.
  public var gga: UInt8 = 1
  /// Seconds between two GLL; 0 for none.
  public var gll: UInt8 = 0
  /// Seconds between two GSA; 0 for none.
  public var gsa: UInt8 = 1
  /// Seconds between two sets of GSV; 0 for none.
  public var gsv: UInt8 = 5
  /// Seconds between two RMC; 0 for none.
  public var rmc: UInt8 = 1
  /// Seconds between two VTG; 0 for none.
  public var vtg: UInt8 = 0

  /// The speeds that such receivers take for sentences.
  public static let speeds: [Int] = [1200, 2400, 4800, 9600, 19_200, 38_400]

  /// Asks for the usual sentences; nil for a speed that the receiver does not take.
  public init?(speed: Int) {
    guard Self.speeds.contains(speed) else { return nil }
    self.speed = UInt16(speed)
  }

  /// The whole message as it goes over the wire.
  public var encoded: [UInt8] {
    // 2: leave the debug output as it is.
    var payload: [UInt8] = [0x81, 2]
    // Behind these six: MSS, EPE, ZDA, and one that is not used. Every sentence keeps its checksum.
    for interval in [gga, gll, gsa, gsv, rmc, vtg, 0, 0, 0, 0] { payload += [interval, 1] }
    payload += [UInt8(speed >> 8), UInt8(speed & 0xFF)]
    return SiRFFrame.wrap(payload) ?? []
  }
}
