internal import GPSBridge
internal import UBX

extension SatelliteSystem {
  private static let constellations: [(SatelliteSystem, Constellation)] = [
    (.gps, .gps), (.sbas, .sbas), (.galileo, .galileo), (.beiDou, .beidou), (.imes, .imes), (.qzss, .qzss),
    (.glonass, .glonass), (.navic, .navic),
  ]

  /// The system as u-blox numbers it.
  init(_ constellation: Constellation) {
    self = Self.constellations.first { $0.1 == constellation }?.0 ?? .gps
  }

  /// The constellation of a number; nil for a number that no system has.
  var constellation: Constellation? { Self.constellations.first { $0.0 == self }?.1 }
}
