public import GNSS

/// A position in the Universal Transverse Mercator grid: a zone of six degrees, and meters within it.
///
/// ```swift
/// let munich = Coordinate(latitude: 48.1173, longitude: 11.516667)
/// print(munich?.utm?.description ?? "")           // 32U 687299 5332401
/// ```
///
/// Computed by Krüger's series on WGS 84, accurate to nanometers within a zone.
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
    // The date line belongs to the first zone, as with GeographicLib and GEOTRANS.
    let longitude = place.longitude == 180 ? -180 : place.longitude
    zone = Self.zone(place.latitude, longitude)
    let (x, y) = TransverseMercator.project(
      latitude: place.latitude, offset: longitude - Double(zone * 6 - 183))
    easting = 500_000 + x
    northing = y + (place.latitude < 0 ? 10_000_000 : 0)
  }

  /// A position from its zone, its band and its meters; nil if the band does not contain it.
  ///
  /// Maps continue the grid of a zone beyond its border, so up to six degrees from its central meridian are
  /// allowed, and a tenth of a degree beyond the band.
  public init?(zone: Int, band: Character, easting: Double, northing: Double) {
    guard 1...60 ~= zone, let row = Self.bands.firstIndex(of: band), 0...1_000_000 ~= easting,
      0...10_000_000 ~= northing
    else { return nil }
    (self.zone, self.band, self.easting, self.northing) = (zone, band, easting, northing)
    let south = Double(row * 8 - 80)
    guard let place = coordinate,
      abs(Angle.difference(Double(zone * 6 - 183), place.longitude)) <= 6.1,
      (south - 0.1...south + (row == 19 ? 12.1 : 8.1)) ~= place.latitude
    else {
      return nil
    }
  }

  /// A position in a square that may reach beyond its band.
  init(unchecked zone: Int, _ band: Character, easting: Double, northing: Double) {
    (self.zone, self.band, self.easting, self.northing) = (zone, band, easting, northing)
  }

  /// The place of these meters; nil if they lie more than nine degrees from its central meridian.
  public var coordinate: Coordinate? {
    let south = band < "N" ? 10_000_000.0 : 0
    let place = TransverseMercator.place(x: easting - 500_000, y: northing - south)
    guard abs(place.offset) < 9 else { return nil }
    let longitude = place.offset + Double(zone * 6 - 183)
    return Coordinate(
      latitude: place.latitude,
      longitude: longitude >= 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }

  /// The position in truncated meters, as is usual for grids: `32U 687299 5332401`.
  public var description: String { "\(zone)\(band) \(Self.digits(easting, 6)) \(Self.digits(northing, 7))" }

  private static func digits(_ meters: Double, _ count: Int) -> String {
    let digits = String(Int(max(0, meters).rounded(.down)))
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  static let bands = Array("CDEFGHJKLMNPQRSTUVWX")

  /// The zone, including the wider zones of Norway and Svalbard.
  static func zone(_ latitude: Double, _ longitude: Double) -> Int {
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
    return Int((longitude + 180) / 6) + 1
  }
}

extension Coordinate {
  /// The position in the Universal Transverse Mercator grid; nil beyond its limits near the poles.
  public var utm: UTMPosition? { UTMPosition(self) }
}
