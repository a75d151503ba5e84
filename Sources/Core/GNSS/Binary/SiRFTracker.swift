/// MID 4, measured tracker data: the satellites of all channels.
///
/// ```
/// 0  1    3      7        8 + 15 i
/// |  |    |      |        |
/// 04 week TOW U4 channels number azimuth elevation state U2 ten densities
/// ```
package struct SiRFTracker: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 4
  static let fewestBytes = 8

  struct Channel: BinaryBlock, Sendable, Hashable {
    static let length = 15
    /// The satellite's number; 0 if the channel is idle.
    var number: UInt8 = 0
    /// The azimuth in units of 1.5 degrees.
    var azimuthSteps: UInt8 = 0
    /// The elevation in units of 0.5 degrees.
    var elevationHalves: UInt8 = 0
    /// The state bits of the channel; the lowest bit is set once it has acquired the satellite.
    var state: UInt16 = 0
    /// Ten carrier-to-noise densities in dB-Hz, measured every 100 ms.
    var densities: [UInt8] = []

    init() { densities = [UInt8](repeating: 0, count: 10) }

    mutating func walk(_ payload: inout some BinaryVisitor) {
      payload.numbers(&number, &azimuthSteps, &elevationHalves, &state)
      payload.bytes(&densities, count: 10)
    }

    /// The azimuth in degrees from true north; nil if unknown.
    var azimuth: Int? { isPlaced ? Int(azimuthSteps) * 3 / 2 : nil }
    /// The elevation in degrees; nil if unknown.
    var elevation: Int? { isPlaced ? Int(elevationHalves) / 2 : nil }
    private var isPlaced: Bool { azimuthSteps != 0 || elevationHalves != 0 }

    /// The mean carrier-to-noise density in dB-Hz, rounded; nil without a signal.
    var carrierToNoise: Int? {
      var sum = 0
      for density in densities { sum += Int(density) }
      return sum > 0 ? (sum + 5) / 10 : nil
    }

    /// Whether the channel has acquired the satellite, so that it can be used in the fix.
    var isAcquired: Bool { state & 1 != 0 }
  }

  /// The GPS week, modulo 1024.
  var week: UInt16 = 0
  /// The time since the start of the week, in hundredths of a second.
  var timeOfWeek: UInt32 = 0
  var channelCount: UInt8 = 0
  var channels: [Channel] = []
  /// Bytes after the last complete channel.
  var rest: [UInt8] = []

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&week, &timeOfWeek, &channelCount)
    // Some SiRF V firmware sends 18 channels with a count of 12, so the length decides.
    payload.blocks(&channels)
    payload.rest(&rest)
  }
}
