public import GNSS
internal import NMEA

/// A setting of a receiver, with its value.
public enum SettingValue: Sendable, Hashable {
  /// How often it reports its position.
  case updateRate(UpdateRate)
  /// The speed of its line in bits per second.
  case baudRate(Int)
  /// The standard sentences that it sends.
  case enabledSentences(Set<OutputSentence>)
  /// The satellite systems that it listens to.
  case constellations(Set<Constellation>)
  /// The binary messages that it sends with each epoch.
  case enabledMessages(Set<OutputMessage>)
  /// The languages that it speaks.
  case language(OutputLanguage)
  /// Whether it uses augmentation satellites (SBAS).
  case sbas(Bool)
  /// How it moves.
  case model(MovementModel)
  /// Degrees above the horizon that a satellite needs.
  case minimumElevation(Int)
  /// The strength that a satellite needs, in dB-Hz.
  case minimumSignal(Int)
  /// Whether it saves power.
  case power(PowerMode)
  /// The pulse that it gives at each second, or each so often.
  case timePulse(PulseSetting)
  /// The edition of NMEA 0183 that its sentences follow.
  case nmeaVersion(SentenceVersion)
  /// Whether positions in its sentences have more decimals than usual.
  case highPrecision(Bool)
  /// Whether it watches for a short circuit and a missing antenna.
  case watchAntenna(Bool)
  /// Whether it watches for interference.
  case watchJamming(Bool)
  /// The place that it stands at, or finds out.
  case surveyedPlace(StandingPlace)

  /// Which setting it is.
  public var kind: SettingKind {
    switch self {
    case .updateRate: .updateRate
    case .baudRate: .baudRate
    case .enabledSentences: .enabledSentences
    case .constellations: .constellations
    case .enabledMessages: .enabledMessages
    case .language: .language
    case .sbas: .sbas
    case .model: .model
    case .minimumElevation: .minimumElevation
    case .minimumSignal: .minimumSignal
    case .power: .power
    case .timePulse: .timePulse
    case .nmeaVersion: .nmeaVersion
    case .highPrecision: .highPrecision
    case .watchAntenna: .watchAntenna
    case .watchJamming: .watchJamming
    case .surveyedPlace: .surveyedPlace
    }
  }

  /// Whether two values are the same, as far as watching can tell.
  func resembles(_ other: SettingValue) -> Bool {
    if case (.updateRate(let one), .updateRate(let another)) = (self, other) { return one.resembles(another) }
    return self == other
  }
}

extension SettingValue: CustomStringConvertible {
  /// The setting and its value, for a person.
  public var description: String {
    let name = kind.rawValue.map { $0 == "_" ? " " : String($0) }.joined()
    return "\(name): \(valueInWords)"
  }

  /// The value alone, for a person.
  public var valueInWords: String {
    switch self {
    case .updateRate(let rate): "\(rate)"
    case .baudRate(let speed): "\(speed)"
    case .enabledSentences(let sentences): sentences.isEmpty ? "none" : sentences.inWords
    case .constellations(let systems): systems.isEmpty ? "none" : systems.inWords
    case .enabledMessages(let messages): messages.isEmpty ? "none" : messages.inWords
    case .language(let language): language.rawValue
    case .model(let model): model.rawValue.replacing("_", with: " ")
    case .minimumElevation(let degrees): "\(degrees) degrees"
    case .minimumSignal(let strength): "\(strength) dB-Hz"
    case .power(let mode): mode.rawValue
    case .timePulse(let pulse): "\(pulse)"
    case .nmeaVersion(let version): version.rawValue
    case .surveyedPlace(let place): "\(place)"
    case .sbas(let isOn), .highPrecision(let isOn), .watchAntenna(let isOn), .watchJamming(let isOn):
      isOn ? "on" : "off"
    }
  }
}

extension Set<Constellation> {
  /// The names, in the order of the alphabet.
  var inWords: String { map { "\($0)" }.sorted().joined(separator: " ") }
}

/// How often a receiver reports its position, kept as whole milliseconds from one epoch to the next.
///
/// ```swift
/// UpdateRate.hertz(5) == .every(.milliseconds(200))   // true
/// UpdateRate.hertz(3)                                 // every 333 ms: 3 Hz as far as receivers can say it
/// ```
public struct UpdateRate: Sendable, Hashable {
  /// Milliseconds from one epoch to the next, from 10 to 60 000.
  public let milliseconds: Int

  /// Takes milliseconds from one epoch to the next; what is beyond the limits becomes the limit.
  public init(milliseconds: Int) { self.milliseconds = min(max(milliseconds, 10), 60_000) }

  /// So many epochs a second; what is no rate at all becomes the slowest one.
  public static func hertz(_ rate: Double) -> UpdateRate {
    guard rate > 0 else { return UpdateRate(milliseconds: .max) }
    return UpdateRate(milliseconds: Int(min((1000 / rate).rounded(), 1e9)))
  }

  /// One epoch in such a time.
  public static func every(_ interval: Duration) -> UpdateRate {
    UpdateRate(milliseconds: Int(min(max((interval / .milliseconds(1)).rounded(), 0), 1e9)))
  }

  /// The time from one epoch to the next.
  public var interval: Duration { .milliseconds(milliseconds) }
  /// Epochs a second.
  public var hertz: Double { 1000 / Double(milliseconds) }

  /// Whether two rates are the same, as far as epochs that come a little early or late can tell.
  func resembles(_ other: UpdateRate) -> Bool {
    abs(milliseconds - other.milliseconds) * 20 <= max(milliseconds, other.milliseconds)
  }
}

extension UpdateRate: CustomStringConvertible {
  /// The rate for a person: `5 Hz`, or `one epoch in 333 ms` where it is no whole number.
  public var description: String {
    1000 % milliseconds == 0 ? "\(1000 / milliseconds) Hz" : "one epoch in \(milliseconds) ms"
  }
}

/// A standard sentence that receivers can be told to send or to leave out.
public enum OutputSentence: String, Sendable, Hashable, CaseIterable {
  /// The fix.
  case gga = "GGA"
  /// Position and time.
  case gll = "GLL"
  /// Satellites in use.
  case gsa = "GSA"
  /// Satellites in view.
  case gsv = "GSV"
  /// The recommended minimum.
  case rmc = "RMC"
  /// Course and speed over ground.
  case vtg = "VTG"
  /// Time and date.
  case zda = "ZDA"
  /// Error statistics.
  case gst = "GST"
  /// The fix of several constellations.
  case gns = "GNS"
  /// Range residuals.
  case grs = "GRS"
  /// Satellite faults.
  case gbs = "GBS"

  /// The sentence that these bytes are, from their `$`; nil for another one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 6, bytes[0] == UInt8(ascii: "$"), bytes[6] == UInt8(ascii: ",") else { return nil }
    // A vendor's name follows a P; PQ alone is a talker.
    guard bytes[1] != UInt8(ascii: "P") || Talker(bytes[1], bytes[2]) == .pq else { return nil }
    let name = Name(bytes[3], bytes[4], bytes[5])
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self = Self.allCases[index]
  }

  /// Three letters as a number: each sentence of a receiver is looked up.
  private struct Name: Sendable, Equatable {
    private let letters: UInt32

    init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
      letters = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    }
  }

  private static let names = allCases.map { sentence in
    let letters = Array(sentence.rawValue.utf8)
    return Name(letters[0], letters[1], letters[2])
  }
}

extension Set<OutputSentence> {
  /// The names, in the order of the alphabet.
  var inWords: String { map(\.rawValue).sorted().joined(separator: " ") }
}

/// How much a receiver forgets when it restarts.
public enum RestartKind: String, Sendable, Hashable, CaseIterable {
  /// Nothing: it goes on as before.
  case hot
  /// The orbits that are good for hours.
  case warm
  /// Everything about the sky, the time and the place.
  case cold
  /// All of that and its settings: it is as built, with the speed of its line.
  case factory
}
