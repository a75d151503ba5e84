/// A wish how a receiver shall work, in words that are the same for all generations.
///
/// A ``SettingTable`` knows the messages by which a generation is asked for it, and told.
public enum ReceiverWish: Sendable, Hashable {
  /// Milliseconds from one epoch to the next.
  case interval(Int)
  /// Bits per second of the port in use.
  case lineSpeed(UInt32)
  /// Messages that come with each epoch, and those of the others that do not; sentences have the class 0xF0.
  case outputs([MessageKind], of: [MessageKind])
  /// The languages that the port in use speaks.
  case languages(ProtocolSet)
  /// The systems that are received; SBAS is a wish of its own.
  case systems([SatelliteSystem])
  /// How the receiver moves.
  case model(DynamicModel)
  /// Whether augmentation satellites are used.
  case sbas(Bool)
  /// Whether power is saved.
  case savesPower(Bool)
  /// The time pulse.
  case timePulse(TimePulse)
  /// Degrees under which no satellite is used.
  case minimumElevation(Int)
  /// The dB-Hz that a satellite needs.
  case minimumSignal(Int)
  /// The edition of the sentences.
  case sentenceEdition(SentenceEdition)
  /// Whether positions in sentences have seven decimals.
  case highPrecision(Bool)
  /// Whether a short circuit and a missing antenna are watched for.
  case watchesAntenna(Bool)
  /// Whether interference is watched for.
  case watchesInterference(Bool)
  /// Whether the receiver stands at a known place.
  case surveyedPlace(SurveyedPlace)
  /// A message that sets something, whatever it is: one that was read before, or values by their names.
  case message(Message)

  /// What is wished, without its value.
  public enum Subject: Sendable, Hashable {
    /// How often there is an epoch.
    case interval
    /// Bits per second of the port in use.
    case lineSpeed
    /// How often these messages come.
    case outputs(of: [MessageKind])
    /// The languages of the port in use.
    case languages
    /// The systems that are received.
    case systems
    /// How the receiver moves.
    case model
    /// Augmentation satellites.
    case sbas
    /// Saving of power.
    case savesPower
    /// The time pulse.
    case timePulse
    /// The lowest satellites.
    case minimumElevation
    /// The weakest satellites.
    case minimumSignal
    /// The edition of the sentences.
    case sentenceEdition
    /// The decimals of positions in sentences.
    case highPrecision
    /// The watch over the antenna.
    case watchesAntenna
    /// The watch over interference.
    case watchesInterference
    /// A known place.
    case surveyedPlace
    /// What this message sets.
    case message(Message)
  }

  /// What it is about.
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

/// The time pulse of a receiver: a signal on a pin, each so often.
public struct TimePulse: Sendable, Hashable {
  /// Whether there is one.
  public var isOn: Bool
  /// Microseconds from pulse to pulse.
  public var period: UInt32
  /// Microseconds that a pulse lasts.
  public var length: UInt32

  /// One pulse in so many microseconds, of so many.
  public init(isOn: Bool = true, period: UInt32 = 1_000_000, length: UInt32 = 100_000) {
    self.isOn = isOn
    self.period = period
    self.length = length
  }
}

/// The edition of NMEA 0183 that a receiver writes its sentences in.
public enum SentenceEdition: Sendable, Hashable, CaseIterable {
  /// 2.1.
  case v2_1
  /// 2.3.
  case v2_3
  /// 4.0.
  case v4_0
  /// 4.10.
  case v4_10
  /// 4.11.
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

/// A place that a receiver stands at, or finds out that it does.
public enum SurveyedPlace: Sendable, Hashable {
  /// The receiver moves.
  case off
  /// It finds out its place: for at least so many seconds, until the error is below so many tenths of a millimeter.
  case survey(seconds: UInt32, accuracy: UInt32)
  /// It stands here: 1e-7 degrees, centimeters above the ellipsoid, tenths of a millimeter of error.
  case place(latitude: Int32, longitude: Int32, height: Int32, accuracy: UInt32)
}
