import FoundationEssentials
import GPSBridge
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

/// The page about the page says what there is: docs/page-http.md against the tables of the code.
@Suite struct `The documentation of the page` {
  private let lines: [Substring]

  private static let root = ProjectFolder.path

  private static func text(of path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  init() throws {
    lines = try Self.text(of: "docs/page-http.md").split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The rows of the table below a line of headings.
  private func rows(below heading: String) -> [Substring] {
    guard let start = lines.firstIndex(where: { $0 == heading }) else { return [] }
    return Array(lines[(start + 1)...].prefix { $0.hasPrefix("|") }.dropFirst())
  }

  @Test func `names each route with its parameters, in the order of the router's table`() {
    let expected = WebRoute.allCases.map { route in
      let parameters = route.parameters.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(route.rawValue)` | \(parameters.isEmpty ? "" : parameters + " ")| \(route.about) |"
    }
    #expect(rows(below: "| Path | Parameters | What it answers |").map(String.init) == expected)
  }

  @Test func `names each status of a refusal`() {
    let told = rows(below: "| Status | What was sent | Why it is refused |").compactMap { row in
      Int(row.dropFirst(2).prefix(3))
    }
    #expect(told == told.sorted() && Set(told).count == told.count)
    // 303 is no refusal. The other two are not the guard's: wrong parameters, and too many listeners.
    #expect(Set(told) == RequestGuard.statuses.subtracting([303]).union([400, 503]))
  }

  @Test func `names the limits as they are without a flag`() {
    let limits = WebLimits()
    let table = rows(below: "| Of | At most | Beyond it |").joined(separator: "\n")
    for (what, most) in [
      ("connections", limits.connections),
      ("of one address, beyond this machine", limits.connectionsOfAddress),
      ("that have not said yet what they want", limits.headless),
      ("listeners to `/events`", limits.listeners),
    ] {
      #expect(table.contains("| \(what) | \(most)"), "\(what)")
    }
    #expect(limits.patience == .seconds(10) && table.contains("| a listener that takes nothing | 10 s |"))
  }
}
