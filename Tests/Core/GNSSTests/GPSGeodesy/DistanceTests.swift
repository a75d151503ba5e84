import GNSS
import GPSGeodesy
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
    #expect(try place(90, 0).distance(to: place(90, 123)) < 1e-6)
    #expect(try place(-90, -40).distance(to: place(-90, 40)) < 1e-6)
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
