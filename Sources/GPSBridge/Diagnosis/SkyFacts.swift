public import GNSS

/// What is known about the satellites that a receiver hears.
public struct SkyFacts: Sendable, Hashable {
  /// Satellites that it knows to be in the sky.
  public var inView: Int?
  /// Satellites that it hears.
  public var heard: Int?
  /// Satellites heard well enough to be of use, at 30 dB-Hz or more.
  public var heardWell: Int?
  /// Satellites that take part in the fix.
  public var used: Int?
  /// The best carrier to noise density in dB-Hz.
  public var best: Int?
  /// The middle one.
  public var median: Int?
  /// How far apart the best and the worst are.
  public var spread: Int?

  /// Nothing known.
  public init() {}

  /// Counts the satellites of a sky, each once with the best of its signals.
  public init(_ sky: Sky) {
    var levels: [SatelliteIdentity: Int] = [:]
    var used: Set<SatelliteIdentity> = []
    for satellite in sky.satellites {
      levels[satellite.identity] = max(levels[satellite.identity] ?? 0, satellite.carrierToNoise ?? 0)
      if satellite.isUsed { used.insert(satellite.identity) }
    }
    let heard = levels.values.filter { $0 > 0 }.sorted()
    inView = levels.count
    self.heard = heard.count
    heardWell = heard.count { $0 >= SignalRules.usable }
    self.used = used.count
    best = heard.last
    median = heard.isEmpty ? nil : heard[heard.count / 2]
    if let first = heard.first, let last = heard.last { spread = last - first }
  }
}
