internal import GNSS
internal import GPSBase
internal import GPSGeodesy

/// Watches a sequence of skies for a simultaneous drop of all signals.
///
/// A jammer weakens every satellite equally within seconds. Trees, houses and hills block satellites one by
/// one, and a tunnel blocks all of them completely; neither counts as a drop here.
struct SignalFallWatch: Sendable {
  private var tracks: [SignalTrack] = []
  @StoredInstantIfAny private var latest: ContinuousClock.Instant?
  /// When the signals last had their usual levels.
  @StoredInstantIfAny private var calm: ContinuousClock.Instant?
  /// The receiver's highest speed since then, as it reports it.
  private var fastest: Double?
  /// The levels before the drop, while it lasts.
  private var usual: [UsualLevel] = []
  @StoredInstantIfAny private var began: ContinuousClock.Instant?
  /// The last sky examined.
  private var examined: (satellites: Satellites, levels: SkyLevels)?
  /// The current drop; nil before a drop, and after the signals have recovered.
  private(set) var fall: SignalFall?

  /// The shortest time between skies that are examined; receivers send up to ten per second.
  private static let pace = Duration.milliseconds(900)
  /// The longest duration of a drop; foliage and slow drifts take longer.
  private static let quick = Duration.seconds(12)
  /// After this time, weak signals are considered normal for the place.
  private static let longest = Duration.seconds(600)
  /// Median drops in dB: at least `least` is a fall, below `steady` is usual, below `recovered` ends a fall.
  private static let least = 8
  /// The limit if only one constellation is received, which is weaker evidence.
  private static let leastOfOne = 10
  private static let steady = 3
  private static let recovered = 4
  private static let fewest = 6

  /// Examines a sky, with the speed over ground in meters per second if known.
  mutating func take(_ sky: Sky, speed: Double?, at now: Moment) {
    if let latest = $latest, latest.duration(to: now) < Self.pace, latest <= now { return }
    $latest = now
    let levels = SkyLevels(sky)
    examined = (sky.satellites, levels)
    take(levels, speed, at: now.instant)
  }

  /// The levels of a sky, which are known if it is the last one that was examined.
  func levels(of sky: Sky) -> SkyLevels {
    if let examined, examined.levels.sources == sky.sources,
      examined.satellites.isSameSky(as: sky.satellites)
    {
      return examined.levels
    }
    return SkyLevels(sky)
  }

  private mutating func take(_ sky: SkyLevels, _ speed: Double?, at now: ContinuousClock.Instant) {
    if let began { watchRecovery(sky, since: began, at: now) } else { watchFall(sky, speed, at: now) }
    if fall == nil { learn(sky, at: now) }
  }

  private mutating func watchFall(_ sky: SkyLevels, _ speed: Double?, at now: ContinuousClock.Instant) {
    // By index, here and below: a loop over tracks would copy each of them.
    let known = tracks.indices.compactMap { tracks[$0].usual }
    var place = 0
    let drops = known.compactMap { usual in
      sky.level(of: usual.identity, from: &place).map { (usual.identity, drop: usual.level - $0) }
    }
    // If most satellites are gone completely, something blocks them.
    guard drops.count >= Self.fewest, drops.count * 2 >= known.count else { return }
    let middle = Self.middle(drops.map(\.drop))
    if middle < Self.steady { (calm, fastest) = (now, speed) }
    if let speed { fastest = fastest.map { max($0, speed) } }
    let isStandingStill = fastest.map { $0 < MotionMachine.slow }
    let isOfOne = drops.allSatisfy { $0.0.constellation == drops[0].0.constellation }
    // A moving receiver may lose one constellation behind a house.
    if isOfOne, isStandingStill != true { return }
    guard middle >= (isOfOne ? Self.leastOfOne : Self.least), let calm, calm.duration(to: now) <= Self.quick,
      drops.count(where: { $0.drop > Self.least / 2 }) * 5 >= drops.count * 4,
      !isLowFirst(sky, known, speed)
    else { return }
    began = now
    usual = known
    var fall = SignalFall(decibels: middle, satellites: drops.count)
    let before = Self.middle(known.map(\.level))
    fall.levelBefore = before
    fall.levelAfter = max(before - middle, 0)
    fall.time = calm.duration(to: now)
    fall.isStandingStill = ReceiverFacts.Fact(isStandingStill)
    self.fall = fall
  }

  /// Whether low satellites dropped first, as for a vehicle that drives under trees or between houses.
  private func isLowFirst(_ sky: SkyLevels, _ known: [UsualLevel], _ speed: Double?) -> Bool {
    guard let speed, speed > 2 else { return false }
    let drops = known.compactMap { usual in
      usual.elevation.map { (elevation: $0, drop: usual.level - (sky.level(of: usual.identity) ?? 0)) }
    }.sorted { $0.elevation < $1.elevation }
    let half = drops.count / 2
    guard half >= 2 else { return false }
    return Self.middle(drops.prefix(half).map(\.drop)) - Self.middle(drops.suffix(half).map(\.drop))
      >= Self.recovered
  }

  private mutating func watchRecovery(
    _ sky: SkyLevels, since began: ContinuousClock.Instant, at now: ContinuousClock.Instant
  ) {
    let drops = usual.compactMap { usual in sky.level(of: usual.identity).map { usual.level - $0 } }
    let middle = drops.isEmpty ? nil : Self.middle(drops)
    let isBack = drops.count * 2 >= usual.count && (middle ?? .max) < Self.recovered
    if isBack || began.duration(to: now) > Self.longest {
      self = SignalFallWatch()
      latest = now
    } else if let middle, let known = fall, middle > known.decibels {
      fall?.decibels = middle
      // Later the drop grows with each lost satellite, and is less meaningful.
      guard let calm, calm.duration(to: now) <= Self.quick else { return }
      fall?.levelAfter = known.levelBefore.map { max($0 - middle, 0) }
      fall?.time = calm.duration(to: now)
    }
  }

  private mutating func learn(_ sky: SkyLevels, at now: ContinuousClock.Instant) {
    let moment = Moment(now)
    for entry in sky.entries where entry.level > 0 {
      if let index = tracks.indices.first(where: { tracks[$0].identity == entry.identity }) {
        tracks[index].heard(entry, at: moment)
      } else {
        tracks.append(SignalTrack(entry, at: moment))
      }
    }
    var hasEmpty = false
    for index in tracks.indices {
      tracks[index].forget(before: moment)
      if tracks[index].isEmpty { hasEmpty = true }
    }
    if hasEmpty { tracks.removeAll { $0.isEmpty } }
  }

  private static func middle(_ values: [Int]) -> Int {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}

/// The usual level of a satellite.
private struct UsualLevel: Sendable {
  var identity: SatelliteIdentity
  var level: Int
  var elevation: Int?
}

/// The levels of a satellite in the last minute.
private struct SignalTrack: Sendable {
  private struct Sample: Sendable {
    var at: Moment
    var level: UInt8
  }

  /// The span from which the usual level is computed.
  private static let memory = Duration.seconds(60)

  let identity: SatelliteIdentity
  private var elevation: Int?
  /// The samples, the oldest first; the first ones may be forgotten.
  private var samples: [Sample] = []
  private var forgotten = 0
  private static let mostForgotten = 64
  /// The number of samples per level, which gives the median without sorting at each sky.
  private var counts = InlineArray<100, UInt8>(repeating: 0)

  init(_ entry: SkyLevels.Entry, at now: Moment) {
    identity = entry.identity
    heard(entry, at: now)
  }

  var isEmpty: Bool { count == 0 }

  private var count: Int { samples.count - forgotten }

  /// The median level of the last minute; nil if the satellite was not received for long enough.
  var usual: UsualLevel? {
    guard count >= 4, samples[forgotten].at.duration(to: samples[samples.count - 1].at) >= .seconds(15) else {
      return nil
    }
    var behind = count / 2
    let counts = counts.span
    for level in counts.indices {
      if behind < Int(counts[level]) {
        return UsualLevel(identity: identity, level: level, elevation: elevation)
      }
      behind -= Int(counts[level])
    }
    return nil
  }

  mutating func heard(_ entry: SkyLevels.Entry, at now: Moment) {
    elevation = entry.elevation
    let level = min(entry.level, counts.count - 1)
    // `pace` limits the samples per minute, so this counter does not overflow in practice.
    guard counts[level] < .max else { return }
    samples.append(Sample(at: now, level: UInt8(level)))
    counts[level] += 1
  }

  /// Drops samples that are older than a minute.
  mutating func forget(before now: Moment) {
    while !isEmpty, samples[forgotten].at.duration(to: now) > Self.memory {
      counts[Int(samples[forgotten].level)] -= 1
      forgotten += 1
    }
    // Many at once, since the others move.
    guard forgotten >= Self.mostForgotten else { return }
    samples.removeFirst(forgotten)
    forgotten = 0
  }
}
