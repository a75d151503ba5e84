/// Which setting of a receiver.
///
/// The order is that of setting: the line comes first, since the others need its room.
public enum SettingKind: String, Sendable, Hashable, CaseIterable {
  /// The speed of the line.
  case baudRate = "baud_rate"
  /// Which of the standard sentences are sent.
  case enabledSentences = "enabled_sentences"
  /// Which binary messages are sent.
  case enabledMessages = "enabled_messages"
  /// The languages that it speaks.
  case language = "protocol"
  /// Which systems of satellites are listened to.
  case constellations
  /// Whether augmentation satellites are used.
  case sbas
  /// How it moves.
  case model
  /// The lowest satellites that are used.
  case minimumElevation = "minimum_elevation"
  /// The weakest satellites that are used.
  case minimumSignal = "minimum_signal"
  /// Whether it saves power.
  case power
  /// The time pulse.
  case timePulse = "time_pulse"
  /// The edition of its sentences.
  case nmeaVersion = "nmea_version"
  /// Whether its sentences have more decimals.
  case highPrecision = "high_precision"
  /// Whether it watches its antenna.
  case watchAntenna = "watch_antenna"
  /// Whether it watches for interference.
  case watchJamming = "watch_jamming"
  /// Whether it stands at a known place.
  case surveyedPlace = "surveyed_place"
  /// How often it reports its position.
  case updateRate = "update_rate"

  /// Whether whoever listens to the receiver sees it, without asking.
  public var showsByItself: Bool {
    switch self {
    case .baudRate, .enabledSentences, .updateRate: true
    default: false
    }
  }

  /// The setting in the words of an error.
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
