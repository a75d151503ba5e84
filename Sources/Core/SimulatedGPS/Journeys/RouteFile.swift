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
  package init(gpx bytes: Span<UInt8>) throws(GPXError) {
    var reader = GPXReader()
    var points: [GPXReader.Point.Kind: [Point]] = [:]
    var count = 0
    var error: GPXError?
    reader.read(bytes) { item in
      guard case .point(let point) = item, error == nil, !point.isWithoutFix else { return }
      guard let place = point.fix.coordinate else {
        error = GPXError(
          .badPoint, line: point.line,
          "a point has \(point.badPlace ?? ""); expected degrees, lat -90 to 90 and lon -180 to 180")
        return
      }
      count += 1
      if count > Self.mostPoints {
        error = GPXError(
          .tooManyPoints, line: point.line, "more than \(Self.mostPoints) points; simplify the track first")
      }
      let time = point.fix.time?.seconds(since: UTC(secondsSince1970: 0))
      points[point.kind, default: []].append(
        Point(
          latitude: place.latitude, longitude: place.longitude, altitude: point.fix.altitude, time: time))
    }
    if let error { throw error }
    guard reader.isBetweenTags else {
      throw GPXError(
        .cut, line: reader.line, "the file ends within a tag; it was cut off, fetch it again")
    }
    guard reader.isGPX else {
      throw GPXError(
        .notGPX, line: 1, "found no <gpx> element; a file of tracks or routes in GPX 1.0 or 1.1 is expected")
    }
    guard let found = points[.track] ?? points[.route] ?? points[.waypoint], let route = Self(found) else {
      throw GPXError(
        .noPoints, line: reader.line,
        "the file has no <trkpt>, <rtept> or <wpt>; export it again with a track in it")
    }
    self = route
  }
}

/// Why a GPX file does not contain a route.
package struct GPXError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    package var rawValue: String
    /// Creates a kind from its name.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// The file is not GPX.
    package static let notGPX = Code(rawValue: "not_gpx")
    /// The GPX file has no points.
    package static let noPoints = Code(rawValue: "no_points")
    /// A latitude or longitude is missing or out of range.
    package static let badPoint = Code(rawValue: "bad_point")
    /// The file ends within a tag.
    package static let cut = Code(rawValue: "cut")
    /// The file has too many points.
    package static let tooManyPoints = Code(rawValue: "too_many_points")
  }

  /// The kind of error.
  package var code: Code
  /// The line with the error, from 1.
  package var line: Int
  /// A sentence with the cause, the expected form and the remedy.
  package var description: String

  init(_ code: Code, line: Int, _ description: String) {
    (self.code, self.line) = (code, line)
    self.description = "line \(line): \(description)"
  }
}
