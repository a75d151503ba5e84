internal import Glibc

/// How far it is from one place to another, and which way: the inverse problem, brought into one standard position.
///
/// The first place is the one further from the equator and lies south of it or on it; the way goes east.
/// The method is that of C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 43–55 (2013): Newton's method for
/// the azimuth at the start, with a first guess that is good enough even where the two places are nearly antipodal.
/// Other methods, Vincenty's among them, find no answer there.
struct InverseProblem {
  let ellipsoid: Ellipsoid
  /// Reduced latitudes (β₁, β₂).
  let start: Angle
  let end: Angle
  /// The difference in longitude (λ₁₂).
  let longitude: Angle
  let longitudeDegrees: Double
  /// How much longer a step is than on the sphere, at both ends.
  let stretchAtStart: Double
  let stretchAtEnd: Double

  /// Brings two latitudes and a difference of longitudes of 0 to 180 into the terms of the method; all in degrees.
  init(_ latitude1: Double, _ latitude2: Double, _ longitude: Double, _ ellipsoid: Ellipsoid) {
    self.ellipsoid = ellipsoid
    var (start, end) = (ellipsoid.reducedLatitude(latitude1), ellipsoid.reducedLatitude(latitude2))
    // Equal or opposite latitudes must be so to the last bit: the method compares them.
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

  /// The shortest way.
  var solution: Geodesic {
    if let straight = meridian ?? equator { return straight }
    let guess = FirstGuess(self)
    return short(guess) ?? iterated(from: guess.azimuth)
  }

  /// The way along a meridian, if that is the shortest.
  private var meridian: Geodesic? {
    guard isAtPole || longitude.sine == 0 else { return nil }
    // Over the pole, where the places lie on opposite meridians.
    let azimuth = Angle(sine: longitude.sine, cosine: longitude.cosine)
    let from = Angle(sine: start.sine, cosine: azimuth.cosine * start.cosine)
    let arc = GeodesicArc(
      start: from, end: end, length: end.distance(from: from), epsilon: ellipsoid.thirdFlattening)
    // Close to the antipode of the equator the meridian is a detour.
    guard arc.length < 1 || arc.reducedLength(stretchAtStart, stretchAtEnd) >= 0 else { return nil }
    return Geodesic(
      distance: arc.length < 3 * Angle.tiny ? 0 : max(0, arc.distance) * ellipsoid.polarRadius,
      azimuthAtStart: azimuth, azimuthAtEnd: Angle(sine: 0, cosine: 1))
  }

  /// The way along the equator, if that is the shortest: beyond 179.4 degrees it leads round the other side of the
  /// flattening, over higher latitudes.
  private var equator: Geodesic? {
    guard start.sine == 0, longitudeDegrees <= 180 * (1 - ellipsoid.flattening) else { return nil }
    let east = Angle(sine: 1, cosine: 0)
    return Geodesic(
      distance: ellipsoid.equatorialRadius * longitudeDegrees * .pi / 180, azimuthAtStart: east,
      azimuthAtEnd: east)
  }
}

extension InverseProblem {
  /// The way between places so close to each other that a sphere of the right size will do.
  private func short(_ guess: FirstGuess) -> Geodesic? {
    guard let arc = guess.shortArc, let azimuthAtEnd = guess.azimuthAtEnd else { return nil }
    return Geodesic(
      distance: arc * ellipsoid.polarRadius * guess.stretch, azimuthAtStart: guess.azimuth,
      azimuthAtEnd: azimuthAtEnd)
  }

  /// The way found by Newton's method, with the azimuth kept in a bracket that only gets smaller.
  private func iterated(from guess: Angle) -> Geodesic {
    var azimuth = guess
    var bracket = AzimuthBracket()
    var trial = GeodesicTrial(self, azimuth)
    var isClose = false
    for round in 0..<Self.mostRounds {
      // Twice within a few bits of zero is as good as it gets.
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

  /// Newton's method needs four rounds or so; halving the bracket always ends.
  private static let newtonRounds = 20
  private static let mostRounds = newtonRounds + 53 + 10

  /// The azimuth after one step of Newton's method; nil where that would leave the way east.
  private func newton(_ azimuth: Angle, _ trial: GeodesicTrial) -> Angle? {
    let slope = trial.slope(self)
    guard slope > 0 else { return nil }
    let step = -trial.error / slope
    guard abs(step) < .pi else { return nil }
    let better = azimuth.adding(Angle(radians: step))
    return better.sine > 0 ? better.normalized : nil
  }
}

/// Two azimuths between which the right one lies: north and south at first.
private struct AzimuthBracket {
  private var low = Angle(sine: Angle.tiny, cosine: 1)
  private var high = Angle(sine: Angle.tiny, cosine: -1)
  /// Whether there is nothing left between the two.
  private(set) var isTight = false

  /// Takes a trial as the new border on its side, if it is nearer, or if that is sure anyway.
  mutating func narrow(_ azimuth: Angle, error: Double, isSure: Bool) {
    let slope = azimuth.cosine / azimuth.sine
    if error > 0, isSure || slope > high.cosine / high.sine {
      high = azimuth
    } else if error < 0, isSure || slope < low.cosine / low.sine {
      low = azimuth
    }
  }

  /// The azimuth in the middle.
  mutating func bisect() -> Angle {
    let middle = Angle(sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2).normalized
    let close = Double.ulpOfOne * 1.5e-8
    isTight =
      abs(low.sine - middle.sine) + (low.cosine - middle.cosine) < close
      || abs(middle.sine - high.sine) + (middle.cosine - high.cosine) < close
    return middle
  }
}
