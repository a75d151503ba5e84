public import GNSS

/// A circle on the ground that can be entered and left.
public struct CircularRegion: Sendable, Hashable, Codable {
  /// Names the region among others.
  public var identifier: String
  /// The middle.
  public var center: Coordinate
  /// Metres.
  public var radius: Double

  /// Makes a region; nil for a radius that no circle has.
  public init?(identifier: String, center: Coordinate, radius: Double) {
    guard radius > 0, radius.isFinite else { return nil }
    self.identifier = identifier
    self.center = center
    self.radius = radius
  }

  /// Whether a place lies within, its border included; how accurately the place is known does not count.
  ///
  /// To be told of coming and going, use ``RegionTracker``: at the border this changes with every fix.
  public func contains(_ place: Coordinate) -> Bool { center.distance(to: place) <= radius }
}

/// Whether a receiver is in a region.
public enum RegionState: String, Sendable, Hashable, Codable, CaseIterable {
  /// No location has told yet, or none was good enough.
  case unknown
  /// It is within.
  case inside
  /// It is not.
  case outside
}

/// A change of a region's state.
public struct RegionEvent: Sendable, Hashable, Codable {
  /// The region.
  public var region: CircularRegion
  /// The state before.
  public var from: RegionState
  /// The state now.
  public var to: RegionState
  /// The location that decided it.
  public var location: Location

  /// Names a change.
  public init(region: CircularRegion, from: RegionState, to: RegionState, location: Location) {
    self.region = region
    self.from = from
    self.to = to
    self.location = location
  }

  /// Whether the receiver came in; finding out at first that it is inside is none.
  public var isEntry: Bool { from == .outside && to == .inside }
  /// Whether the receiver went out.
  public var isExit: Bool { from == .inside && to == .outside }
}

extension CircularRegion: CustomStringConvertible {
  /// One line for a person: `home: 100 m around 48.117300, 11.516667`.
  public var description: String { "\(identifier): \(FixedText.of(radius, decimals: 0)) m around \(center)" }
}

extension RegionEvent: CustomStringConvertible {
  /// One line for a person: `home: outside -> inside, at 48.117300, 11.516667`.
  public var description: String {
    "\(region.identifier): \(from.rawValue) -> \(to.rawValue), at \(location.coordinate)"
  }
}
