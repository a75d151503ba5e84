public import NMEA

/// One satellite, or one of its signals, as the receiver sees it.
public struct Satellite: Sendable, Hashable {
  /// Which one.
  public var identity: SatelliteIdentity
  /// The signal, where the receiver tells them apart.
  public var signal: Signal?
  /// Degrees above the horizon.
  @SparseInteger<Int16> public var elevation: Int?
  /// Degrees from true north, 0 to 359.
  @SparseInteger<Int16> public var azimuth: Int?
  /// Carrier to noise density in dB-Hz; nil where it is known but not heard.
  @SparseInteger<Int16> public var carrierToNoise: Int?
  /// Whether it takes part in the fix.
  public var isUsed = false

  /// No receiver writes more: the field has two digits.
  static let mostCarrierToNoise: Int16 = 99

  /// Makes a satellite with nothing but its identity.
  public init(_ identity: SatelliteIdentity) { self.identity = identity }

  /// Takes over the numbers of a GSV sentence; what is out of its range was not said.
  init(
    _ identity: SatelliteIdentity, _ signal: Signal?, elevation: Int16, azimuth: Int16, carrierToNoise: Int16
  ) {
    self.identity = identity
    self.signal = signal
    _elevation = SparseInteger(stored: elevation, in: -90...90)
    _azimuth = SparseInteger(stored: azimuth == 360 ? 0 : azimuth, in: 0...359)
    // Some receivers leave the field empty for a satellite that they do not hear, some write 00.
    _carrierToNoise = SparseInteger(stored: carrierToNoise, in: 1...Self.mostCarrierToNoise)
  }
}

/// All satellites that a receiver knows of.
public struct Sky: Sendable, Hashable {
  /// The time of the epoch that completed it, if known.
  public var time: UTC?
  /// The satellites, one entry for each signal where the receiver tells signals apart.
  public var satellites: Satellites
  /// How good the geometry of the used ones is.
  public var dilution: DilutionOfPrecision
  /// The sentences or messages that it was made of; empty for a sky that a program has made.
  ///
  /// Without a report of those in use, ``Satellite/isUsed`` is false for all of them, and means nothing.
  public var sources = Fix.Sources()

  /// Makes a sky.
  public init(time: UTC? = nil, satellites: Satellites = [], dilution: DilutionOfPrecision = .init()) {
    self.time = time
    self.satellites = satellites
    self.dilution = dilution
  }

  /// Makes a sky of satellites that were made one by one.
  public init(
    time: UTC? = nil, satellites: some Sequence<Satellite>, dilution: DilutionOfPrecision = .init()
  ) {
    self.init(time: time, satellites: Satellites(satellites), dilution: dilution)
  }
}
