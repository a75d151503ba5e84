internal import GNSS
internal import GPSBase

/// Watches epochs for signs of spoofed signals, for receivers and recordings alike.
///
/// ```swift
/// var watch = SpoofWatch()
/// for (fix, instant) in epochs where watch.take(fix, at: instant) { print("do not trust", fix.epoch) }
/// ```
///
/// A position is suspect for a minute after two signs began together. Jumps of the time and of the position
/// are momentary. Equally strong satellites that came with a jump renew the suspicion as long as they last.
/// Effects of a gap do not count as signs: a delayed epoch, distance covered meanwhile, or the first steps
/// after opening the device.
package struct SpoofWatch: Sendable {
  private struct Seen: Sendable {
    var signs: [String]
    var hasSky: Bool
    var at: Moment
  }

  /// A jump, and whether the satellites were ordinary in the minute before.
  private struct Jump: Sendable {
    var at: Moment
    var followsOrdinarySky: Bool
    /// Seconds by which the time of a recording without arrivals skipped.
    var skip: Double?
  }

  private var jumps = JumpWatch()
  private var backlog = BacklogWatch()
  private var facts = ReceiverFacts()
  private var judged: Satellites = []
  private var seen: Seen?
  private var jump: Jump?
  /// The satellites from half a minute to a minute ago, and the ones that replace them next.
  private var earlier: Satellites = []
  private var later: Satellites = []
  private var laterSince: Moment?
  /// The last step of the time in a recording without arrivals.
  private var usualStep: Double?
  /// How long signs are remembered.
  package static let memory = Duration.seconds(60)
  /// Half of that time; written out, since dividing a duration by a number is generic code.
  private static let halfMemory = Duration.seconds(30)

  /// Creates a watch without epochs.
  package init() {}

  /// The signs of the last minute as text; empty if fewer than two appeared together.
  package func signs(at now: ContinuousClock.Instant) -> [String] { signs(at: Moment(now)) }

  func signs(at now: Moment) -> [String] {
    guard let seen, seen.at.duration(to: now) <= Self.memory else { return [] }
    return seen.signs
  }

  /// Whether a position received at this time is suspect.
  package func isSuspect(at now: ContinuousClock.Instant) -> Bool { isSuspect(at: Moment(now)) }

  func isSuspect(at now: Moment) -> Bool { !signs(at: now).isEmpty }

  /// Seconds by which the receiver's time has moved ahead of the clock within the last minute.
  package var secondsAhead: Double? { jumps.secondsAhead }

  /// The greatest speed in meters per second that a recent step implies.
  package func impliedSpeed(at now: ContinuousClock.Instant) -> Double? { jumps.impliedSpeed(at: now) }

  /// Examines one epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch.
  ///   - now: The arrival of its last byte.
  ///   - hasClock: Whether the arrival was measured, not guessed.
  /// - Returns: True if the epoch's position is suspect.
  @discardableResult
  package mutating func take(_ fix: Fix, at now: ContinuousClock.Instant, hasClock: Bool = true) -> Bool {
    take(fix, at: Moment(now), hasClock: hasClock)
  }

  /// The same, if the moment is already known.
  @discardableResult
  mutating func take(_ fix: Fix, at now: Moment, hasClock: Bool = true) -> Bool {
    if hasClock {
      let delay = backlog.take(fix, at: now)
      if backlog.disprovesEarlier { jumps = JumpWatch() }
      // The arrival of a delayed epoch does not match its time.
      guard delay == nil else { return fix.hasUsablePosition && isSuspect(at: now) }
    }
    jumps.take(fix, at: now, hasClock: hasClock)
    guard fix.hasUsablePosition else { return false }
    noteJump(at: now, hasClock: hasClock)
    let isNearJump = jump.map { $0.at.duration(to: now) <= Self.memory } ?? false
    // Evaluate the sky only if it can matter.
    if isNearJump || isSuspect(at: now) || fix.satellites.loudest ?? 0 > Self.loud {
      judge(fix.satellites, at: now, isNearJump: isNearJump)
    }
    keep(fix.satellites, at: now)
    return isSuspect(at: now)
  }

  private mutating func noteJump(at now: Moment, hasClock: Bool) {
    var skip: Double?
    if !hasClock, let step = jumps.lastStep, step > 0 {
      let isLong = usualStep.map { step > 3 * $0 } ?? false
      if isLong, step > SpoofingHints.mostSeconds, step < Self.longestSkip { skip = step }
      usualStep = step
    }
    guard jumps.steppedAt == now || jumps.jumpedAt == now || skip != nil else { return }
    let sky = SkyFacts(Sky(satellites: earlier))
    let isOrdinary = sky.heard.isAtLeast(5) && SpoofingHints.ofSky(sky).isEmpty
    jump = Jump(at: now, followsOrdinarySky: isOrdinary, skip: skip)
  }

  private mutating func judge(
    _ satellites: Satellites, at now: Moment, isNearJump: Bool
  ) {
    if !judged.isSameSky(as: satellites) {
      facts.sky = SkyFacts(Sky(satellites: satellites))
      judged = satellites
    }
    let loud = SpoofingHints.ofSky(facts.sky)
    facts.integrity.secondsAheadOfClock = ReceiverFacts.Fact(jumps.secondsAhead)
    facts.integrity.impliedSpeed = ReceiverFacts.Fact(jumps.impliedSpeed(at: now.instant))
    var signs = Diagnosis.spoofingSigns(facts)
    if let skip = jump?.skip, isNearJump {
      signs.append("its time jumped by \(Wording.time(.seconds(skip)))")
    }
    let jumpedTogether =
      jumps.steppedAt.map { stepped in
        jumps.jumpedAt.map { $0 == now || stepped == now ? Self.isTogether($0, stepped) : false } ?? false
      } ?? false
    let cameWithJump = isNearJump && jump?.followsOrdinarySky == true && !loud.isEmpty
    if loud.count >= 2 || jumpedTogether || cameWithJump, signs.count >= 2 {
      seen = Seen(signs: signs, hasSky: seen?.hasSky == true || !loud.isEmpty, at: now)
    } else if !loud.isEmpty, isSuspect(at: now), seen?.hasSky == true {
      seen?.at = now
    }
  }

  private static func isTogether(_ one: Moment, _ other: Moment) -> Bool {
    let time = one.duration(to: other)
    return time <= .seconds(2) && time >= .seconds(-2)
  }

  /// Stores the satellites from half a minute to a minute ago.
  private mutating func keep(_ satellites: Satellites, at now: Moment) {
    guard !satellites.isEmpty else { return }
    if earlier.isEmpty { earlier = satellites }
    guard let since = laterSince else {
      laterSince = now
      later = satellites
      return
    }
    guard since.duration(to: now) >= Self.halfMemory else { return }
    earlier = later
    later = satellites
    laterSince = now
  }

  /// The level in dB-Hz above which the sky is evaluated; ordinary satellites rarely reach it.
  private static let loud = 50
  /// The largest skip of the time in a recording, in seconds; more means that the clock was set.
  private static let longestSkip = 86_400.0
}

/// Signs of spoofed signals that can be seen with any receiver.
enum SpoofingHints {
  /// The smallest spread in dB of real satellites, which differ in elevation and obstruction.
  static let leastSpread = 2
  /// The highest level in dB-Hz of a real satellite on the ground.
  static let loudest = 52
  /// The largest plausible error of a receiver's time in seconds.
  static let mostSeconds = 5.0

  /// The signs in the facts, as text.
  static func found(_ facts: ReceiverFacts) -> [String] {
    var hints = ofSky(facts.sky)
    if case .known(let seconds) = facts.integrity.secondsAheadOfClock, abs(seconds) > mostSeconds {
      let off = Wording.time(.seconds(min(abs(seconds), 1e12)))
      let side = seconds > 0 ? "ahead of" : "behind"
      hints.append("in a minute the time moved \(off) \(side) the computer's clock")
    }
    if case .known(let speed) = facts.integrity.impliedSpeed, speed > CivilianReceiver.fastest {
      hints.append("the position jumped")
    }
    return hints
  }

  /// The signs in the satellites, as text.
  static func ofSky(_ sky: SkyFacts) -> [String] {
    var hints: [String] = []
    if sky.spread.isBelow(leastSpread), case .known(let heard) = sky.heard, heard >= 5 {
      hints.append("all \(heard) are equally strong")
    }
    if case .known(let median) = sky.median, median > loudest {
      hints.append("satellites are never as strong as \(median) dB-Hz")
    }
    return hints
  }
}
