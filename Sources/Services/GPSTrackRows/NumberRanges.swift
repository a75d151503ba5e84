/// A set of mostly consecutive numbers, stored as ranges, such as the entries that a server has confirmed.
package struct NumberRanges: Sendable, Hashable {
  /// The ranges in order; none touches the next one.
  package private(set) var ranges: [ClosedRange<Int64>] = []

  /// Creates an empty set.
  package init() {}

  /// Whether it contains no number.
  package var isEmpty: Bool { ranges.isEmpty }

  /// The number of numbers.
  package var count: UInt64 {
    var count: UInt64 = 0
    for range in ranges { count &+= Self.length(range) }
    return count
  }

  package func contains(_ number: Int64) -> Bool {
    let place = firstPlace(reaching: number)
    return place < ranges.count && ranges[place].lowerBound <= number
  }

  /// Adds numbers.
  package mutating func insert(_ range: ClosedRange<Int64>) {
    var (low, high) = (range.lowerBound, range.upperBound)
    // A neighbor is joined too, unless there is no number below.
    let first = firstPlace(reaching: low == .min ? low : low - 1)
    var end = first
    while end < ranges.count, high == .max || ranges[end].lowerBound <= high + 1 {
      low = min(low, ranges[end].lowerBound)
      high = max(high, ranges[end].upperBound)
      end += 1
    }
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(low...high))
  }

  package mutating func remove(_ range: ClosedRange<Int64>) {
    let first = firstPlace(reaching: range.lowerBound)
    var (end, rest): (Int, [ClosedRange<Int64>]) = (first, [])
    while end < ranges.count, ranges[end].lowerBound <= range.upperBound {
      let found = ranges[end]
      if found.lowerBound < range.lowerBound { rest.append(found.lowerBound...(range.lowerBound - 1)) }
      if found.upperBound > range.upperBound { rest.append((range.upperBound + 1)...found.upperBound) }
      end += 1
    }
    ranges.replaceSubrange(first..<end, with: rest)
  }

  /// Adds all numbers of another set.
  package mutating func formUnion(_ other: NumberRanges) { for range in other.ranges { insert(range) } }

  /// The numbers of a range that are not in the set, in order.
  package func missing(in range: ClosedRange<Int64>) -> NumberRanges {
    var missing = NumberRanges()
    missing.ranges = [range]
    for place in firstPlace(reaching: range.lowerBound)..<ranges.count {
      guard ranges[place].lowerBound <= range.upperBound else { break }
      missing.remove(ranges[place])
    }
    return missing
  }

  /// The first range that reaches a number, or the end.
  private func firstPlace(reaching number: Int64) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func length(_ range: ClosedRange<Int64>) -> UInt64 {
    UInt64(bitPattern: range.upperBound &- range.lowerBound) &+ 1
  }
}
