internal import GNSS

/// Watches whether all signals fall together: a pure value that is told of each sky.
///
/// Noise from a jammer takes the same from every satellite within seconds. Trees, houses and hills take them one by one,
/// and a tunnel takes all of them at once; neither is a fall here.
struct SignalFallWatch: Sendable {
  private struct Sample: Sendable {
    var at: ContinuousClock.Instant
    var level: Int
  }

  private struct Track: Sendable {
    var samples: [Sample] = []
    var elevation: Int?

    /// The median level of the last minute; nil if it was not heard for long enough.
    var usual: Int? {
      guard let first = samples.first, let last = samples.last, samples.count >= 4,
        first.at.duration(to: last.at) >= .seconds(15)
      else { return nil }
      return SignalFallWatch.middle(samples.map(\.level))
    }
  }

  private var tracks: [SatelliteIdentity: Track] = [:]
  private var latest: ContinuousClock.Instant?
  /// When the signals were last as they usually are.
  private var calm: ContinuousClock.Instant?
  /// The levels from before the fall, while it lasts.
  private var usual: [SatelliteIdentity: Int] = [:]
  private var began: ContinuousClock.Instant?
  /// The fall; nil if there is none, or the signals have come back.
  private(set) var fall: SignalFall?

  /// The usual level is learned from so much.
  private static let memory = Duration.seconds(60)
  /// Receivers tell up to ten skies a second: one is enough.
  private static let pace = Duration.milliseconds(900)
  /// A fall takes no longer: clouds of leaves and slow drifts do.
  private static let quick = Duration.seconds(12)
  /// After this time a place with weak signals is just that.
  private static let longest = Duration.seconds(600)
  /// Decibels of the middle satellite: so far it falls, so near it is usual, and so near it has come back.
  private static let least = 8
  private static let steady = 3
  private static let recovered = 4
  private static let fewest = 6

  init() {}

  /// Takes a sky, and the speed over ground in metres per second where that is known.
  mutating func take(_ sky: Sky, speed: Double?, at now: ContinuousClock.Instant) {
    if let latest, latest.duration(to: now) < Self.pace, latest <= now { return }
    latest = now
    let levels = Self.levels(sky)
    if let began {
      watchRecovery(levels, since: began, at: now)
    } else {
      watchFall(levels, sky, speed, at: now)
    }
    if fall == nil { learn(levels, sky, at: now) }
  }

  private mutating func watchFall(
    _ levels: [SatelliteIdentity: Int], _ sky: Sky, _ speed: Double?, at now: ContinuousClock.Instant
  ) {
    let known = tracks.compactMapValues(\.usual)
    let drops = known.compactMap { identity, usual in levels[identity].map { (identity, drop: usual - $0) } }
    // If most are gone altogether, something covers them.
    guard drops.count >= Self.fewest, drops.count * 2 >= known.count,
      Set(drops.map(\.0.constellation)).count >= 2
    else { return }
    let middle = Self.middle(drops.map(\.drop))
    if middle < Self.steady { calm = now }
    guard middle >= Self.least, let calm, calm.duration(to: now) <= Self.quick,
      drops.count(where: { $0.drop > Self.least / 2 }) * 5 >= drops.count * 4,
      !isLowFirst(levels, known, speed)
    else { return }
    began = now
    usual = known
    fall = SignalFall(decibels: middle, satellites: drops.count)
  }

  /// Whether low satellites fell first, as they do before a vehicle that drives under trees or between houses.
  private func isLowFirst(
    _ levels: [SatelliteIdentity: Int], _ known: [SatelliteIdentity: Int], _ speed: Double?
  ) -> Bool {
    guard let speed, speed > 2 else { return false }
    let drops = known.compactMap { identity, usual in
      tracks[identity]?.elevation.map { (elevation: $0, drop: usual - (levels[identity] ?? 0)) }
    }.sorted { $0.elevation < $1.elevation }
    let half = drops.count / 2
    guard half >= 2 else { return false }
    return Self.middle(drops.prefix(half).map(\.drop)) - Self.middle(drops.suffix(half).map(\.drop))
      >= Self.recovered
  }

  private mutating func watchRecovery(
    _ levels: [SatelliteIdentity: Int], since began: ContinuousClock.Instant,
    at now: ContinuousClock.Instant
  ) {
    let drops = usual.compactMap { identity, usual in levels[identity].map { usual - $0 } }
    let middle = drops.isEmpty ? nil : Self.middle(drops)
    let isBack = drops.count * 2 >= usual.count && (middle ?? .max) < Self.recovered
    if isBack || began.duration(to: now) > Self.longest {
      self = SignalFallWatch()
      latest = now
    } else if let middle, let known = fall, middle > known.decibels {
      fall?.decibels = middle
    }
  }

  private mutating func learn(
    _ levels: [SatelliteIdentity: Int], _ sky: Sky, at now: ContinuousClock.Instant
  ) {
    for satellite in sky.satellites where levels[satellite.identity] != nil {
      tracks[satellite.identity, default: Track()].elevation = satellite.elevation
    }
    for (identity, level) in levels {
      tracks[identity, default: Track()].samples.append(Sample(at: now, level: level))
    }
    for identity in Array(tracks.keys) {
      tracks[identity]?.samples.removeAll { $0.at.duration(to: now) > Self.memory }
      if tracks[identity]?.samples.isEmpty == true { tracks[identity] = nil }
    }
  }

  /// Each satellite that is heard, with the best of its signals.
  private static func levels(_ sky: Sky) -> [SatelliteIdentity: Int] {
    var levels: [SatelliteIdentity: Int] = [:]
    for satellite in sky.satellites {
      guard let level = satellite.carrierToNoise, level > 0 else { continue }
      levels[satellite.identity] = max(levels[satellite.identity] ?? 0, level)
    }
    return levels
  }

  fileprivate static func middle(_ values: [Int]) -> Int {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
