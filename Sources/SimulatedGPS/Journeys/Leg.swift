/// A straight piece of way: how far, how fast, and how long one stands at its end.
struct Leg: Sendable {
  /// Metres east and north where it begins.
  let east: Double
  let north: Double
  /// Metres east and north for each metre of it.
  let eastward: Double
  let northward: Double
  /// Metres.
  let length: Double
  /// Metres per second at its beginning, at its fastest, and at its end.
  private let first: Double
  private let top: Double
  private let last: Double
  /// Metres per second squared, speeding up and slowing down.
  private let effort: Double
  private let speedingUp: Double
  private let cruising: Double
  private let slowingDown: Double
  /// Seconds in all, with the rest at its end.
  let duration: Double

  /// Makes a leg; where it is too short for the speed, the speed is what it allows.
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
    // A leg of a step or two cannot slow down to its end: then it begins and ends at its fastest.
    first = min(entry, top)
    last = min(exit, top)
    speedingUp = (top - first) / effort
    slowingDown = (top - last) / effort
    let ramps = (first + top) / 2 * speedingUp + (top + last) / 2 * slowingDown
    cruising = max(0, length - ramps) / top
    duration = speedingUp + cruising + slowingDown + rest
  }

  /// Metres from its beginning, and metres per second, some seconds after the beginning.
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
