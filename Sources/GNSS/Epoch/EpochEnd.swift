/// Learns which sentence ends a receiver's burst, so that a fix can be given out before the next burst begins.
///
/// The end is a guess from the bursts before: the last sentence was the same in three of them, every sentence has
/// come that all of them had, and none that none of them had. A receiver that sends two kinds of bursts in turn is
/// known by the whole burst: four like it ended there, and none went on. One is enough for a sentence that nothing ever
/// came behind, and such a burst may have more satellites than those before. The caller asks only when no more bytes wait.
/// A guess that was wrong makes it more careful: then 12 bursts must agree, then 48, then 64.
struct EpochEnd {
  /// The sentences of the latest bursts.
  private var bursts = InlineArray<8, UInt64>(repeating: 0)
  private var count = 0
  private var next = 0
  /// Sentences that came in all of them, and in any.
  private var always: UInt64 = 0
  private(set) var ever: UInt64 = 0

  /// The latest bursts that differ from each other, and how many bursts there were in all.
  ///
  /// On the heap: an inline array that is a member of a value is copied as often as it is looked at.
  private var shapes = [BurstShape](repeating: BurstShape(), count: 8)
  private var learned = 0

  /// The sentence that may be the last, and how many bursts in a row ended with it.
  private var last: UInt64 = 0
  private var run = 0
  /// The sentence that bursts begin with, and how many in a row did.
  private var first: UInt64 = 0
  private var firstRun = 0
  /// How many bursts must agree.
  private var need = fewest

  /// The time between the last two epochs.
  private(set) var interval: Int64?
  private var lastTime: Int64?

  private static let fewest = 3
  /// So many bursts must have ended with a sentence that others went on behind.
  private static let alike = 4
  private static let most = 64
  private static let day: Int64 = 86_400_000_000_000

  /// Sentences of all bursts that are remembered.
  var kept: UInt64 {
    var kept = ever
    for index in shapes.indices { kept |= shapes[index].burst.all }
    return kept
  }

  /// Whether the burst is complete, as far as can be told from those before.
  ///
  /// `satellites` are the sentences that tell of satellites: a receiver sends more of them as it finds more.
  func isEnd(of burst: Burst, satellites: UInt64) -> Bool {
    guard isSettled, !burst.isOverfull else { return false }
    // A sentence that nothing ever came behind ends any burst; satellites may go on with another constellation's.
    let isAlwaysLast = burst.last & satellites == 0 && !wasFollowed(burst.last)
    let wanted = need > Self.fewest ? need : isAlwaysLast ? 1 : Self.alike
    var isKnown = false
    var isGrown = false
    for index in shapes.indices where shapes[index].count > 0 {
      let other = shapes[index].burst
      if burst.isBeginning(of: other) { return false }
      if shapes[index].count >= wanted, burst.isEqual(to: other) { isKnown = true }
      if shapes[index].count >= Self.fewest, burst.isEqual(to: other, withMore: satellites) { isGrown = true }
    }
    return isKnown || isGrown && isAlwaysLast && need == Self.fewest || endsAsUsual(burst)
  }

  /// Whether anything came behind a sentence in a burst that is remembered.
  private func wasFollowed(_ bit: UInt64) -> Bool {
    for index in shapes.indices where shapes[index].burst.all & bit != 0 {
      if shapes[index].burst.last != bit { return true }
    }
    return false
  }

  /// Whether the burst ends with the sentence that the latest ones ended with, and has what they had.
  func endsAsUsual(_ burst: Burst) -> Bool {
    run >= need && burst.last == last && burst.all & always == always && burst.all & ~ever == 0
  }

  /// Whether a burst with these sentences has all that the latest bursts had.
  func isWhole(_ sentences: UInt64) -> Bool { learned > 0 && sentences & always == always }

  /// Whether enough bursts have come to know what they are made of.
  var isSettled: Bool { learned >= Self.fewest }

  /// Whether bursts begin with this sentence.
  func isFirst(_ bit: UInt64) -> Bool { firstRun >= Self.fewest && bit == first }

  /// Whether a sentence always stands before another one, in bursts that have come often enough.
  func isBefore(_ bit: UInt64, _ other: UInt64) -> Bool {
    var isKnown = false
    for index in shapes.indices where shapes[index].count > 0 {
      guard let isBefore = shapes[index].burst.isBefore(bit, other) else { continue }
      guard isBefore else { return false }
      isKnown = isKnown || shapes[index].count >= Self.fewest
    }
    return isKnown
  }

  /// Takes note of a burst that was given out, and when it was; one without a time teaches nothing.
  mutating func learn(_ burst: Burst, at time: Int64?) {
    guard let time, burst.last != 0 else { return forget() }
    if let lastTime {
      let step = (time - lastTime + Self.day) % Self.day
      if step > 0, step < 60_000_000_000 { interval = step }
    }
    lastTime = time
    run = burst.last == last ? run + 1 : 1
    last = burst.last
    firstRun = burst.first == first ? firstRun + 1 : 1
    first = burst.first
    // A receiver that says the same each time puts the same in the place of the same.
    let isNew = count < 8 || bursts[next] != burst.all
    bursts[next] = burst.all
    next = (next + 1) % 8
    count = min(count + 1, 8)
    if isNew { recount() }
    remember(burst)
  }

  private mutating func remember(_ burst: Burst) {
    learned += 1
    let place = place(of: burst) ?? newPlace(for: burst)
    shapes[place].came(as: learned)
  }

  /// Where a burst like this one is remembered; one that did not come for a while is forgotten on the way.
  private mutating func place(of burst: Burst) -> Int? {
    for index in shapes.indices {
      if shapes[index].isShape(of: burst) { return index }
      if shapes[index].latest + Self.most < learned { shapes[index] = BurstShape() }
    }
    return nil
  }

  /// A place for a burst that is like none of them: the eldest makes room.
  private mutating func newPlace(for burst: Burst) -> Int {
    var place = 0
    for index in shapes.indices where shapes[index].latest < shapes[place].latest { place = index }
    shapes[place] = BurstShape(burst: burst)
    return place
  }

  private mutating func recount() {
    always = ~0
    ever = 0
    for index in 0..<count {
      always &= bursts[index]
      ever |= bursts[index]
    }
  }

  /// Starts the lesson again.
  mutating func forget() { run = 0 }

  /// The burst that was given out last has a sentence that came behind the end that was guessed.
  mutating func include(_ bit: UInt64) {
    bursts[(next + 7) % 8] |= bit
    recount()
    run = 0
  }

  /// The last guess was wrong.
  mutating func wasWrong() {
    need = min(need * 4, Self.most)
    shapes = [BurstShape](repeating: BurstShape(), count: 8)
  }
}
