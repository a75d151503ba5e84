/// Learns the last sentence of a receiver's bursts, to emit a fix before the next burst begins.
///
/// The end is a guess from earlier bursts: three of them ended with the same sentence, the burst has every
/// sentence that all of them had, and none that none of them had. If a receiver alternates between kinds of
/// bursts, the whole burst counts: four equal ones ended there, and none continued. One is enough for a
/// sentence that nothing has ever followed, and such a burst may have more satellites than earlier ones. The
/// caller asks only if no bytes wait. After a wrong guess, 12 bursts must agree, then 48, then 64.
struct EpochEnd {
  /// The sentences of the latest bursts.
  private var bursts = InlineArray<8, UInt64>(repeating: 0)
  private var count = 0
  private var next = 0
  /// The sentences of all these bursts, and of any of them.
  private var always: UInt64 = 0
  private(set) var ever: UInt64 = 0

  /// The latest bursts that differ from each other, and the total number of bursts.
  ///
  /// Allocated on the heap: an inline array in a value would be copied at each access.
  private var shapes = [BurstShape](repeating: BurstShape(), count: 8)
  private var learned = 0

  /// The presumed last sentence, and the number of consecutive bursts that ended with it.
  private var last: UInt64 = 0
  private var run = 0
  /// The first sentence of bursts, and the number of consecutive bursts that began with it.
  private var first: UInt64 = 0
  private var firstRun = 0
  /// The number of bursts that must agree.
  private var need = fewest

  /// The time between the last two epochs.
  private(set) var interval: Int64?
  private var lastTime: Int64?

  private static let fewest = 3
  /// The number of equal bursts that prove an end, if other bursts continued after the same sentence.
  private static let alike = 4
  private static let most = 64
  private static let day: Int64 = 86_400_000_000_000

  /// The sentences of all stored bursts.
  var kept: UInt64 {
    var kept = ever
    for index in shapes.indices { kept |= shapes[index].burst.all }
    return kept
  }

  /// Whether the burst is complete, judging by earlier ones.
  ///
  /// `satellites` are the sentences about satellites, whose number grows as the receiver finds more of them.
  func isEnd(of burst: Burst, satellites: UInt64) -> Bool {
    guard isSettled, !burst.isOverfull else { return false }
    // A sentence that was never followed ends any burst; satellites may continue with another constellation.
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

  /// Whether anything followed a sentence in a stored burst.
  private func wasFollowed(_ bit: UInt64) -> Bool {
    for index in shapes.indices where shapes[index].burst.all & bit != 0 {
      if shapes[index].burst.last != bit { return true }
    }
    return false
  }

  /// Whether the burst ends like the latest ones, and has the same sentences.
  func endsAsUsual(_ burst: Burst) -> Bool {
    run >= need && burst.last == last && burst.all & always == always && burst.all & ~ever == 0
  }

  /// Whether these sentences include all that the latest bursts have in common.
  func isWhole(_ sentences: UInt64) -> Bool { learned > 0 && sentences & always == always }

  /// Whether enough bursts have arrived to know their sentences.
  var isSettled: Bool { learned >= Self.fewest }

  /// Whether bursts begin with this sentence.
  func isFirst(_ bit: UInt64) -> Bool { firstRun >= Self.fewest && bit == first }

  /// Whether a sentence always precedes another one, in bursts that were frequent enough.
  func isBefore(_ bit: UInt64, _ other: UInt64) -> Bool {
    var isKnown = false
    for index in shapes.indices where shapes[index].count > 0 {
      guard let isBefore = shapes[index].burst.isBefore(bit, other) else { continue }
      guard isBefore else { return false }
      isKnown = isKnown || shapes[index].count >= Self.fewest
    }
    return isKnown
  }

  /// Learns from a burst and its time; nothing is learned from one without a time.
  ///
  /// `every` is the interval of epochs if several of them have the same time.
  mutating func learn(_ burst: Burst, at time: Int64?, every: Int64?) {
    guard let time, burst.last != 0 else { return forget() }
    if let lastTime {
      let step = every ?? (time - lastTime + Self.day) % Self.day
      if step > 0, step < 60_000_000_000 { interval = step }
    }
    lastTime = time
    run = burst.last == last ? run + 1 : 1
    last = burst.last
    firstRun = burst.first == first ? firstRun + 1 : 1
    first = burst.first
    // A regular receiver's burst is equal to the one that it replaces.
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

  /// The index of a stored burst like this one; drops bursts that have not occurred for a while.
  private mutating func place(of burst: Burst) -> Int? {
    for index in shapes.indices {
      if shapes[index].isShape(of: burst) { return index }
      if shapes[index].latest + Self.most < learned { shapes[index] = BurstShape() }
    }
    return nil
  }

  /// An index for a new kind of burst, which replaces the oldest one.
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

  /// Starts learning again.
  mutating func forget() { run = 0 }

  /// Adds to the last burst a sentence that arrived after the guessed end.
  mutating func include(_ bit: UInt64) {
    bursts[(next + 7) % 8] |= bit
    recount()
    run = 0
  }

  mutating func wasWrong() {
    need = min(need * 4, Self.most)
    shapes = [BurstShape](repeating: BurstShape(), count: 8)
  }
}
