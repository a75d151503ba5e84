/// How often which value came, in steps of one width: its memory is bounded, whatever comes.
struct Histogram: Sendable {
  let width: Double
  private(set) var total = 0
  private var counts: [Int]

  /// - Parameters:
  ///   - width: Of a step.
  ///   - most: What is larger counts as this.
  init(width: Double, most: Double) {
    self.width = width
    counts = Array(repeating: 0, count: Int(most / width) + 1)
  }

  mutating func add(_ value: Double?) {
    guard let value, value.isFinite, value >= 0 else { return }
    counts[Int(min((value / width).rounded(), Double(counts.count - 1)))] += 1
    total += 1
  }

  /// The value that a part of all values does not exceed; nil where there is none.
  func quantile(_ part: Double) -> Double? {
    guard total > 0 else { return nil }
    let wanted = max(1, Int((Double(total) * part).rounded(.up)))
    var sum = 0
    for (index, count) in counts.enumerated() {
      sum += count
      if sum >= wanted { return Double(index) * width }
    }
    return nil
  }

  /// The value that came most often.
  var mode: Double? {
    guard total > 0, let most = counts.max(), let index = counts.firstIndex(of: most) else { return nil }
    return Double(index) * width
  }

  /// How many values are larger than one.
  func count(above value: Double) -> Int {
    counts.enumerated().reduce(0) { $0 + (Double($1.offset) * width > value ? $1.element : 0) }
  }

  /// How many lie from one value to below another.
  func count(from low: Double, below high: Double) -> Int {
    counts.enumerated().reduce(0) { sum, entry in
      let value = Double(entry.offset) * width
      return sum + (value >= low - width / 2 && value < high - width / 2 ? entry.element : 0)
    }
  }
}
