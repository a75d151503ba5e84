/// MID 129, which switches a receiver from its binary protocol back to sentences.
///
/// ```
/// 0  1    2 … 21                            22
/// |  |    |                                 |
/// 81 mode ten pairs of interval and checksum speed U2
/// ```
///
/// The receiver does not answer. Within a second it sends sentences at the speed in the message, so change
/// the speed of the port as well; a valid sentence confirms the switch.
package struct SiRFSentenceMode: Sendable, Hashable {
  /// The speed of the line in bits per second, at most 38 400 because the field has 16 bits.
  var speed: UInt16
  /// The time between GGA sentences in seconds; 0 disables them.
  var gga: UInt8 = 1
  /// The time between GLL sentences in seconds; 0 disables them.
  var gll: UInt8 = 0
  /// The time between GSA sentences in seconds; 0 disables them.
  var gsa: UInt8 = 1
  /// The time between sets of GSV sentences in seconds; 0 disables them.
  var gsv: UInt8 = 5
  /// The time between RMC sentences in seconds; 0 disables them.
  var rmc: UInt8 = 1
  /// The time between VTG sentences in seconds; 0 disables them.
  var vtg: UInt8 = 0

  /// The speeds that these receivers support for sentences.
  package static let speeds: [Int] = [1200, 2400, 4800, 9600, 19_200, 38_400]

  /// Makes a request for the usual sentences; nil if receivers do not support the speed.
  package init?(speed: Int) {
    guard Self.speeds.contains(speed) else { return nil }
    self.speed = UInt16(speed)
  }

  package var encoded: [UInt8] {
    // 2: do not change the debug output.
    var payload: [UInt8] = [0x81, 2]
    // After these six: MSS, EPE, ZDA and an unused field. Every sentence keeps its checksum.
    for interval in [gga, gll, gsa, gsv, rmc, vtg, 0, 0, 0, 0] { payload += [interval, 1] }
    payload += [UInt8(speed >> 8), UInt8(speed & 0xFF)]
    return SiRFFrame.wrap(payload) ?? []
  }
}
