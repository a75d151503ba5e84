internal import NMEA

/// Finds damaged positions: the 8-bit checksum lets one in 256 damaged sentences pass.
///
/// If more than a twentieth of the line's sentences are damaged, a position must be consistent with the
/// motion before it, or with the previous position that was not. A real jump loses one epoch. A damaged
/// position is not detected if it is close to the expected one, to another damaged one, or after a gap.
struct LoneJump {
  private struct Place {
    var coordinate: Coordinate
    var nanoseconds: Int64
    var speed: Double?
    /// Degrees north and east per second, if two positions showed it.
    var motion: (north: Double, east: Double)?
  }

  /// The damaged fraction of approximately the last hundred sentences.
  private var damage = 0.0
  private var last: Place?
  /// The last position that was not consistent.
  private var elsewhere: Place?

  private static let weight = 1.0 / 64
  private static let mostDamage = 0.05
  /// After this many seconds, any position is possible.
  private static let longestGap = 30.0
  private static let day: Int64 = 86_400_000_000_000
  /// The highest speed in meters per second that is plausible if the speed is unknown.
  private static let anySpeed = 60.0

  /// Counts a valid sentence.
  mutating func passed() { damage -= damage * Self.weight }

  /// Counts a damaged sentence.
  mutating func failed() { damage += (1 - damage) * Self.weight }

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

  /// Whether one position can lead to another; if so, stores the motion in the latter.
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
    offNorth *= WGS84.degree
    offEast *= WGS84.degree * cosine(other.coordinate.latitude)
    guard offNorth * offNorth + offEast * offEast <= tolerance * tolerance else { return false }
    other.motion = (north / seconds, east / seconds)
    return true
  }

  /// The longitude difference in the shorter direction.
  private static func shortest(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }

  /// The cosine for −90 to 90 degrees, accurate to 0.002: the pure modules link no C library.
  private static func cosine(_ degrees: Double) -> Double {
    let square = degrees * degrees
    return (32_400 - 4 * square) / (32_400 + square)
  }
}
