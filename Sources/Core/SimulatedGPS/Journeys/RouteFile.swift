internal import GNSS
internal import GPSFormats

extension Scenario.Route {
  /// The maximum number of points; a day with a point per second has 86 400.
  static let mostPoints = 1_000_000

  /// Reads the track of a GPX file from memory.
  ///
  /// Track points come first; without any, route points; without these, waypoints. The limit is one
  /// million.
  ///
  /// - Throws: An error that gives the line of an invalid tag or place, or one for a file without points.
  package init(gpx bytes: Span<UInt8>) throws(RouteError) {
    var reader = GPXReader()
    var points: [GPXReader.Point.Kind: [Point]] = [:]
    var count = 0
    var error: RouteError?
    reader.read(bytes) { item in
      guard case .point(let point) = item, error == nil, !point.isWithoutFix else { return }
      guard let place = point.fix.coordinate else {
        error = RouteError(
          line: point.line,
          "a point has \(point.badPlace ?? ""); expected degrees, lat -90 to 90 and lon -180 to 180")
        return
      }
      count += 1
      if count > Self.mostPoints {
        error = RouteError(line: point.line, "more than \(Self.mostPoints) points; simplify the track first")
      }
      let time = point.fix.time?.seconds(since: UTC(secondsSince1970: 0))
      points[point.kind, default: []].append(
        Point(latitude: place.latitude, longitude: place.longitude, altitude: point.fix.altitude, time: time))
    }
    if let error { throw error }
    guard reader.isBetweenTags else {
      throw RouteError(line: reader.line, "the file ends within a tag; it was cut off, fetch it again")
    }
    guard reader.isGPX else {
      throw RouteError(
        line: 1, "found no <gpx> element; a file of tracks or routes in GPX 1.0 or 1.1 is expected")
    }
    guard let found = points[.track] ?? points[.route] ?? points[.waypoint], let route = Self(found) else {
      throw RouteError(
        line: reader.line, "the file has no <trkpt>, <rtept> or <wpt>; export it again with a track in it")
    }
    self = route
  }
}

/// Why a file does not contain a route: a sentence with the cause, the expected form and the remedy.
package struct RouteError: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  /// Names the line with the error, from 1.
  init(line: Int, _ description: String) { self.description = "line \(line): \(description)" }
}
