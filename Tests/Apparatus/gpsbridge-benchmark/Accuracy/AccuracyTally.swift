import GNSS
import GPSBridge

/// True errors beside the radii that were stated for them.
struct AccuracyTally {
  private var samples: [(error: Double, radius: Double)] = []
  private var sources: [AccuracySource: Int] = [:]

  var count: Int { samples.count }

  /// The source that most radii have.
  var source: String { sources.max { $0.value < $1.value }?.key.rawValue ?? "" }

  mutating func add(error: Double, _ estimate: AccuracyEstimate) {
    samples.append((error, estimate.horizontal))
    sources[estimate.source, default: 0] += 1
  }

  mutating func add(_ other: AccuracyTally) {
    samples += other.samples
    sources.merge(other.sources, uniquingKeysWith: +)
  }

  /// The share of positions inside their radius.
  var inside: Double? {
    samples.isEmpty ? nil : Double(samples.count { $0.error <= $0.radius }) / Double(samples.count)
  }

  /// The error that 68 of 100 positions do not exceed.
  var error68: Double? { quantile(samples.map(\.error), 0.68) }

  /// The median of the stated radii.
  var radius: Double? { quantile(samples.map(\.radius), 0.5) }

  /// The factor that would bring 68 of 100 positions inside.
  var factor: Double? { quantile(samples.map { $0.error / $0.radius }, 0.68) }

  private func quantile(_ values: [Double], _ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    return values.sorted()[min(values.count - 1, Int(Double(values.count) * share))]
  }
}

/// The table's lines.
enum AccuracyTable {
  static func printHeading(_ title: String) {
    print("\n\(title)")
    print(
      padded("where", 26) + padded("receiver", 12) + padded("source", 10) + padded("fixes", 8)
        + padded("inside, odd", 13) + padded("inside, even", 14) + padded("68 % error", 12)
        + padded("radius", 8) + "factor")
  }

  /// Prints a class; what is not a share is that of the half that is reported, where there is one.
  static func printRow(_ place: String, _ kind: String, _ fitted: AccuracyTally, _ reported: AccuracyTally) {
    let shown = reported.count > 0 ? reported : fitted
    print(
      padded(place, 26) + padded(kind, 12) + padded(shown.source, 10) + padded("\(shown.count)", 8)
        + padded(share(fitted.inside), 13) + padded(share(reported.inside), 14)
        + padded(meters(shown.error68), 12) + padded(meters(shown.radius), 8)
        + ((fitted.factor ?? reported.factor).map { "\(rounded($0))" } ?? "-"))
  }

  private static func share(_ value: Double?) -> String {
    value.map { "\(Int(($0 * 100).rounded())) %" } ?? "-"
  }

  private static func meters(_ value: Double?) -> String { value.map { "\(rounded($0)) m" } ?? "-" }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
