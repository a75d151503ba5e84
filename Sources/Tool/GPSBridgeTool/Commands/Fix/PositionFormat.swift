internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import Texts

/// How `fix` writes a position.
enum PositionFormat: String, CaseIterable, Sendable {
  case dd, dms
  case geoURI = "geo-uri"
  case json, maidenhead, utm

  /// One line; nil for a record, which is no text.
  func text(_ location: Location) -> String? {
    let (place, accuracy) = (location.coordinate, location.horizontalAccuracy)
    return switch self {
    case .dd: Self.degrees(place, accuracy)
    case .dms: CoordinateStyle.dms.text(place, accuracy: accuracy)
    case .geoURI: Self.geoURI(location)
    case .maidenhead: CoordinateStyle.maidenhead.text(place)
    case .utm: CoordinateStyle.utm.text(place, accuracy: accuracy)
    case .json: nil
    }
  }

  /// `48.117300, 11.516667`, with the digits that the accuracy in metres is worth.
  static func degrees(_ place: Coordinate, _ accuracy: Double) -> String {
    let decimals = PositionDigits.ofDegrees(accuracy)
    return HumanText.fixed(place.latitude, decimals) + ", " + HumanText.fixed(place.longitude, decimals)
  }

  /// RFC 5870: heights there are above the ellipsoid, and the uncertainty is a radius in metres.
  private static func geoURI(_ location: Location) -> String {
    let (place, accuracy) = (location.coordinate, location.horizontalAccuracy)
    let height = location.ellipsoidalAltitude.map {
      "," + HumanText.fixed($0, PositionDigits.ofMetres(location.verticalAccuracy))
    }
    let decimals = PositionDigits.ofDegrees(accuracy)
    // A pole has every longitude; the RFC wants it written as 0.
    let longitude = abs(place.latitude) == 90 ? 0 : place.longitude
    return "geo:\(HumanText.fixed(place.latitude, decimals)),\(HumanText.fixed(longitude, decimals))"
      + "\(height ?? "");u=\(PositionDigits.roundedUp(accuracy))"
  }
}
