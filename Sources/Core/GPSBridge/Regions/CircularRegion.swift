public import GNSS

/// A circle on the ground, for detecting when a receiver enters or leaves it.
public struct CircularRegion: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Identifies the region among others.
  public var identifier: String
  /// The center of the circle.
  public var center: Coordinate
  /// The radius in meters.
  public var radius: Double

  /// Creates a region; nil if the radius is not positive and finite.
  public init?(identifier: String, center: Coordinate, radius: Double) {
    guard radius > 0, radius.isFinite else { return nil }
    (self.identifier, self.center, self.radius) = (identifier, center, radius)
  }

  /// Whether a coordinate lies within the region or on its border, ignoring its accuracy.
  ///
  /// To detect entries and exits, use ``RegionMonitor``: at the border, this value changes with every fix.
  public func contains(_ place: Coordinate) -> Bool { center.distance(to: place) <= radius }

  /// The region on one line: `home: 100 m around 48.117300, 11.516667`.
  public var description: String { "\(identifier): \(FixedText.of(radius, decimals: 0)) m around \(center)" }
}

/// Whether a receiver is in a region.
public enum RegionState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Unknown: no location has arrived yet, or none was accurate enough.
  case unknown
  /// The receiver is inside.
  case inside
  /// The receiver is outside.
  case outside
}

/// A change of a region's state.
public struct RegionEvent: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The region.
  public var region: CircularRegion
  /// The previous state.
  public var from: RegionState
  /// The new state.
  public var to: RegionState
  /// The location that caused the change.
  public var location: Location

  /// Creates an event.
  public init(region: CircularRegion, from: RegionState, to: RegionState, location: Location) {
    (self.region, self.from, self.to, self.location) = (region, from, to, location)
  }

  /// Whether the receiver entered; the first detection inside does not count.
  public var isEntry: Bool { from == .outside && to == .inside }
  /// Whether the receiver left.
  public var isExit: Bool { from == .inside && to == .outside }

  /// The event on one line: `home: outside -> inside, at 48.117300, 11.516667`.
  public var description: String {
    "\(region.identifier): \(from.rawValue) -> \(to.rawValue), at \(location.coordinate)"
  }
}
