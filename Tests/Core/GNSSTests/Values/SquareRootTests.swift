import GNSS
import TestSupport
import Testing

@Suite struct `An error of two axes` {
  @Test func `has the root that libm computes, to the last bits`() {
    var generator = SeededGenerator()
    for _ in 0..<20_000 {
      let north =
        Double.random(in: 1..<2, using: &generator) * scale(Int.random(in: -100...100, using: &generator))
      let east = north * Double.random(in: 0...2, using: &generator)
      let root = libmRoot((north * north + east * east) / 2) * 1.5152
      let found = ErrorEstimate(north: north, east: east, up: nil, source: .gst).horizontal ?? .nan
      #expect(abs(found - root) <= 2 * root.ulp, "seed \(seed)")
    }
  }

  @Test func `keeps both axes`() throws {
    let axes: [(Double, Double)] = [(1, 1), (3, 2), (2, 3), (0, 5), (5, 0), (0, 0), (0.013, 12)]
    for (north, east) in axes {
      let errors = ErrorEstimate(north: north, east: east, up: nil, source: .gst)
      #expect(try abs(#require(errors.north) - north) <= 2e-3 * max(north, east))
      #expect(try abs(#require(errors.east) - east) <= 2e-3 * max(north, east))
    }
    let circle = ErrorEstimate(horizontal: 1.5152, vertical: nil, source: .receiver)
    #expect(circle.north == 1 && circle.east == 1)
    #expect(ErrorEstimate(north: 1, east: nil, up: 1, source: .gst).north == nil)
  }

  @Test func `takes no more room in a fix than the circle alone`() {
    #expect(MemoryLayout<ErrorEstimate?>.size <= 32)
  }

  @Test func `is exact where the root is`() {
    for number in [0, 1, 2, 3, 0.25, 1e6, 12345] {
      #expect(ErrorEstimate(north: number, east: number, up: 1, source: .gst).horizontal == 1.5152 * number)
    }
  }
}
