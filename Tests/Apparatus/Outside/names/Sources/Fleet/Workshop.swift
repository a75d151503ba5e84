import GPSBridge

/// A location of this package: its own name wins in its own module.
public struct Location: Hashable, Sendable {
  /// Where the workshop is.
  public var street: String

  /// Makes a location.
  public init(street: String) { self.street = street }
}

/// How far a receiver is from its workshop, in meters; nil without a position.
public func distance(of location: GPSBridge.Location?, from home: GPSBridge.Coordinate) -> Double? {
  location?.coordinate.distance(to: home)
}
