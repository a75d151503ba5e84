import GPSCoreLocation
import GPSBridge
import Testing

@Suite struct `A CLLocation` {
  static let moment = Date(timeIntervalSince1970: 1_795_176_000)
  let place = CLLocationCoordinate2D(latitude: 48.1173, longitude: 11.5167)

  /// What a receiver says that says everything.
  private func full() throws -> Location {
    let coordinate = try #require(Coordinate(latitude: 48.1173, longitude: 11.5167))
    var location = Location(
      coordinate: coordinate, horizontalAccuracy: 4, accuracySource: .deviations, altitude: 545.4,
      verticalAccuracy: 6, speed: 2.5, course: 84, timestamp: Self.moment, received: .now,
      source: .accessory("usb-1.2"))
    location.ellipsoidalAltitude = 592.3
    location.geoidSeparation = 46.9
    location.climb = -0.1
    location.fix.satellitesUsed = 8
    return location
  }

  @Test func `says what a receiver says, and no accuracy of speed and course, which nobody tells`() throws {
    let location = CLLocation(try full())
    #expect(location.coordinate == place && location.horizontalAccuracy == 4)
    #expect(location.altitude == 545.4 && location.ellipsoidalAltitude == 592.3)
    #expect(location.verticalAccuracy == 6 && location.speed == 2.5)
    #expect(location.course == 84 && location.timestamp == Self.moment)
    #expect(location.speedAccuracy == -1 && location.courseAccuracy == -1)
    #expect(location.sourceInformation?.isProducedByAccessory == true)
    #expect(location.sourceInformation?.isSimulatedBySoftware == false)
  }

  @Test func `marks what the receiver did not say with Apple's sentinels, and gives it back as not said`()
    throws
  {
    let coordinate = try #require(Coordinate(latitude: 48, longitude: 11))
    let sparse = Location(coordinate: coordinate, horizontalAccuracy: 4, timestamp: Self.moment)
    let location = CLLocation(sparse)
    #expect(location.verticalAccuracy == -1)
    #expect(location.altitude == 0 && location.ellipsoidalAltitude == 0)
    #expect(location.speed == -1 && location.course == -1)
    #expect(Location(location) == sparse)
  }

  @Test func `keeps a zero that was said apart from what was not said`() throws {
    var standing = try full()
    standing.speed = 0
    standing.course = 0
    standing.altitude = 0
    let location = CLLocation(standing)
    #expect(location.speed == 0 && location.course == 0)
    #expect(location.altitude == 0 && location.verticalAccuracy == 6)
  }

  @Test func `vouches for no altitude where there is none above the sea, and beside a plane fix`() throws {
    for forget in [{ $0.altitude = nil }, { $0.verticalAccuracy = nil }] as [(inout Location) -> Void] {
      var location = try full()
      forget(&location)
      #expect(CLLocation(location).verticalAccuracy == -1)
    }
  }

  @Test func `gives back all that the receiver said`() throws {
    let location = try full()
    let back = try #require(Location(CLLocation(location)))
    #expect(back == location && back.received == location.received)
  }

  @Test func `knows nothing but its place when it was made of two angles`() {
    let before = Date()
    let location = CLLocation(latitude: 48, longitude: 11)
    #expect(location.horizontalAccuracy == 0 && location.verticalAccuracy == -1)
    #expect(location.altitude == 0 && location.ellipsoidalAltitude == 0)
    #expect(location.speed == -1 && location.course == -1)
    #expect(location.timestamp >= before && location.timestamp <= Date())
    #expect(location.sourceInformation == nil)
  }

  @Test func `takes what it is made of, each longer initializer a little more`() {
    let plain = CLLocation(
      coordinate: place, altitude: 545, horizontalAccuracy: 4, verticalAccuracy: 6, timestamp: Self.moment)
    #expect(plain.altitude == 545 && plain.verticalAccuracy == 6 && plain.course == -1 && plain.speed == -1)
    let moving = CLLocation(
      coordinate: place, altitude: 545, horizontalAccuracy: 4, verticalAccuracy: 6, course: 84, speed: 2.5,
      timestamp: Self.moment)
    #expect(moving.course == 84 && moving.speed == 2.5)
    #expect(moving.courseAccuracy == -1 && moving.speedAccuracy == -1)
    let sure = CLLocation(
      coordinate: place, altitude: 545, horizontalAccuracy: 4, verticalAccuracy: 6, course: 84,
      courseAccuracy: 2, speed: 2.5, speedAccuracy: 0.5, timestamp: Self.moment)
    #expect(sure.courseAccuracy == 2 && sure.speedAccuracy == 0.5 && sure.sourceInformation == nil)
    let source = CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false)
    let sourced = CLLocation(
      coordinate: place, altitude: 545, horizontalAccuracy: 4, verticalAccuracy: 6, course: 84,
      courseAccuracy: 2, speed: 2.5, speedAccuracy: 0.5, timestamp: Self.moment, sourceInfo: source)
    #expect(sourced.sourceInformation == source && sourced != sure)
  }

  @Test func `made by hand becomes a location where its place is known`() throws {
    let byHand = CLLocation(
      coordinate: place, altitude: 545, horizontalAccuracy: 4, verticalAccuracy: 6, course: 84, speed: -1,
      timestamp: Self.moment)
    let location = try #require(Location(byHand))
    #expect(location.altitude == 545 && location.verticalAccuracy == 6)
    #expect(location.course == 84 && location.speed == nil)
  }

  @Test(arguments: [
    (91.0, 11.0, 4.0), (48, 181, 4), (.nan, 11, 4), (48, 11, -1), (48, 11, 0), (48, 11, .infinity),
  ])
  func `made by hand is no location where its place is not known`(
    _ latitude: Double, _ longitude: Double, _ accuracy: Double
  ) {
    let byHand = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: accuracy, verticalAccuracy: -1, timestamp: Self.moment)
    #expect(Location(byHand) == nil)
  }

  @Test func `measures distances over the ellipsoid, and none from what is no place`() {
    let berlin = CLLocation(latitude: 52.52, longitude: 13.405)
    let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)
    // A sphere would say 877 463.
    #expect(berlin.distance(from: paris).rounded() == 879_699 && berlin.distance(from: berlin) == 0)
    #expect(CLLocation(latitude: 91, longitude: 0).distance(from: berlin).isNaN)
  }

  @Test func `equals another that says the same`() throws {
    let location = try full()
    #expect(CLLocation(location) == CLLocation(location))
    #expect(Set([CLLocation(location), CLLocation(location)]).count == 1)
    var other = location
    other.climb = 1
    #expect(CLLocation(location) != CLLocation(other))
    #expect(CLLocation(location).isEqual("a text") == false)
  }

  @Test func `is no place when it was made of nothing`() {
    let nothing = CLLocation()
    #expect(nothing.horizontalAccuracy < 0 && nothing.verticalAccuracy <= 0)
    #expect(nothing.coordinate == CLLocationCoordinate2D() && nothing.floor == nil)
    #expect(Location(nothing) == nil)
  }

  @Test func `comes back whole from an archive`() throws {
    let source = CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false)
    let byHand = CLLocation(
      coordinate: place, altitude: 545, horizontalAccuracy: 4, verticalAccuracy: 6, course: 84,
      courseAccuracy: 2, speed: 2.5, speedAccuracy: 0.5, timestamp: Self.moment, sourceInfo: source)
    for location in [CLLocation(try full()), byHand, CLLocation(latitude: 48, longitude: 11), CLLocation()] {
      let data = try NSKeyedArchiver.archivedData(withRootObject: location, requiringSecureCoding: true)
      let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
      #expect(back == location)
      #expect(Location(back) == Location(location))
    }
    #expect(byHand.copy() as? CLLocation === byHand)
  }

  @Test func `is not read from an archive of something else`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(1.0, forKey: "latitude")
    let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(CLLocation(coder: coder) == nil)
  }

  @Test func `is a line for a person`() throws {
    #expect(
      "\(CLLocation(try full()))"
        == "<+48.11730000,+11.51670000> +/- 4.00m (speed 2.50 mps / course 84.00) @ 2026-11-20T12:00:00Z")
  }
}

@Suite struct `A CLLocationCoordinate2D` {
  @Test(
    arguments: [
      (90, 180, true), (-90, -180, true), (0, 0, true), (48.1, 11.5, true), (90.1, 0, false),
      (0, -180.1, false),
      (.nan, 0, false), (0, .nan, false), (.infinity, 0, false), (-180, -180, false),
    ] as [(Double, Double, Bool)])
  func `is valid where there is such a place`(_ latitude: Double, _ longitude: Double, _ isValid: Bool) {
    #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude)) == isValid)
  }

  @Test func `has a value that stands for no place`() {
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D()))
  }
}

@Suite struct `The constants` {
  @Test func `have Apple's values`() {
    #expect(kCLDistanceFilterNone == -1 && kCLLocationAccuracyReduced == .greatestFiniteMagnitude)
    let accuracies = [
      kCLLocationAccuracyBestForNavigation, kCLLocationAccuracyBest, kCLLocationAccuracyNearestTenMeters,
      kCLLocationAccuracyHundredMeters, kCLLocationAccuracyKilometer, kCLLocationAccuracyThreeKilometers,
    ]
    #expect(accuracies == [-2, -1, 10, 100, 1000, 3000])
    #expect(CLAuthorizationStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(CLRegionState.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(CLActivityType.allCases.map(\.rawValue) == [1, 2, 3, 4, 5])
    #expect(CLAccuracyAuthorization.allCases.map(\.rawValue) == [0, 1])
    #expect(CLLocationUpdate.LiveConfiguration.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
  }
}
