package import GNSS
internal import GPSBase
internal import GPSBridge

/// Reads the points of a GPX file, piece by piece; it reads no other XML.
///
/// Memory does not grow with the file.
package struct GPXReader: Sendable {
  /// A point, or the end of a segment of a track.
  package enum Item: Sendable, Hashable {
    case point(Point)
    case segmentEnd
  }

  /// A point of a track or of a route, or a waypoint.
  package struct Point: Sendable, Hashable {
    /// Its kinds, by the names of their tags.
    package enum Kind: String, Sendable { case track = "trkpt", route = "rtept", waypoint = "wpt" }

    package var kind: Kind
    package var line: Int
    /// Its contents; the coordinate is nil if unreadable.
    package var fix = Fix()
    /// Its coordinate as written, if unreadable.
    package var badPlace: String?
    package var hasBadTime = false
    /// Whether its receiver had no fix; then its coordinate is an old one.
    package var isWithoutFix = false
    /// Whether it is a receiver's position, at its time if it has one.
    package var isValid: Bool { badPlace == nil && !hasBadTime && !isWithoutFix }
  }

  /// Whether the file began as GPX.
  package private(set) var isGPX = false
  /// Whether the file ended as GPX.
  package private(set) var isWhole = false
  /// Whether the file ends between two tags, and not within one.
  package var isBetweenTags: Bool { xml.isBetweenTags }
  /// The line of the last byte read, from 1.
  package var line: Int { xml.line }

  private var xml = XMLReader()
  /// Nil outside of a point.
  private var point: Point?

  package init() {}

  /// Whether a file's first bytes may be XML.
  package static func mayBegin(with bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    return rest.first { !(0x09...0x0D ~= $0 || $0 == 0x20) } == UInt8(ascii: "<")
  }

  package mutating func read(_ bytes: Span<UInt8>, _ take: (Item) -> Void) {
    // Swapped out, so that a tag may change the rest.
    var reader = XMLReader()
    swap(&reader, &xml)
    reader.read(bytes) { self.take($0, take) }
    swap(&reader, &xml)
  }

  private mutating func take(_ tag: XMLReader.Tag, _ take: (Item) -> Void) {
    let name = tag.name
    switch (name, tag.isEnd) {
    case ("gpx", false): isGPX = true
    case ("gpx", true): isWhole = true
    case ("trkseg", true): take(.segmentEnd)
    default:
      guard let kind = Point.Kind(rawValue: name) else {
        if tag.isEnd, point != nil, !tag.text.isEmpty { set(name, tag.text) }
        return
      }
      endPoint(take)
      guard isGPX, !tag.isEnd else { return }
      point = Point(kind, tag)
      if tag.isEmpty { endPoint(take) }
    }
  }

  private mutating func endPoint(_ take: (Item) -> Void) {
    guard var point else { return }
    self.point = nil
    if point.fix.altitude == nil, point.fix.mode == .threeDimensional { point.fix.mode = .twoDimensional }
    take(.point(point))
  }

  private mutating func set(_ name: String, _ text: String) {
    switch name {
    case "time":
      let time = UTC(iso8601: text, offsets: true)
      point?.fix.time = time
      point?.hasBadTime = time == nil
    case "ele": point?.fix.altitude = Self.number(text)
    case "geoidheight": point?.fix.geoidSeparation = Self.number(text)
    case "speed": point?.fix.speed = Self.number(text).flatMap { $0 >= 0 ? $0 : nil }
    case "course": point?.fix.course = Self.number(text).flatMap { 0...360 ~= $0 ? $0 : nil }
    case "hdop": point?.fix.dilution.horizontal = Self.number(text)
    case "vdop": point?.fix.dilution.vertical = Self.number(text)
    case "sat": point?.fix.satellitesUsed = Int(text).flatMap { 0...254 ~= $0 ? $0 : nil }
    case "fix":
      switch text {
      case "2d": point?.fix.mode = .twoDimensional
      case "dgps": point?.fix.quality = .differential
      case "pps": point?.fix.quality = .precise
      case "none": point?.isWithoutFix = true
      default: break
      }
    default: break
    }
  }

  fileprivate static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }) else {
      return nil
    }
    return Double(text).flatMap { $0.isFinite && abs($0) < 1e7 ? $0 : nil }
  }
}

extension GPXReader.Point {
  fileprivate init(_ kind: Kind, _ tag: XMLReader.Tag) {
    (self.kind, line) = (kind, tag.line)
    fix.mode = .threeDimensional
    let (latitude, longitude) = (tag.attribute("lat"), tag.attribute("lon"))
    if let north = latitude.flatMap(GPXReader.number), let east = longitude.flatMap(GPXReader.number) {
      fix.coordinate = Coordinate(latitude: north, longitude: east)
    }
    if fix.coordinate == nil { badPlace = "lat=\(latitude ?? "nothing") lon=\(longitude ?? "nothing")" }
  }
}
