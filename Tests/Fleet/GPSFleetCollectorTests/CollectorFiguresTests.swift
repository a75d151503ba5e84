import GPSFleetProtocol
import GPSWebHost
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite struct `The figures of a collector` {
  private static let written: CollectorFigures = {
    var figures = CollectorFigures()
    figures.database = FleetDatabase(identifier: "7301-5", timeline: 2)
    figures.counts.answers = [.committed: 11, .damaged: 2, .unknownToken: 3, .full: 4, .rate: 5]
    (figures.counts.fresh, figures.counts.duplicates, figures.counts.late) = (590, 60, 10)
    (figures.counts.expired, figures.counts.repeated, figures.counts.conflicts) = (6, 7, 8)
    (figures.counts.groupSize, figures.counts.commitTime) = (64, .milliseconds(20))
    (figures.batches, figures.rows, figures.devices) = (3, 120, 7)
    (figures.oldest, figures.sinceCommit) = (.milliseconds(1500), .milliseconds(250))
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
      "gpsbridge_collect_database_up 1",
      #"gpsbridge_collect_answers_total{status="200",word="committed"} 11"#,
      #"gpsbridge_collect_answers_total{status="422",word="damaged"} 2"#,
      #"gpsbridge_collect_answers_total{status="503",word="full"} 4"#, "gpsbridge_collect_points_total 600",
      "gpsbridge_collect_duplicates_total 60", "gpsbridge_collect_late_rows_total 10",
      "gpsbridge_collect_expired_rows_total 6", "gpsbridge_collect_repeated_batches_total 7",
      "gpsbridge_collect_repeated_transactions_total 8", "gpsbridge_collect_waiting_batches 3",
      "gpsbridge_collect_group_size 64", "gpsbridge_collect_commit_seconds 0.02",
      "gpsbridge_collect_oldest_seconds 1.5", "gpsbridge_collect_since_commit_seconds 0.25",
      "gpsbridge_collect_devices 7",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test func `are absent while they are not known`() {
    let lines = lines(CollectorFigures()).filter { !$0.hasPrefix("#") }
    for name in ["oldest_seconds", "since_commit_seconds", "commit_seconds", "group_size", "answers_total"] {
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

  @Test func `are ok only if a commit was in the last 30 seconds and no batch waits for 5`() {
    func health(_ sinceCommit: Duration?, _ oldest: Duration?, _ reason: String = "") -> (Int, String) {
      var figures = Self.written
      (figures.sinceCommit, figures.oldest, figures.reason) = (sinceCommit, oldest, reason)
      return (figures.health.status, text(figures.health))
    }
    #expect(health(.seconds(30), .seconds(5), "x") == (200, "ok\n"))
    #expect(health(.milliseconds(30_001), nil) == (503, "nothing was committed for 30 s\n"))
    #expect(health(.zero, .milliseconds(5001)) == (503, "a batch waits for 5 s\n"))
    #expect(health(nil, nil) == (503, "nothing was committed yet\n"))
    // Nor while the last transaction has failed.
    var failing = Self.written
    (failing.database, failing.reason) = (nil, "no room")
    #expect(text(failing.health) == "batches are not committed\nno room\n")
    #expect(health(.seconds(40), .seconds(6), "No space left\non device").1.split(separator: "\n").count == 3)
  }

  @Test func `are a line of status`() {
    #expect(Self.written.status(rowsASecond: 120) == "database 7301-5, 7 devices, 120 rows/s, 5 refused")
    var figures = Self.written
    (figures.database, figures.reason) = (nil, "no room")
    #expect(figures.status(rowsASecond: 0).hasPrefix("the database is not written: no room, 7 devices"))
  }
}
