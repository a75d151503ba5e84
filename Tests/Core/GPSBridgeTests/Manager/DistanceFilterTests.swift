import GNSS
import Testing

@testable import GPSBridge

@Suite struct `A distance filter` {
  private let start: Coordinate

  init() throws { start = try #require(Coordinate(latitude: 48, longitude: 11)) }

  /// Locations so many meters to the north.
  private func locations(_ meters: [Double]) throws -> [Location] {
    try meters.map {
      let place = try #require(start.destination(bearing: 0, distance: $0))
      return try #require(Sample.location(place.latitude, place.longitude))
    }
  }

  private func passed(_ meters: [Double], filter: Double?) throws -> [Int] {
    var distances = DistanceFilter()
    let kept = try locations(meters).enumerated().filter { _, location in
      !distances.pass([location], meters: filter).isEmpty
    }
    return kept.map(\.offset)
  }

  @Test func `counts from the location that was let through last, not from the one before`() throws {
    #expect(try passed([0, 4, 8, 12, 16, 20, 24], filter: 10) == [0, 3, 6])
  }

  @Test func `lets a location through that is exactly as far as it has to be`() throws {
    let two = try locations([0, 10])
    let distance = two[0].distance(to: two[1])
    var filter = DistanceFilter()
    #expect(filter.pass(two, meters: distance).count == 2)
    filter = DistanceFilter()
    #expect(filter.pass(two, meters: distance.nextUp).count == 1)
  }

  @Test func `lets the first location through, however far everything is`() throws {
    #expect(try passed([0, 100], filter: .infinity) == [0])
  }

  @Test(arguments: [nil, 0, -1, -Double.infinity, Double.nan])
  func `is none where it is no distance`(_ meters: Double?) throws {
    #expect(try passed([0, 0, 0], filter: meters) == [0, 1, 2])
  }

  @Test func `counts from what was let through while there was no filter`() throws {
    var filter = DistanceFilter()
    let places = try locations([0, 100, 105])
    #expect(filter.pass(Array(places.prefix(2)), meters: nil).count == 2)
    #expect(filter.pass(Array(places.suffix(1)), meters: 50) == [])
  }

  @Test func `filters within one batch as it does between two`() throws {
    var filter = DistanceFilter()
    let places = try locations([0, 4, 8, 12, 16, 20, 24])
    #expect(filter.pass(places, meters: 10) == [places[0], places[3], places[6]])
  }
}
