/// A receiver's work on one satellite: it looks for it, hears it, reads its orbit, uses it.
struct Channel: Sendable {
  /// The second at which the search will have succeeded; negative while there is no search.
  private var foundAt: Int32 = -1
  /// The second since when it is heard; negative while it is not.
  private(set) var heardSince: Int32 = -1
  /// The second at which all of its message will have been read, if no gap comes; negative while nothing is read.
  private var readAt: Int32 = -1
  /// The second until which its orbit is known; negative if it never was.
  private var orbitUntil: Int32 = -1
  /// Whether it was ever heard since the start: the second time is quicker.
  private var wasHeard = false

  /// Decibels below which a signal that was found is lost again.
  static let lossLimit = 15.0
  /// Decibels from which on its message can be read.
  static let readingLimit = 26.0
  /// Decibels from which on its range is good enough to be used.
  static let usingLimit = 20.0
  /// Seconds for which a satellite's own orbit data hold.
  private static let validity: Int32 = 4 * 3600

  /// Seconds that the reading of an orbit takes at least, behind the second of the beginning.
  ///
  /// Eighteen seconds of each thirty hold it. The reading begins somewhere in the middle, with a piece that is cut and
  /// has to come again. All satellites of a system send in step, so that a receiver of four systems waits as long as
  /// one of a single system: data sheets of both promise some 26 seconds, and no receiver is there after 20.
  private static let leastReading: Int32 = 21
  /// The seconds that it takes more, by chance: fewer than these.
  private static let readingSpread: Int32 = 9

  /// Whether it is heard.
  var isHeard: Bool { heardSince >= 0 }

  /// Whether its range can be used.
  func isUsable(_ strength: Double, at second: Int32) -> Bool {
    heardSince >= 0 && second > heardSince && orbitUntil > second && strength >= Self.usingLimit
  }

  /// Knows the orbit from before it was switched off.
  mutating func rememberOrbit(at second: Int32) { orbitUntil = second + Self.validity }

  /// The second until which the exact orbit is known; nil where it is not.
  func orbitEnd(at second: Int32) -> Int32? { orbitUntil > second ? orbitUntil : nil }

  /// Is told the orbit until a second; one that holds longer than any that was just read is not believed.
  mutating func learnOrbit(until end: Int32, at second: Int32) {
    if end <= second + Self.validity { orbitUntil = max(orbitUntil, end) }
  }

  /// Looks for it anew, with more knowledge than before.
  mutating func searchAgain() { foundAt = -1 }

  /// It went below the horizon, or the receiver was switched off.
  mutating func lose() {
    foundAt = -1
    heardSince = -1
    readAt = -1
  }

  /// One second more; `luck` is noise that belongs to this satellite and this second.
  mutating func update(_ strength: Double, at second: Int32, _ start: Scenario.PowerUp, luck: UInt64) {
    guard heardSince >= 0 else { return search(strength, at: second, start, luck) }
    guard strength >= Self.lossLimit else { return lose() }
    if orbitUntil > second {
      // Heard without a gap, it is renewed in time.
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

/// Deliberate interference with the signals.
struct Interference: Sendable, Hashable {
  /// Decibels that noise takes away from each signal.
  var jamming = 0.0
  /// Whether one strong sender plays all satellites.
  var isSpoofed = false

  /// No interference.
  static let none = Interference()
}

extension Scenario {
  /// A receiver's memory when it is switched on; it decides how long the first fix takes.
  public enum PowerUp: String, Sendable, Hashable, CaseIterable {
    /// Nothing: neither time nor place nor orbits. A fix takes half a minute and more.
    case cold
    /// Time, a rough place, rough orbits; the exact orbits must be heard anew, which takes some 25 to 40 seconds.
    case warm
    /// Everything: a fix takes a second or three.
    case hot

    /// Decibels that a signal needs to be found: who knows where to look hears fainter ones.
    var acquisition: Double {
      switch self {
      case .cold: 28
      case .warm: 21
      case .hot: 20
      }
    }

    /// Seconds until a signal is found: at least, and how many more at most.
    var search: (least: Int, spread: Int) {
      switch self {
      case .cold: (3, 14)
      case .warm: (1, 5)
      case .hot: (1, 1)
      }
    }
  }
}
