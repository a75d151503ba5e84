internal import GPSBase
internal import GPSWebHost

/// All routes: one table for the router, for `/api.json`, and for the documentation.
enum WebRoute: String, CaseIterable, Sendable {
  case plain = "/plain"
  case events = "/events"
  case fix = "/fix.json"
  case history = "/history"
  case geoJSON = "/track.geojson"
  case gpx = "/track.gpx"
  case days = "/days.json"
  case recordings = "/recordings.json"
  case decode = "/decode"
  case tiles = "/tiles/Z/X/Y"
  case code = "/code.svg"
  case share = "/share.json"
  case metrics = "/metrics"
  case health = "/healthz"
  case schema = "/records.schema.json"
  case api = "/api.json"

  /// A description of the answer.
  var about: String {
    switch self {
    case .plain: "the page without scripts: state, position and verdict of each receiver"
    case .events: "live records, as server-sent events"
    case .fix: "the last fix with its current age; without a fix, the verdict"
    case .history: "fix records of up to a day, at most one a second, one JSON object a line"
    case .geoJSON: "the same as GeoJSON"
    case .gpx: "the same as GPX 1.1"
    case .days: "the days of the track store, which day= selects, if one is kept"
    case .recordings: "the recordings that /events and /history play, if a folder of them is served"
    case .decode: "the track of a file that is sent by POST: NMEA, UBX, SiRF, GPX or a recording"
    case .tiles: "a map tile in the web's usual numbering; 204 if the file has none"
    case .code: "a QR code of a text"
    case .share:
      "a link that shows a receiver or a position without the token for some hours; end=all ends all links"
    case .metrics: "metrics for Prometheus; OpenMetrics if Accept requests it"
    case .health: "200 and ok when each receiver is live; else 503 and a line for each reason"
    case .schema: "the JSON Schema of records"
    case .api: "this table"
    }
  }

  /// The parameters that the route accepts.
  var parameters: [String] {
    switch self {
    case .events: ["types", "device", "last", "recording", "from", "speed"]
    case .fix, .health: ["device"]
    case .history: ["device", "from", "to", "step", "recording", "day", "more"]
    case .geoJSON, .gpx: ["device", "from", "to", "step", "day"]
    case .code: ["text"]
    case .share: ["device", "position", "hours", "end"]
    case .plain, .days, .recordings, .decode, .tiles, .metrics, .schema, .api: []
    }
  }

  /// Refuses an unknown or repeated parameter; nil if all are fine.
  ///
  /// Ignoring a parameter would return more than the client asked for.
  func refusal(of query: [WebField]) -> RefusedQuery? {
    var named: Set<String> = []
    // A recording is of one receiver, and the ids of the live stream don't apply to it.
    let isRecorded = query.contains { $0.name == "recording" }
    var known = parameters.filter { !isRecorded || $0 != "device" && $0 != "last" }
    // A day is a time.
    if query.contains(where: { $0.name == "day" }), known.contains("day") {
      known = ["device", "step", "day"] + known.filter { $0 == "more" }
    }
    for field in query {
      guard known.contains(field.name) else {
        let names = known.isEmpty ? "no parameter" : "one of the parameters " + known.joined(separator: ", ")
        return RefusedQuery(field.name, found: field.value, expected: names)
      }
      guard named.insert(field.name).inserted else {
        return RefusedQuery(field.name, found: field.value, expected: "\(field.name) once")
      }
    }
    return nil
  }

  /// A picture of the text, for the camera of a phone.
  static func code(_ request: WebRequest) -> WebAnswer {
    let text = request.parameter("text") ?? ""
    guard !text.isEmpty, let code = QRCode(text) else {
      return RefusedQuery("text", found: text, expected: "1 to \(QRCode.longest) bytes").answer
    }
    return WebAnswer(200, "image/svg+xml", Array(code.svg.utf8))
  }

  /// The table as JSON, with the facts about tiles if they are served.
  static func table(version: String, tiles: TileFile?) -> [UInt8] {
    JSONWriter.line { json in
      json.member("v", 1)
      json.member("version", version)
      json.array("routes") { json in
        for route in allCases where route != .tiles || tiles != nil {
          json.object { json in
            json.member("path", route.rawValue)
            json.member("about", route.about)
            json.array("parameters") { json in for name in route.parameters { json.element(name) } }
          }
        }
      }
      if let tiles { json.object("tiles") { tiles.describe(in: &$0) } }
    }
  }
}
