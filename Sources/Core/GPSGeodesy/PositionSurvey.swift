internal import Glibc
package import GNSS

/// The mean position of a receiver at rest, with its scatter and the uncertainty of the mean.
///
/// ```swift
/// var survey = PositionSurvey()
/// for fix in fixes { survey.add(fix.coordinate, altitude: fix.altitude, at: fix.seconds) }
/// if let result = survey.result { print(result.mean, result.standardError ?? "not known yet") }
/// ```
///
/// Errors of a receiver last for minutes, so a thousand positions of a quarter of an hour are not a thousand
/// measurements. The standard error follows from the correlation of the positions. It is nil while they cover too few
/// correlation times, or show errors that last longer. Memory is bounded, since a long survey averages neighbors.
package struct PositionSurvey: Sendable {
  /// Meters from the first position.
  private struct Offset {
    var (east, north) = (0.0, 0.0)
  }

  private var origin: Coordinate?
  /// Meters for a degree at the first position.
  private var unit = Offset()
  /// The first time added, and the bounds of all times.
  private var (base, first, last) = (0.0, 0.0, 0.0)
  private var (east, north, up) = (Moments(), Moments(), Moments())
  /// Means of neighbors, for the correlation.
  private var (eastBins, northBins, upBins) = (Bins(), Bins(), Bins())
  /// Each of these positions, for the radii.
  private var kept: [Offset] = []
  private var (seen, stride) = (0, 1)
  private var (low, high) = (Offset(), Offset())
  /// The position farthest from the origin, which may not be stored.
  private var farthest = Offset()
  private static let mostKept = 32_768
  /// The minimum number of positions for a standard error.
  package static let leastCount = 32
  /// The minimum time in seconds for a drift; in a shorter time, noise looks like many meters per hour.
  private static let leastDriftTime = 600.0

  /// Creates a survey without positions; the first one is its origin.
  package init() {}

  package var count: Int { Int(east.count) }

  /// Adds a position at a time in seconds; positions are expected at regular intervals.
  ///
  /// A position more than ten kilometers from the origin does not come from a receiver at rest. It is excluded from the
  /// mean and its error, but not from the radii and the extent.
  package mutating func add(_ place: Coordinate, altitude: Double?, at seconds: Double) {
    if origin == nil {
      origin = place
      (unit.east, unit.north) = Self.meters(atLatitude: place.latitude)
    }
    add(offset(of: place), altitude, seconds)
  }

  /// Adds the difference of two positions of the same moment: the result is the mean offset of the second one.
  ///
  /// - Parameters:
  ///   - first: The position of one receiver.
  ///   - second: The position of the other.
  ///   - rise: The altitude of the second one minus that of the first.
  ///   - seconds: The time.
  package mutating func add(from first: Coordinate, to second: Coordinate, rise: Double?, at seconds: Double)
  {
    if origin == nil { origin = first }
    (unit.east, unit.north) = Self.meters(atLatitude: first.latitude)
    add(
      Offset(
        east: Angle.difference(first.longitude, second.longitude) * unit.east,
        north: (second.latitude - first.latitude) * unit.north), rise, seconds)
  }

  private mutating func add(_ offset: Offset, _ altitude: Double?, _ seconds: Double) {
    low = seen == 0 ? offset : Offset(east: min(low.east, offset.east), north: min(low.north, offset.north))
    high =
      seen == 0 ? offset : Offset(east: max(high.east, offset.east), north: max(high.north, offset.north))
    if seen % stride == 0 { kept.append(offset) }
    if kept.count >= Self.mostKept {
      kept = kept.indices.filter { $0 % 2 == 0 }.map { kept[$0] }
      stride *= 2
    }
    if hypot(offset.east, offset.north) > hypot(farthest.east, farthest.north) { farthest = offset }
    seen += 1
    guard hypot(offset.east, offset.north) < 10_000 else { return }
    if count == 0 { (base, first, last) = (seconds, seconds, seconds) }
    let time = seconds - base
    // A clock that was set may go back.
    (first, last) = (min(first, seconds), max(last, seconds))
    east.add(offset.east, at: time)
    north.add(offset.north, at: time)
    eastBins.add(offset.east)
    northBins.add(offset.north)
    if let altitude, altitude.isFinite {
      up.add(altitude, at: time)
      upBins.add(altitude)
    }
  }

  private func offset(of place: Coordinate) -> Offset {
    guard let origin else { return Offset() }
    return Offset(
      east: Angle.difference(origin.longitude, place.longitude) * unit.east,
      north: (place.latitude - origin.latitude) * unit.north)
  }

  /// Meters for a degree east and north on the ellipsoid.
  private static func meters(atLatitude latitude: Double) -> (east: Double, north: Double) {
    let radii = WGS84.curvature(sine: sin(latitude * .pi / 180))
    return (radii.east * .pi / 180 * max(cos(latitude * .pi / 180), 1e-9), radii.north * .pi / 180)
  }

  /// The result; nil without a position.
  package var result: Result? {
    guard let origin, count > 0 else { return nil }
    let center = Offset(east: east.mean, north: north.mean)
    var longitude = origin.longitude + center.east / unit.east
    longitude = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    guard let mean = Coordinate(latitude: origin.latitude + center.north / unit.north, longitude: longitude)
    else { return nil }
    let radii = radii([0.5, 0.95], around: mean)
    var result = Result(
      mean: mean, east: center.east, north: center.north, altitude: up.count > 0 ? up.mean : nil,
      count: count,
      duration: last - first, cep50: radii[0], r95: radii[1],
      twoDRMS: 2 * (east.variance + north.variance).squareRoot())
    if last - first >= Self.leastDriftTime, let eastSlope = east.slope, let northSlope = north.slope {
      (result.driftEast, result.driftNorth) = (eastSlope * 3600, northSlope * 3600)
    }
    if let eastError = eastBins.varianceOfMean, let northError = northBins.varianceOfMean {
      result.standardErrorEast = eastError.variance.squareRoot()
      result.standardErrorNorth = northError.variance.squareRoot()
      result.standardError = (eastError.variance + northError.variance).squareRoot()
      let interval = count > 1 ? (last - first) / Double(count - 1) : 0
      result.correlationTime = max(eastError.samples, northError.samples) * interval
    }
    result.altitudeError = upBins.varianceOfMean?.variance.squareRoot()
    return result
  }

  /// The radii around a position that hold shares of the positions, each from 0 to 1; zeros without positions.
  ///
  /// Of many positions, a regular selection is used, but the radius of all includes the one farthest from the origin.
  ///
  /// The default center is the origin.
  package func radii(_ shares: [Double], around place: Coordinate? = nil) -> [Double] {
    let center = place.map { offset(of: $0) } ?? Offset()
    let radii = kept.map { hypot($0.east - center.east, $0.north - center.north) }.sorted()
    let most = hypot(farthest.east - center.east, farthest.north - center.north)
    return shares.map { share in
      share >= 1
        ? max(most, radii.last ?? 0)
        : radii.isEmpty ? 0 : radii[max(0, Int((share * Double(radii.count)).rounded(.up)) - 1)]
    }
  }

  /// Meters east and north of the origin, for all positions or for a regular selection.
  package var points: [(east: Double, north: Double)] { kept.map { ($0.east, $0.north) } }

  /// The standard deviations; nil for fewer than two positions.
  package var deviation: (east: Double, north: Double)? {
    guard count > 1 else { return nil }
    let factor = east.count / (east.count - 1)
    return ((east.variance * factor).squareRoot(), (north.variance * factor).squareRoot())
  }

  /// The width and height of the box around all positions.
  package var extent: (east: Double, north: Double) { (high.east - low.east, high.north - low.north) }

  /// The result of a survey; lengths are in meters.
  package struct Result: Sendable, Hashable {
    package var mean: Coordinate
    /// Meters from the origin to the mean.
    package var east: Double
    /// As ``east``, towards the north.
    package var north: Double
    /// The mean of the altitudes; nil without one.
    package var altitude: Double?
    package var count: Int
    /// Seconds from the first position to the last one.
    package var duration: Double
    /// The radius around the mean that holds half of the positions.
    package var cep50: Double
    /// The radius around the mean that holds 95 % of the positions.
    package var r95: Double
    /// Twice the root of the mean square distance from the mean.
    package var twoDRMS: Double
    /// Meters per hour towards the east, by a straight line through the positions; nil for less than ten minutes.
    package var driftEast: Double?
    /// Meters per hour towards the north.
    package var driftNorth: Double?
    /// The horizontal standard error of the mean (68 %); nil while the positions cover too few correlation times.
    package var standardError: Double?
    /// The part of the standard error towards the east.
    package var standardErrorEast: Double?
    /// The part of the standard error towards the north.
    package var standardErrorNorth: Double?
    /// The standard error of the mean altitude; nil like the horizontal one.
    package var altitudeError: Double?
    /// Seconds after which two errors have little in common; nil like the standard error.
    package var correlationTime: Double?

    /// The probability that a mean as far from the origin comes from the errors alone; nil if the errors are unknown.
    package var chance: Double? {
      guard let standardErrorEast, let standardErrorNorth else { return nil }
      let (east, north) = (east / standardErrorEast, north / standardErrorNorth)
      return exp(-(east * east + north * north) / 2)
    }
  }
}

/// Sums for mean, variance and slope, around the first value to keep digits.
private struct Moments: Sendable {
  private(set) var count = 0.0
  private var (first, sum, square) = (0.0, 0.0, 0.0)
  private var (times, timeSquares, products) = (0.0, 0.0, 0.0)

  mutating func add(_ value: Double, at time: Double) {
    if count == 0 { first = value }
    let value = value - first
    count += 1
    sum += value
    square += value * value
    times += time
    timeSquares += time * time
    products += time * value
  }

  var mean: Double { first + sum / count }
  var variance: Double { max(0, square / count - sum / count * (sum / count)) }

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

  /// The variance of the mean, and the number of samples in two correlation times; nil if there are too few for
  /// either.
  ///
  /// The autocovariances are summed up to a lag of six correlation times (Sokal's window); the factor for the mean, which
  /// comes from the same values, is Wolff's.
  var varianceOfMean: (variance: Double, samples: Double)? {
    let count = means.count
    guard count >= PositionSurvey.leastCount else { return nil }
    let mean = means.reduce(0, +) / Double(count)
    let rest = means.map { $0 - mean }
    func covariance(_ lag: Int) -> Double {
      var sum = 0.0
      for index in lag..<count { sum += rest[index] * rest[index - lag] }
      return sum / Double(count - lag)
    }
    let variance = covariance(0)
    // A receiver that holds or rounds its position shows no error.
    guard variance > 0 else { return nil }
    var total = variance / 2
    // Fewer than twenty windows are no basis for an uncertainty.
    for lag in 1...count / 20 {
      total += covariance(lag)
      let time = max(total / variance, 0.5)
      guard Double(lag) >= 6 * time else { continue }
      let factor: Double = 1 + Double(2 * lag + 1) / Double(count)
      let window: Double = 2 * time * variance * factor / Double(count)
      // A small part of the errors that lasts for long changes the means of blocks, but not the window. Without such a part, the
      // scatter of 20 means is chi-square with 19 degrees of freedom: by chance it is 2.25 times the other estimate in 0.15 %,
      // and 1.6 times in 5 %. The larger one more often would make half of the errors 1.5 % too large.
      let blocks = varianceOfMean(inBlocks: 20, mean)
      guard blocks <= 2.25 * window else { return nil }
      return (blocks > 1.6 * window ? blocks : window, 2 * time * Double(length))
    }
    return nil
  }

  /// The variance of the mean by the scatter of the means of equal parts.
  private func varianceOfMean(inBlocks blocks: Int, _ mean: Double) -> Double {
    let length = means.count / blocks
    var sum = 0.0
    for block in 0..<blocks {
      let rest = means[block * length..<(block + 1) * length].reduce(0, +) / Double(length) - mean
      sum += rest * rest
    }
    return sum / Double(blocks * (blocks - 1))
  }
}
