public import Foundation

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
