public import GPSBridge

extension CLLocation {
  /// Says in Apple's words what a receiver's location says: the one place where nil becomes a sentinel.
  public convenience init(_ location: Location) {
    self.init(
      coordinate: CLLocationCoordinate2D(location.coordinate),
      horizontalAccuracy: location.horizontalAccuracy,
      altitude: location.altitude ?? 0,
      ellipsoidalAltitude: location.ellipsoidalAltitude ?? 0,
      // It vouches for the altitude: where there is none, it must not.
      verticalAccuracy: location.altitude == nil ? -1 : location.verticalAccuracy ?? -1,
      speed: location.speed ?? -1,
      speedAccuracy: -1,
      course: location.course ?? -1,
      courseAccuracy: -1,
      timestamp: location.timestamp,
      sourceInformation: CLLocationSourceInformation(location.source),
      origin: location)
  }
}

extension Location {
  /// Says again what a receiver said, or takes over what was made by hand.
  ///
  /// A location that a receiver found comes back whole. One that was made by hand is nil if its place or its accuracy is
  /// not known, and leaves behind how accurate its course and its speed are said to be.
  public init?(_ location: CLLocation) {
    if let origin = location.origin {
      self = origin
      return
    }
    guard let coordinate = Coordinate(location.coordinate), location.horizontalAccuracy > 0,
      location.horizontalAccuracy.isFinite
    else { return nil }
    let isHeightKnown = location.verticalAccuracy > 0
    self.init(
      coordinate: coordinate, horizontalAccuracy: location.horizontalAccuracy,
      altitude: isHeightKnown ? location.altitude : nil,
      verticalAccuracy: isHeightKnown ? location.verticalAccuracy : nil,
      speed: location.speed >= 0 ? location.speed : nil,
      course: location.course >= 0 ? location.course : nil, timestamp: location.timestamp,
      source: SourceInfo(
        isSimulatedBySoftware: location.sourceInformation?.isSimulatedBySoftware ?? false,
        isProducedByAccessory: location.sourceInformation?.isProducedByAccessory ?? false))
  }
}
