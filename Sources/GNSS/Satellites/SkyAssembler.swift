internal import NMEA
internal import UBX

/// Puts the sky together: from u-blox's messages where they tell it, else from GSV and GSA sentences of all constellations.
///
/// A set of GSV sentences is one talker's satellites of one signal. A set may come with each epoch, with every fifth,
/// or spread over several; it counts when its last part has come. The sky is the union of the sets that are still told.
struct SkyAssembler {
  /// The last complete sky; it is shared with its receivers, and replaced when the next one is complete.
  private(set) var satellites = Satellites()
  /// What that one was made of.
  private(set) var sources = Fix.Sources()
  /// The report of satellites in view that sets come from, and the one of those in use: other languages fill them, too.
  var origin = (view: Fix.Sources.gsv, use: Fix.Sources.gsa)
  private var messages = MessageSky()
  private var sets: [SatelliteSet] = []
  /// The place of the set that the last sentence was about: its parts come one behind the other.
  private var latest = 0
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

  /// How many satellites the epoch names as used; nil if nothing came that names them.
  private var usedCount: Int?
  /// The GSA sentences that named them; nil where a message did.
  private var usedLists: Int? = 0
  private var counting = UsedCount()

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
    (usedCount, usedLists) = (nil, 0)
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
    usedLists? += 1
  }

  private static func mark(_ gsa: GSA, in marks: inout SatelliteMarks) {
    // Quectel's PQGSA has its system in the same field.
    let numbering = SatelliteNumbering(system: gsa.system, talker: gsa.talker)
    let numbers = gsa.satellites.stored
    marks.insert(numbers.span.extracting(0..<min(gsa.places, 24)), numbering)
  }

  // A message names its own moment, but a sky is of the epoch in which it comes: also behind that epoch's end.

  /// Takes u-blox's satellites.
  mutating func take(_ message: NavSAT) { messages.take(message, epoch: epoch) }

  /// Takes u-blox's signals.
  mutating func take(_ message: NavSIG) { messages.take(message, epoch: epoch) }

  /// Takes the satellites of an older u-blox.
  mutating func take(_ message: NavSVINFO) { messages.take(message, epoch: epoch) }

  /// Takes a sentence about satellites in view.
  mutating func take(_ gsv: GSV) {
    guard let total = gsv.total, let number = gsv.number, total > 0, 1...total ~= number else { return }
    let place = place(of: SatelliteSet.Key(gsv))
    guard sets[place].take(gsv, number: number, total: total, epoch: epoch) else { return }
    if isAhead { hasCompletedAhead = true } else { hasCompleted = true }
    let period = sets[place].period
    // A set that is silent for two rounds has left the sky, by its own rounds or by those of this one.
    for index in sets.indices where epoch - sets[index].lastHeard > 2 * max(period, sets[index].period) {
      sets.removeAll { epoch - $0.lastHeard > 2 * max(period, $0.period) }
      break
    }
  }

  /// The place of a set; where there are too many, a new one takes that of the one that was silent for longest.
  private mutating func place(of key: SatelliteSet.Key) -> Int {
    if latest < sets.count, sets[latest].key == key { return latest }
    latest = sets.firstIndex { $0.key == key } ?? newPlace(of: key)
    return latest
  }

  private mutating func newPlace(of key: SatelliteSet.Key) -> Int {
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
      // Nearly always it is nil: to write that costs a few hundred bytes.
      if lateUsed != nil { lateUsed = nil }
      isAhead = false
    }
    if let (told, source) = messages.finish(in: epoch) {
      satellites = Satellites(told)
      sources = source
      (usedCount, usedLists) = (usedCount ?? identities(usedBy: told), nil)
      return true
    }
    guard hasCompleted else { return false }
    hasCompleted = false
    if messages.isTold(in: epoch) { return false }
    var rows: [SkyRow] = []
    var count = 0
    for set in sets { count += set.complete.count }
    rows.reserveCapacity(count)
    for set in sets { rows.append(contentsOf: set.complete) }
    var first: UInt16 = 0
    for index in rows.indices {
      rows[index].first = first
      first &+= UInt16(rows[index].count)
    }
    sources = usedCount == nil && lateUsed == nil ? origin.view : origin.view.union(origin.use)
    satellites = Satellites(ToldSky(rows, usedCount == nil ? lateUsed ?? used : used))
    return true
  }

  /// How many satellites the epoch that has ended uses, beside the number that it reported; nil where that is unknown.
  mutating func countUsed(reported: Int?) -> Int? {
    counting.count(reported: reported, named: usedCount, lists: usedLists)
  }

  /// The sky behind the epoch that completed it.
  func sky(of fix: Fix) -> Sky {
    var sky = Sky(time: fix.time, satellites: satellites, dilution: fix.dilution)
    sky.sources = sources
    return sky
  }

  /// How many satellites have a signal that is in use.
  private func identities(usedBy satellites: [Satellite]) -> Int {
    var marks = SatelliteMarks()
    for satellite in satellites where satellite.isUsed { marks.insert(satellite.identity) }
    return marks.count
  }
}
