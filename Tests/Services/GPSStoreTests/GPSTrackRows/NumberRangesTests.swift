import TestSupport
import Testing

@testable import GPSTrackRows

@Suite struct `A set of numbers as ranges` {
  /// As a set of numbers, so that both can be compared.
  private func numbers(_ ranges: NumberRanges) -> Set<Int64> { Set(ranges.ranges.flatMap { Array($0) }) }

  /// Whether the ranges are in order, and none could be joined with the next one.
  private func isTidy(_ ranges: NumberRanges) -> Bool {
    zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound }
  }

  @Test func `answers like a set, whatever is added and removed`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var (ranges, set) = (NumberRanges(), Set<Int64>())
      var other = NumberRanges()
      for _ in 0..<40 {
        let low = Int64.random(in: -30...30, using: &random)
        let range = low...(low + Int64.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          ranges.remove(range)
          set.subtract(range)
        case 1:
          other.insert(range)
          ranges.formUnion(other)
          set.formUnion(numbers(other))
        default:
          ranges.insert(range)
          set.formUnion(range)
        }
        let asked = low - 5...low + 20
        #expect(numbers(ranges) == set && isTidy(ranges) && ranges.count == UInt64(set.count), "seed \(seed)")
        #expect(ranges.isEmpty == set.isEmpty && ranges.contains(low) == set.contains(low), "seed \(seed)")
        #expect(numbers(ranges.missing(in: asked)) == Set(asked).subtracting(set), "seed \(seed)")
      }
    }
  }

  @Test func `holds the least and the greatest number`() {
    var ranges = NumberRanges()
    ranges.insert(.max ... .max)
    ranges.insert(.min ... .min)
    #expect(ranges.count == 2 && ranges.contains(.max) && ranges.contains(.min) && !ranges.contains(0))
    ranges.insert(.min + 1 ... .max - 1)
    #expect(ranges.ranges == [.min ... .max])
    ranges.remove(0...0)
    #expect(ranges.ranges == [.min ... -1, 1 ... .max])
    #expect(ranges.missing(in: .min ... .max).ranges == [0...0])
  }
}
