public import Foundation
public import GPSBridge

/// A receiver's location at one moment, with the names and sentinel values of Apple's API.
///
/// A negative value means unknown; other values are known only if their accuracy is valid:
///
/// ```swift
/// if location.horizontalAccuracy >= 0 { show(location.coordinate) }
/// if location.verticalAccuracy > 0 { show(location.altitude) }       // NOT `>= 0`: heights are unlike places
/// ```
///
/// A `Location` expresses the same with optionals, and has more data; ``init(_:)`` and `Location.init(_:)`
/// convert between them without losing the receiver's data.
///
/// It is a class because programs for Apple's platforms rely on it: they add convenience initializers, and
/// store it where an object is required. It is immutable and final, so that any thread can use it. Two
/// locations are equal if all their values are. An archived location is restored completely.
public final class CLLocation: NSObject, Sendable {
  /// Latitude and longitude in WGS-84; known if ``horizontalAccuracy`` is not negative.
  public let coordinate: CLLocationCoordinate2D
  /// The radius in meters that holds the true position in 68 % of cases; negative if unknown.
  public let horizontalAccuracy: CLLocationAccuracy

  /// Meters above mean sea level; known if ``verticalAccuracy`` is greater than 0.
  public let altitude: CLLocationDistance
  /// Meters above the WGS-84 ellipsoid; 0 if the receiver does not report it, or without a receiver.
  public let ellipsoidalAltitude: CLLocationDistance
  /// The height's error in meters in 68 % of cases; 0 or less if the height is unknown.
  public let verticalAccuracy: CLLocationAccuracy

  /// Meters per second over ground; negative if unknown.
  public let speed: CLLocationSpeed
  /// The error in meters per second; negative if unknown, as with every NMEA receiver.
  ///
  /// By Apple's rule, the speed is then invalid. Here it is valid; only its accuracy is unknown.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// The direction of travel in degrees from true north; negative if unknown, often at standstill.
  public let course: CLLocationDirection
  /// The error in degrees; negative if unknown, as with every NMEA receiver.
  ///
  /// As with ``speedAccuracy``, the course is valid nevertheless.
  public let courseAccuracy: CLLocationDirectionAccuracy

  /// The time of the position, not of its delivery.
  public let timestamp: Date
  /// The kind of source of the location; nil if unknown.
  public let sourceInformation: CLLocationSourceInformation?

  /// Always nil: receivers don't know the floors of buildings.
  public var floor: CLFloor? { nil }

  /// The location that this was created from, if it came from a receiver.
  let origin: Location?

  /// Creates an invalid location: both angles are 0, and the accuracy is negative.
  ///
  /// Use it as the initial value of a property.
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
    (self.coordinate, self.horizontalAccuracy, self.altitude) = (coordinate, horizontalAccuracy, altitude)
    (self.ellipsoidalAltitude, self.verticalAccuracy) = (ellipsoidalAltitude, verticalAccuracy)
    (self.speed, self.speedAccuracy, self.course) = (speed, speedAccuracy, course)
    (self.courseAccuracy, self.timestamp) = (courseAccuracy, timestamp)
    (self.sourceInformation, self.origin) = (sourceInformation, origin)
    super.init()
  }

  /// Returns the shortest distance over the ellipsoid in meters, ignoring heights.
  ///
  /// The result is NaN if either coordinate is invalid.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    guard let here = Coordinate(coordinate), let there = Coordinate(location.coordinate) else { return .nan }
    return here.distance(to: there)
  }

  /// Returns whether another location has the same values.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CLLocation)?.value == value }

  /// A hash value that is equal for equal locations.
  public override var hash: Int { value.hashValue }

  /// A line of text in Apple's format: `<+48.11730000,+11.51666667> +/- 4.00m (speed 2.57 mps / …`.
  public override var description: String {
    let moment = timestamp.formatted(.iso8601)
    let place = "<\(signed(coordinate.latitude)),\(signed(coordinate.longitude))>"
    let motion = "(speed \(rounded(speed)) mps / course \(rounded(course)))"
    return "\(place) +/- \(rounded(horizontalAccuracy))m \(motion) @ \(moment)"
  }

  /// Creates a location from a position alone.
  ///
  /// As on Apple's platforms, its horizontal accuracy is 0, and its time is now.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// Creates a location with unknown speed and course.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// Creates a location with speed and course.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1,
      timestamp: timestamp)
  }

  /// Creates a location with speed and course, and their accuracies.
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

  /// Creates a location with speed, course, their accuracies, and a source.
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

  /// Creates a location from a receiver's; the only place where nil becomes a sentinel value.
  public convenience init(_ location: Location) {
    self.init(
      coordinate: CLLocationCoordinate2D(location.coordinate),
      horizontalAccuracy: location.horizontalAccuracy,
      altitude: location.altitude ?? 0,
      ellipsoidalAltitude: location.ellipsoidalAltitude ?? 0,
      // A valid vertical accuracy would make a missing altitude valid.
      verticalAccuracy: location.altitude == nil ? -1 : location.verticalAccuracy ?? -1,
      speed: location.speed ?? -1,
      speedAccuracy: -1,
      course: location.course ?? -1,
      courseAccuracy: -1,
      timestamp: location.timestamp,
      sourceInformation: CLLocationSourceInformation(location.source),
      origin: location)
  }

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

  private func signed(_ degrees: Double) -> String { String(format: "%+.8f", degrees) }
  private func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}

extension Location {
  /// Creates a location from Apple's form, restoring the receiver's original if possible.
  ///
  /// A location that did not come from a receiver yields nil if its position or its accuracy is unknown; the
  /// accuracies of its course and speed are dropped.
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

/// The kind of source of a location.
public final class CLLocationSourceInformation: NSObject, Sendable {
  /// Whether the location came from a simulation or a recording.
  public let isSimulatedBySoftware: Bool
  /// Whether an external device provided the location.
  public let isProducedByAccessory: Bool

  /// Creates the information from both values.
  public init(softwareSimulationState isSimulated: Bool, andExternalAccessoryState isAccessory: Bool) {
    isSimulatedBySoftware = isSimulated
    isProducedByAccessory = isAccessory
    super.init()
  }

  /// Creates the information from a receiver's location, without the device's name.
  public convenience init(_ source: SourceInfo) {
    self.init(
      softwareSimulationState: source.isSimulatedBySoftware,
      andExternalAccessoryState: source.isProducedByAccessory)
  }

  /// Returns whether another object has the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocationSourceInformation else { return false }
    return isSimulatedBySoftware == other.isSimulatedBySoftware
      && isProducedByAccessory == other.isProducedByAccessory
  }

  /// A hash value that is equal for equal objects.
  public override var hash: Int { (isSimulatedBySoftware ? 1 : 0) + (isProducedByAccessory ? 2 : 0) }
}

/// A floor of a building; receivers report none, so ``CLLocation/floor`` is always nil.
public final class CLFloor: NSObject, Sendable {
  /// The number of the floor; 0 is the ground floor.
  public let level: Int

  init(level: Int) { self.level = level }
}
