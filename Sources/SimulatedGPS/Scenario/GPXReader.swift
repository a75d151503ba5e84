/// Reads the points of a GPX file and skips everything else.
///
/// Track points come first; without any, route points; without these, waypoints. Prefixes, comments,
/// character data, attributes in any order and both kinds of quotes are supported.
enum GPXReader {
  /// The maximum number of points; a day with a point per second has 86 400.
  static let mostPoints = 1_000_000

  /// Reads a GPX file from memory.
  static func route(_ bytes: Span<UInt8>) throws(GPXError) -> Scenario.Route {
    var scanner = XMLScanner()
    var points = PointCollector()
    var place = 0
    while place < bytes.count {
      guard let tag = try scanner.nextTag(bytes, &place) else { break }
      try points.take(tag, bytes, scanner.line)
    }
    guard points.hasRoot else {
      throw GPXError(
        .notGPX, line: 1, "found no <gpx> element; a file of tracks or routes in GPX 1.0 or 1.1 is expected")
    }
    guard let route = Scenario.Route(points.best) else {
      throw GPXError(
        .noPoints, line: scanner.line,
        "the file has no <trkpt>, <rtept> or <wpt>; export it again with a track in it")
    }
    return route
  }
}

/// Collects points from the tags of a file.
private struct PointCollector {
  private(set) var hasRoot = false
  private var tracks: [Scenario.Route.Point] = []
  private var routes: [Scenario.Route.Point] = []
  private var waypoints: [Scenario.Route.Point] = []
  private var open: (kind: Kind, point: Scenario.Route.Point)?

  private enum Kind { case track, route, waypoint }

  var best: [Scenario.Route.Point] { tracks.isEmpty ? routes.isEmpty ? waypoints : routes : tracks }

  mutating func take(_ tag: XMLScanner.Tag, _ bytes: Span<UInt8>, _ line: Int) throws(GPXError) {
    switch tag.name {
    case "gpx": hasRoot = true
    case "trkpt": try point(.track, tag, line)
    case "rtept": try point(.route, tag, line)
    case "wpt": try point(.waypoint, tag, line)
    case "ele" where !tag.isEnd: open?.point.altitude = tag.text(in: bytes).flatMap(Self.number)
    case "time" where !tag.isEnd: open?.point.time = tag.text(in: bytes).flatMap { ISOTime.seconds($0) }
    default: break
    }
  }

  private mutating func point(_ kind: Kind, _ tag: XMLScanner.Tag, _ line: Int) throws(GPXError) {
    if tag.isEnd { return close() }
    close()
    guard let latitude = tag.attribute("lat").flatMap(Self.number), abs(latitude) <= 90,
      let longitude = tag.attribute("lon").flatMap(Self.number), abs(longitude) <= 180
    else {
      let found = "lat=\(tag.attribute("lat") ?? "nothing") lon=\(tag.attribute("lon") ?? "nothing")"
      throw GPXError(
        .badPoint, line: line, "a point has \(found); expected degrees, lat -90 to 90 and lon -180 to 180")
    }
    guard tracks.count + routes.count + waypoints.count < GPXReader.mostPoints else {
      throw GPXError(
        .tooManyPoints, line: line, "more than \(GPXReader.mostPoints) points; simplify the track first")
    }
    open = (kind, Scenario.Route.Point(latitude: latitude, longitude: longitude))
    if tag.isEmpty { close() }
  }

  private mutating func close() {
    guard let (kind, point) = open else { return }
    open = nil
    switch kind {
    case .track: tracks.append(point)
    case .route: routes.append(point)
    case .waypoint: waypoints.append(point)
    }
  }

  private static func number(_ text: String) -> Double? {
    let trimmed = text.filter { !" \t\r\n".contains($0) }
    return Double(trimmed).flatMap { $0.isFinite && abs($0) < 1e7 ? $0 : nil }
  }
}

/// Why a GPX file does not contain a route.
public struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String
    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The file is not GPX.
    public static let notGPX = Code(rawValue: "not_gpx")
    /// The GPX file has no points.
    public static let noPoints = Code(rawValue: "no_points")
    /// A latitude or longitude is missing or out of range.
    public static let badPoint = Code(rawValue: "bad_point")
    /// The file ends within a tag.
    public static let cut = Code(rawValue: "cut")
    /// The file has too many points.
    public static let tooManyPoints = Code(rawValue: "too_many_points")
  }

  /// The kind of error.
  public var code: Code
  /// The line with the error, from 1.
  public var line: Int
  /// A sentence with the cause, the expected form and the remedy.
  public var description: String

  init(_ code: Code, line: Int, _ description: String) {
    (self.code, self.line) = (code, line)
    self.description = "line \(line): \(description)"
  }
}
