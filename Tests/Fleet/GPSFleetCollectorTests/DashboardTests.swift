import Foundation
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .onDatabase)
struct `The dashboard of Grafana` {
  private static let path = ProjectFolder.path + "/docs/fleet/grafana.json"

  private let dashboard: [String: Any]

  init() throws {
    let bytes = try #require(Kernel.contents(of: Self.path, limit: 1 << 20))
    dashboard = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private var panels: [[String: Any]] { dashboard["panels"] as? [[String: Any]] ?? [] }

  private var statements: [(title: String, text: String)] {
    var found = panels.flatMap { panel in
      (panel["targets"] as? [[String: Any]] ?? []).map { target in
        (panel["title"] as? String ?? "", target["rawSql"] as? String ?? "")
      }
    }
    let variables = (dashboard["templating"] as? [String: Any])?["list"] as? [[String: Any]] ?? []
    for variable in variables where variable["type"] as? String == "query" {
      found.append((variable["name"] as? String ?? "", variable["query"] as? String ?? ""))
    }
    return found
  }

  /// A statement as Grafana sends it.
  private func filled(_ text: String) -> String {
    var text = text.replacing("${tenant:sqlstring}", with: "'acme','other'")
    text = text.replacing("${device:sqlstring}", with: "'one'")
    return text.replacing(
      "$__timeFilter(\"time\")", with: "\"time\" BETWEEN '2026-11-20T00:00:00Z' AND '2036-11-21T00:00:00Z'")
  }

  @Test func `has statements that a reader may run, with rows of each`() throws {
    let asked = try Database.shared.get().fresh()
    try asked.execute(
      """
      INSERT INTO gpsbridge.tenant (name) VALUES ('acme');
      INSERT INTO gpsbridge.device (tenant, name) VALUES ('acme', 'one');
      SELECT gpsbridge.open_day((now() AT TIME ZONE 'UTC' - interval '1 min')::date);
      INSERT INTO gpsbridge.last (device, t, seq, epoch, lat, lon) VALUES (1, now() - interval '1 h', 5, 7, 475000000, 94000000);
      INSERT INTO gpsbridge.fix (t, seq, device, epoch, installation, lat, lon, flags)
        VALUES (now() - interval '1 min', 1, 1, 7, 1, 475000000, 94000000, 0);
      INSERT INTO gpsbridge.batch (first, last, device, epoch, installation, count) VALUES (1, 2, 1, 7, 1, 2), (5, 6, 1, 7, 1, 2)
      """)
    #expect(statements.count == 9)
    let reader = Asked(try Database.shared.get().settings(role: "gpsbridge_read"))
    for (title, text) in statements {
      switch try reader.run(.script(filled(text))) {
      case .success(let answer): #expect(answer.rows.count == 1, "\(title)")
      case .failure(let failure): Issue.record("\(title): \(failure)")
      }
    }
  }

  @Test func `reads the views, and has room for each panel`() throws {
    let text = statements.map(\.text).joined(separator: "\n")
    for view in ["place", "track", "late", "missing"] {
      #expect(text.contains("gpsbridge.\(view)"), "\(view)")
    }
    // What the variables do not fill would be sent as it is.
    #expect(!statements.contains { filled($0.text).contains("$") })
    var taken: Set<Int> = []
    for panel in panels {
      let place = try #require(panel["gridPos"] as? [String: Int])
      let (x, y, width, height) = (place["x"] ?? 0, place["y"] ?? 0, place["w"] ?? 0, place["h"] ?? 0)
      #expect(width > 0 && height > 0 && x + width <= 24)
      for row in y..<y + height {
        for column in x..<x + width {
          #expect(taken.insert(row * 24 + column).inserted, "\(panel["title"] ?? "")")
        }
      }
    }
  }
}
