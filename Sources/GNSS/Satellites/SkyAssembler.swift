internal import NMEA

/// Puts the sky together from GSV and GSA sentences of all constellations.
///
/// A set of GSV sentences is one talker's satellites of one signal. A set may come with each epoch, with every fifth,
/// or spread over several; it counts when its last part has come. The sky is the union of the sets that are still told.
struct SkyAssembler {
  /// The last complete sky; the array is shared with its receivers, and replaced when the next one is complete.
  private(set) var satellites: [Satellite] = []
  private var sets: [SatelliteSet] = []
  private var used = SatelliteMarks()
  /// Those that the last epoch used, as it said when it had been given out.
  private var lateUsed: SatelliteMarks?
  private var hasCompleted = false
  /// Whether a set is complete that may be the next epoch's.
  private var hasCompletedAhead = false
  /// Epochs so far.
  private var epoch = 0

  /// More sets than any receiver tells: eight talkers with five signals each.
  private static let mostSets = 40

  /// How many satellites the GSA sentences of the epoch name; nil if none came.
  private(set) var usedCount: Int?

  /// Whether what comes now may be the next epoch's already: the next one gets the sky that it completes.
  var isAhead = false {
    didSet {
      guard !isAhead, hasCompletedAhead else { return }
      hasCompleted = true
      hasCompletedAhead = false
    }
  }

  /// A new epoch has begun.
  mutating func beginEpoch() {
    epoch += 1
    used.removeAll()
    usedCount = nil
  }

  /// Takes a sentence about satellites in use that came when its epoch had been given out.
  ///
  /// It counts for the next sky, unless the next epoch says itself which are in use.
  mutating func takeLate(_ gsa: GSA) {
    var marks = lateUsed ?? SatelliteMarks()
    Self.mark(gsa, in: &marks)
    lateUsed = marks
  }

  /// Takes a sentence about satellites in use.
  mutating func take(_ gsa: GSA) {
    Self.mark(gsa, in: &used)
    usedCount = used.count
  }

  private static func mark(_ gsa: GSA, in marks: inout SatelliteMarks) {
    // Quectel's PQGSA has its system in the same field.
    let numbering = SatelliteNumbering(system: gsa.system, talker: gsa.talker)
    for index in 0..<min(gsa.places, 24) {
      if let number = gsa.satellites[index], let identity = numbering.identity(of: number) {
        marks.insert(identity)
      }
    }
  }

  /// Takes a sentence about satellites in view.
  mutating func take(_ gsv: GSV) {
    guard let total = gsv.total, let number = gsv.number, total > 0, 1...total ~= number else { return }
    let key = SatelliteSet.Key(talker: gsv.talker, signal: gsv.signal, system: gsv.system)
    let place = place(of: key)
    guard sets[place].take(gsv, number: number, total: total, epoch: epoch) else { return }
    if isAhead { hasCompletedAhead = true } else { hasCompleted = true }
    let period = sets[place].period
    // A set that is silent for two rounds has left the sky, by its own rounds or by those of this one.
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
    defer {
      lateUsed = nil
      isAhead = false
    }
    guard hasCompleted else { return false }
    hasCompleted = false
    let used = usedCount == nil ? lateUsed ?? used : used
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
