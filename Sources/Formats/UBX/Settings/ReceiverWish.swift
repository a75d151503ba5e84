/// A requested receiver setting, independent of the generation.
///
/// A ``SettingTable`` translates it to the messages of a generation.
public enum ReceiverWish: Sendable, Hashable {
  /// The time between epochs in milliseconds.
  case interval(Int)
  /// The speed of the port in use, in bits per second.
  case lineSpeed(UInt32)
  /// The messages sent with each epoch, out of a set of messages; sentences have class 0xF0.
  case outputs([MessageKind], of: [MessageKind])
  /// The protocols that the port in use sends.
  case languages(ProtocolSet)
  /// The satellite systems received, except SBAS, which has a case of its own.
  case systems([SatelliteSystem])
  /// The dynamic model.
  case model(DynamicModel)
  /// Whether SBAS satellites are used.
  case sbas(Bool)
  /// Whether power saving is on.
  case savesPower(Bool)
  /// The time pulse.
  case timePulse(TimePulse)
  /// The lowest elevation of a satellite in use, in degrees.
  case minimumElevation(Int)
  /// The weakest signal in use, in dB-Hz.
  case minimumSignal(Int)
  /// The NMEA version of the sentences.
  case sentenceEdition(SentenceEdition)
  /// Whether positions in sentences have seven decimal places.
  case highPrecision(Bool)
  /// Whether the receiver detects a shorted or missing antenna.
  case watchesAntenna(Bool)
  /// Whether the receiver monitors interference.
  case watchesInterference(Bool)
  /// Whether the receiver is at a known, fixed position.
  case surveyedPlace(SurveyedPlace)
  /// Any configuration message: one that was read before, or values by name.
  case message(Message)

  /// The kind of a setting, without its value.
  public enum Subject: Sendable, Hashable {
    /// The time between epochs.
    case interval
    /// The speed of the port in use.
    case lineSpeed
    /// The rates of these messages.
    case outputs(of: [MessageKind])
    /// The protocols that the port in use sends.
    case languages
    /// The satellite systems received.
    case systems
    /// The dynamic model.
    case model
    /// The use of SBAS satellites.
    case sbas
    /// Power saving.
    case savesPower
    /// The time pulse.
    case timePulse
    /// The lowest elevation of a satellite in use.
    case minimumElevation
    /// The weakest signal in use.
    case minimumSignal
    /// The NMEA version of the sentences.
    case sentenceEdition
    /// The precision of positions in sentences.
    case highPrecision
    /// Antenna supervision.
    case watchesAntenna
    /// The interference monitor.
    case watchesInterference
    /// The known position.
    case surveyedPlace
    /// The settings of this message.
    case message(Message)
  }

  /// The kind of this setting.
  public var subject: Subject {
    switch self {
    case .interval: .interval
    case .lineSpeed: .lineSpeed
    case .outputs(_, let all): .outputs(of: all)
    case .languages: .languages
    case .systems: .systems
    case .model: .model
    case .sbas: .sbas
    case .savesPower: .savesPower
    case .timePulse: .timePulse
    case .minimumElevation: .minimumElevation
    case .minimumSignal: .minimumSignal
    case .sentenceEdition: .sentenceEdition
    case .highPrecision: .highPrecision
    case .watchesAntenna: .watchesAntenna
    case .watchesInterference: .watchesInterference
    case .surveyedPlace: .surveyedPlace
    case .message(let message): .message(message)
    }
  }
}

/// A periodic signal on a pin of the receiver.
public struct TimePulse: Sendable, Hashable {
  /// Whether the pulse is enabled.
  public var isOn: Bool
  /// The period in microseconds.
  public var period: UInt32
  /// The length of a pulse in microseconds.
  public var length: UInt32

  /// Makes a time pulse; period and length are in microseconds.
  public init(isOn: Bool = true, period: UInt32 = 1_000_000, length: UInt32 = 100_000) {
    self.isOn = isOn
    self.period = period
    self.length = length
  }
}

/// The version of NMEA 0183 for a receiver's sentences.
public enum SentenceEdition: Sendable, Hashable, CaseIterable {
  /// NMEA 2.1.
  case v2_1
  /// NMEA 2.3.
  case v2_3
  /// NMEA 4.0.
  case v4_0
  /// NMEA 4.10.
  case v4_10
  /// NMEA 4.11.
  case v4_11

  /// The number in CFG-NMEA.
  var old: UInt8 {
    switch self {
    case .v2_1: 0x21
    case .v2_3: 0x23
    case .v4_0: 0x40
    case .v4_10: 0x41
    case .v4_11: 0x4B
    }
  }

  /// The number in CFG-NMEA-PROTVER.
  var value: Int64 {
    switch self {
    case .v2_1: 21
    case .v2_3: 23
    case .v4_0: 40
    case .v4_10: 41
    case .v4_11: 42
    }
  }
}

/// The fixed position of a receiver, or how it determines that position.
public enum SurveyedPlace: Sendable, Hashable {
  /// The receiver moves.
  case off
  /// Survey the position for at least this time, until the error is below the accuracy in 0.1 mm.
  case survey(seconds: UInt32, accuracy: UInt32)
  /// A known position in 1e-7 degrees, centimeters above the ellipsoid, and its error in 0.1 mm.
  case place(latitude: Int32, longitude: Int32, height: Int32, accuracy: UInt32)
}
