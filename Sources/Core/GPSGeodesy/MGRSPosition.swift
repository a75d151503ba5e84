public import GNSS

/// A position in the Military Grid Reference System: a square of 100 km by letters, and meters within it.
///
/// ```swift
/// let munich = Coordinate(latitude: 48.1173, longitude: 11.516667)
/// print(munich?.mgrs.description ?? "")           // 32U PU 87299 32401
/// ```
///
/// Covers the whole Earth: beyond 84° north and 80° south the grid around the pole is used, which has no zone.
public struct MGRSPosition: Sendable, Hashable, CustomStringConvertible {
  /// The zone, 1 to 60; nil around the poles.
  public let zone: Int?
  /// The latitude band, C to X; around the poles A, B, Y or Z.
  public let band: Character
  /// The column of the square of 100 km.
  public let column: Character
  /// The row of the square of 100 km.
  public let row: Character
  /// Meters from the western edge of the square.
  public let easting: Double
  /// Meters from the southern edge of the square.
  public let northing: Double

  private static let side = 100_000.0

  /// Converts a coordinate.
  public init(_ place: Coordinate) {
    if place.latitude < 84, let grid = UTMPosition(place) {
      // A place just south of the equator may be projected onto it.
      let north = grid.band < "N" ? min(grid.northing, 9_999_999.999_999) : grid.northing
      let letters = MGRSLetters(zone: grid.zone)
      (zone, band) = (grid.zone, grid.band)
      column = letters.columns[min(max(Int(grid.easting / Self.side) - 1, 0), 7)]
      row = letters.rows[(Int(north / Self.side) + letters.firstRow) % letters.rows.count]
      (easting, northing) = (Self.rest(grid.easting), Self.rest(north))
    } else {
      let isNorth = place.latitude > 0
      let (x, y) = PolarStereographic.project(
        latitude: place.latitude, longitude: place.longitude, isNorth: isNorth)
      let isEast = x >= PolarStereographic.origin
      let letters = MGRSLetters(isNorth: isNorth, isEast: isEast)
      (zone, band) = (nil, letters.band)
      column = letters.columns[Int((x - letters.west) / Self.side)]
      row = letters.rows[Int((y - letters.south) / Self.side)]
      (easting, northing) = (Self.rest(x), Self.rest(y))
    }
  }

  private init(
    zone: Int?, band: Character, column: Character, row: Character, easting: Double, northing: Double
  ) {
    (self.zone, self.band, self.column, self.row) = (zone, band, column, row)
    (self.easting, self.northing) = (easting, northing)
  }

  private static func rest(_ meters: Double) -> Double { meters.truncatingRemainder(dividingBy: side) }

  /// `32U PU 87299 32401`, in meters.
  public var description: String { text(digits: 5) }

  /// The position with a number of digits per axis, each truncated: 5 for meters, 8 for millimeters, 0 for none.
  public func text(digits: Int) -> String {
    let square = (zone.map { ($0 < 10 ? "0" : "") + "\($0)" } ?? "") + "\(band) \(column)\(row)"
    let digits = min(max(digits, 0), 8)
    guard digits > 0 else { return square }
    let power = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    let units = [easting, northing].map { meters in
      let text = String(Int(meters * power / Self.side))
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return "\(square) \(units[0]) \(units[1])"
  }

  /// Parses `32U PU 87299 32401`, also without spaces and in lowercase; nil if it names no square.
  ///
  /// The position is the center of the square that the digits describe.
  public init?(_ text: some StringProtocol) {
    var rest = Substring(text.uppercased().filter { $0 != " " })
    let number = rest.prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(number.count)
    let letters = Array(rest.prefix(3))
    let digits = rest.dropFirst(3)
    guard number.count <= 2, letters.count == 3, digits.count <= 16, digits.count % 2 == 0,
      digits.allSatisfy(\.isASCIIDigit), number.isEmpty || 1...60 ~= Int(number) ?? 0
    else { return nil }
    let half = digits.count / 2
    let unit = (0..<half).reduce(Self.side) { unit, _ in unit / 10 }
    let position = MGRSPosition(
      zone: Int(number), band: letters[0], column: letters[1], row: letters[2],
      easting: ((Double(digits.prefix(half)) ?? 0) + 0.5) * unit,
      northing: ((Double(digits.suffix(half)) ?? 0) + 0.5) * unit)
    guard position.coordinate != nil else { return nil }
    self = position
  }

  /// The place; always present in a position that was converted or read.
  public var coordinate: Coordinate? {
    guard let zone else { return polarCoordinate }
    let letters = MGRSLetters(zone: zone)
    // Svalbard's wider zones leave no place for these three.
    guard let index = UTMPosition.bands.firstIndex(of: band), index < 19 || ![32, 34, 36].contains(zone),
      let x = letters.columns.firstIndex(of: column), let y = letters.rows.firstIndex(of: row)
    else { return nil }
    // Rows repeat each 2,000 km, and a band is at most 1,330 km high: the nearest to its middle is the one.
    let (south, north) = (Double(index * 8 - 80), Double(index * 8 - 80) + (index == 19 ? 12 : 8))
    let middle = TransverseMercator.project(latitude: (south + north) / 2, offset: 0).y / Self.side
    let first = Double((y - letters.firstRow + letters.rows.count) % letters.rows.count)
    let turns = ((middle - first - 0.5) / 20).rounded()
    let square = (first + 20 * turns) * Self.side
    // The square must touch the band; at its edges it may reach beyond.
    let corners = [0, Self.side].map { edge in
      [0, 500_000 - 100_000 * Double(x + 1), 500_000 - 100_000 * Double(x + 2)].map { offset in
        TransverseMercator.place(x: offset, y: square + edge).latitude
      }
    }
    guard let lowest = corners[0].min(), let highest = corners[1].max(), highest >= south, lowest <= north
    else { return nil }
    let grid = square + northing + (band < "N" ? 10_000_000 : 0)
    return UTMPosition(
      unchecked: zone, band, easting: Double(x + 1) * Self.side + easting, northing: grid
    ).coordinate
  }

  private var polarCoordinate: Coordinate? {
    guard let letters = MGRSLetters(polarBand: band), let x = letters.columns.firstIndex(of: column),
      let y = letters.rows.firstIndex(of: row)
    else { return nil }
    let place = PolarStereographic.place(
      x: letters.west + Double(x) * Self.side + easting, y: letters.south + Double(y) * Self.side + northing,
      isNorth: letters.isNorth)
    return Coordinate(latitude: place.latitude, longitude: place.longitude)
  }
}

/// The letters of the squares of a zone or of a half of a polar region.
private struct MGRSLetters {
  var columns: [Character]
  var rows: [Character]
  /// The index of the row at the equator.
  var firstRow = 0
  /// Around a pole: the band, and the meters of the first column and row.
  var (band, west, south, isNorth): (Character, Double, Double, Bool) = ("A", 0, 0, false)

  init(zone: Int) {
    columns = Array(["ABCDEFGH", "JKLMNPQR", "STUVWXYZ"][(zone - 1) % 3])
    rows = Array("ABCDEFGHJKLMNPQRSTUV")
    firstRow = zone % 2 == 0 ? 5 : 0
  }

  init(isNorth: Bool, isEast: Bool) {
    self.isNorth = isNorth
    band = isNorth ? (isEast ? "Z" : "Y") : (isEast ? "B" : "A")
    // The region reaches 700 km from the north pole and 1,200 km from the south pole.
    let half = isNorth ? 7 : 12
    columns = Array(isEast ? "ABCFGHJKLPQR".prefix(half) : "JKLPQRSTUXYZ".suffix(half))
    rows = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".prefix(2 * half))
    south = PolarStereographic.origin - Double(half) * 100_000
    west = isEast ? PolarStereographic.origin : south
  }

  init?(polarBand band: Character) {
    guard "ABYZ".contains(band) else { return nil }
    self.init(isNorth: band > "B", isEast: band == "B" || band == "Z")
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}

extension Coordinate {
  /// The position in the Military Grid Reference System.
  public var mgrs: MGRSPosition { MGRSPosition(self) }
}
