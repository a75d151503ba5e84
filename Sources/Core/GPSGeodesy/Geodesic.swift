/// The shortest path between two places on an ellipsoid.
struct Geodesic {
  /// The distance in meters.
  var distance: Double
  /// The forward azimuth at the first place.
  var azimuthAtStart: Angle
  /// The forward azimuth at the second place.
  var azimuthAtEnd: Angle

  /// Finds the shortest path between two places given in degrees.
  ///
  /// The problem is rotated and mirrored until the start is the place farther from the equator, lies south of
  /// it, and the path leads east. That reduces eight cases to one.
  static func between(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double,
    on ellipsoid: Ellipsoid = .wgs84
  ) -> Geodesic {
    let difference = Angle.difference(longitude1, longitude2)
    let isTurned = abs(latitude1) < abs(latitude2)
    let (start, end) = isTurned ? (latitude2, latitude1) : (latitude1, latitude2)
    let isMirrored = start >= 0
    var way = InverseProblem(
      isMirrored ? -start : start, isMirrored ? -end : end, abs(difference), ellipsoid
    ).solution
    if isTurned { swap(&way.azimuthAtStart, &way.azimuthAtEnd) }
    let east: Double = difference < 0 ? -1 : 1
    let north: Double = isTurned != isMirrored ? -1 : 1
    way.azimuthAtStart = Angle(
      sine: way.azimuthAtStart.sine * east, cosine: way.azimuthAtStart.cosine * north)
    way.azimuthAtEnd = Angle(sine: way.azimuthAtEnd.sine * east, cosine: way.azimuthAtEnd.cosine * north)
    return way
  }
}
