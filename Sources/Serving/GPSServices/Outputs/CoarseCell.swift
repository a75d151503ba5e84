internal import Glibc
public import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// A size to which positions are made coarse: each is told as the middle of its cell of a grid that never moves.
///
/// ```swift
/// let cell = try CoarseCell("1km")
/// options.coarseCell = cell
/// ```
///
/// Whoever moves within a cell is told at one place. Cells are at least so large in both directions, everywhere; around each
/// pole lies one round cell. What would tell more than the place is left out: height, speed, course, and where satellites
/// stand.
public struct CoarseCell: Sendable, Hashable {
  /// Why a size is none.
  public struct Wrong: Error, Sendable, Hashable {
    /// What was found, and what is expected.
    public let found: String, expected: String
  }

  /// The sizes that there are, in meters.
  public static let sizes = 10.0...1_000_000

  /// Meters from one side of a cell to the other, at least.
  public let meters: Double

  /// A degree of latitude is nowhere shorter, in meters; one of longitude is so long at the equator.
  private static let shortestDegree = 110_574.0
  private static let degreeOfEquator = 111_319.49

  /// Makes a size.
  ///
  /// - Parameter meters: 10 to 1,000,000.
  /// - Throws: What was found, and what is expected.
  public init(meters: Double) throws(Wrong) {
    guard Self.sizes.contains(meters) else {
      throw Wrong(found: "\(NumberText.of(meters, decimals: 0)) m", expected: Self.expected)
    }
    self.meters = meters
  }

  /// Reads a size: `500m`, `1km`.
  ///
  /// - Throws: What was found, and what is expected.
  public init(_ text: String) throws(Wrong) {
    guard let meters = Measure.metres(text), Self.sizes.contains(meters) else {
      throw Wrong(found: "“\(VisibleText.escaped(text.utf8))”", expected: Self.expected)
    }
    self.meters = meters
  }

  private static let expected = "a size of 10m to 1000km, as 1km"

  /// The middle of the cell that a position lies in.
  public func middle(of place: Coordinate) -> Coordinate { cell(of: place).middle }

  // MARK: - The grid

  /// One cell: its middle, and how far from there its corners are, at most.
  struct Cell: Sendable, Hashable {
    let middle: Coordinate
    let radius: Double
  }

  /// The cell that a position lies in: rows from pole to pole, each cut into as many columns as are wide enough.
  func cell(of place: Coordinate) -> Cell {
    let rows = max(1, (180 * Self.shortestDegree / meters).rounded(.down))
    let height = 180 / rows
    let row = min(rows - 1, ((place.latitude + 90) / height).rounded(.down))
    let (south, north) = (-90 + row * height, -90 + (row + 1) * height)
    // A row is narrowest at its side towards the pole.
    let narrowest = max(0, min(cos(south * .pi / 180), cos(north * .pi / 180)))
    let columns = max(1, (360 * Self.degreeOfEquator * narrowest / meters).rounded(.down))
    let width = 360 / columns
    // The meridian of 180 degrees has two names.
    let longitude = place.longitude == 180 ? -180 : place.longitude
    let column = min(columns - 1, ((longitude + 180) / width).rounded(.down))
    let middle = Coordinate(latitude: (south + north) / 2, longitude: -180 + (column + 0.5) * width)
    return Cell(middle: middle ?? place, radius: radius(height, width, south, north))
  }

  private func radius(_ height: Double, _ width: Double, _ south: Double, _ north: Double) -> Double {
    // A degree of latitude is nowhere 1.1 % longer than the shortest.
    let upright = height / 2 * Self.shortestDegree * 1.011
    let widest = south < 0 && north > 0 ? 1 : max(cos(south * .pi / 180), cos(north * .pi / 180))
    // Around a pole all of the cell lies within one height and a half of its middle.
    let sideways = min(width / 2 * Self.degreeOfEquator * 1.004 * widest, 3 * upright)
    return max(meters, (upright * upright + sideways * sideways).squareRoot())
  }
}

extension CoarseCell {
  /// A dilution that tells programs not to trust the place.
  private static let dilution = 99.9

  /// The fix with its position made coarse, and without what would tell more.
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

  /// The report with its position made coarse; others have none.
  func coarsened(_ report: Report) -> Report {
    guard case .epoch(var epoch) = report else { return report }
    // A position that is refused is refused for what is left out here.
    epoch.fix = coarsened(epoch.fix.believable)
    return .epoch(epoch)
  }
}
