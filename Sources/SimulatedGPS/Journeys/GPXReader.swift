/// Reads the points of a GPX file, and passes over all else that may be in it.
///
/// Track points are taken; if there is none, route points; if there is none of those either, waypoints. Prefixes,
/// comments, character data, any order of attributes and either kind of quotes are understood.
enum GPXReader {
  /// More points than this are refused: a day has 86 400 seconds.
  static let mostPoints = 1_000_000

  /// Reads a file that lies in memory.
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

/// Gathers points while the tags go by.
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

/// Why a GPX file gives no route.
public struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of reason.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word for it.
    public var rawValue: String
    /// Makes a kind of its word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// There is no GPX in it.
    public static let notGPX = Code(rawValue: "not_gpx")
    /// There is GPX in it, and no point.
    public static let noPoints = Code(rawValue: "no_points")
    /// A point has no latitude or longitude, or one that no place has.
    public static let badPoint = Code(rawValue: "bad_point")
    /// The file ends within a tag.
    public static let cut = Code(rawValue: "cut")
    /// There are more points than are taken.
    public static let tooManyPoints = Code(rawValue: "too_many_points")
  }

  /// The kind of reason.
  public var code: Code
  /// The line where it was found, from 1.
  public var line: Int
  /// A sentence that says what was found, what was expected, and what to do.
  public var description: String

  init(_ code: Code, line: Int, _ description: String) {
    self.code = code
    self.line = line
    self.description = "line \(line): \(description)"
  }
}
