internal import GNSS

/// Counts what the quality of a receiver follows from, epoch by epoch, in memory that does not grow.
struct QualityTally: Sendable {
  private(set) var epochs = 0
  private(set) var modes: [FixMode: Int] = [:]
  /// Moments with a position that is probably forged: nothing else is counted of them.
  private(set) var suspect = 0
  private(set) var corrected = 0
  /// The first and the last moment with a time.
  private(set) var first: UTC?
  private(set) var last: UTC?
  /// How many moments came before the first position.
  private(set) var epochsBeforeFix: Int?
  /// Seconds between one moment and the next, and between positions.
  private(set) var steps = Histogram(width: 0.05, most: 60)
  private(set) var waits = Histogram(width: 0.05, most: 3600)
  private(set) var longestWait: (seconds: Double, at: UTC)?
  private(set) var hdop = Histogram(width: 0.1, most: 50)
  private(set) var accuracy = Histogram(width: 0.1, most: 500)
  private(set) var speed = Histogram(width: 0.1, most: 350)
  private(set) var used = Histogram(width: 1, most: 100)
  /// dB-Hz of the signals that take part, and of all that are heard.
  private(set) var usedSignals = Histogram(width: 1, most: 70)
  private(set) var signals = Histogram(width: 1, most: 70)
  private(set) var constellations: [Constellation: Histogram] = [:]
  private(set) var spread = PlaceSpread()
  private var lastFix: UTC?
  private var lastSky: UTC?

  mutating func take(_ output: DecodedOutput, isSuspect: Bool = false) {
    switch output {
    case .fix(let fix): take(fix, isSuspect: isSuspect && fix.hasPosition)
    case .sky(let sky): take(sky)
    case .sentence: break
    }
  }

  private mutating func take(_ fix: Fix, isSuspect: Bool) {
    epochs += 1
    if isSuspect { suspect += 1 }
    modes[fix.hasPosition && !isSuspect ? fix.mode : .none, default: 0] += 1
    if let time = fix.time {
      if let last, time > last { steps.add(time.seconds(since: last)) }
      first = first ?? time
      last = time
    }
    guard fix.hasPosition, !isSuspect else { return }
    epochsBeforeFix = epochsBeforeFix ?? epochs - 1
    switch fix.quality {
    case .differential, .precise, .rtkFixed, .rtkFloat: corrected += 1
    default: break
    }
    hdop.add(fix.dilution.horizontal)
    accuracy.add(fix.errors?.horizontal)
    speed.add(fix.speed)
    used.add(fix.satellitesUsed.map(Double.init))
    if let place = fix.coordinate { spread.add(place) }
    if let time = fix.time { found(at: time) }
  }

  private mutating func found(at time: UTC) {
    if let lastFix, time > lastFix {
      let wait = time.seconds(since: lastFix)
      waits.add(wait)
      if wait > longestWait?.seconds ?? 0 { longestWait = (wait, lastFix) }
    }
    lastFix = time
  }

  private mutating func take(_ sky: Sky) {
    for satellite in sky.satellites {
      guard let strength = satellite.carrierToNoise, strength > 0 else { continue }
      signals.add(Double(strength))
      constellations[satellite.identity.constellation, default: Histogram(width: 1, most: 70)].add(
        Double(strength))
      if satellite.isUsed { usedSignals.add(Double(strength)) }
    }
  }

  // MARK: What follows

  var fixes: Int { epochs - (modes[.none] ?? 0) }

  /// The interval that the receiver keeps.
  var interval: Double? { steps.mode }

  /// Seconds to the first position; before it, a receiver often does not know the time.
  var firstFix: Double? { epochsBeforeFix.map { Double($0) * (interval ?? 1) } }

  /// Seconds without a position that count as a gap: two moments were left out.
  var gapLimit: Double { (interval ?? 1) * 2.5 }

  var gaps: Int { waits.count(above: gapLimit) }

  /// Seconds from the first to the last moment.
  var seconds: Double? {
    guard let first, let last else { return nil }
    return last.seconds(since: first)
  }
}
