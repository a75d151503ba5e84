import FoundationEssentials
import GNSS
import GPSBridge
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

/// The alerts that docs/page.md proposes, held by promtool against the metrics of each state.
@Suite(.enabled(if: Promtool.path != nil, "promtool is not installed (Debian: prometheus)"))
struct `The documented alerts` {
  private struct State {
    var name: String
    /// The metrics; nil where nothing answers.
    var metrics: ReceiverMetrics?
    var alerts: [String]
    /// How much older the position is a second later.
    var aging = 0.0
  }

  private static let device = "sim/ttyACM0"

  private static func metrics(
    _ mode: FixMode, age: Double?, isUp: Bool = true, _ verdict: Verdict.Code
  ) -> ReceiverMetrics {
    var metrics = ReceiverMetrics(device: device)
    (metrics.mode, metrics.fixAge, metrics.isUp, metrics.verdict) = (mode, age, isUp, verdict)
    return metrics
  }

  private static let states = [
    State(name: "a fix", metrics: metrics(.threeDimensional, age: 0.4, .good), alerts: []),
    State(name: "a flat fix", metrics: metrics(.twoDimensional, age: 0.4, .good), alerts: []),
    State(
      name: "no fix since the start", metrics: metrics(.none, age: nil, .searchingCold),
      alerts: ["NoPosition"]),
    State(name: "a surveyed place", metrics: metrics(.time, age: 0.4, .good), alerts: []),
    State(
      name: "a lost fix", metrics: metrics(.none, age: 5, .noSignal), alerts: ["NoPosition"], aging: 1),
    State(
      name: "no receiver since the start", metrics: metrics(.none, age: nil, isUp: false, .noDevice),
      alerts: ["NoPosition"]),
    State(
      name: "unplugged", metrics: metrics(.none, age: 5, isUp: false, .deviceGone), alerts: ["NoPosition"],
      aging: 1),
    State(
      name: "jammed", metrics: metrics(.none, age: 5, .jammed), alerts: ["Interference", "NoPosition"],
      aging: 1),
    State(
      name: "forged", metrics: metrics(.none, age: 0.4, .spoofed), alerts: ["Interference", "NoPosition"]),
    State(name: "no service", metrics: nil, alerts: ["NoService"]),
  ]

  /// The rules of the page: the block that begins with its groups.
  private static func rules() throws -> String {
    let root = ProjectFolder.path
    let page = try String(contentsOfFile: root + "/docs/page.md", encoding: .utf8)
    let blocks = page.split(separator: "```\n", omittingEmptySubsequences: false)
    return String(try #require(blocks.first { $0.hasPrefix("groups:\n") }))
  }

  /// Five minutes of the metrics as a test's input; an empty one where nothing answers.
  private static func series(_ state: State) -> String {
    let up = "      - series: 'up{job=\"gpsbridge\"}'\n        values: '\(state.metrics == nil ? 0 : 1)x20'\n"
    guard let metrics = state.metrics else { return up }
    let text = MetricsText.bytes(.prometheus, PageMetrics(version: "1"), [metrics])
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    return lines.reduce(up) { all, line in
      let end = line.lastIndex(of: " ") ?? line.endIndex
      let step = line.hasPrefix("gpsbridge_fix_age_seconds") ? state.aging * 15 : 0
      let value = line[line.index(after: end)...]
      return all + "      - series: '\(line[..<end])'\n        values: '\(value)+\(step)x20'\n"
    }
  }

  @Test func `are raised in each state that needs them, and in no other`() throws {
    let folder = try TestFolder()
    try Self.rules().write(toFile: folder.file("rules.yml"), atomically: false, encoding: .utf8)
    for state in Self.states {
      var test = "rule_files: [rules.yml]\nevaluation_interval: 15s\ntests:\n"
      test += "  - name: \(state.name)\n    interval: 15s\n    input_series:\n" + Self.series(state)
      test += "    promql_expr_test:\n"
      test +=
        "      - expr: count by (alertname) (ALERTS{alertstate=\"firing\"}) > 0\n        eval_time: 4m\n"
      test += "        exp_samples:\(state.alerts.isEmpty ? " []" : "")\n"
      for alert in state.alerts {
        test += "          - labels: '{alertname=\"\(alert)\"}'\n            value: 1\n"
      }
      try test.write(toFile: folder.file("test.yml"), atomically: false, encoding: .utf8)
      let (status, said) = try Promtool.run(["test", "rules", folder.file("test.yml")])
      #expect(status == 0, "\(state.name): \(said)")
    }
    let (status, said) = try Promtool.run(["check", "rules", folder.file("rules.yml")])
    #expect(status == 0, "\(said)")
  }
}
