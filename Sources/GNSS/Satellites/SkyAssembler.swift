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
  private var completions = 0

  /// More sets than any receiver tells: eight talkers with five signals each.
  private static let mostSets = 40

  /// How many satellites the GSA sentences of the epoch name; nil if none came.
  private(set) var usedCount: Int?

  /// A new epoch has begun.
  mutating func beginEpoch() {
    used.removeAll()
    usedCount = nil
  }

  /// Takes a sentence about satellites in use.
  mutating func take(_ gsa: GSA) {
    // Quectel's PQGSA has its system in the same field.
    let numbering = SatelliteNumbering(system: gsa.system, talker: gsa.talker)
    for index in 0..<min(gsa.places, 24) {
      if let number = gsa.satellites[index], let identity = numbering.identity(of: number) { used.insert(identity) }
    }
    usedCount = used.count
  }

  /// Takes a sentence about satellites in view.
  mutating func take(_ gsv: GSV) {
    guard let total = gsv.total, let number = gsv.number, total > 0, number > 0, number <= total else { return }
    // Quectel's PQGSV has its system where others have the signal.
    let isQuectel = gsv.talker == .pq
    let key = SatelliteSet.Key(
      talker: gsv.talker, signal: isQuectel ? nil : gsv.signal, system: isQuectel ? gsv.signal : nil)
    let place: Int
    if let known = sets.firstIndex(where: { $0.key == key }) {
      place = known
    } else {
      guard sets.count < Self.mostSets else { return }
      sets.append(SatelliteSet(key))
      place = sets.count - 1
    }
    guard sets[place].take(gsv, number: number, total: total) else { return }
    completions += 1
    hasCompleted = true
    let missed = sets[place].completed(at: completions)
    // Who has not been heard since this set's last but one completion has left the sky.
    sets.removeAll { $0.lastCompletion < missed }
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
        satellite.isUsed = used.contains(satellite.identity)
        sky.append(satellite)
      }
    }
    satellites = sky
    return true
  }
}

/// One talker's satellites of one signal.
struct SatelliteSet {
  /// What a set is known by.
  struct Key: Hashable {
    var talker: Talker
    var signal: Int?
    var system: Int?
  }

  let key: Key
  /// The set that came last as a whole.
  private(set) var complete: [Satellite] = []
  /// The parts that have come of the next one.
  private var growing: [Satellite] = []
  private var nextPart = 1
  private(set) var lastCompletion = 0
  private var completionBefore = 0

  /// More than any constellation has.
  private static let mostSatellites = 64

  init(_ key: Key) { self.key = key }

  /// Takes one part; true if it was the last one, and all before it have come.
  mutating func take(_ gsv: GSV, number: Int, total: Int) -> Bool {
    if number == 1 {
      growing.removeAll(keepingCapacity: true)
      nextPart = 1
    }
    guard number == nextPart else { return false }
    nextPart += 1
    let numbering = SatelliteNumbering(system: key.system, talker: key.talker)
    let stored = gsv.stored
    for index in 0..<gsv.count {
      // The mask takes the place of a check that the index is in bounds.
      let place = (4 &* index) & 31
      guard growing.count < Self.mostSatellites, stored[place] > 0,
        let identity = numbering.identity(of: Int(stored[place]))
      else { continue }
      growing.append(
        Satellite(
          identity, Signal(number: key.signal, of: identity.constellation), elevation: stored[(place &+ 1) & 31],
          azimuth: stored[(place &+ 2) & 31], carrierToNoise: stored[(place &+ 3) & 31]))
    }
    guard number == total else { return false }
    swap(&complete, &growing)
    nextPart = 1
    return true
  }

  /// Notes a completion, and answers when the one before the last was.
  mutating func completed(at moment: Int) -> Int {
    let before = completionBefore
    completionBefore = lastCompletion
    lastCompletion = moment
    return before
  }
}
