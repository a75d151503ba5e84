package import GNSS
internal import Glibc
internal import Texts

/// A position in the grid of Universal Transverse Mercator: a zone of six degrees, and metres in it.
///
/// By Krüger's series to the third order of the flattening, on WGS-84: right to a millimetre within a zone.
package struct UTM: Hashable, Sendable {
  package var zone: Int
  /// The band of latitude, C to X.
  package var band: Character
  /// Metres from the zone's middle meridian, plus 500 000.
  package var easting: Double
  /// Metres from the equator; south of it plus 10 000 000.
  package var northing: Double

  /// Nil near the poles, where the grid ends: beyond 84° north and 80° south.
  package init?(_ place: Coordinate) {
    guard place.latitude >= -80, place.latitude <= 84 else { return nil }
    let index = min(Int((place.latitude + 80) / 8), 19)
    band = Self.bands[index]
    zone = Self.zone(place.latitude, place.longitude)
    let (x, y) = Self.project(place.latitude, place.longitude - Double(zone * 6 - 183))
    easting = 500_000 + x
    northing = y + (place.latitude < 0 ? 10_000_000 : 0)
  }

  /// `32U 687321 5332503`: whole metres, cut as grids are.
  package var text: String { text(accuracy: nil) }

  /// The same with decimals where an accuracy in metres is worth some.
  package func text(accuracy: Double?) -> String {
    let decimals = PositionDigits.ofGrid(accuracy)
    return "\(zone)\(band) \(Self.digits(easting, 6, decimals)) \(Self.digits(northing, 7, decimals))"
  }

  private static func digits(_ metres: Double, _ count: Int, _ decimals: Int) -> String {
    let power = [1, 10, 100, 1000][decimals]
    let units = Int((metres * Double(power)).rounded(.down))
    var bytes: [UInt8] = []
    FixedDecimal.append(UInt64(max(0, units / power)), digits: count, to: &bytes)
    if decimals > 0 {
      bytes.append(UInt8(ascii: "."))
      FixedDecimal.append(UInt64(max(0, units % power)), digits: decimals, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let bands = Array("CDEFGHJKLMNPQRSTUVWX")

  /// The zone, with those that were made wider for Norway and Svalbard.
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

  /// Metres east and north of where the middle meridian meets the equator.
  private static func project(_ latitude: Double, _ offset: Double) -> (x: Double, y: Double) {
    let flattening = 1 / 298.257_223_563
    let n = flattening / (2 - flattening)
    let radius = 6_378_137 / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
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
