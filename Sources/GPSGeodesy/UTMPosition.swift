internal import Glibc
public import GNSS

/// A position in the Universal Transverse Mercator grid: a zone of six degrees, and meters within it.
///
/// ```swift
/// let munich = Coordinate(latitude: 48.1173, longitude: 11.516667)
/// print(munich?.utm?.description ?? "")           // 32U 687299 5332401
/// ```
///
/// Computed by Krüger's series to third order of the flattening on WGS 84, to a millimeter within a zone.
public struct UTMPosition: Sendable, Hashable, CustomStringConvertible {
  /// The zone, 1 to 60.
  public let zone: Int
  /// The latitude band, C to X.
  public let band: Character
  /// Meters from the zone's central meridian, plus 500 000.
  public let easting: Double
  /// Meters from the equator, plus 10 000 000 in the southern hemisphere.
  public let northing: Double

  /// Converts a coordinate; returns nil beyond the grid's limits, 84° north and 80° south.
  public init?(_ place: Coordinate) {
    guard place.latitude >= -80, place.latitude <= 84 else { return nil }
    band = Self.bands[min(Int((place.latitude + 80) / 8), 19)]
    zone = Self.zone(place.latitude, place.longitude)
    let (x, y) = Self.project(place.latitude, place.longitude - Double(zone * 6 - 183))
    easting = 500_000 + x
    northing = y + (place.latitude < 0 ? 10_000_000 : 0)
  }

  /// The position in truncated meters, as is usual for grids: `32U 687299 5332401`.
  public var description: String { "\(zone)\(band) \(Self.digits(easting, 6)) \(Self.digits(northing, 7))" }

  private static func digits(_ meters: Double, _ count: Int) -> String {
    let digits = String(Int(max(0, meters).rounded(.down)))
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private static let bands = Array("CDEFGHJKLMNPQRSTUVWX")

  /// The zone, including the wider zones of Norway and Svalbard.
  private static func zone(_ latitude: Double, _ longitude: Double) -> Int {
    if 56..<64 ~= latitude, 3..<12 ~= longitude { return 32 }
    if latitude >= 72 {
      switch longitude {
      case 0..<9: return 31
      case 9..<21: return 33
      case 21..<33: return 35
      case 33..<42: return 37
      default: break
      }
    }
    return min(Int((longitude + 180) / 6), 59) + 1
  }

  /// Meters east and north of the intersection of the central meridian and the equator.
  private static func project(_ latitude: Double, _ offset: Double) -> (x: Double, y: Double) {
    let n = Ellipsoid.wgs84.thirdFlattening
    let radius = Ellipsoid.wgs84.equatorialRadius / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
    let series = [
      n / 2 - 2 * n * n / 3 + 5 * n * n * n / 16, 13 * n * n / 48 - 3 * n * n * n / 5, 61 * n * n * n / 240,
    ]
    let sine = sin(latitude * .pi / 180)
    let angle = offset * .pi / 180
    let root = 2 * n.squareRoot() / (1 + n)
    let tangent = sinh(atanh(sine) - root * atanh(root * sine))
    let north = atan2(tangent, cos(angle))
    let east = atanh(sin(angle) / (1 + tangent * tangent).squareRoot())
    var (x, y) = (east, north)
    for (index, factor) in series.enumerated() {
      let turn = 2 * Double(index + 1)
      x += factor * cos(turn * north) * sinh(turn * east)
      y += factor * sin(turn * north) * cosh(turn * east)
    }
    let scale = 0.9996
    return (scale * radius * x, scale * radius * y)
  }
}

extension Coordinate {
  /// The position in the Universal Transverse Mercator grid; nil beyond its limits near the poles.
  public var utm: UTMPosition? { UTMPosition(self) }
}
