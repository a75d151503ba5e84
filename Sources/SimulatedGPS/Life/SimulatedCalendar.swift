internal import GPSBridge

/// How simulated time reads on a true clock: nanoseconds since the beginning become UTC, leap second and all.
struct SimulatedCalendar: Sendable {
  /// The beginning, in seconds since 1970.
  let start: Int64
  /// The midnight, in seconds since 1970, in front of which a leap second is put in.
  private let leapMidnight: Int64?

  init(start: Int64, leapMidnight: Int64?) {
    self.start = start
    // A leap second that has been is part of the count already.
    self.leapMidnight = leapMidnight.flatMap { $0 > start ? $0 : nil }
  }

  /// The time that a true clock shows.
  func utc(at nanoseconds: Int64) -> UTC {
    var (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 {
      whole -= 1
      rest += 1_000_000_000
    }
    var seconds = start + whole
    var isLeapSecond = false
    if let leapMidnight, seconds >= leapMidnight {
      isLeapSecond = seconds == leapMidnight
      seconds -= 1
    }
    return UTC(secondsSince1970: seconds, nanosecond: Int32(rest), isLeapSecond: isLeapSecond)
  }

  /// Seconds since the orbits' epoch: these run on evenly.
  func orbitSeconds(at nanoseconds: Int64) -> Double {
    Double(start - Orbit.epoch) + Double(nanoseconds) / 1e9
  }
}
