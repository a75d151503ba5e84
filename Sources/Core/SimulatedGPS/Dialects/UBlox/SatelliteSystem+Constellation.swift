internal import GPSBridge
internal import UBX

extension SatelliteSystem {
  private static let constellations: [(SatelliteSystem, Constellation)] = [
    (.gps, .gps), (.sbas, .sbas), (.galileo, .galileo), (.beiDou, .beidou), (.imes, .imes), (.qzss, .qzss),
    (.glonass, .glonass), (.navic, .navic),
  ]

  /// Creates the u-blox system number of a constellation.
  init(_ constellation: Constellation) {
    self = Self.constellations.first { $0.1 == constellation }?.0 ?? .gps
  }

  /// The constellation; nil for a number without a system.
  var constellation: Constellation? { Self.constellations.first { $0.0 == self }?.1 }
}
