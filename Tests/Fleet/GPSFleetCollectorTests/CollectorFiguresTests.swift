import GPSFleetLink
import GPSWebHost
import TestSupport
import Testing

@testable import GPSFleetCollector
@testable import GPSFleetProtocol

@Suite struct `The figures of a collector` {
  private static let written: CollectorFigures = {
    var figures = CollectorFigures()
    figures.brokers = [.init(name: "mqtts://a:8883", isConnected: true), .init(name: "mqtts://b:8883")]
    figures.database = FleetDatabase(identifier: "7301-5", timeline: 2)
    figures.counts.refusals = ["damaged": 2, CollectorMachine.unknownDevice: 3]
    (figures.counts.batches, figures.counts.committed, figures.counts.full) = (12, 11, 4)
    (figures.points, figures.duplicates, figures.rows) = (600, 60, 120)
    (figures.oldest, figures.lastCommit, figures.devices) = (.milliseconds(1500), 1_795_158_480, 7)
    return figures
  }()

  private func lines(_ figures: CollectorFigures, _ form: MetricsWriter.Form = .prometheus) -> [String] {
    String(decoding: figures.metrics(form), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func text(_ answer: WebAnswer) -> String {
    guard case .bytes(let bytes) = answer.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `are metrics`() {
    let lines = lines(Self.written)
    for line in [
      #"gpsbridge_collect_broker_up{broker="mqtts://a:8883"} 1"#,
      #"gpsbridge_collect_broker_up{broker="mqtts://b:8883"} 0"#, "gpsbridge_collect_database_up 1",
      "gpsbridge_collect_batches_total 12", "gpsbridge_collect_committed_batches_total 11",
      "gpsbridge_collect_points_total 600", "gpsbridge_collect_duplicates_total 60",
      #"gpsbridge_collect_refused_total{reason="damaged"} 2"#,
      #"gpsbridge_collect_refused_total{reason="unknown_device"} 3"#,
      #"gpsbridge_collect_dropped_total{reason="memory"} 4"#, "gpsbridge_collect_held_rows 120",
      "gpsbridge_collect_oldest_seconds 1.5", "gpsbridge_collect_last_commit_seconds 1795158480",
      "gpsbridge_collect_devices 7",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test func `are absent while they are not known`() {
    let lines = lines(CollectorFigures()).filter { !$0.hasPrefix("#") }
    for name in ["oldest_seconds", "last_commit_seconds", "devices", "refused_total", "broker_up"] {
      #expect(!lines.contains { $0.hasPrefix("gpsbridge_collect_\(name)") }, "\(name)")
    }
    #expect(lines.contains("gpsbridge_collect_database_up 0"))
  }

  @Test(.enabled(if: Promtool.path != nil, "promtool of the package prometheus is not installed"))
  func `satisfy Prometheus`() throws {
    for figures in [Self.written, CollectorFigures()] {
      let (status, words) = try Promtool.run(["check", "metrics"], input: figures.metrics(.prometheus))
      #expect(status == 0 && words.isEmpty, "\(words)")
    }
  }

  @Test func `are ok while positions are committed, also with one broker of two`() {
    let answer = Self.written.health
    #expect(answer.status == 200)
    #expect(text(answer) == "ok\nmqtts://b:8883 is not connected\n")
  }

  @Test func `name each reason for which nothing is committed`() {
    var figures = Self.written
    (figures.database, figures.reason) = (nil, "could not extend file: No space left\non device")
    #expect(figures.health.status == 503)
    #expect(text(figures.health).hasPrefix("the database is not written: could not extend file"))
    #expect(text(figures.health).split(separator: "\n").count == 1)
    figures = Self.written
    figures.brokers[0] = .init(name: "mqtts://a:8883", reason: "does not answer")
    #expect(figures.health.status == 503)
    #expect(text(figures.health).hasPrefix("mqtts://a:8883 is not connected: it does not answer\n"))
    #expect(CollectorFigures().health.status == 503)
  }

  @Test(arguments: [
    FleetLinkEnd.unreachable("x"), .silent, .untrusted("x"), .refused(.notAuthorized), .dismissed(.takenOver),
    .lost("x"),
  ]) func `name a broker's end in a sentence`(end: FleetLinkEnd) {
    var figures = Self.written
    figures.brokers = [.init(name: "mqtts://a:8883", reason: end.description)]
    let verbs = ["can't", "does", "has", "refuses"]
    #expect(verbs.contains { text(figures.health).hasPrefix("mqtts://a:8883 is not connected: it \($0) ") })
  }

  @Test func `are a line of status`() {
    #expect(
      Self.written.status(rowsASecond: 120) == "1 of 2 brokers, database 7301-5, 120 rows/s, 5 refused")
    var figures = Self.written
    (figures.database, figures.reason) = (nil, "refused")
    #expect(figures.status(rowsASecond: 0).hasPrefix("1 of 2 brokers, the database is not written: refused,"))
  }
}
