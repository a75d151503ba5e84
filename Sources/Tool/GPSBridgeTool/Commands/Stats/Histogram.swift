/// Counts of values, in steps of one width: its memory is bounded for any input.
///
/// A step holds the sum of its values beside their number, and reports their mean. So a value that comes again and
/// again is reported as it came, and not as the edge of its step.
struct Histogram: Sendable {
  /// The position of the steps.
  enum Alignment: Sendable {
    /// Each begins at a multiple of the width: for counting between two multiples.
    case edges
    /// Each has a multiple of the width in its middle: for values that waver about a multiple.
    case centers
  }

  private struct Step: Sendable {
    var count = 0
    var sum = 0.0

    var mean: Double { sum / Double(count) }

    mutating func add(_ value: Double) {
      count += 1
      sum += value
    }
  }

  let width: Double
  private let most: Double
  private let alignment: Alignment
  private(set) var total = 0
  /// The steps up to the largest value so far; most inputs stay far below the greatest.
  private var steps: [Step] = []

  /// - Parameters:
  ///   - width: The width of a step.
  ///   - most: The largest value; larger ones count as this.
  ///   - alignment: The position of the steps.
  init(width: Double, most: Double, _ alignment: Alignment = .edges) {
    self.width = width
    self.most = most
    self.alignment = alignment
  }

  mutating func add(_ value: Double?) {
    guard let value, value.isFinite, value >= 0 else { return }
    let counted = min(value, most)
    let index = index(counted)
    if index >= steps.count { steps += repeatElement(Step(), count: index + 1 - steps.count) }
    steps[index].add(counted)
    total += 1
  }

  /// The value that a part of all values does not exceed; nil if there are none.
  func quantile(_ part: Double) -> Double? {
    guard total > 0 else { return nil }
    let wanted = max(1, Int((Double(total) * part).rounded(.up)))
    var sum = 0
    for step in steps where step.count > 0 {
      sum += step.count
      if sum >= wanted { return step.mean }
    }
    return nil
  }

  /// The value that came most often; of several, the smallest.
  var mode: Double? {
    guard total > 0, let most = steps.map(\.count).max() else { return nil }
    return steps.first { $0.count == most }?.mean
  }

  /// How many values are larger than one.
  func count(above value: Double) -> Int {
    steps.reduce(0) { $0 + ($1.count > 0 && $1.mean > value ? $1.count : 0) }
  }

  /// How many lie from one value to below another, both of them edges of steps.
  func count(from low: Double, below high: Double) -> Int {
    let (first, end) = (index(low), index(high))
    guard first < min(end, steps.count) else { return 0 }
    return steps[first..<min(end, steps.count)].reduce(0) { $0 + $1.count }
  }

  private func index(_ value: Double) -> Int {
    let place = value / width
    switch alignment {
    // 0.3 / 0.1 is a little less than 3.
    case .edges: return Int((place + 1e-6).rounded(.down))
    case .centers: return Int(place.rounded())
    }
  }
}
