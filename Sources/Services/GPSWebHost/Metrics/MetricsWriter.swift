internal import GPSBase

/// Writes metrics for Prometheus: its text format 0.0.4, or OpenMetrics 1.0.
package struct MetricsWriter: Sendable {
  /// The two formats.
  package enum Form: Sendable, Hashable {
    case prometheus, openMetrics

    package var type: String {
      switch self {
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      }
    }

    /// The format that the client prefers; Prometheus's own without a preference.
    package init(accepted: [String]) {
      var (open, plain) = (0.0, 0.0)
      for range in accepted.joined(separator: ",").split(separator: ",") {
        let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        let weight = parts.first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        switch parts.first {
        case "application/openmetrics-text": open = max(open, weight)
        case "text/plain", "text/*", "*/*": plain = max(plain, weight)
        default: break
        }
      }
      self = open > 0 && open >= plain ? .openMetrics : .prometheus
    }
  }

  package enum Kind: String, Sendable { case gauge, counter }
  package typealias Sample = (labels: [(String, String)], value: Double?)

  private let form: Form
  private var bytes: [UInt8] = []

  package init(_ form: Form) { self.form = form }

  /// Returns all metrics as text.
  package func finish() -> [UInt8] { bytes + (form == .openMetrics ? Array("# EOF\n".utf8) : []) }

  /// Adds a metric's name, help and samples; samples without a value are left out.
  ///
  /// The name comes without the `_total` that counter samples end with.
  package mutating func family(
    _ name: String, _ kind: Kind, _ help: String, unit: String? = nil, _ samples: [Sample]
  ) {
    let sampleName = kind == .counter ? name + "_total" : name
    head(form == .openMetrics ? name : sampleName, kind.rawValue, help, unit: unit)
    for sample in samples { line(sampleName, sample) }
  }

  /// Adds constant labels: an `info` in OpenMetrics, and a gauge that is always 1 in the older format.
  package mutating func info(_ name: String, _ help: String, _ labels: [(String, String)]) {
    let isOpen = form == .openMetrics
    head(isOpen ? name : name + "_info", isOpen ? "info" : "gauge", help, unit: nil)
    line(name + "_info", (labels, 1))
  }

  private mutating func head(_ name: String, _ type: String, _ help: String, unit: String?) {
    bytes += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n".utf8
    if let unit, form == .openMetrics { bytes += "# UNIT \(name) \(unit)\n".utf8 }
  }

  private mutating func line(_ name: String, _ sample: Sample) {
    guard let value = sample.value, value.isFinite else { return }
    bytes += name.utf8
    for (index, (label, text)) in sample.labels.enumerated() {
      bytes += "\(index == 0 ? "{" : ",")\(label)=\"".utf8
      bytes += Self.escaped(text).utf8
      bytes.append(UInt8(ascii: "\""))
    }
    if !sample.labels.isEmpty { bytes.append(UInt8(ascii: "}")) }
    bytes.append(UInt8(ascii: " "))
    bytes += (value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)").utf8
    bytes.append(0x0A)
  }

  /// A label value with backslash, quote and line end escaped.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\"": escaped += #"\""#
      case "\n": escaped += #"\n"#
      default: escaped.unicodeScalars.append(VisibleText.isHarmless(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}
