internal import GNSS
internal import GPSBase

/// A receiver's settings as its behavior shows them.
struct DeviceObservation: Sendable {
  private(set) var pace = EpochPace()
  private(set) var sentences = Census<OutputSentence>()
  private(set) var systems = Census<Constellation>()
  private(set) var bursts = BurstPace()
  var languages = LanguageWatch()

  mutating func take(_ sentence: ArrivedSentence, at instant: ContinuousClock.Instant) {
    guard let kind = sentence.kind else { return }
    bursts.take(kind, at: instant)
    sentences.see(kind)
    // CASIC receivers report each system in use, with or without satellites.
    if let system = sentence.system { systems.see(system) }
  }

  mutating func take(_ fix: Fix, at instant: ContinuousClock.Instant) {
    pace.take(fix, at: instant)
    sentences.endEpoch()
    systems.endEpoch()
    languages.endEpoch()
  }

  /// Discards what was observed about a setting that is being or was changed.
  mutating func doubt(_ kind: SettingKind) {
    switch kind {
    case .updateRate:
      pace.forget()
      bursts.forget()
    case .enabledSentences: sentences.doubt()
    case .constellations: systems.doubt()
    case .language: languages.doubt()
    default: break
    }
  }

  /// Discards what was observed before the receiver carried out a MediaTek command with this number.
  mutating func doubt(command: Int) {
    switch command {
    case 220, 300: doubt(.updateRate)
    case 314: doubt(.enabledSentences)
    default: break
    }
  }

  /// Whether the receiver behaves as if a setting had this value, as far as its dialect can set the value.
  func shows(_ value: SettingValue, in dialect: ReceiverDialect) -> Bool {
    if let rate = value[.updateRate] { return pace.rate?.resembles(rate) ?? false }
    if let wanted = value[.enabledSentences] {
      return wanted
        == sentences.present.filter { (try? dialect.command(for: Setting.enabledSentences([$0]))) != nil }
    }
    if let wanted = value[.constellations] { return wanted == systems.present }
    return value[.language] == .nmea && languages.isInSentences
  }

  /// The observed value of a setting as text.
  func found(_ kind: SettingKind) -> String {
    switch kind {
    case .updateRate: pace.rate.map { "it sends at \($0)" } ?? "it shows no steady rate"
    case .enabledSentences: "it sends \(sentences.present.inWords)"
    case .constellations: "it reports \(systems.present.inWords)"
    case .baudRate: "no complete sentence arrived"
    case .language: languages.spoken.map { "it sends \($0.name)" } ?? "it has not shown its protocol"
    default: "its output does not show it"
    }
  }

  /// The largest number of epochs until a change of a setting shows.
  func epochsToSee(_ kind: SettingKind) -> Int {
    switch kind {
    case .updateRate: 5
    case .enabledSentences: sentences.longestAbsence + 3
    case .constellations: systems.longestAbsence + 3
    case .language: 5
    default: 2
    }
  }
}

/// How often the sentence with the position arrives, regardless of the time in it.
///
/// Some receivers repeat the same second in several sentences, which count as one epoch. The arrival of their
/// sentences still shows whether they keep the requested rate.
struct BurstPace: Sendable, Hashable {
  private static let needed = 4
  private var sentence: OutputSentence?
  private var last: Moment?
  private var gaps: [Duration] = []

  /// Whether sentences arrive at the rate that a value requests, within the jitter of the line.
  func shows(_ value: SettingValue) -> Bool {
    guard let rate = value[.updateRate], gaps.count == Self.needed else { return false }
    let mean = gaps.reduce(Duration.zero, +) / Self.needed
    return abs(mean / rate.interval - 1) < 0.2
  }

  mutating func forget() { self = BurstPace() }

  mutating func take(_ sentence: OutputSentence, at instant: ContinuousClock.Instant) {
    guard sentence == .rmc || sentence == .gga else { return }
    guard self.sentence == sentence || self.sentence == nil else { return }
    self.sentence = sentence
    let now = Moment(instant)
    defer { last = now }
    guard let last else { return }
    gaps.append(last.duration(to: now))
    if gaps.count > Self.needed { gaps.removeFirst() }
  }
}

/// How often a receiver reports its position: three equal intervals in a row make a rate.
///
/// The receiver's own time is preferred, since arrival times vary with the line.
struct EpochPace: Sendable, Hashable {
  private enum Mark: Sendable, Hashable {
    /// Nanoseconds of the day by the receiver's clock.
    case clock(Int64)
    case arrival(Moment)
  }

  private static let needed = 3
  private static let day: Int64 = 86_400_000_000_000

  private var last: Mark?
  private var gaps: [Duration] = [] { didSet { rate = measured } }

  /// The rate; nil while the intervals differ.
  private(set) var rate: UpdateRate?

  private var measured: UpdateRate? {
    guard gaps.count == Self.needed, let shortest = gaps.min(), let longest = gaps.max() else { return nil }
    guard longest - shortest <= max(longest * 0.1, .milliseconds(11)) else { return nil }
    let sum = gaps.reduce(Duration.zero, +)
    return Self.usual(sum / Self.needed)
  }

  mutating func forget() { self = EpochPace() }

  mutating func take(_ fix: Fix, at instant: ContinuousClock.Instant) {
    let mark =
      (fix.time?.timeOfDay ?? fix.timeOfDay).map { Mark.clock($0.nanosecondsOfDay) }
      ?? .arrival(Moment(instant))
    defer { last = mark }
    switch (last, mark) {
    case (.clock(let before), .clock(let now)):
      add(.nanoseconds((now - before + Self.day) % Self.day))
    case (.arrival(let before), .arrival(let now)): add(before.instant.duration(to: now.instant))
    case (nil, _), (.clock, .arrival), (.arrival, .clock): gaps = []
    }
  }

  private mutating func add(_ gap: Duration) {
    // Most receivers are exact.
    if gaps.count == Self.needed, gaps.allSatisfy({ $0 == gap }) { return }
    gaps = gaps.suffix(Self.needed - 1) + [gap]
  }

  /// Rounds to a whole number of epochs per second or of seconds per epoch, if one is close.
  private static func usual(_ interval: Duration) -> UpdateRate? {
    let milliseconds = interval / .milliseconds(1)
    guard 10...60_000 ~= milliseconds else { return nil }
    let nearest =
      milliseconds < 1000 ? 1000 / (1000 / milliseconds).rounded() : (milliseconds / 1000).rounded() * 1000
    let isClose = abs(nearest - milliseconds) <= milliseconds * 0.04
    return UpdateRate(milliseconds: Int((isClose ? nearest : milliseconds).rounded()))
  }
}

/// Determines which things recur, for example in every epoch or in every fifth.
///
/// It counts epochs, not time, so a slow line or a busy computer does not matter. A thing counts as gone
/// after it was absent for twice its longest period.
struct Census<Thing: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let thing: Thing
    var last: Int
    /// The largest number of epochs from one occurrence to the next; nil until there were two.
    var period: Int?

    /// The number of epochs that the thing may be absent; a thing seen once is expected every fifth epoch.
    var absence: Int { 2 * (period ?? 5) + 1 }
  }

  /// The number of epochs without a change after which the set counts as settled.
  private static var patience: Int { 6 }
  /// The longest period that is accepted.
  private static var rarest: Int { 30 }

  /// At most a dozen entries, so a linear search is faster than hashing.
  private var entries: [Entry] = []
  private var epoch = 0
  private var changed = 0
  /// The epoch of a doubt, until every thing has recurred or disappeared since then.
  private var doubted: Int?

  /// The things that recur; stored, because it is read in each epoch and seldom changes.
  private(set) var present: Set<Thing> = []
  /// The present things once the set has settled; nil until then.
  var settled: Set<Thing>? {
    doubted == nil && !entries.isEmpty && epoch - changed >= Self.patience ? present : nil
  }
  /// The number of epochs after which an absent thing has certainly gone.
  var longestAbsence: Int { entries.map(\.absence).max() ?? 3 }

  mutating func see(_ thing: Thing) {
    guard let index = entries.firstIndex(where: { $0.thing == thing }) else {
      entries.append(Entry(thing: thing, last: epoch))
      present.insert(thing)
      changed = epoch
      return
    }
    let gap = epoch - entries[index].last
    // Repeats within one epoch count once.
    guard gap > 0 else { return }
    entries[index].period = min(max(entries[index].period ?? 1, gap), Self.rarest)
    entries[index].last = epoch
  }

  /// Ends an epoch; drops things that were absent for too long.
  mutating func endEpoch() {
    epoch += 1
    defer { if let doubt = doubted, entries.allSatisfy({ $0.last > doubt }) { doubted = nil } }
    guard entries.contains(where: { epoch - $0.last > $0.absence }) else { return }
    entries.removeAll { epoch - $0.last > $0.absence }
    present = Set(entries.map(\.thing))
    changed = epoch
  }

  /// Requires the set to settle again: each thing must recur, or be absent for long enough.
  mutating func doubt() {
    changed = epoch
    doubted = entries.isEmpty ? nil : epoch
  }
}
