internal import Glibc
internal import GPSBridge

/// A way, laid out on a grid of dots: north above, and as large as it fits.
struct TrackPlot {
  /// One dot for each point; nil in front of those that no line leads to.
  private(set) var dots: [(x: Int, y: Int, isJoined: Bool)] = []
  /// Metres that a dot is wide and high.
  private(set) var metresPerDot = 1.0

  /// A receiver that stands still wanders by some metres: its way is not blown up to fill the screen.
  private static let smallest = 30.0

  /// - Parameters:
  ///   - points: The way.
  ///   - width: Dots across.
  ///   - height: Dots down.
  init?(_ points: [Track.Point], width: Int, height: Int) {
    guard let first = points.first, width > 4, height > 4 else { return nil }
    // Near enough for the way of ten minutes: a plane that touches where it begins.
    let metresNorth = 111_320.0
    let metresEast = metresNorth * cos(first.place.latitude * .pi / 180)
    let places = points.map { point -> (east: Double, north: Double) in
      var turn = point.place.longitude - first.place.longitude
      if turn > 180 { turn -= 360 }
      if turn < -180 { turn += 360 }
      return (turn * metresEast, (point.place.latitude - first.place.latitude) * metresNorth)
    }
    let east = Self.range(places.map(\.east))
    let north = Self.range(places.map(\.north))
    let metres = max(
      (east.upperBound - east.lowerBound) / Double(width - 3),
      (north.upperBound - north.lowerBound) / Double(height - 3), Self.smallest / Double(min(width, height)))
    metresPerDot = metres
    let middle = (x: (east.lowerBound + east.upperBound) / 2, y: (north.lowerBound + north.upperBound) / 2)
    dots = zip(points, places).map { point, place in
      (
        Int(((place.east - middle.x) / metres + Double(width - 1) / 2).rounded()),
        Int(((middle.y - place.north) / metres + Double(height - 1) / 2).rounded()), point.step != nil
      )
    }
  }

  private static func range(_ values: [Double]) -> ClosedRange<Double> {
    (values.min() ?? 0)...(values.max() ?? 0)
  }
}
