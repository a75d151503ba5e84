/// A straight part of a journey: its length, its speed, and the rest at its end.
struct Leg: Sendable {
  /// The start, in meters east and north.
  let east: Double
  let north: Double
  /// The direction: meters east and north per meter of the leg.
  let eastward: Double
  let northward: Double
  /// The length in meters.
  let length: Double
  /// Meters per second at the beginning, the maximum, and at the end.
  private let first: Double
  private let top: Double
  private let last: Double
  /// The acceleration and deceleration in meters per second squared.
  private let effort: Double
  private let speedingUp: Double
  private let cruising: Double
  private let slowingDown: Double
  /// The total duration in seconds, including the rest at the end.
  let duration: Double

  /// Creates a leg; a short leg limits the speed.
  init(
    fromEast: Double, north fromNorth: Double, toEast: Double, north toNorth: Double, entry: Double,
    cruise: Double, exit: Double, effort: Double, rest: Double
  ) {
    east = fromEast
    north = fromNorth
    let across = toEast - fromEast
    let along = toNorth - fromNorth
    length = max((across * across + along * along).squareRoot(), 1e-6)
    eastward = across / length
    northward = along / length
    self.effort = effort
    let reachable = (effort * length + (entry * entry + exit * exit) / 2).squareRoot()
    top = max(min(cruise, reachable), 1e-3)
    // A very short leg leaves no room to slow down, so it begins and ends at its top speed.
    first = min(entry, top)
    last = min(exit, top)
    speedingUp = (top - first) / effort
    slowingDown = (top - last) / effort
    let ramps = (first + top) / 2 * speedingUp + (top + last) / 2 * slowingDown
    cruising = max(0, length - ramps) / top
    duration = speedingUp + cruising + slowingDown + rest
  }

  /// The distance in meters and the speed in meters per second, at a time in seconds since the beginning.
  func progress(at seconds: Double) -> (way: Double, speed: Double) {
    if seconds < speedingUp {
      return (first * seconds + effort * seconds * seconds / 2, first + effort * seconds)
    }
    let ramp = (first + top) / 2 * speedingUp
    let flat = seconds - speedingUp
    if flat < cruising { return (ramp + top * flat, top) }
    let end = flat - cruising
    if end < slowingDown {
      let way = ramp + top * cruising + top * end - effort * end * end / 2
      return (min(way, length), top - effort * end)
    }
    return (length, 0)
  }
}

extension [Double] {
  /// The index of the last of some ascending times that is not later than another; 0 before the first.
  func lastIndex(upTo time: Double) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }
}
