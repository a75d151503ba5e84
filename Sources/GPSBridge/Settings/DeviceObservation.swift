internal import GNSS
internal import GPSBase
internal import NMEA

/// The settings of a receiver, as its behavior shows them.
struct DeviceObservation: Sendable {
  private(set) var pace = EpochPace()
  private(set) var sentences = Census<OutputSentence>()
  private(set) var systems = Census<Constellation>()
  private(set) var bursts = BurstPace()
  var languages = LanguageWatch()

  /// A sentence came.
  mutating func take(_ bytes: [UInt8], at instant: ContinuousClock.Instant) {
    guard let sentence = OutputSentence(bytes) else { return }
    bursts.take(sentence, at: instant)
    sentences.see(sentence)
    // CASIC receivers report each system in use, with or without satellites.
    if sentence == .gsv, let system = Self.system(Talker(bytes[1], bytes[2])) { systems.see(system) }
  }

  /// An epoch is over.
  mutating func take(_ fix: Fix, at instant: ContinuousClock.Instant) {
    pace.take(fix, at: instant)
    sentences.endEpoch()
    systems.endEpoch()
    languages.endEpoch()
  }

  /// Doubts a setting that is being changed, or was: it has to be observed again.
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

  /// Whether the receiver behaves as if a setting had this value, as far as its dialect can set it.
  func shows(_ value: SettingValue, in dialect: ReceiverDialect) -> Bool {
    switch value {
    case .updateRate(let rate): pace.rate?.resembles(rate) ?? false
    case .enabledSentences(let wanted):
      wanted == sentences.present.filter { (try? dialect.command(for: .enabledSentences([$0]))) != nil }
    case .constellations(let wanted): wanted == systems.present
    case .language(.nmea): languages.isInSentences
    default: false
    }
  }

  /// The observed value of a setting, in words.
  func found(_ kind: SettingKind) -> String {
    switch kind {
    case .updateRate: pace.rate.map { "it keeps \($0)" } ?? "it keeps no rate"
    case .enabledSentences: "it sends \(sentences.present.inWords)"
    case .constellations: "it tells of \(systems.present.inWords)"
    case .baudRate: "no whole sentence came"
    case .language: languages.spoken.map { "it speaks \($0.name)" } ?? "it has not shown its language"
    default: "nothing shows it"
    }
  }

  /// How many epochs a change of a setting takes to be seen, at most.
  func epochsToSee(_ kind: SettingKind) -> Int {
    switch kind {
    case .updateRate: 5
    case .enabledSentences: sentences.longestAbsence + 3
    case .constellations: systems.longestAbsence + 3
    case .language: 5
    default: 2
    }
  }

  private static func system(_ talker: Talker) -> Constellation? {
    switch talker {
    case .gp: .gps
    case .gl: .glonass
    case .ga: .galileo
    case .gb, .bd: .beidou
    case .gq, .qz: .qzss
    case .gi: .navic
    default: nil
    }
  }
}

/// How often the sentence with the position arrives, whatever time it tells.
///
/// Some receivers tell the same second in each of its epochs, which are one by their time. Whether they do what they were
/// told shows in their sentences all the same.
struct BurstPace: Sendable, Hashable {
  private static let needed = 4
  private var sentence: OutputSentence?
  @KeptIfAny private var last: ContinuousClock.Instant?
  private var gaps: [Duration] = []

  /// Whether sentences arrive at a rate, as far as a line that brings them early and late can tell.
  func resembles(_ rate: UpdateRate) -> Bool {
    guard gaps.count == Self.needed else { return false }
    let mean = gaps.reduce(Duration.zero, +) / Self.needed
    return abs(mean / rate.interval - 1) < 0.2
  }

  /// Forgets everything seen so far.
  mutating func forget() { self = BurstPace() }

  mutating func take(_ sentence: OutputSentence, at instant: ContinuousClock.Instant) {
    guard sentence == .rmc || sentence == .gga else { return }
    guard self.sentence == sentence || self.sentence == nil else { return }
    self.sentence = sentence
    defer { last = instant }
    guard let last else { return }
    gaps.append(last.duration(to: instant))
    if gaps.count > Self.needed { gaps.removeFirst() }
  }
}

/// How often a receiver reports its position, found by watching: three equal gaps in a row make a rate.
///
/// The receiver's own time counts if it has one, since bytes come over a line early or late.
struct EpochPace: Sendable, Hashable {
  private enum Mark: Sendable, Hashable {
    /// Nanoseconds of the day, by the receiver.
    case clock(Int64)
    /// When it came.
    case arrival(Moment)
  }

  private static let needed = 3
  private static let day: Int64 = 86_400_000_000_000

  private var last: Mark?
  private var gaps: [Duration] = []

  /// The rate, while the gaps are equal.
  var rate: UpdateRate? {
    guard gaps.count == Self.needed, let shortest = gaps.min(), let longest = gaps.max() else { return nil }
    guard longest - shortest <= max(longest * 0.1, .milliseconds(11)) else { return nil }
    let sum = gaps.reduce(Duration.zero, +)
    return Self.usual(sum / Self.needed)
  }

  /// Forgets everything seen so far.
  mutating func forget() { self = EpochPace() }

  mutating func take(_ fix: Fix, at instant: ContinuousClock.Instant) {
    let mark =
      (fix.time?.timeOfDay ?? fix.timeOfDay).map { Mark.clock($0.nanosecondOfDay) }
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
    gaps.append(gap)
    if gaps.count > Self.needed { gaps.removeFirst() }
  }

  /// A whole number of epochs a second, or of seconds an epoch, if there is one close by.
  private static func usual(_ interval: Duration) -> UpdateRate? {
    let milliseconds = interval / .milliseconds(1)
    guard 10...60_000 ~= milliseconds else { return nil }
    let nearest =
      milliseconds < 1000 ? 1000 / (1000 / milliseconds).rounded() : (milliseconds / 1000).rounded() * 1000
    let isClose = abs(nearest - milliseconds) <= milliseconds * 0.04
    return UpdateRate(milliseconds: Int((isClose ? nearest : milliseconds).rounded()))
  }
}

extension TimeOfDay {
  /// Nanoseconds since midnight.
  var nanosecondOfDay: Int64 {
    (Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)) * 1_000_000_000 + Int64(nanosecond)
  }
}

/// Finds out which things come regularly, such as with every epoch or with every fifth.
///
/// It counts in epochs and not in time, so that a slow line and a busy computer change nothing. Something has gone when
/// it stayed away for twice as long as it ever did.
struct Census<Thing: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let thing: Thing
    var last: Int
    /// How many epochs lay between two of them, at most; nil until there were two.
    var period: Int?

    /// For how many epochs it may stay away; a thing seen once is expected every fifth epoch.
    var absence: Int { 2 * (period ?? 5) + 1 }
  }

  /// After how many epochs without a change the things seen are believed.
  private static var patience: Int { 6 }
  /// The longest period that is believed.
  private static var rarest: Int { 30 }

  /// A dozen at most: to look through them takes less than to hash.
  private var entries: [Entry] = []
  private var epoch = 0
  private var changed = 0

  /// The things that come again and again; kept, because it is asked for with each epoch and seldom changes.
  private(set) var present: Set<Thing> = []
  /// The same, once it has not changed for a while.
  var settled: Set<Thing>? { !entries.isEmpty && epoch - changed >= Self.patience ? present : nil }
  /// After how many epochs it is certain that something has gone.
  var longestAbsence: Int { entries.map(\.absence).max() ?? 3 }

  /// Something was seen.
  mutating func see(_ thing: Thing) {
    guard let index = entries.firstIndex(where: { $0.thing == thing }) else {
      entries.append(Entry(thing: thing, last: epoch))
      present.insert(thing)
      changed = epoch
      return
    }
    let gap = epoch - entries[index].last
    // Several in one epoch are parts of one.
    guard gap > 0 else { return }
    entries[index].period = min(max(entries[index].period ?? 1, gap), Self.rarest)
    entries[index].last = epoch
  }

  /// An epoch is over.
  mutating func endEpoch() {
    epoch += 1
    guard entries.contains(where: { epoch - $0.last > $0.absence }) else { return }
    entries.removeAll { epoch - $0.last > $0.absence }
    present = Set(entries.map(\.thing))
    changed = epoch
  }

  /// Everything seen so far has to prove itself again.
  mutating func doubt() { changed = epoch }
}
