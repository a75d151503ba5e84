public import NMEA

/// A satellite, or one of its signals, as the receiver reports it.
public struct Satellite: Sendable, Hashable {
  /// The constellation and the number.
  public var identity: SatelliteIdentity
  /// The signal, if the receiver reports signals separately.
  public var signal: Signal?
  /// Degrees above the horizon.
  @SparseInteger<Int16> public var elevation: Int?
  /// Degrees from true north, 0 to 359.
  @SparseInteger<Int16> public var azimuth: Int?
  /// Carrier-to-noise density in dB-Hz; nil if the satellite is known but not received.
  @SparseInteger<Int16> public var carrierToNoise: Int?
  /// Whether the satellite is used in the fix.
  public var isUsed = false

  /// The largest value that receivers send, in a field of two digits.
  static let mostCarrierToNoise: Int16 = 99

  /// Creates a satellite with only an identity.
  public init(_ identity: SatelliteIdentity) { self.identity = identity }

  /// Creates a satellite from the numbers in a GSV sentence; values out of range become nil.
  init(
    _ identity: SatelliteIdentity, _ signal: Signal?, elevation: Int16, azimuth: Int16, carrierToNoise: Int16
  ) {
    (self.identity, self.signal) = (identity, signal)
    _elevation = SparseInteger(stored: elevation, in: -90...90)
    _azimuth = SparseInteger(stored: azimuth == 360 ? 0 : azimuth, in: 0...359)
    // For a satellite that is not received, some receivers leave the field empty, and others send 00.
    _carrierToNoise = SparseInteger(stored: carrierToNoise, in: 1...Self.mostCarrierToNoise)
  }
}

/// All satellites that a receiver reports.
public struct Sky: Sendable, Hashable {
  /// The time of the epoch that completed it, if known.
  public var time: UTC?
  /// The satellites, with one entry per signal if the receiver reports signals separately.
  public var satellites: Satellites
  /// The dilutions of the satellites used.
  public var dilution: DilutionOfPrecision
  /// The sentences or messages that described the sky; empty for a sky made by a program.
  ///
  /// If no source reports the satellites used, ``Satellite/isUsed`` is always false, and meaningless.
  public var sources = Fix.Sources()

  /// Creates a sky.
  public init(time: UTC? = nil, satellites: Satellites = [], dilution: DilutionOfPrecision = .init()) {
    (self.time, self.satellites, self.dilution) = (time, satellites, dilution)
  }

  /// Creates a sky from individual satellites.
  public init(
    time: UTC? = nil, satellites: some Sequence<Satellite>, dilution: DilutionOfPrecision = .init()
  ) { self.init(time: time, satellites: Satellites(satellites), dilution: dilution) }
}
