import GNSS
import TestSupport
import Testing

@Suite struct `An error of two axes` {
  @Test func `has the root that libm computes, to the last bits`() {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let north =
        Double.random(in: 1..<2, using: &generator) * scale(Int.random(in: -100...100, using: &generator))
      let east = north * Double.random(in: 0...2, using: &generator)
      let root = libmRoot((north * north + east * east) / 2) * 1.5152
      let found = ErrorEstimate(north: north, east: east, up: nil, source: .gst).horizontal ?? .nan
      #expect(abs(found - root) <= 2 * root.ulp, "seed \(seed)")
    }
  }

  @Test func `is exact where the root is`() {
    for number in [0, 1, 2, 3, 0.25, 1e6, 12345] {
      #expect(ErrorEstimate(north: number, east: number, up: 1, source: .gst).horizontal == 1.5152 * number)
    }
  }
}
