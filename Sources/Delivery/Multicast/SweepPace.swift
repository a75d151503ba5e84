/// How often to look for the dead in a table of weak references.
///
/// A small table is swept at every insertion, a large one rarely enough that an insertion looks at a few
/// entries on average, however many there are.
struct SweepPace {
  private var insertions = 0
  private var survivors = 0

  /// Notes an insertion; true when it is time to sweep.
  mutating func isDue() -> Bool {
    insertions += 1
    return insertions * 8 > survivors
  }

  /// Notes how many a sweep has left.
  mutating func swept(leaving count: Int) {
    insertions = 0
    survivors = count
  }
}
