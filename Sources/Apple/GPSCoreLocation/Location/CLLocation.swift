public import Foundation
public import GPSBridge

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

extension CLLocation {
  /// Makes a location of which nothing but the place is known.
  ///
  /// As with Apple, its horizontal accuracy is 0, and its moment is now.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// Makes a location that does not move, as far as is known.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// Makes a location that moves.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1,
      timestamp: timestamp)
  }

  /// Makes a location that moves, and says how accurately that is known.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, horizontalAccuracy: horizontalAccuracy, altitude: altitude,
      ellipsoidalAltitude: 0, verticalAccuracy: verticalAccuracy, speed: speed, speedAccuracy: speedAccuracy,
      course: course, courseAccuracy: courseAccuracy, timestamp: timestamp, sourceInformation: nil,
      origin: nil)
  }

  /// Makes a location that moves, and says where it comes from.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date, sourceInfo: CLLocationSourceInformation
  ) {
    self.init(
      coordinate: coordinate, horizontalAccuracy: horizontalAccuracy, altitude: altitude,
      ellipsoidalAltitude: 0, verticalAccuracy: verticalAccuracy, speed: speed, speedAccuracy: speedAccuracy,
      course: course, courseAccuracy: courseAccuracy, timestamp: timestamp, sourceInformation: sourceInfo,
      origin: nil)
  }
}

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

// Overrides may stand in an extension only where there is an Objective-C runtime: these are called by the class.

extension CLLocation {
  /// All that one can ask of a location.
  private struct Value: Hashable {
    let coordinate: CLLocationCoordinate2D
    let numbers: [Double]
    let timestamp: Date
    let sourceInformation: CLLocationSourceInformation?
    let origin: Location?
  }

  private var value: Value {
    Value(
      coordinate: coordinate,
      numbers: [
        horizontalAccuracy, altitude, ellipsoidalAltitude, verticalAccuracy, speed, speedAccuracy, course,
        courseAccuracy,
      ], timestamp: timestamp, sourceInformation: sourceInformation, origin: origin)
  }

  /// One line for a person, in the manner of Apple's: `<+48.11730000,+11.51666667> +/- 4.00m (speed 2.57 mps / …`.
  private var line: String {
    let moment = timestamp.formatted(.iso8601)
    let place = "<\(signed(coordinate.latitude)),\(signed(coordinate.longitude))>"
    let motion = "(speed \(rounded(speed)) mps / course \(rounded(course)))"
    return "\(place) +/- \(rounded(horizontalAccuracy))m \(motion) @ \(moment)"
  }

  private func signed(_ degrees: Double) -> String { String(format: "%+.8f", degrees) }
  private func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}

/// Whether a location was made up, and whether a device on a cable found it.
public final class CLLocationSourceInformation: NSObject, Sendable {
  /// Whether a program made the location up, or a recording brought it back.
  public let isSimulatedBySoftware: Bool
  /// Whether a device on a cable found it.
  public let isProducedByAccessory: Bool

  /// Says both.
  public init(softwareSimulationState isSimulated: Bool, andExternalAccessoryState isAccessory: Bool) {
    isSimulatedBySoftware = isSimulated
    isProducedByAccessory = isAccessory
    super.init()
  }

  /// Takes over what a receiver's location says; the name of the device stays behind.
  public convenience init(_ source: SourceInfo) {
    self.init(
      softwareSimulationState: source.isSimulatedBySoftware,
      andExternalAccessoryState: source.isProducedByAccessory)
  }

  /// Whether another one says the same.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocationSourceInformation else { return false }
    return isSimulatedBySoftware == other.isSimulatedBySoftware
      && isProducedByAccessory == other.isProducedByAccessory
  }

  /// The same for those that say the same.
  public override var hash: Int { (isSimulatedBySoftware ? 1 : 0) + (isProducedByAccessory ? 2 : 0) }
}

/// A floor of a building; no receiver tells one, so ``CLLocation/floor`` is always nil.
public final class CLFloor: NSObject, Sendable {
  /// The floor: 0 is the ground floor.
  public let level: Int

  init(level: Int) { self.level = level }
}
