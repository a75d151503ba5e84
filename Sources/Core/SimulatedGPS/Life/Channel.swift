/// The receiver's work on one satellite: searching, tracking, reading its orbit, using its range.
struct Channel: Sendable {
  /// The second at which the search succeeds; negative without a search.
  private var foundAt: Int32 = -1
  /// The second at which tracking began; negative while the satellite is not tracked.
  private(set) var heardSince: Int32 = -1
  /// The second at which the whole message has been read, unless interrupted; negative while not reading.
  private var readAt: Int32 = -1
  /// The second until which the orbit is known; negative if it never was.
  private var orbitUntil: Int32 = -1
  /// Whether the satellite was tracked since the start; reacquisition is quicker.
  private var wasHeard = false

  /// Decibels below which a tracked signal is lost.
  static let lossLimit = 15.0
  /// The lowest signal strength, in decibels, at which the message can be read.
  static let readingLimit = 26.0
  /// The lowest signal strength, in decibels, at which the range can be used.
  static let usingLimit = 20.0
  /// Seconds for which a satellite's broadcast orbit is valid.
  private static let validity: Int32 = 4 * 3600

  /// The least number of seconds that reading an orbit takes, after the second in which it began.
  ///
  /// The orbit fills eighteen of every thirty seconds. Reading usually begins in the middle of it, so the
  /// part that was cut off must be received again. All satellites of a system transmit in step, so a receiver
  /// of four systems waits as long as a receiver of one: data sheets of both give about 26 seconds, and no
  /// receiver has a fix after 20.
  private static let leastReading: Int32 = 21
  /// The additional seconds, chosen at random, are fewer than these.
  private static let readingSpread: Int32 = 9

  var isHeard: Bool { heardSince >= 0 }

  func isUsable(_ strength: Double, at second: Int32) -> Bool {
    heardSince >= 0 && second > heardSince && orbitUntil > second && strength >= Self.usingLimit
  }

  /// Restores the orbit from before the receiver was switched off.
  mutating func rememberOrbit(at second: Int32) { orbitUntil = second + Self.validity }

  /// Returns the second until which the exact orbit is known, or nil.
  func orbitEnd(at second: Int32) -> Int32? { orbitUntil > second ? orbitUntil : nil }

  /// Stores an orbit from outside; one valid for longer than a newly read orbit is rejected as implausible.
  mutating func learnOrbit(until end: Int32, at second: Int32) {
    if end <= second + Self.validity { orbitUntil = max(orbitUntil, end) }
  }

  /// Restarts the search, because the receiver knows more than before.
  mutating func searchAgain() { foundAt = -1 }

  /// Stops tracking: the satellite has set, or the receiver was switched off.
  mutating func lose() {
    foundAt = -1
    heardSince = -1
    readAt = -1
  }

  /// Advances by one second; `luck` is noise for this satellite and this second.
  mutating func update(_ strength: Double, at second: Int32, _ start: Scenario.PowerUp, luck: UInt64) {
    guard heardSince >= 0 else { return search(strength, at: second, start, luck) }
    guard strength >= Self.lossLimit else { return lose() }
    if orbitUntil > second {
      // While tracked without a gap, the orbit is renewed in time.
      if strength >= Self.readingLimit { orbitUntil = second + Self.validity }
    } else if strength >= Self.readingLimit {
      if readAt < 0 { readAt = second + Self.leastReading + Int32(luck >> 32 & 0xFFFF) % Self.readingSpread }
      if second >= readAt { orbitUntil = second + Self.validity }
    } else {
      readAt = -1
    }
  }

  private mutating func search(
    _ strength: Double, at second: Int32, _ start: Scenario.PowerUp, _ luck: UInt64
  ) {
    let limit = wasHeard ? Scenario.PowerUp.hot.acquisition : start.acquisition
    guard strength >= limit else {
      foundAt = -1
      return
    }
    if foundAt < 0 {
      let (least, spread) = wasHeard ? Scenario.PowerUp.hot.search : start.search
      foundAt = second + Int32(least) + Int32(luck % UInt64(spread + 1))
    }
    if second >= foundAt {
      heardSince = second
      foundAt = -1
      readAt = -1
      wasHeard = true
    }
  }
}

struct Interference: Sendable, Hashable {
  /// Decibels that noise takes from each signal.
  var jamming = 0.0
  /// Whether one strong transmitter imitates all satellites.
  var isSpoofed = false

  static let none = Interference()
}

extension Scenario {
  /// A receiver's memory when it is switched on; it decides how long the first fix takes.
  public enum PowerUp: String, Sendable, Hashable, CaseIterable {
    /// No time, place or orbits; a fix takes at least half a minute.
    case cold
    /// Time, a rough place and rough orbits; receiving the exact orbits again takes some 25 to 40 seconds.
    case warm
    /// Everything: a fix takes one to three seconds.
    case hot

    /// Decibels that a signal needs to be found; knowing where to look makes fainter signals detectable.
    var acquisition: Double {
      switch self {
      case .cold: 28
      case .warm: 21
      case .hot: 20
      }
    }

    /// Seconds until a signal is found: the minimum, and the maximum that chance adds.
    var search: (least: Int, spread: Int) {
      switch self {
      case .cold: (3, 14)
      case .warm: (1, 5)
      case .hot: (1, 1)
      }
    }
  }
}
