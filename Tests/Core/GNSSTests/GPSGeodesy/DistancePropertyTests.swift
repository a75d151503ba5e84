import GNSS
import GPSGeodesy
import TestSupport
import Testing

/// What holds for every two or three places; each failure names the seed that brings it back.
@Suite struct `Distances` {
  private let seed = SeededGenerator.seed

  @Test(arguments: PairClass.allCases)
  func `are the same there and back`(kind: PairClass) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let (from, to) = try #require(kind.pair(&random))
      let there = from.coordinate.distance(to: to.coordinate)
      let back = to.coordinate.distance(to: from.coordinate)
      #expect(abs(there - back) < 1e-8, "seed \(seed): \(from) to \(to)")
    }
  }

  @Test(arguments: PairClass.allCases)
  func `are never longer than a way over a third place`(kind: PairClass) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let (from, to) = try #require(kind.pair(&random))
      let (other, _) = try #require(PairClass.anywhere.pair(&random))
      let (a, b, c) = (from.coordinate, to.coordinate, other.coordinate)
      #expect(
        a.distance(to: b) <= a.distance(to: c) + c.distance(to: b) + 1e-8, "seed \(seed): \(from) to \(to)")
    }
  }

  @Test(arguments: PairClass.allCases)
  func `are finite, not negative, and never more than half a meridian`(kind: PairClass) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let (from, to) = try #require(kind.pair(&random))
      let distance = from.coordinate.distance(to: to.coordinate)
      #expect(distance >= 0 && distance <= 20_003_931.458626, "seed \(seed): \(from) to \(to)")
      if let bearing = from.coordinate.initialBearing(to: to.coordinate) {
        #expect(bearing >= 0 && bearing < 360, "seed \(seed): \(from) to \(to)")
      }
    }
  }

  @Test(arguments: PairClass.allCases)
  func `do not change when the Earth is turned or mirrored`(kind: PairClass) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let (from, to) = try #require(kind.pair(&random))
      let distance = from.coordinate.distance(to: to.coordinate)
      let (a, b) = (from.coordinate, to.coordinate)
      let mirrored = try #require(DecimalPlace(-a.latitude, -a.longitude)).coordinate.distance(
        to: try #require(DecimalPlace(-b.latitude, -b.longitude)).coordinate)
      #expect(abs(distance - mirrored) < 1e-8, "seed \(seed): \(from) to \(to)")
      let turned = try #require(DecimalPlace(a.latitude, a.longitude + 90)).coordinate.distance(
        to: try #require(DecimalPlace(b.latitude, b.longitude + 90)).coordinate)
      #expect(abs(distance - turned) < 2e-5, "seed \(seed): \(from) to \(to)")
    }
  }
}
