internal import NMEA

/// Finds the positions that a damaged line has made: a sum of eight bits lets one damaged sentence in 256 pass.
///
/// On a line of which more than a twentieth is damaged, a position must lie where the ones before it lead to, or where
/// the one before it lay that did not. A true jump costs one epoch. What passes is a damaged position close to that way, two
/// that lie together, and one after a gap.
struct LoneJump {
  private struct Place {
    var coordinate: Coordinate
    var nanoseconds: Int64
    var speed: Double?
    /// Degrees north and east in a second, where two positions showed it.
    var motion: (north: Double, east: Double)?
  }

  /// The damaged part of the last hundred sentences or so.
  private var damage = 0.0
  private var last: Place?
  /// The one that lay elsewhere.
  private var elsewhere: Place?

  private static let weight = 1.0 / 64
  private static let mostDamage = 0.05
  /// Behind a gap of so many seconds any place is possible.
  private static let longestGap = 30.0
  private static let day: Int64 = 86_400_000_000_000
  private static let metersInDegree = 111_200.0
  /// Meters per second that are possible where the speed is unknown.
  private static let anySpeed = 60.0

  /// A sentence has come whole.
  mutating func passed() { damage -= damage * Self.weight }

  /// A sentence has come damaged.
  mutating func failed() { damage += (1 - damage) * Self.weight }

  /// Whether the position of an epoch is to be withheld.
  mutating func withholds(_ fix: Fix, at time: TimeOfDay?) -> Bool {
    guard let coordinate = fix.coordinate, let time else { return false }
    var place = Place(coordinate: coordinate, nanoseconds: time.nanosecondsOfDay, speed: fix.speed)
    guard let last else {
      self.last = place
      return false
    }
    if damage <= Self.mostDamage || Self.leads(last, to: &place) {
      (self.last, elsewhere) = (place, nil)
      return false
    }
    if let elsewhere, Self.leads(elsewhere, to: &place) {
      (self.last, self.elsewhere) = (place, nil)
      return false
    }
    elsewhere = place
    return true
  }

  /// Whether one place leads to another; then the other one gets the motion between them.
  private static func leads(_ one: Place, to other: inout Place) -> Bool {
    let step = (other.nanoseconds - one.nanoseconds + day) % day
    let seconds = Double(step) / 1_000_000_000
    guard step > 0, seconds <= longestGap else { return true }
    let north = other.coordinate.latitude - one.coordinate.latitude
    let east = shortest(other.coordinate.longitude - one.coordinate.longitude)
    var tolerance = 5 + 5 * seconds * seconds
    var (offNorth, offEast) = (north, east)
    if let motion = one.motion {
      offNorth -= motion.north * seconds
      offEast -= motion.east * seconds
    } else {
      tolerance += max(one.speed ?? anySpeed, other.speed ?? anySpeed) * seconds
    }
    offNorth *= metersInDegree
    offEast *= metersInDegree * cosine(other.coordinate.latitude)
    guard offNorth * offNorth + offEast * offEast <= tolerance * tolerance else { return false }
    other.motion = (north / seconds, east / seconds)
    return true
  }

  /// Degrees of longitude the short way around.
  private static func shortest(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }

  /// The cosine of −90 to 90 degrees, good to two thousandths: the pure modules link no C library.
  private static func cosine(_ degrees: Double) -> Double {
    let square = degrees * degrees
    return (32_400 - 4 * square) / (32_400 + square)
  }
}
