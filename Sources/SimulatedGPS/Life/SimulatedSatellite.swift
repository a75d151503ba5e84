public import GPSBridge

/// One satellite as a simulated receiver knows it.
public struct SimulatedSatellite: Sendable, Hashable {
  /// Which one.
  public let identity: SatelliteIdentity
  /// Degrees from true north.
  public let azimuth: Double
  /// Degrees above the horizon.
  public let elevation: Double
  /// Carrier to noise density in whole dB-Hz; nil where it is not heard.
  public internal(set) var carrierToNoise: Int?
  /// Whether it takes part in the fix.
  public internal(set) var isUsed: Bool
  /// Whether the receiver knows where it stands.
  ///
  /// After a cold start it hears satellites before it knows that.
  public internal(set) var hasDirection: Bool

  /// The azimuth as sentences have it: whole degrees of 0 to 359.
  public var wholeAzimuth: Int { Int(azimuth + 0.5) % 360 }
  /// The elevation as sentences have it: whole degrees.
  public var wholeElevation: Int { Int(elevation + 0.5) }
}
