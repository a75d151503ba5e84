internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// The page for browsers without scripts: state, position and verdict of each receiver, reloaded every 5 s.
struct PlainPage {
  private var html = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="5">
    <title>gpsbridge</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/style.css">
    <link rel="stylesheet" href="/dark.css" media="(prefers-color-scheme: dark)">
    </head>
    <body>
    <main>

    """

  /// The text shown instead of a fix, by verdict; the same words as on the page with scripts.
  static let faults: [Verdict.Code: String] = [
    .noDevice: "No receiver", .deviceGone: "Unplugged", .permissionDenied: "No permission",
    .portBusy: "Port in use", .notServed: "No server", .noData: "Silent", .wrongSpeed: "Wrong speed",
    .binaryMode: "Not readable", .notAGPS: "No GPS",
  ]

  /// Adds a receiver.
  ///
  /// - Parameters:
  ///   - health: Its name and the freshness of its position.
  ///   - fix: The last epoch; nil before the first one.
  ///   - known: The last position; nil before the first one.
  ///   - age: The current age of that position.
  ///   - verdict: The current verdict.
  mutating func add(
    _ health: ReceiverHealth, _ fix: Fix?, _ known: Location?, age: Duration?, _ verdict: Verdict
  ) {
    html += "<section>\n"
    element("h1", health.device)
    let state = Self.state(health, fix, hasPosition: known != nil, verdict.code)
    let isPresent = health.isWell && health.freshness == .live
    let since = isPresent ? nil : age.map { ", \(HumanText.fixed($0.seconds.rounded(.down), 0)) s ago" }
    element("h2", state + (since ?? ""))
    if let known {
      element("p", "\(Self.text(of: known.coordinate)), ±\(HumanText.fixed(known.horizontalAccuracy, 1)) m")
    } else {
      element("p", "No position yet")
    }
    element("h2", verdict.what)
    element("p", verdict.why)
    if verdict.code != .good { element("p", "\(verdict.remedy) \(verdict.expectation)") }
    html += "</section>\n"
  }

  mutating func add(_ place: Coordinate, at time: UTC) {
    element("h1", Self.text(of: place))
    element("p", "The position at \(time)")
  }

  /// The page; its last line links to the page with the token, or shows when a link ends.
  func finish(until end: UTC? = nil) -> [UInt8] {
    let foot =
      if let end {
        "This link shows nothing else, and ends at \(end)."
      } else {
        "This page needs no scripts, and reloads every five seconds. <a href=\"/\">The whole page</a>, "
          + "<a href=\"/fix.json\">the last fix for programs</a>."
      }
    return Array((html + "<p>\(foot)</p>\n</main>\n</body>\n</html>\n").utf8)
  }

  private static func text(of place: Coordinate) -> String {
    HumanText.fixed(abs(place.latitude), 6) + (place.latitude < 0 ? "° S, " : "° N, ")
      + HumanText.fixed(abs(place.longitude), 6) + (place.longitude < 0 ? "° W" : "° E")
  }

  private static func state(
    _ health: ReceiverHealth, _ fix: Fix?, hasPosition: Bool, _ code: Verdict.Code
  ) -> String {
    if !health.freshness.isCurrent || !health.isOpen, let fault = faults[code] { return fault }
    if health.isForged { return "Forged?" }
    switch health.freshness {
    case .live where fix?.quality == .deadReckoning: return "Dead reckoning"
    case .live: return fix?.mode == .twoDimensional ? "2D fix" : "3D fix"
    case .aging: return "Fix is aging"
    case .stale: return "Fix is stale"
    case .lost: return hasPosition ? "Fix lost" : "No fix yet"
    }
  }

  private mutating func element(_ name: String, _ text: String) {
    let harmless = XMLText.escaped(VisibleText.replaced(text, limit: 1024))
    html += "<\(name)>\(harmless)</\(name)>\n"
  }
}
