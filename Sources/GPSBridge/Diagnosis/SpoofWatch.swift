public import GNSS
internal import Moments

/// Watches epochs for signs of forged signals: a pure value, the same for receivers and recordings.
///
/// ```swift
/// var watch = SpoofWatch()
/// for (fix, instant) in epochs where watch.take(fix, at: instant) { print("do not trust", fix.epoch) }
/// ```
///
/// A position is suspect once two signs are seen together, until none has been seen for a minute: a sender that plays
/// satellites does not stop between two epochs, and the step of the time shows only once.
public struct SpoofWatch: Sendable {
  private struct Seen: Sendable {
    var signs: [String]
    @Kept var at: ContinuousClock.Instant
  }

  private var jumps = JumpWatch()
  private var facts = ReceiverFacts()
  private var seen: Seen?
  /// How long signs are remembered.
  public static let memory = Duration.seconds(60)

  /// No epoch was seen yet.
  public init() {}

  /// The reference clock of the epochs was put right: differences from before prove nothing.
  public mutating func restartClock() { jumps.restartClock() }

  /// The signs of the last minute, in words; none if fewer than two were seen together.
  public func signs(at now: ContinuousClock.Instant) -> [String] {
    guard let seen, seen.at.duration(to: now) <= Self.memory else { return [] }
    return seen.signs
  }

  /// Whether a position of this moment is not to be trusted.
  public func isSuspect(at now: ContinuousClock.Instant) -> Bool { !signs(at: now).isEmpty }

  /// Seconds that the receiver's time is ahead of the clock that counts the epochs.
  public var secondsAhead: Double? { jumps.secondsAhead }

  /// The greatest speed in metres per second that a recent step would have taken.
  public func impliedSpeed(at now: ContinuousClock.Instant) -> Double? { jumps.impliedSpeed(at: now) }

  /// Takes one epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch.
  ///   - now: The arrival of its last byte.
  ///   - counted: The clock that its time is held against, as in ``JumpWatch/take(_:at:counted:)``.
  /// - Returns: Whether its position is suspect.
  @discardableResult
  public mutating func take(
    _ fix: Fix, at now: ContinuousClock.Instant, counted: ContinuousClock.Instant? = nil
  ) -> Bool {
    jumps.take(fix, at: now, counted: counted)
    guard fix.hasUsablePosition else { return false }
    facts.integrity.secondsAheadOfClock = jumps.secondsAhead
    // In a recording without times of arrival, a gap moves both the clock and the place: one sign, not two.
    let isBehindGap = counted.map { $0 != now } ?? false
    facts.integrity.impliedSpeed = isBehindGap ? nil : jumps.impliedSpeed(at: now)
    facts.sky = SkyFacts()
    // The sky alone shows one sign at most where nothing is too loud: no need to count it then.
    let mayBeSuspect =
      isSuspect(at: now) || !Diagnosis.spoofingSigns(facts).isEmpty
      || fix.satellites.loudest ?? 0 > Self.loud
    guard mayBeSuspect else { return false }
    facts.sky = SkyFacts(Sky(satellites: fix.satellites))
    let signs = Diagnosis.spoofingSigns(facts)
    if signs.count >= 2 {
      seen = Seen(signs: signs, at: now)
    } else if !signs.isEmpty, isSuspect(at: now) {
      seen?.at = now
    }
    return isSuspect(at: now)
  }

  /// Satellites are seldom so loud: then the sky is counted.
  private static let loud = 50
}

/// Signs that signals are forged, which any receiver shows.
enum SpoofingHints {
  /// The least spread in dB of real satellites: they differ in elevation and obstruction.
  static let leastSpread = 2
  /// No satellite is louder on the ground.
  static let loudest = 52
  /// Seconds that a receiver's time may be off.
  static let mostSeconds = 5.0
  /// Metres per second that no vehicle reaches whose receiver is bought freely.
  static let fastest = 515.0

  /// The signs that are present, in words.
  static func found(_ facts: ReceiverFacts) -> [String] {
    var hints: [String] = []
    let sky = facts.sky
    if let spread = sky.spread, let heard = sky.heard, heard >= 5, spread < leastSpread {
      hints.append("all \(heard) come equally loud")
    }
    if let median = sky.median, median > loudest {
      hints.append("satellites are never so loud as \(median) dB-Hz")
    }
    if let seconds = facts.integrity.secondsAheadOfClock, abs(seconds) > mostSeconds {
      let off = Wording.time(.seconds(min(abs(seconds), 1e12)))
      hints.append("the time is \(off) \(seconds > 0 ? "ahead of" : "behind") a right clock")
    }
    if let speed = facts.integrity.impliedSpeed, speed > fastest {
      hints.append("the position jumped")
    }
    return hints
  }
}
