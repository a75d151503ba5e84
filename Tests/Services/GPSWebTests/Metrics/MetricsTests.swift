import FoundationEssentials
import GNSS
import GPSBridge
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

@Suite struct `Numbers for monitors` {
  private func request(accept: String? = nil, device: String? = nil) -> WebRequest {
    var request = WebRequest(path: "/metrics")
    if let accept { request.headers = [WebField("Accept", accept)] }
    if let device { request.query = [WebField("device", device)] }
    return request
  }

  private static func satellite(
    _ constellation: Constellation, _ number: Int, _ signal: Int?, used: Bool = false
  ) -> Satellite {
    var satellite = Satellite(SatelliteIdentity(constellation, number))
    satellite.carrierToNoise = signal
    satellite.isUsed = used
    return satellite
  }

  /// A receiver with a fix, and with everything that can be counted.
  private static var whole: ReceiverMetrics {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 47.612147, longitude: 9.405843)
    fix.altitude = 404.25
    fix.errors = ErrorEstimate(horizontal: 1.68, vertical: 2.5, source: .dilution)
    fix.dilution.horizontal = 0.84
    fix.dilution.vertical = 1.25
    fix.satellites = [
      satellite(.gps, 2, 33, used: true), satellite(.gps, 3, 40, used: true), satellite(.gps, 4, nil),
      satellite(.galileo, 5, 28),
    ]
    var metrics = ReceiverMetrics(device: "garage \"east\"\\\n")
    metrics.take(fix)
    (metrics.isUp, metrics.fixAge, metrics.verdict) = (true, 0.25, .good)
    (metrics.receivedBytes, metrics.epochs, metrics.badChecksums, metrics.reconnects) = (123_456, 300, 2, 1)
    return metrics
  }

  private static var page: PageMetrics {
    var page = PageMetrics(version: "1.2.3")
    (page.listeners, page.droppedListeners) = (3, 7)
    return page
  }

  private static func lines(
    _ form: MetricsText.Form, _ receivers: [ReceiverMetrics], tellsPosition: Bool = false
  ) -> [String] {
    String(decoding: MetricsText.bytes(form, page, receivers, tellsPosition: tellsPosition), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `tell each fact of a receiver with its name escaped`() {
    let lines = Self.lines(.prometheus, [Self.whole])
    let device = #"device="garage \"east\"\\\n""#
    for line in [
      #"gpsbridge_build_info{version="1.2.3"} 1"#, "gpsbridge_http_listeners 3",
      "gpsbridge_http_dropped_listeners_total 7", "gpsbridge_receiver_up{\(device)} 1",
      "gpsbridge_fix_mode{\(device)} 3", "gpsbridge_fix_age_seconds{\(device)} 0.25",
      "gpsbridge_horizontal_accuracy_meters{\(device)} 1.68",
      "gpsbridge_vertical_accuracy_meters{\(device)} 2.5",
      #"gpsbridge_satellites{\#(device),gnss="gps",state="used"} 2"#,
      #"gpsbridge_satellites{\#(device),gnss="gps",state="heard"} 2"#,
      #"gpsbridge_satellites{\#(device),gnss="gps",state="known"} 3"#,
      #"gpsbridge_satellites{\#(device),gnss="galileo",state="used"} 0"#,
      #"gpsbridge_cn0_median_dbhz{\#(device),gnss="gps"} 36.5"#,
      #"gpsbridge_dop{\#(device),kind="horizontal"} 0.84"#, #"gpsbridge_verdict{\#(device),code="good"} 1"#,
      "gpsbridge_received_bytes_total{\(device)} 123456", "gpsbridge_epochs_total{\(device)} 300",
      "gpsbridge_bad_checksums_total{\(device)} 2", "gpsbridge_reconnects_total{\(device)} 1",
    ] { #expect(lines.contains(line), "\(line)") }
    // Nothing is made up for what is not known.
    #expect(!lines.contains { $0.contains(#"kind="time""#) })
  }

  @Test func `have a help and a type in front of each name, once`() {
    for form in [MetricsText.Form.prometheus, .openMetrics] {
      var typed: [String: String] = [:]
      for line in Self.lines(form, [Self.whole, ReceiverMetrics(device: "other")], tellsPosition: true) {
        let words = line.split(separator: " ").map(String.init)
        if words.count > 3, words[1] == "TYPE" {
          #expect(typed.updateValue(words[3], forKey: words[2]) == nil, "\(line)")
        } else if let first = words.first, first != "#" {
          let name = String(first.prefix { $0 != "{" })
          let isCounter = name.hasSuffix("_total")
          let family = form == .openMetrics && isCounter ? String(name.dropLast(6)) : name
          let info = form == .openMetrics && name.hasSuffix("_info") ? String(name.dropLast(5)) : family
          #expect(typed[info] == (isCounter ? "counter" : info == family ? "gauge" : "info"), "\(line)")
        }
      }
      #expect(typed.count == 19)
    }
  }

  @Test func `tell no place unless they are asked to`() {
    for form in [MetricsText.Form.prometheus, .openMetrics] {
      let text = Self.lines(form, [Self.whole]).joined(separator: "\n")
      for word in ["47.6", "9.4", "404", "latitude", "longitude", "altitude"] {
        #expect(!text.contains(word))
      }
      let told = Self.lines(form, [Self.whole], tellsPosition: true).joined(separator: "\n")
      for number in ["47.612147", "9.405843", "404.25"] { #expect(told.contains(number)) }
    }
  }

  @Test func `forget a refused place, and what was told beside it`() {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 0, longitude: 0)
    fix.errors = ErrorEstimate(horizontal: 1, vertical: 1, source: .gst)
    var metrics = ReceiverMetrics(device: "x")
    metrics.take(fix)
    #expect(metrics.mode == .none && metrics.position == nil && metrics.horizontalAccuracy == nil)
  }

  @Test(arguments: [
    (nil, MetricsText.Form.prometheus), ("*/*", .prometheus), ("text/plain;version=0.0.4", .prometheus),
    ("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics),
    ("application/openmetrics-text; version=1.0.0; q=0.3, text/plain;q=0.8", .prometheus),
    ("application/openmetrics-text;q=0", .prometheus), ("q=1;,,;q=x", .prometheus),
  ]) func `are OpenMetrics where that is liked best`(accept: String?, form: MetricsText.Form) {
    let answer = MetricsText.answer(to: request(accept: accept), Self.page, [])
    #expect(answer.status == 200 && answer.headers == [WebField("Content-Type", form.type)])
  }

  @Test func `end as OpenMetrics wants it, with units that the names end in`() {
    let lines = Self.lines(.openMetrics, [Self.whole], tellsPosition: true)
    #expect(lines.suffix(2) == ["# EOF", ""])
    let units = lines.map { $0.split(separator: " ") }.filter { $0.count > 3 && $0[1] == "UNIT" }
    #expect(units.count == 8 && units.allSatisfy { $0[2].hasSuffix("_\($0[3])") })
    #expect(!Self.lines(.prometheus, []).contains { $0.hasPrefix("# UNIT") || $0 == "# EOF" })
  }

  // MARK: - Prometheus' own opinion

  @Test(
    .enabled(if: Promtool.path != nil, "promtool is not installed (Debian: prometheus)"),
    arguments: ["no receiver", "nothing known", "a whole one", "two", "with the place"])
  func `are accepted by promtool in all states`(state: String) throws {
    let receivers: [ReceiverMetrics] =
      switch state {
      case "no receiver": []
      case "nothing known": [ReceiverMetrics(device: "")]
      case "a whole one", "with the place": [Self.whole]
      default: [Self.whole, ReceiverMetrics(device: "other")]
      }
    let text = MetricsText.bytes(.prometheus, Self.page, receivers, tellsPosition: state == "with the place")
    let (status, words) = try Promtool.run(["check", "metrics"], input: text)
    #expect(status == 0, "\(words)")
  }

  // MARK: - Health

  @Test func `say ok while each receiver is live`() {
    let live = [ReceiverHealth(device: "a", freshness: .live), ReceiverHealth(device: "b", freshness: .live)]
    let answer = HealthAnswer.answer(to: request(), live)
    #expect(answer.status == 200 && text(of: answer) == "ok\n")
  }

  @Test func `say that a position is not to be trusted while it counts, and lost once it is`() {
    for (freshness, words) in [
      (Freshness.live, "position not to be trusted"), (.aging, "position not to be trusted"),
      (.stale, "position not to be trusted"), (.lost, "fix lost"),
    ] {
      let forged = [ReceiverHealth(device: "a", freshness: freshness, isSuspect: true, words: "Forged.")]
      let answer = HealthAnswer.answer(to: request(), forged)
      #expect(answer.status == 503 && text(of: answer) == "a: \(words): Forged.\n")
    }
  }

  @Test func `say ok while an epoch is a little late, unless the port is gone`() {
    for (isOpen, status) in [(true, 200), (false, 503)] {
      let late = [ReceiverHealth(device: "a", freshness: .aging, isOpen: isOpen)]
      #expect(HealthAnswer.answer(to: request(), late).status == status)
    }
  }

  @Test func `give a line for each reason, and ask one receiver alone`() {
    let some = [
      ReceiverHealth(device: "a", freshness: .live),
      ReceiverHealth(device: "b\n", freshness: .lost, words: "The receiver is unplugged."),
      ReceiverHealth(device: "c", freshness: .stale),
    ]
    let answer = HealthAnswer.answer(to: request(), some, faults: ["the port is closed"])
    #expect(answer.status == 503)
    #expect(
      text(of: answer)
        == "the port is closed\nb\u{FFFD}: fix lost: The receiver is unplugged.\nc: fix is stale\n")
    #expect(HealthAnswer.answer(to: request(device: "a"), some).status == 200)
    #expect(HealthAnswer.answer(to: request(device: "c"), some).status == 503)
    let unknown = HealthAnswer.answer(to: request(device: "d"), some)
    #expect(unknown.status == 400 && HealthAnswer.answer(to: request(), []).status == 503)
  }
}

/// The alerts that docs/page-http.md proposes, held by promtool against the metrics of each state.
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
    State(name: "a lost fix", metrics: metrics(.none, age: 5, .noSignal), alerts: ["NoPosition"], aging: 1),
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
    let page = try String(contentsOfFile: root + "/docs/page-http.md", encoding: .utf8)
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
