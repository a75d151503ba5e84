/// Who is there, found by watching: things that come with every epoch, or with every fifth.
///
/// It counts in epochs and not in time, so that a slow line and a busy computer change nothing. Something has gone when
/// it stayed away for twice as long as it ever did.
struct Census<Thing: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    var last: Int
    /// How many epochs lay between two of them, at most; nil until there were two.
    var period: Int?

    /// For how many epochs it may stay away; of what was seen once, every fifth epoch is expected.
    var absence: Int { 2 * (period ?? 5) + 1 }
  }

  /// After how many epochs without a change what is seen is believed.
  private static var patience: Int { 6 }
  /// Nothing is believed to come more rarely.
  private static var rarest: Int { 30 }

  private var entries: [Thing: Entry] = [:]
  private var epoch = 0
  private var changed = 0

  /// What comes again and again.
  var present: Set<Thing> { Set(entries.keys) }
  /// The same, once it has not changed for a while.
  var settled: Set<Thing>? { !entries.isEmpty && epoch - changed >= Self.patience ? present : nil }
  /// After how many epochs it is certain that something has gone.
  var longestAbsence: Int { entries.values.map(\.absence).max() ?? 3 }

  /// Something was seen.
  mutating func see(_ thing: Thing) {
    guard var entry = entries[thing] else {
      entries[thing] = Entry(last: epoch)
      changed = epoch
      return
    }
    // Several in one epoch are parts of one.
    if epoch > entry.last { entry.period = min(max(entry.period ?? 1, epoch - entry.last), Self.rarest) }
    entry.last = epoch
    entries[thing] = entry
  }

  /// An epoch is over.
  mutating func endEpoch() {
    epoch += 1
    for (thing, entry) in entries where epoch - entry.last > entry.absence {
      entries[thing] = nil
      changed = epoch
    }
  }

  /// What was seen has to prove itself again.
  mutating func doubt() { changed = epoch }
}
