internal import GNSS

/// The satellites of a sky, each once with its strongest signal.
///
/// A sky has only dozens of signals, so a linear search is faster than hashing.
struct SkyLevels: Sendable {
  struct Entry: Sendable {
    var identity: SatelliteIdentity
    /// dB-Hz; 0 if no signal is received.
    var level: Int
    var elevation: Int?
    var isUsed: Bool
  }

  private(set) var entries: [Entry] = []
  /// The sentences or messages that reported the sky.
  let sources: Fix.Sources
  /// Whether they report which satellites are used.
  var reportsUse: Bool { !sources.isDisjoint(with: .used) }

  init(_ sky: Sky) {
    sources = sky.sources
    entries.reserveCapacity(sky.satellites.count)
    let areUnique = sky.satellites.identityCount == sky.satellites.count
    for satellite in sky.satellites {
      let level = satellite.carrierToNoise ?? 0
      let known = areUnique ? nil : entries.lastIndex { $0.identity == satellite.identity }
      guard let index = known else {
        entries.append(
          Entry(
            identity: satellite.identity, level: level, elevation: satellite.elevation,
            isUsed: satellite.isUsed))
        continue
      }
      entries[index].level = max(entries[index].level, level)
      entries[index].elevation = satellite.elevation
      if satellite.isUsed { entries[index].isUsed = true }
    }
  }

  /// The levels of the received satellites, from weakest to strongest.
  var heard: [Int] { entries.lazy.map(\.level).filter { $0 > 0 }.sorted() }

  /// The level of a satellite; nil if it is not received.
  func level(of identity: SatelliteIdentity) -> Int? {
    for entry in entries where entry.identity == identity { return entry.level > 0 ? entry.level : nil }
    return nil
  }
}
