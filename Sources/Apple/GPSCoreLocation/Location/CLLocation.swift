public import Foundation
internal import GPSBridge

/// The place of a receiver at one moment, in the words and with the sentinels of Apple's interface.
///
/// An unknown value is a negative number here, or has an accuracy that is none:
///
/// ```swift
/// if location.horizontalAccuracy >= 0 { show(location.coordinate) }
/// if location.verticalAccuracy > 0 { show(location.altitude) }       // NOT `>= 0`: heights are unlike places
/// ```
///
/// A `Location` says the same with optionals, and more; ``init(_:)`` and `Location.init(_:)` lead from one to the other,
/// and nothing a receiver said is lost on the way.
///
/// It is an object, since that is what programs for Apple's platforms take it for: they add convenience initialisers, and
/// keep it where only objects go. It never changes, so it may be handed to any thread; therefore nobody can inherit from
/// it. Two are equal when they say the same. It can be archived, and comes back whole.
public final class CLLocation: NSObject, Sendable {
  /// Latitude and longitude in WGS-84; known if ``horizontalAccuracy`` is not negative.
  public let coordinate: CLLocationCoordinate2D
  /// Metres: the true place lies within this radius in 68 of 100 cases; negative where the place is not known.
  public let horizontalAccuracy: CLLocationAccuracy

  /// Metres above mean sea level; known if ``verticalAccuracy`` is greater than 0.
  public let altitude: CLLocationDistance
  /// Metres above the ellipsoid of WGS-84; 0 where the receiver does not say it, and in what was made by hand.
  public let ellipsoidalAltitude: CLLocationDistance
  /// Metres: the true height lies within this distance in 68 of 100 cases; 0 or less where the height is not known.
  public let verticalAccuracy: CLLocationAccuracy

  /// Metres per second over ground; negative where it is not known.
  public let speed: CLLocationSpeed
  /// Metres per second; negative if unknown, as with every receiver that speaks NMEA.
  ///
  /// By Apple's rule the speed does not count then. It does: only how accurate it is has not been said.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// Direction of travel in degrees from true north; negative where it is not known, as often while standing.
  public let course: CLLocationDirection
  /// Degrees; negative if unknown, as with every receiver that speaks NMEA.
  ///
  /// As with ``speedAccuracy``, the course counts all the same.
  public let courseAccuracy: CLLocationDirectionAccuracy

  /// The moment at which it was so, not at which it was delivered.
  public let timestamp: Date
  /// Whether it was made up, and by whom it was found; nil for what was made by hand.
  public let sourceInformation: CLLocationSourceInformation?

  /// Nil: no receiver knows the floors of a building.
  public var floor: CLFloor? { nil }

  /// The location that it was made of, if a receiver found it.
  let origin: Location?

  /// Makes a location of which nothing is known: both angles are 0, and the accuracy says that they do not count.
  ///
  /// It is for properties that need a value before there is one.
  public override convenience init() {
    self.init(
      coordinate: CLLocationCoordinate2D(), altitude: 0, horizontalAccuracy: -1, verticalAccuracy: -1,
      timestamp: Date())
  }

  init(
    coordinate: CLLocationCoordinate2D, horizontalAccuracy: CLLocationAccuracy, altitude: CLLocationDistance,
    ellipsoidalAltitude: CLLocationDistance, verticalAccuracy: CLLocationAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, timestamp: Date,
    sourceInformation: CLLocationSourceInformation?, origin: Location?
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.altitude = altitude
    self.ellipsoidalAltitude = ellipsoidalAltitude
    self.verticalAccuracy = verticalAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.timestamp = timestamp
    self.sourceInformation = sourceInformation
    self.origin = origin
    super.init()
  }

  /// The shortest way to another location over the ellipsoid, in metres; heights do not count.
  ///
  /// It is no number where one of the coordinates is not valid.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    guard let here = Coordinate(coordinate), let there = Coordinate(location.coordinate) else { return .nan }
    return here.distance(to: there)
  }

  /// Whether another location says the same.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CLLocation)?.value == value }

  /// The same for locations that say the same.
  public override var hash: Int { value.hashValue }

  /// One line for a person: place, accuracy, motion and moment.
  public override var description: String { line }
}
