internal import NMEA

/// Recognizes a receiver whose time advances in steps of several epochs, such as one in ten seconds.
///
/// A burst has each of its sentences once, so its first one is from a later burst if it returns with the same
/// time and another place. Two receivers on one line send two places at a time as well, so the third place is
/// the evidence. From then on, each return begins an epoch. At a place that does not change, there are at most
/// as many as at the time before, so that a receiver that is stuck is not live for ever.
struct CoarseClock {
  /// The position in a sentence; not a number if there is none.
  struct Place: Equatable {
    var latitude = Double.nan
    var longitude = Double.nan

    init() {}

    init(_ latitude: Double?, _ longitude: Double?) {
      (self.latitude, self.longitude) = (latitude ?? .nan, longitude ?? .nan)
    }
  }

  /// What a sentence shows about the one before it with the same name and time.
  enum Return {
    /// Nothing: there is none, or it has the same place.
    case none
    /// It has another place, which is no evidence yet.
    case elsewhere
    /// It belongs to an earlier epoch.
    case next
  }

  /// The sentence that had this time first.
  private var name: UInt32 = 0
  private var time: Int64 = -1
  private var place = Place()
  /// The place before this one at the same time.
  private var former = Place()
  /// The number of places at this time, or of epochs once the clock is known to be coarse.
  private var count = 0
  /// The number of epochs at each of the three times before.
  private var counts = (1, 1, 1)
  /// Their median.
  private var usual = 1
  /// Nanoseconds between the last two times.
  private var step: Int64 = 0
  /// Whether the receiver's time is coarse.
  private(set) var isCoarse = false

  private static let evidence = 3
  private static let longestStep: Int64 = 60_000_000_000
  private static let day: Int64 = 86_400_000_000_000

  /// Nanoseconds between the epochs of a coarse clock; nil if they are unknown.
  var interval: Int64? { isCoarse && step > 0 ? step / Int64(usual) : nil }

  /// Hundredths of a second since the first epoch with this time, at the interval of the time before; nil if the
  /// clock is not coarse.
  var sinceTime: UInt16? {
    guard isCoarse else { return nil }
    guard let interval else { return Fix.unknownSinceTime }
    return UInt16(min(Int64(count - 1) * interval, step, Self.longestStep) / 10_000_000)
  }

  /// Compares a sentence of the receiver with the one before it.
  mutating func take(_ name: UInt32, _ time: TimeOfDay, _ place: Place) -> Return {
    let now = time.nanosecondsOfDay
    guard now == self.time else {
      let passed = (now - self.time + Self.day) % Self.day
      // The time may move within a burst.
      if isCoarse, name != self.name, passed <= Self.longestStep { return .none }
      began(after: passed)
      (self.name, self.time, self.place) = (name, now, place)
      return .none
    }
    guard name == self.name else { return .none }
    let isElsewhere = !place.latitude.isNaN && place != self.place
    guard isElsewhere ? isCoarse || place != former : isCoarse && count < usual else { return .none }
    (former, self.place) = (self.place, place)
    count += 1
    if count >= Self.evidence { isCoarse = true }
    return isCoarse ? .next : .elsewhere
  }

  private mutating func began(after passed: Int64) {
    if count > 1 || isCoarse {
      // The first time may have begun before the first epoch.
      counts = step == 0 ? (count, count, count) : (counts.1, counts.2, count)
      let (least, most) = (min(counts.0, counts.1), max(counts.0, counts.1))
      usual = max(least, min(most, counts.2))
      // The clock is exact again after epochs with times of their own.
      if usual == 1 || passed > Self.longestStep { isCoarse = false }
      step = isCoarse ? passed : 0
    }
    count = 1
  }
}
