public import GNSS
public import UBX

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
  case enabledMessages(Set<MessageKind>)
  /// The languages that the receiver sends.
  case language(OutputLanguage)
  /// Whether the receiver uses augmentation satellites (SBAS).
  case sbas(Bool)
  /// The kind of motion that the receiver expects.
  case model(DynamicModel)
  /// The lowest elevation of a satellite that is used, in degrees above the horizon.
  case minimumElevation(Int)
  /// The weakest signal of a satellite that is used, in dB-Hz.
  case minimumSignal(Int)
  /// The speed in cm/s below which the receiver holds its position; 0 for never.
  case staticHold(Int)
  /// Whether the receiver saves power.
  case power(PowerMode)
  /// The receiver's time pulse.
  case timePulse(TimePulse)
  /// The NMEA 0183 version of the receiver's sentences.
  case nmeaVersion(SentenceVersion)
  /// Whether positions in sentences have more decimals than usual.
  case highPrecision(Bool)
  /// Whether the receiver watches its antenna for a short circuit or a disconnection.
  case watchAntenna(Bool)
  /// Whether the receiver watches for interference.
  case watchJamming(Bool)
  /// The fixed place of the antenna, given or found by a survey.
  case surveyedPlace(SurveyedPlace)

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
    case .staticHold: .staticHold
    case .power: .power
    case .timePulse: .timePulse
    case .nmeaVersion: .nmeaVersion
    case .highPrecision: .highPrecision
    case .watchAntenna: .watchAntenna
    case .watchJamming: .watchJamming
    case .surveyedPlace: .surveyedPlace
    }
  }

  /// The value alone.
  var content: any SettingContent {
    switch self {
    case .updateRate(let value): value
    case .baudRate(let value): value
    case .enabledSentences(let value): value
    case .constellations(let value): value
    case .enabledMessages(let value): value
    case .language(let value): value
    case .sbas(let value): value
    case .model(let value): value
    case .minimumElevation(let value): value
    case .minimumSignal(let value): value
    case .staticHold(let value): value
    case .power(let value): value
    case .timePulse(let value): value
    case .nmeaVersion(let value): value
    case .highPrecision(let value): value
    case .watchAntenna(let value): value
    case .watchJamming(let value): value
    case .surveyedPlace(let value): value
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
}

extension Set<Constellation> {
  /// The names in alphabetical order.
  var inWords: String { map { "\($0)" }.sorted().joined(separator: " ") }
}

/// The kinds of receiver settings.
///
/// They are applied in this order: the line speed comes first, since other settings may need a faster line.
public enum SettingKind: String, Sendable, Hashable, CaseIterable {
  /// The speed of the line.
  case baudRate = "baud_rate"
  /// The standard sentences that are sent.
  case enabledSentences = "enabled_sentences"
  /// The binary messages that are sent.
  case enabledMessages = "enabled_messages"
  /// The languages that the receiver sends.
  case language = "protocol"
  /// The satellite systems that are used.
  case constellations
  /// Whether augmentation satellites are used.
  case sbas
  /// The kind of motion that the receiver expects.
  case model
  /// The lowest elevation of a satellite that is used.
  case minimumElevation = "minimum_elevation"
  /// The weakest signal of a satellite that is used.
  case minimumSignal = "minimum_signal"
  /// The speed below which the position is held.
  case staticHold = "static_hold"
  /// Whether the receiver saves power.
  case power
  /// The time pulse.
  case timePulse = "time_pulse"
  /// The NMEA version of the sentences.
  case nmeaVersion = "nmea_version"
  /// Whether positions in sentences have more decimals than usual.
  case highPrecision = "high_precision"
  /// Whether the receiver watches its antenna.
  case watchAntenna = "watch_antenna"
  /// Whether the receiver watches for interference.
  case watchJamming = "watch_jamming"
  /// The fixed place of the antenna, if it does not move.
  case surveyedPlace = "surveyed_place"
  /// How often the receiver reports its position.
  case updateRate = "update_rate"
}

/// At most one value for each setting; the list is short enough for linear search.
struct SettingValues: Sendable {
  private var values: [SettingValue] = []

  subscript(kind: SettingKind) -> SettingValue? {
    get { values.first { $0.kind == kind } }
    set {
      values.removeAll { $0.kind == kind }
      if let newValue { values.append(newValue) }
    }
  }
}
