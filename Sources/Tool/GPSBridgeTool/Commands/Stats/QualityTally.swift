internal import GNSS
internal import GPSFormats
internal import GPSGeodesy

/// Counts the quality of a receiver epoch by epoch, in bounded memory.
struct QualityTally: Sendable {
  private(set) var epochs = 0
  private(set) var modes: [FixMode: Int] = [:]
  /// Epochs without any report on the fix.
  private var unreported = 0
  /// Epochs with a probably forged position, which are excluded from all other counts.
  private(set) var suspect = 0
  private(set) var corrected = 0
  /// The steps of the receiver's time.
  private(set) var clock = ClockSteps()
  /// Positions too far from the previous one.
  private(set) var jumps = PlaceJumps()
  private var epochsBeforeFix: Int?
  /// Seconds between two epochs, and between two positions.
  private(set) var steps = noSteps
  private(set) var waits = noWaits
  private(set) var longestWait: (seconds: Double, at: UTC)?
  private(set) var hdop = Histogram(width: 0.01, most: 50)
  private(set) var accuracy = Histogram(width: 0.001, most: 500)
  private(set) var speed = Histogram(width: 0.001, most: 350)
  private(set) var used = Histogram(width: 1, most: 100)
  /// In dB-Hz: the used signals, and all signals.
  private(set) var usedSignals = Histogram(width: 1, most: 70)
  private(set) var signals = Histogram(width: 1, most: 70)
  /// The signals of each constellation, by its raw value.
  private var byConstellation = Constellation.allCases.map { _ in Histogram(width: 1, most: 70) }
  private(set) var spread = PositionSurvey()
  private var motion = MotionMachine()
  private var lastFix: UTC?
  private static let noSteps = Histogram(width: 0.05, most: 60, .centers)
  private static let noWaits = Histogram(width: 0.05, most: 3600, .centers)
  private var line = EpochLine()
  /// Whether the receiver has reported a date; without one, times are times of day.
  private(set) var isDated = false

  mutating func take(_ output: DecodedOutput, isSuspect: Bool = false) {
    switch output {
    case .fix(let fix): take(fix, isSuspect: isSuspect && fix.hasPosition)
    case .sky(let sky): take(sky)
    case .condition, .sentence, .message: break
    }
  }

  private mutating func take(_ fix: Fix, isSuspect: Bool) {
    epochs += 1
    if isSuspect { suspect += 1 }
    if fix.isUnreported {
      unreported += 1
    } else {
      modes[fix.hasPosition && !isSuspect ? fix.mode : .none, default: 0] += 1
    }
    let time = time(of: fix)
    if let time {
      switch clock.take(time) {
      case .on(let seconds) where seconds > 0: steps.add(seconds)
      // After the clock was set, the interval is not a gap.
      case .set: lastFix = nil
      case .on, nil: break
      }
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
    jumps.take(fix)
    if let place = fix.coordinate { spread.add(place, altitude: nil, at: clock.seconds) }
    // A receiver without a time has an epoch a second.
    let seconds = clock.first == nil ? Double(epochs) : clock.seconds
    if let sample = MotionMachine.Sample(fix, at: Int64(seconds * 1000)) { _ = motion.take(sample) }
    if let time { found(at: time) } else if !fix.hasSteadyTime { lastFix = nil }
  }

  /// The time of an epoch; until a date comes, on a line of days that is dropped then.
  private mutating func time(of fix: Fix) -> UTC? {
    guard let time = fix.steadyTime else { return isDated ? nil : line.time(of: fix) }
    if !isDated {
      isDated = true
      (clock, lastFix, longestWait) = (ClockSteps(), nil, nil)
      (steps, waits) = (Self.noSteps, Self.noWaits)
    }
    return time
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
    sky.satellites.forEachReceived { signal in
      let strength = Double(signal.carrierToNoise)
      signals.add(strength)
      byConstellation[Int(signal.constellation.rawValue)].add(strength)
      if signal.isUsed { usedSignals.add(strength) }
    }
  }

  // MARK: - Results

  /// The signals of the constellations that were received.
  var constellations: [Constellation: Histogram] {
    var received: [Constellation: Histogram] = [:]
    for constellation in Constellation.allCases {
      let signals = byConstellation[Int(constellation.rawValue)]
      if signals.total > 0 { received[constellation] = signals }
    }
    return received
  }

  var fixes: Int { epochs - (modes[.none] ?? 0) - unreported }

  /// The receiver's usual interval: the median.
  var interval: Double? { steps.quantile(0.5) }

  /// Seconds to the first position; before it, a receiver often has no time.
  var firstFix: Double? { epochsBeforeFix.map { Double($0) * (interval ?? 1) } }

  var gaps: Int { waits.count(above: Gap.missing(every: interval ?? 1)) }

  /// The seconds that its time ran; nil if it never had a time.
  var seconds: Double? { clock.first == nil ? nil : clock.seconds }

  /// Whether it was stationary; only then the spread of its positions is a scatter.
  var stoodStill: Bool { motion.way == 0 }
}
