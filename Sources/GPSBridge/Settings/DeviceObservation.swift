internal import GNSS
internal import NMEA

/// What a receiver shows of its settings by what it does.
struct DeviceObservation: Sendable {
  private(set) var pace = EpochPace()
  private(set) var sentences = Census<OutputSentence>()
  private(set) var systems = Census<Constellation>()

  /// A sentence came.
  mutating func take(_ bytes: [UInt8]) {
    guard let sentence = OutputSentence(bytes) else { return }
    sentences.see(sentence)
    // CASIC's receivers tell each system that they listen to, satellites or none.
    if sentence == .gsv, let system = Self.system(Talker(bytes[1], bytes[2])) { systems.see(system) }
  }

  /// An epoch is over.
  mutating func take(_ fix: Fix, at instant: ContinuousClock.Instant) {
    pace.take(fix, at: instant)
    sentences.endEpoch()
    systems.endEpoch()
  }

  /// A setting is being changed, or was: what was seen of it has to prove itself again.
  mutating func doubt(_ kind: SettingKind) {
    switch kind {
    case .updateRate: pace.forget()
    case .enabledSentences: sentences.doubt()
    case .constellations: systems.doubt()
    case .baudRate: break
    }
  }

  /// Whether the receiver behaves as if a setting had this value, as far as its dialect has a say in it.
  func shows(_ value: SettingValue, in dialect: ReceiverDialect) -> Bool {
    switch value {
    case .updateRate(let rate): pace.rate?.resembles(rate) ?? false
    case .enabledSentences(let wanted):
      wanted == sentences.present.filter { (try? dialect.command(for: .enabledSentences([$0]))) != nil }
    case .constellations(let wanted): wanted == systems.present
    case .baudRate: false
    }
  }

  /// What is seen, in words, of a setting.
  func found(_ kind: SettingKind) -> String {
    switch kind {
    case .updateRate: pace.rate.map { "it keeps \($0)" } ?? "it keeps no rate"
    case .enabledSentences: "it sends \(sentences.present.inWords)"
    case .constellations: "it tells of \(systems.present.inWords)"
    case .baudRate: "no whole sentence came"
    }
  }

  /// How many epochs a change of a setting takes to be seen, at most.
  func epochsToSee(_ kind: SettingKind) -> Int {
    switch kind {
    case .updateRate: 5
    case .enabledSentences: sentences.longestAbsence + 3
    case .constellations: systems.longestAbsence + 3
    case .baudRate: 2
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
