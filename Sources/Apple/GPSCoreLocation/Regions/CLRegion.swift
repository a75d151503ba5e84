public import Foundation
internal import GPSBridge

/// Something on the ground that can be entered and left: a circle, see ``CLCircularRegion``.
///
/// Two are equal when they are of one class and have the same identifier and extent.
open class CLRegion: NSObject {
  /// Names the region among others.
  public let identifier: String
  /// Whether coming in is told.
  open var notifyOnEntry = true
  /// Whether going out is told.
  open var notifyOnExit = true

  init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Whether another region is the same.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion).map { $0.identifier == identifier && $0.circle == circle } ?? false
  }

  /// The same for regions that are the same.
  open override var hash: Int { identifier.hashValue }

  /// The circle to watch; nil if there is no such circle.
  var circle: CircularRegion? { nil }
}

/// A circle on the ground that can be entered and left.
open class CLCircularRegion: CLRegion {
  /// The middle.
  public let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance

  /// Makes a region; whether there is such a circle shows when it is to be watched.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  /// Whether a place lies within, its border included; false if one of both is no place.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    guard let place = Coordinate(coordinate) else { return false }
    return circle?.contains(place) ?? false
  }

  override var circle: CircularRegion? {
    Coordinate(center).flatMap { CircularRegion(identifier: identifier, center: $0, radius: radius) }
  }
}

/// Whether the receiver is in a region.
public enum CLRegionState: Int, Sendable, Hashable, CaseIterable {
  /// No location has told yet, or none was accurate enough.
  case unknown = 0
  /// It is within.
  case inside = 1
  /// It is not.
  case outside = 2

  init(_ state: RegionState?) {
    switch state {
    case .inside: self = .inside
    case .outside: self = .outside
    case .unknown, nil: self = .unknown
    }
  }
}
