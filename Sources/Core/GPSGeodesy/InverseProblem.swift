internal import Glibc

/// The inverse problem, distance and direction from one place to another, in one standard position.
///
/// The first place is the one farther from the equator, and lies south of it or on it; the path leads east.
/// The method is described by C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 43–55 (2013):
/// Newton's method for the azimuth at the start, with a first guess that is good enough even for nearly
/// antipodal places. Other methods, including Vincenty's, find no answer there.
struct InverseProblem {
  let ellipsoid: Ellipsoid
  /// Reduced latitudes (β₁, β₂).
  let start: Angle
  let end: Angle
  /// The difference in longitude (λ₁₂).
  let longitude: Angle
  let longitudeDegrees: Double
  /// The ratio of a step on the ellipsoid to one on the sphere, at both ends.
  let stretchAtStart: Double
  let stretchAtEnd: Double

  /// Creates a problem from two latitudes and a longitude difference of 0 to 180, all in degrees.
  init(_ latitude1: Double, _ latitude2: Double, _ longitude: Double, _ ellipsoid: Ellipsoid) {
    self.ellipsoid = ellipsoid
    var (start, end) = (ellipsoid.reducedLatitude(latitude1), ellipsoid.reducedLatitude(latitude2))
    // Latitudes that are equal or opposite must be so to the last bit, because the method compares them.
    if start.cosine < -start.sine {
      if end.cosine == start.cosine { end.sine = end.sine < 0 ? start.sine : -start.sine }
    } else if abs(end.sine) == -start.sine {
      end.cosine = start.cosine
    }
    (self.start, self.end) = (start, end)
    self.longitude = Angle(degrees: longitude)
    longitudeDegrees = longitude
    stretchAtStart = ellipsoid.stretch(start.sine)
    stretchAtEnd = ellipsoid.stretch(end.sine)
    isAtPole = latitude1 == -90
  }

  private let isAtPole: Bool

  /// The shortest path.
  var solution: Geodesic {
    if let straight = meridian ?? equator { return straight }
    let guess = FirstGuess(self)
    return short(guess) ?? iterated(from: guess.azimuth)
  }

  /// The path along a meridian, if that is the shortest.
  private var meridian: Geodesic? {
    guard isAtPole || longitude.sine == 0 else { return nil }
    // Across the pole if the places lie on opposite meridians.
    let azimuth = Angle(sine: longitude.sine, cosine: longitude.cosine)
    let from = Angle(sine: start.sine, cosine: azimuth.cosine * start.cosine)
    let arc = GeodesicArc(
      start: from, end: end, length: end.distance(from: from), epsilon: ellipsoid.thirdFlattening)
    // Close to the antipode of a place near the equator, the meridian is a detour.
    guard arc.length < 1 || arc.reducedLength(stretchAtStart, stretchAtEnd) >= 0 else { return nil }
    return Geodesic(
      distance: arc.length < 3 * Angle.tiny ? 0 : max(0, arc.distance) * ellipsoid.polarRadius,
      azimuthAtStart: azimuth, azimuthAtEnd: Angle(sine: 0, cosine: 1))
  }

  /// The path along the equator, if that is the shortest; beyond 179.4 degrees of longitude, the flattening
  /// makes a path over higher latitudes shorter.
  private var equator: Geodesic? {
    guard start.sine == 0, longitudeDegrees <= 180 * (1 - ellipsoid.flattening) else { return nil }
    let east = Angle(sine: 1, cosine: 0)
    return Geodesic(
      distance: ellipsoid.equatorialRadius * longitudeDegrees * .pi / 180, azimuthAtStart: east,
      azimuthAtEnd: east)
  }

  /// The path between places so close that a sphere of the right size is sufficient.
  private func short(_ guess: FirstGuess) -> Geodesic? {
    guard let arc = guess.shortArc, let azimuthAtEnd = guess.azimuthAtEnd else { return nil }
    return Geodesic(
      distance: arc * ellipsoid.polarRadius * guess.stretch, azimuthAtStart: guess.azimuth,
      azimuthAtEnd: azimuthAtEnd)
  }

  /// The path found by Newton's method, with the azimuth kept in a shrinking bracket.
  private func iterated(from guess: Angle) -> Geodesic {
    var azimuth = guess
    var bracket = AzimuthBracket()
    var trial = GeodesicTrial(self, azimuth)
    var isClose = false
    for round in 0..<Self.mostRounds {
      // Two results within a few bits of zero are the limit of the precision.
      if bracket.isTight || !(abs(trial.error) >= (isClose ? 8 : 1) * Double.ulpOfOne) { break }
      bracket.narrow(azimuth, error: trial.error, isSure: round > Self.newtonRounds)
      if round < Self.newtonRounds, let better = newton(azimuth, trial) {
        isClose = abs(trial.error) <= 16 * Double.ulpOfOne
        azimuth = better
      } else {
        isClose = false
        azimuth = bracket.bisect()
      }
      trial = GeodesicTrial(self, azimuth)
    }
    return Geodesic(
      distance: trial.arc.distance * ellipsoid.polarRadius, azimuthAtStart: azimuth,
      azimuthAtEnd: trial.azimuthAtEnd)
  }

  /// Newton's method needs about four rounds; bisection always terminates.
  private static let newtonRounds = 20
  private static let mostRounds = newtonRounds + 53 + 10

  /// The azimuth after one step of Newton's method; nil if it would no longer lead east.
  private func newton(_ azimuth: Angle, _ trial: GeodesicTrial) -> Angle? {
    let slope = trial.slope(self)
    guard slope > 0 else { return nil }
    let step = -trial.error / slope
    guard abs(step) < .pi else { return nil }
    let better = azimuth.adding(Angle(radians: step))
    return better.sine > 0 ? better.normalized : nil
  }
}

/// Two azimuths that enclose the solution; initially north and south.
private struct AzimuthBracket {
  private var low = Angle(sine: Angle.tiny, cosine: 1)
  private var high = Angle(sine: Angle.tiny, cosine: -1)
  private(set) var isTight = false

  /// Moves the border on the trial's side to the trial, if that is closer or if `isSure` is true.
  mutating func narrow(_ azimuth: Angle, error: Double, isSure: Bool) {
    let slope = azimuth.cosine / azimuth.sine
    if error > 0, isSure || slope > high.cosine / high.sine {
      high = azimuth
    } else if error < 0, isSure || slope < low.cosine / low.sine {
      low = azimuth
    }
  }

  mutating func bisect() -> Angle {
    let middle = Angle(sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2).normalized
    let close = Double.ulpOfOne * 1.5e-8
    isTight =
      abs(low.sine - middle.sine) + (low.cosine - middle.cosine) < close
      || abs(middle.sine - high.sine) + (middle.cosine - high.cosine) < close
    return middle
  }
}
