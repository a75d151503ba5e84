/// MID 4, measured tracker data: the satellites of all channels.
///
/// ```
/// 0  1    3      7        8 + 15 i
/// |  |    |      |        |
/// 04 week TOW U4 channels number azimuth elevation state U2 ten densities
/// ```
public struct SiRFTracker: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 4
  static let fewestBytes = 8
  private static let channelLength = 15

  /// A channel of the receiver.
  public struct Channel: Sendable, Hashable {
    /// The satellite's number; 0 for a channel that looks for none.
    public var number: UInt8 = 0
    /// The azimuth in steps of one and a half degrees.
    public var azimuthSteps: UInt8 = 0
    /// The elevation in half degrees.
    public var elevationHalves: UInt8 = 0
    /// Bits for what the channel has reached; the lowest one is set once it holds the satellite.
    public var state: UInt16 = 0
    /// Ten carrier to noise densities in dB-Hz, each of a tenth of a second.
    public var densities: [UInt8] = []

    /// An empty channel.
    public init() { densities = [UInt8](repeating: 0, count: 10) }

    /// Degrees from true north; nil where the receiver does not know it.
    public var azimuth: Int? { isPlaced ? Int(azimuthSteps) * 3 / 2 : nil }
    /// Degrees above the horizon; nil where the receiver does not know it.
    public var elevation: Int? { isPlaced ? Int(elevationHalves) / 2 : nil }
    private var isPlaced: Bool { azimuthSteps != 0 || elevationHalves != 0 }

    /// The mean density in dB-Hz, rounded; nil where nothing is heard.
    public var carrierToNoise: Int? {
      var sum = 0
      for density in densities { sum += Int(density) }
      return sum > 0 ? (sum + 5) / 10 : nil
    }

    /// Whether the receiver holds the satellite, so that it can take part in the fix.
    public var isAcquired: Bool { state & 1 != 0 }
  }

  /// The week of GPS, modulo 1024.
  public var week: UInt16 = 0
  /// Hundredths of a second since the beginning of the week.
  public var timeOfWeek: UInt32 = 0
  /// How many channels the receiver says that it tells of.
  public var channelCount: UInt8 = 0
  /// The channels.
  public var channels: [Channel] = []
  /// Bytes behind the last whole channel.
  public var rest: [UInt8] = []

  /// A message without channels.
  public init() {}

  mutating func walk(_ payload: inout some SiRFVisitor) {
    payload.number(&week)
    payload.number(&timeOfWeek)
    payload.number(&channelCount)
    var index = 0
    // SiRF V tells 18 channels and says 12 in some firmwares: the length decides.
    while payload.hasBlock(index, of: channels.count, length: Self.channelLength) {
      if index == channels.count { channels.append(Channel()) }
      payload.number(&channels[index].number)
      payload.number(&channels[index].azimuthSteps)
      payload.number(&channels[index].elevationHalves)
      payload.number(&channels[index].state)
      payload.bytes(&channels[index].densities, count: 10)
      index += 1
    }
    payload.rest(&rest)
  }
}
