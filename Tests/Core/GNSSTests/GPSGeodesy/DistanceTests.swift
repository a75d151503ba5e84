import GNSS
import GPSGeodesy
import TestSupport
import Testing

@Suite struct `The distance between two places` {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// Latitudes and longitudes, meters, and both azimuths: published examples, and limits of the method.
  ///
  /// The third is the example of Karney's paper, where Vincenty's method finds no answer.
  static let published: [([Double], Double, [Double])] = [
    ([40.6, -73.8, 51.6, -0.5], 5_551_759.400319, [51.198882845580, 107.821776735514]),
    ([40.64, -73.78, 1.36, 103.99], 15_347_512.940513, [3.305773478018, 177.487840208155]),
    ([-30, 0, 29.9, 179.8], 19_989_832.827610, [161.890524736327, 18.090737245739]),
    ([-41.32, 174.81, 40.96, -5.50], 19_959_679.267354, [161.067669986160, 18.825195123247]),
    ([0, 0, 0.5, 179.7], 19_944_127.420751, [15.556882793491, 164.442513890855]),
    ([0, 0, 0, 179], 19_926_188.851996, [90, 90]),
    ([90, 0, 0, 17], 10_001_965.729313, [163, 180]),
    ([52.52, 13.405, 48.8566, 2.3522], 879_699.316129, [246.806786414980, 238.240069284991]),
    ([48.1, 11.5, 48.1, 11.500001], 0.074481, [89.999999627844, 90.000000372156]),
  ]

  @Test(arguments: published)
  func `is what is published, to the micrometer`(degrees: [Double], meters: Double, azimuths: [Double]) throws
  {
    let (from, to) = (try place(degrees[0], degrees[1]), try place(degrees[2], degrees[3]))
    #expect(abs(from.distance(to: to) - meters) < 2e-6)
    let (initial, final) = (
      try #require(from.initialBearing(to: to)), try #require(from.finalBearing(to: to))
    )
    #expect(abs(initial - azimuths[0]) < 1e-8)
    #expect(abs(final - azimuths[1]) < 1e-8)
  }

  @Test func `between antipodes is half a meridian, also on the equator`() throws {
    let halfMeridian = 20_003_931.458625
    for (latitude, longitude) in [(0.0, 0.0), (90, 0), (45, 30), (-12.5, 179), (1e-9, -90)] {
      let from = try place(latitude, longitude)
      let to = try place(-latitude, longitude > 0 ? longitude - 180 : longitude + 180)
      #expect(abs(from.distance(to: to) - halfMeridian) < 2e-6, "\(latitude) \(longitude)")
    }
  }

  @Test func `from a place to itself is zero, and has no direction`() throws {
    for (latitude, longitude) in [(0.0, 0.0), (90, 12), (-90, 0), (48.1, 11.5), (10, 180)] {
      let there = try place(latitude, longitude)
      #expect(there.distance(to: there) == 0)
      #expect(there.initialBearing(to: there) == nil)
      #expect(there.finalBearing(to: there) == nil)
    }
  }

  @Test func `is zero between two names of one place`() throws {
    #expect(try place(10, 180).distance(to: place(10, -180)) == 0)
    for pole in [90.0, -90] { #expect(try place(pole, -40).distance(to: place(pole, 40)) < 1e-6) }
  }

  @Test func `takes the shorter way over the date line`() throws {
    let (west, east) = (try place(-17, 179.9), try place(-17, -179.9))
    #expect(abs(west.distance(to: east) - 21_299) < 10)
    #expect(abs(try #require(west.initialBearing(to: east)) - 90) < 0.1)
    #expect(abs(try #require(east.initialBearing(to: west)) - 270) < 0.1)
  }

  @Test func `is longer towards the pole than along the equator, degree for degree at the pole`() throws {
    #expect(abs(try place(0, 0).distance(to: place(1, 0)) - 110_574.389) < 0.001)
    #expect(abs(try place(89, 0).distance(to: place(90, 0)) - 111_693.865) < 0.001)
    #expect(abs(try place(0, 0).distance(to: place(0, 1)) - 111_319.491) < 0.001)
  }

  @Test(arguments: [(0.0, 0.0, 1.0, 0.0, 0.0), (0, 0, 0, 1, 90), (1, 0, 0, 0, 180), (0, 1, 0, 0, 270)])
  func `begins exactly along an axis where the places do`(
    latitude: Double, longitude: Double, latitude2: Double, longitude2: Double, bearing: Double
  ) throws {
    #expect(try place(latitude, longitude).initialBearing(to: place(latitude2, longitude2)) == bearing)
  }
}

/// What holds for every two or three places; each failure names the seed that brings it back.
@Suite struct `Distances` {
  private let seed = SeededGenerator.seed

  @Test(arguments: PairClass.allCases)
  func `are the same there and back, and at most half a meridian or a way over a third place`(
    kind: PairClass
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let (from, to) = try #require(kind.pair(&random))
      let (other, _) = try #require(PairClass.anywhere.pair(&random))
      let (a, b, c) = (from.coordinate, to.coordinate, other.coordinate)
      let distance = a.distance(to: b)
      #expect(distance >= 0 && distance <= 20_003_931.458626, "seed \(seed): \(from) to \(to)")
      #expect(abs(distance - b.distance(to: a)) < 1e-8, "seed \(seed): \(from) to \(to)")
      #expect(distance <= a.distance(to: c) + c.distance(to: b) + 1e-8, "seed \(seed): \(from) to \(to)")
      if let bearing = a.initialBearing(to: b) {
        #expect(bearing >= 0 && bearing < 360, "seed \(seed): \(from) to \(to)")
      }
    }
  }

  @Test(arguments: PairClass.allCases)
  func `do not change when the Earth is turned or mirrored`(kind: PairClass) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let (from, to) = try #require(kind.pair(&random))
      let (a, b) = (from.coordinate, to.coordinate)
      let distance = a.distance(to: b)
      let mirrored = try #require(DecimalPlace(-a.latitude, -a.longitude)).coordinate.distance(
        to: try #require(DecimalPlace(-b.latitude, -b.longitude)).coordinate)
      #expect(abs(distance - mirrored) < 1e-8, "seed \(seed): \(from) to \(to)")
      let turned = try #require(DecimalPlace(a.latitude, a.longitude + 90)).coordinate.distance(
        to: try #require(DecimalPlace(b.latitude, b.longitude + 90)).coordinate)
      #expect(abs(distance - turned) < 2e-5, "seed \(seed): \(from) to \(to)")
    }
  }
}

@Suite struct `A destination` {
  @Test func `is where the published example has it`() throws {
    let start = try #require(Coordinate(latitude: 40, longitude: 0))
    let end = try #require(start.destination(bearing: 30, distance: 10_000_000))
    #expect(abs(end.latitude - 41.7933102050562) < 1e-11)
    #expect(abs(end.longitude - 137.8449000437715) < 1e-11)
  }

  @Test func `along the equator is as far as its radius says`() throws {
    let start = try #require(Coordinate(latitude: 0, longitude: 179))
    let quarter = 6_378_137 * Double.pi / 2
    let east = try #require(start.destination(bearing: 90, distance: quarter))
    #expect(abs(east.longitude + 91) < 1e-9 && abs(east.latitude) < 1e-9)
    let west = try #require(start.destination(bearing: 90, distance: -quarter))
    #expect(abs(west.longitude - 89) < 1e-9)
  }

  @Test func `beyond the pole lies on the other side`() throws {
    let start = try #require(Coordinate(latitude: 89.9, longitude: 20))
    let end = try #require(start.destination(bearing: 0, distance: 22_338.796))
    #expect(abs(end.latitude - 89.9) < 1e-6)
    #expect(abs(end.longitude + 160) < 1e-6)
  }

  @Test func `after no meters is the start`() throws {
    for (latitude, longitude) in [(0.0, 0.0), (48.1, 11.5), (-90, 0), (90, 0)] {
      let start = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let end = try #require(start.destination(bearing: 77, distance: 0))
      #expect(start.distance(to: end) < 1e-8)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `is nowhere where a number is none`(number: Double) throws {
    let start = try #require(Coordinate(latitude: 1, longitude: 2))
    #expect(start.destination(bearing: number, distance: 1) == nil)
    #expect(start.destination(bearing: 1, distance: number) == nil)
  }

  @Test func `is where it should be however far and in whatever numbers one asks`() throws {
    let start = try #require(Coordinate(latitude: 12, longitude: 34))
    let once = try #require(start.destination(bearing: 45, distance: 1000))
    let turned = try #require(start.destination(bearing: 45 - 720, distance: 1000))
    #expect(once.distance(to: turned) < 1e-6)
    for distance in [1e9, 1e15, 1e300, 1e-300] {
      #expect(start.destination(bearing: 123.4, distance: distance) != nil)
    }
  }

  @Test(arguments: PairClass.allCases)
  func `in the initial bearing, at the distance, is the other place`(kind: PairClass) throws {
    var random = SeededGenerator()
    for _ in 0..<1000 {
      let (from, to) = try #require(kind.pair(&random))
      guard let bearing = from.coordinate.initialBearing(to: to.coordinate) else { continue }
      let distance = from.coordinate.distance(to: to.coordinate)
      let end = try #require(from.coordinate.destination(bearing: bearing, distance: distance))
      #expect(end.distance(to: to.coordinate) < 1e-5, "seed \(seed): \(from) to \(to)")
    }
  }
}

@Suite struct `The way to a destination` {
  private func approach(speed: Double?, course: Double?) throws -> Approach {
    let place = try #require(Coordinate(latitude: 0, longitude: 0))
    return Approach(
      from: place, to: try #require(Coordinate(latitude: 0, longitude: 0.01)), speed: speed, course: course)
  }

  @Test func `has the distance and the bearing of the shortest line`() throws {
    let way = try approach(speed: nil, course: nil)
    #expect(abs(way.distance - 1113.195) < 0.001 && way.bearing.map { abs($0 - 90) < 1e-9 } == true)
    #expect(way.closingSpeed == nil && way.secondsToGo == nil)
  }

  @Test(
    arguments: [(90.0, 10.0, 111.3), (30, 5, 222.6), (180, 0, nil), (270, -10, nil)]
      as [(Double, Double, Double?)])
  func `becomes shorter by the part of the speed that leads there`(
    _ course: Double, _ closing: Double, _ seconds: Double?
  ) throws {
    let way = try approach(speed: 10, course: course)
    #expect(abs(try #require(way.closingSpeed) - closing) < 1e-6)
    #expect(way.secondsToGo.map { ($0 * 10).rounded() / 10 } == seconds)
  }

  @Test func `has no bearing and no closing speed at the destination`() throws {
    let place = try #require(Coordinate(latitude: 48, longitude: 11))
    let way = Approach(from: place, to: place, speed: 3, course: 10)
    #expect(way.distance == 0 && way.bearing == nil && way.closingSpeed == nil)
  }
}

@Suite struct `A line over the ground` {
  @Test func `is as far from a place as one walks to it across`() throws {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let start = try #require(
        Coordinate(
          latitude: .random(in: -80...80, using: &random), longitude: .random(in: -180...179, using: &random))
      )
      let bearing = Double.random(in: 0..<360, using: &random)
      let end = try #require(start.destination(bearing: bearing, distance: 400))
      let middle = try #require(start.destination(bearing: bearing, distance: 200))
      let offset = Double.random(in: 1...100, using: &random)
      let turn = try #require(middle.initialBearing(to: end)) + 90
      let place = try #require(middle.destination(bearing: turn, distance: offset))
      let line = GroundLine(from: GroundPlace(start), to: GroundPlace(end))
      #expect(abs(line.distance(to: GroundPlace(place)) - offset) < 0.001, "\(start), seed \(seed)")
    }
  }

  @Test func `ends at its ends`() throws {
    let start = try #require(Coordinate(latitude: 48, longitude: 11))
    let end = try #require(start.destination(bearing: 90, distance: 100))
    let beyond = try #require(start.destination(bearing: 90, distance: 130))
    let line = GroundLine(from: GroundPlace(start), to: GroundPlace(end))
    #expect(abs(line.distance(to: GroundPlace(beyond)) - 30) < 0.001)
    let point = GroundLine(from: GroundPlace(start), to: GroundPlace(start))
    #expect(abs(point.distance(to: GroundPlace(beyond)) - 130) < 0.001)
  }
}
