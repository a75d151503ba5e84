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
  var reportsUse: Bool { !sources.isDisjoint(with: .used) }

  init(_ sky: Sky) {
    sources = sky.sources
    entries.reserveCapacity(sky.satellites.count)
    let areUnique = sky.satellites.identityCount == sky.satellites.count
    sky.satellites.forEachSatellite { satellite in
      let level = satellite.carrierToNoise ?? 0
      let known = areUnique ? nil : entries.lastIndex { $0.identity == satellite.identity }
      guard let index = known else {
        entries.append(
          Entry(
            identity: satellite.identity, level: level, elevation: satellite.elevation,
            isUsed: satellite.isUsed))
        return
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
    var place = 0
    return level(of: identity, from: &place)
  }

  /// The same, but searches from a place, and moves the place past the satellite.
  ///
  /// Receivers keep the order of their satellites, so consecutive searches find most of them at once.
  func level(of identity: SatelliteIdentity, from place: inout Int) -> Int? {
    guard let index = entries.ring(from: place, where: { $0.identity == identity }) else { return nil }
    place = index + 1
    return entries[index].level > 0 ? entries[index].level : nil
  }
}

extension Array {
  /// The index of the only element that meets a condition, searched from a place to the end, then before it.
  func ring(from place: Int, where isMet: (borrowing Element) -> Bool) -> Int? {
    let elements = span
    var index = place
    for _ in elements.indices {
      if index >= elements.count { index = 0 }
      if isMet(elements[index]) { return index }
      index += 1
    }
    return nil
  }
}
