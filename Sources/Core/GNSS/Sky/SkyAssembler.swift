internal import NMEA
internal import UBX

/// Assembles the sky from u-blox's messages if they are sent, otherwise from GSV and GSA sentences.
///
/// A set of GSV sentences has one talker's satellites for one signal. A set may arrive in each epoch, in
/// every fifth, or spread over several; it counts once complete. The sky is the union of the sets that are
/// still sent.
struct SkyAssembler {
  /// The last complete sky, which is shared with its users and replaced by the next one.
  private(set) var satellites = Satellites()
  private(set) var sources = Fix.Sources()
  /// The sources of satellites in view and in use; other protocols set them as well.
  var origin = (view: Fix.Sources.gsv, use: Fix.Sources.gsa)
  private var messages = MessageSky()
  private var sets: [SatelliteSet] = []
  /// The index of the set of the last sentence, since the parts of a set arrive in sequence.
  private var latest = 0
  private var used = SatelliteMarks()
  /// Satellites used by the last epoch, which were reported after it was emitted.
  private var lateUsed: SatelliteMarks?
  private var hasCompleted = false
  /// Whether a set is complete that may belong to the next epoch.
  private var hasCompletedAhead = false
  private var epoch = 0

  /// More sets than any receiver sends: eight talkers with five signals each.
  private static let mostSets = 40

  /// The number of satellites that the epoch lists as used; nil without a list.
  private var usedCount: Int?
  /// The number of GSA sentences with these lists; nil if a message had them.
  private var usedLists: Int? = 0
  private var counting = UsedCount()

  /// Whether sentences may already belong to the next epoch, which then gets the sky that they complete.
  var isAhead = false {
    didSet {
      guard !isAhead, hasCompletedAhead else { return }
      hasCompleted = true
      hasCompletedAhead = false
    }
  }

  mutating func beginEpoch() {
    epoch += 1
    used.removeAll()
    (usedCount, usedLists) = (nil, 0)
  }

  /// Handles a GSA that arrived after its epoch was emitted.
  ///
  /// It counts for the next sky, unless the next epoch has its own list.
  mutating func takeLate(_ gsa: GSA) {
    var marks = lateUsed ?? SatelliteMarks()
    Self.mark(gsa, in: &marks)
    lateUsed = marks
  }

  /// Handles a list of satellites used.
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

  // A message has its own time, but its sky belongs to the epoch of its arrival, even if that has ended.

  /// Handles u-blox's satellites.
  mutating func take(_ message: NavSAT) { messages.take(message, epoch: epoch) }

  /// Handles u-blox's signals.
  mutating func take(_ message: NavSIG) { messages.take(message, epoch: epoch) }

  /// Handles the satellites of an older u-blox.
  mutating func take(_ message: NavSVINFO) { messages.take(message, epoch: epoch) }

  /// Handles a sentence about satellites in view.
  mutating func take(_ gsv: GSV) {
    guard let total = gsv.total, let number = gsv.number, total > 0, 1...total ~= number else { return }
    let place = place(of: SatelliteSet.Key(gsv))
    guard sets[place].take(gsv, number: number, total: total, epoch: epoch) else { return }
    if isAhead { hasCompletedAhead = true } else { hasCompleted = true }
    let period = sets[place].period
    // A set that is missing for two periods has left the sky, whether by its own period or by this set's.
    for index in sets.indices where epoch - sets[index].lastHeard > 2 * max(period, sets[index].period) {
      sets.removeAll { epoch - $0.lastHeard > 2 * max(period, $0.period) }
      break
    }
  }

  /// The index of a set; if there are too many, a new set replaces the one that was silent for longest.
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

  /// Ends the epoch; returns whether a new sky is complete.
  mutating func finishEpoch() -> Bool {
    defer {
      // `lateUsed` is nearly always nil, and writing it would copy a few hundred bytes.
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
    satellites = Satellites(SentenceSky(rows, usedCount == nil ? lateUsed ?? used : used))
    return true
  }

  /// The number of satellites that the ended epoch used, given the number that it reported; nil if unknown.
  mutating func countUsed(reported: Int?) -> Int? {
    counting.count(reported: reported, named: usedCount, lists: usedLists)
  }

  /// The sky to emit after the epoch that completed it.
  func sky(of fix: Fix) -> Sky {
    var sky = Sky(time: fix.time, satellites: satellites, dilution: fix.dilution)
    sky.sources = sources
    return sky
  }

  private func identities(usedBy satellites: [Satellite]) -> Int {
    var marks = SatelliteMarks()
    for satellite in satellites where satellite.isUsed { marks.insert(satellite.identity) }
    return marks.count
  }
}
