internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// The page for a browser without scripts: state, position and verdict of each receiver, loaded again each five seconds.
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
    <link rel="stylesheet" href="/layout.css">
    </head>
    <body>
    <main>

    """

  /// Adds a receiver.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - latest: The last position and its age; nil before the first one.
  ///   - age: How old that is now.
  ///   - isSuspect: Whether the position is not to be trusted.
  ///   - verdict: Its condition.
  mutating func add(
    _ name: String, _ latest: LocationUpdate?, age: Duration?, isSuspect: Bool, _ verdict: Verdict
  ) {
    html += "<section>\n"
    element("h1", name)
    element("h2", Self.state(latest, age: age, isSuspect: isSuspect))
    if let known = latest?.lastKnown {
      let (latitude, longitude) = (known.coordinate.latitude, known.coordinate.longitude)
      let place =
        HumanText.fixed(abs(latitude), 6) + (latitude < 0 ? "° S, " : "° N, ")
        + HumanText.fixed(abs(longitude), 6) + (longitude < 0 ? "° W" : "° E")
      element("p", "\(place), ±\(HumanText.fixed(known.horizontalAccuracy, 1)) m")
    } else {
      element("p", "No position yet")
    }
    element("h2", verdict.what)
    element("p", verdict.why)
    if verdict.code != .good { element("p", "\(verdict.advice) \(verdict.expectation)") }
    html += "</section>\n"
  }

  /// The whole page.
  func finish() -> [UInt8] {
    Array(
      (html + """
        <p>This page needs no scripts, and is loaded again every five seconds. <a href="/">The whole page</a>,
        <a href="/fix.json">the last fix for programs</a>.</p>
        </main>
        </body>
        </html>

        """).utf8)
  }

  private static func state(_ latest: LocationUpdate?, age: Duration?, isSuspect: Bool) -> String {
    if isSuspect { return "Position not to be trusted" }
    let since = age.map { ", \(HumanText.fixed($0.seconds.rounded(.down), 0)) s ago" } ?? ""
    switch latest?.freshness {
    case .live: return "Fix"
    case .aging: return "Fix is aging" + since
    case .stale: return "Fix is stale" + since
    default: return latest?.lastKnown == nil ? "No fix yet" : "Fix lost" + since
    }
  }

  private mutating func element(_ name: String, _ text: String) {
    var harmless = ""
    for character in VisibleText.replaced(text, limit: 1024) {
      switch character {
      case "&": harmless += "&amp;"
      case "<": harmless += "&lt;"
      case ">": harmless += "&gt;"
      default: harmless.append(character)
      }
    }
    html += "<\(name)>\(harmless)</\(name)>\n"
  }
}

extension WebEngine {
  /// The page without scripts.
  func plainPage() -> WebAnswer {
    var page = PlainPage()
    for (place, receiver) in receivers.enumerated() {
      let latest = receiver.latest
      page.add(
        views[place].name, latest, age: latest?.lastKnown?.age(at: moment.instant),
        isSuspect: views[place].epoch?.isSuspect ?? false, receiver.verdict)
    }
    return WebAnswer(200, "text/html; charset=utf-8", page.finish())
  }
}
