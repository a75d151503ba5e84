internal import NMEA

/// Recognizes a receiver whose time advances in steps of several epochs, such as one in ten seconds.
///
/// A burst contains each sentence once. So if its first sentence returns with the same time and another
/// place, it is from a later burst. Two receivers on one line also send two places at a time, so only the
/// third place is evidence. From then on, each return begins an epoch. To detect a stuck clock, the number of
/// epochs per time is limited, and epochs that had separate times before are never coarse.
struct CoarseClock {
  /// The position in a sentence; not a number if the sentence has no position.
  struct Place: Equatable {
    var latitude = Double.nan
    var longitude = Double.nan

    init() {}

    init(_ latitude: Double?, _ longitude: Double?) {
      (self.latitude, self.longitude) = (latitude ?? .nan, longitude ?? .nan)
    }
  }

  /// The relation of a sentence to the one before it with the same name and time.
  enum Return {
    /// It is the first one, or has the same place.
    case none
    /// It has another place, which is no evidence yet.
    case elsewhere
    /// The clock is coarse, and the sentence begins an epoch.
    case next
    /// The clock is coarse, and another sentence begins its epochs; the time may move between the two.
    case follows
  }

  /// The first sentence with this time.
  private var name: UInt32 = 0
  private var time: Int64 = -1
  private var place = Place()
  /// The previous place at the same time.
  private var former = Place()
  /// The number of places at this time, or of epochs once the clock is known to be coarse.
  private var count: UInt16 = 0
  /// The number of epochs at each of the last three complete times.
  private var counts: (UInt16, UInt16, UInt16) = (0, 0, 0)
  /// Their median; 0 until a time is complete.
  private var usual: UInt16 = 0
  /// Nanoseconds between the last two times.
  private var step: Int64 = 0
  /// The number of other sentences since the first one.
  private var followers: UInt16 = 0
  /// Whether the first one came once at this time.
  private var isSingle = true
  /// The number of consecutive times at which it came only once.
  private var exact: UInt16 = 0
  /// Whether the receiver's time is coarse.
  private(set) var isCoarse = false

  private static let evidence: UInt16 = 3
  /// After this many epochs with separate times, a clock that stands still is stuck.
  private static let mostExact: UInt16 = 5
  private static let longestStep: Int64 = 60_000_000_000
  /// The most epochs at one time before a time is complete.
  private static let mostAtFirst: UInt16 = 60
  /// After this many other sentences, the sentence that began epochs is no longer sent.
  private static let mostFollowers: UInt16 = 12
  private static let day: Int64 = 86_400_000_000_000

  /// Nanoseconds between the epochs of a coarse clock; nil if they are unknown.
  var interval: Int64? { isCoarse && usual > 0 ? step / Int64(usual) : nil }

  /// Hundredths of a second since the first epoch with this time, at the usual interval; nil if the clock is not
  /// coarse.
  var sinceTime: UInt16? {
    guard isCoarse else { return nil }
    guard let interval else { return Fix.unknownSinceTime }
    return UInt16(min((Int64(count) - 1) * interval, step) / 10_000_000)
  }

  /// Compares a sentence of the receiver with the one before it.
  mutating func take(_ name: UInt32, _ time: TimeOfDay, _ place: Place) -> Return {
    if isCoarse, name != self.name {
      followers += 1
      guard followers > Self.mostFollowers else { return .follows }
      self = CoarseClock()
    }
    let now = time.nanosecondsOfDay
    guard now == self.time else {
      began(after: (now - self.time + Self.day) % Self.day)
      (self.name, self.time, self.place) = (name, now, place)
      return .none
    }
    guard name == self.name else { return .none }
    (followers, isSingle) = (0, false)
    let isElsewhere = !place.latitude.isNaN && place != self.place
    guard isCoarse ? count < most : isElsewhere && place != former && exact < Self.mostExact else {
      return .none
    }
    (former, self.place) = (self.place, place)
    count += 1
    if count >= Self.evidence { isCoarse = true }
    return isCoarse ? .next : .elsewhere
  }

  /// The maximum number of epochs at one time, which reveals a stuck clock; the clock may skip a step.
  private var most: UInt16 { usual > 0 ? 2 * min(usual, 10_000) + 2 : Self.mostAtFirst }

  private mutating func began(after passed: Int64) {
    if isCoarse {
      // The first time may have begun before the first epoch.
      if step > 0 {
        counts = usual > 0 ? (counts.1, counts.2, count) : (count, count, count)
        let (least, greatest) = (min(counts.0, counts.1), max(counts.0, counts.1))
        usual = max(least, min(greatest, counts.2))
      }
      step = passed
      // Epochs have times of their own again, or none for so long that nothing is known.
      if usual == 1 || passed > Self.longestStep { self = CoarseClock() }
    }
    exact = isSingle ? min(exact + 1, Self.mostExact) : 0
    (count, followers, isSingle) = (1, 0, true)
  }
}
