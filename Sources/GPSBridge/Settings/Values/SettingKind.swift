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

  /// Whether the setting shows in the receiver's output, without a query.
  public var showsByItself: Bool {
    switch self {
    case .baudRate, .enabledSentences, .updateRate: true
    default: false
    }
  }

  /// The setting as text for an error.
  var inWords: String {
    switch self {
    case .baudRate: "the baud rate"
    case .enabledSentences: "the choice of sentences"
    case .enabledMessages: "the choice of messages"
    case .language: "the language"
    case .constellations: "the constellations"
    case .sbas: "the use of SBAS"
    case .model: "the model of movement"
    case .minimumElevation: "the minimum elevation"
    case .minimumSignal: "the minimum signal"
    case .power: "the power mode"
    case .timePulse: "the time pulse"
    case .nmeaVersion: "the NMEA version"
    case .highPrecision: "high precision"
    case .watchAntenna: "the watch over the antenna"
    case .watchJamming: "the watch for interference"
    case .surveyedPlace: "the surveyed place"
    case .updateRate: "the update rate"
    }
  }
}
