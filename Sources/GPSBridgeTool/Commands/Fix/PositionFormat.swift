internal import GNSS
internal import GPSBridge

/// How `fix` writes a position.
enum PositionFormat: String, CaseIterable, Sendable {
  case dd, dms
  case geoURI = "geo-uri"
  case json, maidenhead, utm

  /// One line; nil for a record, which is no text.
  func text(_ location: Location) -> String? {
    let place = location.coordinate
    return switch self {
    case .dd: "\(place)"
    case .dms: CoordinateStyle.dms.text(place)
    case .geoURI: Self.geoURI(location)
    case .maidenhead: CoordinateStyle.maidenhead.text(place)
    case .utm: CoordinateStyle.utm.text(place)
    case .json: nil
    }
  }

  /// RFC 5870: heights there are above the ellipsoid, and the uncertainty is a radius in metres.
  private static func geoURI(_ location: Location) -> String {
    let place = location.coordinate
    let height = location.ellipsoidalAltitude.map { "," + fixed($0, 1) } ?? ""
    // A pole has every longitude; the RFC wants it written as 0.
    let longitude = abs(place.latitude) == 90 ? 0 : place.longitude
    return "geo:\(fixed(place.latitude, 6)),\(fixed(longitude, 6))\(height)"
      + ";u=\(fixed(location.horizontalAccuracy, 1))"
  }

  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
