internal import Glibc
public import GNSS

/// The mean position of a receiver at rest, with its scatter and the uncertainty of the mean.
///
/// ```swift
/// var survey = PositionSurvey()
/// for fix in fixes { survey.add(fix.coordinate, altitude: fix.altitude, at: fix.seconds) }
/// if let result = survey.result { print(result.mean, result.standardError ?? "not known yet") }
/// ```
///
/// Errors of a receiver last for minutes, so a thousand positions of a quarter of an hour are not a thousand
/// measurements. The standard error follows from the correlation in the positions themselves, and is nil as long as
/// they cover too few correlation times. Memory is bounded: a long survey averages neighbors.
public struct PositionSurvey: Sendable {
  /// Meters from the first position.
  private struct Offset {
    var (east, north) = (0.0, 0.0)
  }

  private var origin: Coordinate?
  /// Meters for a degree at the first position.
  private var unit = Offset()
  private var (count, first, last) = (0, 0.0, 0.0)
  private var (east, north) = (Moments(), Moments())
  private var (altitudes, altitudeSum) = (0, 0.0)
  /// Means of neighbors, for the correlation.
  private var (eastBins, northBins) = (Bins(), Bins())
  /// Each of these positions, for the radii.
  private var kept: [Offset] = []
  private var stride = 1
  private static let mostKept = 32_768

  /// Creates a survey without positions.
  public init() {}

  /// Adds a position at a time in seconds; positions are expected at regular intervals.
  ///
  /// A position beyond ten kilometers from the first one is not one of a receiver at rest; it is left out.
  public mutating func add(_ place: Coordinate, altitude: Double?, at seconds: Double) {
    guard let origin else {
      origin = place
      (unit.east, unit.north) = Self.meters(atLatitude: place.latitude)
      first = seconds
      return add(place, altitude: altitude, at: seconds)
    }
    let offset = Offset(
      east: Angle.difference(origin.longitude, place.longitude) * unit.east,
      north: (place.latitude - origin.latitude) * unit.north)
    guard hypot(offset.east, offset.north) < 10_000 else { return }
    let time = seconds - first
    last = seconds
    east.add(offset.east, at: time)
    north.add(offset.north, at: time)
    eastBins.add(offset.east)
    northBins.add(offset.north)
    if let altitude, altitude.isFinite {
      altitudes += 1
      altitudeSum += altitude
    }
    if count % stride == 0 { kept.append(offset) }
    if kept.count >= Self.mostKept {
      kept = kept.indices.filter { $0 % 2 == 0 }.map { kept[$0] }
      stride *= 2
    }
    count += 1
  }

  /// Meters for a degree east and north on the ellipsoid.
  private static func meters(atLatitude latitude: Double) -> (east: Double, north: Double) {
    let flattening = Ellipsoid.wgs84.flattening
    let squared = flattening * (2 - flattening)
    let sine = sin(latitude * .pi / 180)
    let root = (1 - squared * sine * sine).squareRoot()
    let degree = Ellipsoid.wgs84.equatorialRadius * .pi / 180
    return (
      degree / root * max(cos(latitude * .pi / 180), 1e-9), degree * (1 - squared) / (root * root * root)
    )
  }

  /// The result so far; nil without a position.
  public var result: Result? {
    guard let origin, count > 0 else { return nil }
    let center = Offset(east: east.mean, north: north.mean)
    var longitude = origin.longitude + center.east / unit.east
    longitude = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    guard let mean = Coordinate(latitude: origin.latitude + center.north / unit.north, longitude: longitude)
    else { return nil }
    let radii = kept.map { hypot($0.east - center.east, $0.north - center.north) }.sorted()
    func radius(_ share: Double) -> Double {
      radii[max(0, Int((share * Double(radii.count)).rounded(.up)) - 1)]
    }
    var result = Result(
      mean: mean, altitude: altitudes > 0 ? altitudeSum / Double(altitudes) : nil, count: count,
      duration: last - first, cep50: radius(0.5), r95: radius(0.95),
      twoDRMS: 2 * (east.variance + north.variance).squareRoot())
    if let eastSlope = east.slope, let northSlope = north.slope {
      (result.driftEast, result.driftNorth) = (eastSlope * 3600, northSlope * 3600)
    }
    if let eastError = eastBins.varianceOfMean, let northError = northBins.varianceOfMean {
      result.standardError = (eastError.variance + northError.variance).squareRoot()
      let interval = count > 1 ? (last - first) / Double(count - 1) : 0
      result.correlationTime = max(eastError.samples, northError.samples) * interval
    }
    return result
  }

  /// The result of a survey; lengths are in meters.
  public struct Result: Sendable, Hashable {
    /// The mean position.
    public var mean: Coordinate
    /// The mean of the altitudes; nil without one.
    public var altitude: Double?
    /// The number of positions.
    public var count: Int
    /// Seconds from the first position to the last one.
    public var duration: Double
    /// The radius around the mean that holds half of the positions.
    public var cep50: Double
    /// The radius around the mean that holds 95 % of the positions.
    public var r95: Double
    /// Twice the root of the mean square distance from the mean.
    public var twoDRMS: Double
    /// Meters per hour towards the east, by a straight line through the positions; nil with fewer than three.
    public var driftEast: Double?
    /// Meters per hour towards the north.
    public var driftNorth: Double?
    /// The horizontal standard error of the mean (68 %); nil as long as the positions cover too few correlation times.
    public var standardError: Double?
    /// Seconds after which two errors have little in common; nil as the standard error.
    public var correlationTime: Double?
  }
}

/// Sums for mean, variance and slope, around the first value to keep digits.
private struct Moments: Sendable {
  private var (count, sum, square) = (0.0, 0.0, 0.0)
  private var (times, timeSquares, products) = (0.0, 0.0, 0.0)

  mutating func add(_ value: Double, at time: Double) {
    count += 1
    sum += value
    square += value * value
    times += time
    timeSquares += time * time
    products += time * value
  }

  var mean: Double { sum / count }
  var variance: Double { max(0, square / count - mean * mean) }

  /// The slope of the straight line with the least squares.
  var slope: Double? {
    let spread = timeSquares - times * times / count
    return count >= 3 && spread > 0 ? (products - times * sum / count) / spread : nil
  }
}

/// A series as means of neighbors, at most 16,384 of them, and the variance of its mean.
private struct Bins: Sendable {
  private var means: [Double] = []
  private var (length, filled, sum) = (1, 0, 0.0)
  private static let most = 16_384

  mutating func add(_ value: Double) {
    sum += value
    filled += 1
    guard filled == length else { return }
    means.append(sum / Double(length))
    (filled, sum) = (0, 0)
    guard means.count == Self.most else { return }
    means = stride(from: 0, to: Self.most, by: 2).map { (means[$0] + means[$0 + 1]) / 2 }
    length *= 2
  }

  /// The variance of the mean, and the number of samples in two correlation times; nil if they are too few for either.
  ///
  /// The autocovariances are summed up to a lag of six correlation times (Sokal's window); the factor for the mean, which
  /// comes from the same values, is Wolff's.
  var varianceOfMean: (variance: Double, samples: Double)? {
    let count = means.count
    guard count >= 32 else { return nil }
    let mean = means.reduce(0, +) / Double(count)
    let rest = means.map { $0 - mean }
    func covariance(_ lag: Int) -> Double {
      var sum = 0.0
      for index in lag..<count { sum += rest[index] * rest[index - lag] }
      return sum / Double(count - lag)
    }
    let variance = covariance(0)
    guard variance > 0 else { return (0, Double(length)) }
    var total = variance / 2
    // Fewer than twenty windows are no basis for an uncertainty.
    for lag in 1...count / 20 {
      total += covariance(lag)
      let time = max(total / variance, 0.5)
      guard Double(lag) >= 6 * time else { continue }
      let factor = 1 + Double(2 * lag + 1) / Double(count)
      return (2 * time * variance * factor / Double(count), 2 * time * Double(length))
    }
    return nil
  }
}
