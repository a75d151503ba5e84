internal import Glibc
public import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// A cell size for coarse positions: each position is replaced by the middle of its cell in a fixed grid.
///
/// ```swift
/// let cell = try CoarseCell("1km")
/// options.coarseCell = cell
/// ```
///
/// All positions in a cell are reported as the same point. Cells are at least this large in both directions;
/// one round cell surrounds each pole. Data that would reveal more is left out: height, speed, course, and
/// the directions of satellites.
public struct CoarseCell: Sendable, Hashable {
  /// The reason why a size is not valid.
  public struct InvalidSize: Error, Sendable, Hashable {
    /// The value found and the values expected.
    public let found: String, expected: String
  }

  /// The valid sizes, in meters.
  public static let sizes = 10.0...1_000_000

  /// The minimum width of a cell, in meters.
  public let meters: Double

  /// The shortest degree of latitude, in meters.
  private static let shortestDegree = WGS84.curvature(sine: 0).north * .pi / 180

  /// Creates a cell size.
  ///
  /// - Parameter meters: 10 to 1,000,000.
  /// - Throws: The value found and the values expected.
  public init(meters: Double) throws(InvalidSize) {
    guard Self.sizes.contains(meters) else {
      throw InvalidSize(found: "\(NumberText.of(meters, decimals: 0)) m", expected: Self.expected)
    }
    self.meters = meters
  }

  /// Parses a cell size such as `500m` or `1km`.
  ///
  /// - Throws: The value found and the values expected.
  public init(_ text: String) throws(InvalidSize) {
    guard let meters = Measure.meters(text), Self.sizes.contains(meters) else {
      throw InvalidSize(found: "“\(VisibleText.escaped(text.utf8))”", expected: Self.expected)
    }
    self.meters = meters
  }

  private static let expected = "a size from 10m to 1000km, such as 1km"

  /// Returns the middle of the cell that contains a position.
  public func middle(of place: Coordinate) -> Coordinate { cell(of: place).middle }

  // MARK: - Grid

  /// A cell: its middle, and the maximum distance from there to its corners.
  struct Cell: Sendable, Hashable {
    let middle: Coordinate
    let radius: Double
  }

  /// The cell that contains a position: rows from pole to pole, each with as many columns as fit the size.
  func cell(of place: Coordinate) -> Cell {
    let rows = max(1, (180 * Self.shortestDegree / meters).rounded(.down))
    let height = 180 / rows
    let row = min(rows - 1, ((place.latitude + 90) / height).rounded(.down))
    let (south, north) = (-90 + row * height, -90 + (row + 1) * height)
    // A row is narrowest on the side toward the pole.
    let narrowest = max(0, min(cos(south * .pi / 180), cos(north * .pi / 180)))
    let columns = max(1, (360 * WGS84.degree * narrowest / meters).rounded(.down))
    let width = 360 / columns
    // The meridian of 180 degrees can also be written as -180.
    let longitude = place.longitude == 180 ? -180 : place.longitude
    let column = min(columns - 1, ((longitude + 180) / width).rounded(.down))
    let middle = Coordinate(latitude: (south + north) / 2, longitude: -180 + (column + 0.5) * width)
    return Cell(middle: middle ?? place, radius: radius(height, width, south, north))
  }

  private func radius(_ height: Double, _ width: Double, _ south: Double, _ north: Double) -> Double {
    // No degree of latitude is more than 1.1 % longer than the shortest.
    let upright = height / 2 * Self.shortestDegree * 1.011
    let widest = south < 0 && north > 0 ? 1 : max(cos(south * .pi / 180), cos(north * .pi / 180))
    // The whole cell around a pole lies within one and a half heights of its middle.
    let sideways = min(width / 2 * WGS84.degree * 1.004 * widest, 3 * upright)
    return max(meters, (upright * upright + sideways * sideways).squareRoot())
  }

  /// A dilution that warns programs not to trust the position.
  private static let dilution = 99.9

  /// Returns the fix with a coarse position and without anything that would reveal more.
  func coarsened(_ told: Fix) -> Fix {
    var fix = Fix()
    (fix.epoch, fix.sources) = (told.epoch, told.sources)
    (fix.time, fix.timeOfDay, fix.timeCorrections) = (told.time, told.timeOfDay, told.timeCorrections)
    fix.satellitesUsed = told.satellitesUsed
    fix.satellites = Satellites(
      told.satellites.map { satellite in
        var satellite = satellite
        (satellite.elevation, satellite.azimuth) = (nil, nil)
        return satellite
      })
    guard told.isValid, let place = told.coordinate else { return fix }
    let cell = cell(of: place)
    fix.mode = .twoDimensional
    fix.quality = told.quality
    fix.coordinate = cell.middle
    fix.dilution.horizontal = Self.dilution
    fix.errors = ErrorEstimate(
      horizontal: max(cell.radius, told.errors?.horizontal ?? 0), vertical: nil, source: .dilution)
    return fix
  }

  /// Returns an epoch with a coarse position; other reports, whose positions are not sent, are unchanged.
  func coarsened(_ report: Report) -> Report {
    guard case .epoch(var epoch) = report else { return report }
    // Reject false positions first: the data that exposes them is removed here.
    epoch.fix = coarsened(epoch.fix.believable)
    return .epoch(epoch)
  }
}
