internal import GNSS
internal import Glibc

/// How far places lie apart: the scatter about their mean in metres, and the box around them.
struct PlaceSpread: Sendable {
  private var origin: Coordinate?
  private var count = 0.0
  private var mean = (east: 0.0, north: 0.0)
  private var squares = (east: 0.0, north: 0.0)
  private var low = (east: 0.0, north: 0.0)
  private var high = (east: 0.0, north: 0.0)

  mutating func add(_ place: Coordinate) {
    let origin = origin ?? place
    self.origin = origin
    // On a plane that touches the first place; near enough for what can be called a scatter.
    var turn = place.longitude - origin.longitude
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    let east = turn * 111_320 * cos(origin.latitude * .pi / 180)
    let north = (place.latitude - origin.latitude) * 111_133
    count += 1
    let (eastern, northern) = (east - mean.east, north - mean.north)
    mean.east += eastern / count
    mean.north += northern / count
    squares.east += eastern * (east - mean.east)
    squares.north += northern * (north - mean.north)
    low = (min(low.east, east), min(low.north, north))
    high = (max(high.east, east), max(high.north, north))
  }

  /// Standard deviations; nil for less than two places.
  var deviation: (east: Double, north: Double)? {
    count > 1 ? ((squares.east / (count - 1)).squareRoot(), (squares.north / (count - 1)).squareRoot()) : nil
  }

  /// How wide and how high the box around all places is.
  var box: (east: Double, north: Double) { (high.east - low.east, high.north - low.north) }
}
