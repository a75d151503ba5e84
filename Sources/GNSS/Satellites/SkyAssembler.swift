internal import NMEA

/// Puts the sky together from GSV and GSA sentences of all constellations.
///
/// A set of GSV sentences is one talker's satellites of one signal. A set may come with each epoch, with every fifth,
/// or spread over several; it counts when its last part has come. The sky is the union of the sets that are still told.
struct SkyAssembler {
  /// The last complete sky; the array is shared with those who got it, and made anew when the next one is complete.
  private(set) var satellites: [Satellite] = []
  private var sets: [SatelliteSet] = []
  private var used = SatelliteMarks()
  private var hasCompleted = false
  /// Epochs so far.
  private var epoch = 0

  /// More sets than any receiver tells: eight talkers with five signals each.
  private static let mostSets = 40

  /// How many satellites the GSA sentences of the epoch name; nil if none came.
  private(set) var usedCount: Int?

  /// A new epoch has begun.
  mutating func beginEpoch() {
    epoch += 1
    used.removeAll()
    usedCount = nil
  }

  /// Takes a sentence about satellites in use.
  mutating func take(_ gsa: GSA) {
    // Quectel's PQGSA has its system in the same field.
    let numbering = SatelliteNumbering(system: gsa.system, talker: gsa.talker)
    for index in 0..<min(gsa.places, 24) {
      if let number = gsa.satellites[index], let identity = numbering.identity(of: number) {
        used.insert(identity)
      }
    }
    usedCount = used.count
  }

  /// Takes a sentence about satellites in view.
  mutating func take(_ gsv: GSV) {
    guard let total = gsv.total, let number = gsv.number, total > 0, 1...total ~= number else { return }
    // Quectel's PQGSV has its system where others have the signal.
    let isQuectel = gsv.talker == .pq
    let key = SatelliteSet.Key(
      talker: gsv.talker, signal: isQuectel ? nil : gsv.signal, system: isQuectel ? gsv.signal : nil)
    let place = place(of: key)
    guard sets[place].take(gsv, number: number, total: total, epoch: epoch) else { return }
    hasCompleted = true
    let period = sets[place].period
    // Who has been silent for two rounds has left the sky, be it two of its own or two of this one.
    sets.removeAll { epoch - $0.lastHeard > 2 * max(period, $0.period) }
  }

  /// The place of a set; where there are too many, a new one takes that of the one that was silent for longest.
  private mutating func place(of key: SatelliteSet.Key) -> Int {
    if let known = sets.firstIndex(where: { $0.key == key }) { return known }
    guard sets.count == Self.mostSets else {
      sets.append(SatelliteSet(key))
      return sets.count - 1
    }
    let oldest = sets.indices.min { sets[$0].lastHeard < sets[$1].lastHeard } ?? 0
    sets[oldest] = SatelliteSet(key)
    return oldest
  }

  /// The epoch has ended; whether a new sky is complete.
  mutating func finishEpoch() -> Bool {
    guard hasCompleted else { return false }
    hasCompleted = false
    var sky: [Satellite] = []
    sky.reserveCapacity(sets.reduce(0) { $0 + $1.complete.count })
    for set in sets {
      for satellite in set.complete {
        var satellite = satellite
        satellite.isUsed = satellite.carrierToNoise != nil && used.contains(satellite.identity)
        sky.append(satellite)
      }
    }
    satellites = sky
    return true
  }
}
