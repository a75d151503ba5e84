/// Counts of values in steps of equal width: its memory is bounded for any input.
///
/// A step stores the sum and the count of its values, and reports their mean. So a repeated value is reported
/// exactly, not as the edge of its step.
struct Histogram: Sendable {
  /// The position of the steps.
  enum Alignment: Sendable {
    /// Each step begins at a multiple of the width, for counting between two multiples.
    case edges
    /// Each step is centered on a multiple of the width, for values that scatter about multiples.
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
  let most: Double
  private let alignment: Alignment
  private(set) var total = 0
  /// The steps up to the largest value added; most inputs stay far below `most`.
  private var steps: [Step] = []

  /// - Parameters:
  ///   - width: The width of a step.
  ///   - most: The largest value; larger ones count as this.
  ///   - alignment: The position of the steps.
  init(width: Double, most: Double, _ alignment: Alignment = .edges) {
    (self.width, self.most, self.alignment) = (width, most, alignment)
  }

  mutating func add(_ value: Double?) {
    guard let value, value.isFinite, value >= 0 else { return }
    let counted = min(value, most)
    let index = index(counted)
    if index >= steps.count { steps += repeatElement(Step(), count: index + 1 - steps.count) }
    steps[index].add(counted)
    total += 1
  }

  /// The value that a share of all values does not exceed; nil if it is empty.
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

  func count(above value: Double) -> Int {
    steps.reduce(0) { $0 + ($1.count > 0 && $1.mean > value ? $1.count : 0) }
  }

  /// The number of values in a half-open range whose bounds are edges of steps.
  func count(from low: Double, below high: Double) -> Int {
    let (first, end) = (index(low), index(high))
    guard first < min(end, steps.count) else { return 0 }
    return steps[first..<min(end, steps.count)].reduce(0) { $0 + $1.count }
  }

  /// The step of a value, which is not negative: so cutting off decimals rounds down, without a call.
  private func index(_ value: Double) -> Int {
    let place = value / width
    switch alignment {
    // 0.3 / 0.1 is a little less than 3.
    case .edges: return Int(place + 1e-6)
    case .centers: return Int(place) + (place - Double(Int(place)) >= 0.5 ? 1 : 0)
    }
  }
}
