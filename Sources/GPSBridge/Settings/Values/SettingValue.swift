public import GNSS
internal import NMEA

/// A setting of a receiver and its value.
public enum SettingValue: Sendable, Hashable {
  /// How often the receiver reports its position.
  case updateRate(UpdateRate)
  /// The speed of the receiver's serial line in bits per second.
  case baudRate(Int)
  /// The standard sentences that the receiver sends.
  case enabledSentences(Set<OutputSentence>)
  /// The satellite systems that the receiver uses.
  case constellations(Set<Constellation>)
  /// The binary messages that the receiver sends with each epoch.
  case enabledMessages(Set<OutputMessage>)
  /// The languages that the receiver sends.
  case language(OutputLanguage)
  /// Whether the receiver uses augmentation satellites (SBAS).
  case sbas(Bool)
  /// The kind of motion that the receiver expects.
  case model(MovementModel)
  /// The lowest elevation of a satellite that is used, in degrees above the horizon.
  case minimumElevation(Int)
  /// The weakest signal of a satellite that is used, in dB-Hz.
  case minimumSignal(Int)
  /// Whether the receiver saves power.
  case power(PowerMode)
  /// The receiver's time pulse.
  case timePulse(PulseSetting)
  /// The NMEA 0183 version of the receiver's sentences.
  case nmeaVersion(SentenceVersion)
  /// Whether positions in sentences have more decimals than usual.
  case highPrecision(Bool)
  /// Whether the receiver watches its antenna for a short circuit or a disconnection.
  case watchAntenna(Bool)
  /// Whether the receiver watches for interference.
  case watchJamming(Bool)
  /// The fixed place of the antenna, given or found by a survey.
  case surveyedPlace(StandingPlace)

  /// The kind of the setting.
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

  /// Whether two values are equal, within what observation can show.
  func resembles(_ other: SettingValue) -> Bool {
    if case (.updateRate(let one), .updateRate(let another)) = (self, other) { return one.resembles(another) }
    return self == other
  }
}

extension SettingValue: CustomStringConvertible {
  /// The setting and its value as text.
  public var description: String {
    let name = kind.rawValue.map { $0 == "_" ? " " : String($0) }.joined()
    return "\(name): \(valueInWords)"
  }

  /// The value alone as text.
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
  /// The names in alphabetical order.
  var inWords: String { map { "\($0)" }.sorted().joined(separator: " ") }
}

/// How often a receiver reports its position, stored as whole milliseconds from one epoch to the next.
///
/// ```swift
/// UpdateRate.hertz(5) == .every(.milliseconds(200))   // true
/// UpdateRate.hertz(3)                                 // every 333 ms: 3 Hz as far as receivers can say it
/// ```
public struct UpdateRate: Sendable, Hashable {
  /// Milliseconds from one epoch to the next, from 10 to 60,000.
  public let milliseconds: Int

  /// Creates a rate from milliseconds between epochs, clamped to the limits.
  public init(milliseconds: Int) { self.milliseconds = min(max(milliseconds, 10), 60_000) }

  /// Creates a rate from epochs per second; zero and negative numbers become the slowest rate.
  public static func hertz(_ rate: Double) -> UpdateRate {
    guard rate > 0 else { return UpdateRate(milliseconds: .max) }
    return UpdateRate(milliseconds: Int(min((1000 / rate).rounded(), 1e9)))
  }

  /// Creates a rate from the time between epochs.
  public static func every(_ interval: Duration) -> UpdateRate {
    UpdateRate(milliseconds: Int(min(max((interval / .milliseconds(1)).rounded(), 0), 1e9)))
  }

  /// The time from one epoch to the next.
  public var interval: Duration { .milliseconds(milliseconds) }
  /// Epochs per second.
  public var hertz: Double { 1000 / Double(milliseconds) }

  /// Whether two rates are equal, within the jitter of epochs.
  func resembles(_ other: UpdateRate) -> Bool {
    abs(milliseconds - other.milliseconds) * 20 <= max(milliseconds, other.milliseconds)
  }
}

extension UpdateRate: CustomStringConvertible {
  /// The rate as text: `5 Hz`, or `one epoch in 333 ms` if it is not a whole number of hertz.
  public var description: String {
    1000 % milliseconds == 0 ? "\(1000 / milliseconds) Hz" : "one epoch in \(milliseconds) ms"
  }
}

/// A standard sentence whose output can be switched on or off.
public enum OutputSentence: String, Sendable, Hashable, CaseIterable {
  /// Position, altitude and fix quality.
  case gga = "GGA"
  /// Position and time.
  case gll = "GLL"
  /// Satellites in use.
  case gsa = "GSA"
  /// Satellites in view.
  case gsv = "GSV"
  /// The recommended minimum of a fix.
  case rmc = "RMC"
  /// Course and speed over ground.
  case vtg = "VTG"
  /// Time and date.
  case zda = "ZDA"
  /// Error statistics.
  case gst = "GST"
  /// The fix from several constellations.
  case gns = "GNS"
  /// Range residuals.
  case grs = "GRS"
  /// Satellite faults.
  case gbs = "GBS"

  /// Recognizes a sentence from its `$`; nil for any other sentence.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 6, bytes[0] == UInt8(ascii: "$"), bytes[6] == UInt8(ascii: ",") else { return nil }
    // `$P` starts a vendor sentence, except that PQ is a talker.
    guard bytes[1] != UInt8(ascii: "P") || Talker(bytes[1], bytes[2]) == .pq else { return nil }
    let name = Name(bytes[3], bytes[4], bytes[5])
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self = Self.allCases[index]
  }

  /// Three letters as a number, since each sentence of a receiver is looked up.
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
  /// The names in alphabetical order.
  var inWords: String { map(\.rawValue).sorted().joined(separator: " ") }
}

/// How much data a receiver discards when it restarts.
public enum RestartKind: String, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case hot
  /// The ephemerides, which are valid for a few hours.
  case warm
  /// All navigation data: orbits, time and position.
  case cold
  /// Everything, including all settings and the speed of the line.
  case factory
}
