internal import GNSS
internal import UBX

/// Converts between setting values and UBX settings.
///
/// Nothing is guessed: a value that a generation cannot represent is refused before anything is sent.
struct UBXWishes {
  let identity: ReceiverIdentity

  /// The UBX settings for a value, in the order of applying them.
  func wishes(for value: SettingValue) throws(LocationError) -> [ReceiverWish] {
    switch value {
    case .updateRate(let rate): return [.interval(rate.milliseconds)]
    case .baudRate(let speed): return [.lineSpeed(UInt32(clamping: speed))]
    case .enabledSentences(let sentences):
      guard !sentences.isEmpty else { throw .unsupported("a receiver that sends no sentence is of no use") }
      return [.outputs(Self.kinds(sentences), of: Self.allSentences)]
    case .enabledMessages(let messages):
      if let stranger = messages.first(where: { !$0.isKnown(to: identity.generation) }) {
        throw .unsupported("\(identity.generation.name) has no message \(stranger.rawValue)")
      }
      return [.outputs(kinds(messages), of: allMessages)]
    case .language(let language): return wishes(for: language)
    case .constellations(let systems):
      guard !systems.isEmpty else { throw .unsupported("a receiver without satellites is of no use") }
      return [.systems(try Self.systems(systems))]
    case .sbas(let isOn): return [.sbas(isOn)]
    case .model(let model): return [.model(model.ubx)]
    case .minimumElevation(let degrees): return [.minimumElevation(degrees)]
    case .minimumSignal(let strength): return [.minimumSignal(strength)]
    case .power(let mode): return [.savesPower(mode == .saving)]
    case .timePulse(let pulse):
      return [
        .timePulse(
          TimePulse(isOn: pulse.isOn, period: pulse.periodMicroseconds, length: pulse.lengthMicroseconds))
      ]
    case .nmeaVersion(let version): return [.sentenceEdition(version.ubx)]
    case .highPrecision(let isOn): return [.highPrecision(isOn)]
    case .watchAntenna(let isOn): return [.watchesAntenna(isOn)]
    case .watchJamming(let isOn): return [.watchesInterference(isOn)]
    case .surveyedPlace(let place): return [.surveyedPlace(place.ubx)]
    }
  }

  /// The queries for a setting; empty if the line shows the setting anyway.
  func subjects(_ kind: SettingKind) -> [ReceiverWish.Subject] {
    switch kind {
    case .updateRate: [.interval]
    case .baudRate: identity.table.hasSpeed ? [.lineSpeed] : []
    case .enabledSentences: [.outputs(of: Self.allSentences)]
    case .enabledMessages: [.outputs(of: allMessages)]
    case .language: [.languages]
    case .constellations: [.systems]
    case .sbas: [.sbas]
    case .model: [.model]
    case .minimumElevation: [.minimumElevation]
    case .minimumSignal: [.minimumSignal]
    case .power: [.savesPower]
    case .timePulse: [.timePulse]
    case .nmeaVersion: [.sentenceEdition]
    case .highPrecision: [.highPrecision]
    case .watchAntenna: [.watchesAntenna]
    case .watchJamming: [.watchesInterference]
    case .surveyedPlace: [.surveyedPlace]
    }
  }

  /// Converts a setting that the receiver reported; nil if no ``SettingValue`` represents it.
  func value(_ told: ReceiverWish) -> SettingValue? {
    switch told {
    case .interval(let milliseconds): .updateRate(UpdateRate(milliseconds: milliseconds))
    case .lineSpeed(let speed): .baudRate(Int(speed))
    case .outputs(let kinds, let all):
      switch all {
      case Self.allSentences:
        .enabledSentences(Set(OutputSentence.allCases.filter { kinds.contains($0.kind) }))
      case allMessages: .enabledMessages(Set(OutputMessage.allCases.filter { kinds.contains($0.kind) }))
      // A subset of them does not show whether the others are on.
      default: nil
      }
    case .languages(let languages): Self.language(languages).map { .language($0) }
    case .systems(let systems): .constellations(Set(systems.compactMap(Self.constellation)))
    case .model(let model): MovementModel.allCases.first { $0.ubx == model }.map { .model($0) }
    case .sbas(let isOn): .sbas(isOn)
    case .savesPower(let saves): .power(saves ? .saving : .full)
    case .timePulse(let pulse):
      .timePulse(
        pulse.isOn ? PulseSetting(periodMicroseconds: pulse.period, lengthMicroseconds: pulse.length) : .off)
    case .minimumElevation(let degrees): .minimumElevation(degrees)
    case .minimumSignal(let strength): .minimumSignal(strength)
    case .sentenceEdition(let edition):
      SentenceVersion.allCases.first { $0.ubx == edition }.map { .nmeaVersion($0) }
    case .highPrecision(let isOn): .highPrecision(isOn)
    case .watchesAntenna(let isOn): .watchAntenna(isOn)
    case .watchesInterference(let isOn): .watchJamming(isOn)
    case .surveyedPlace(let place): .surveyedPlace(StandingPlace(place))
    case .message: nil
    }
  }

  // MARK: - Lists

  private static let allSentences = OutputSentence.allCases.map(\.kind)
  private static func kinds(_ sentences: Set<OutputSentence>) -> [MessageKind] {
    OutputSentence.allCases.filter(sentences.contains).map(\.kind)
  }

  /// All messages and sentences whose rates are settings here.
  var allOutputs: [MessageKind] { Self.allSentences + allMessages }

  private var allMessages: [MessageKind] { OutputMessage.known(to: identity.generation).map(\.kind) }
  private func kinds(_ messages: Set<OutputMessage>) -> [MessageKind] {
    OutputMessage.known(to: identity.generation).filter(messages.contains).map(\.kind)
  }

  /// Enables messages before switching to messages alone: a receiver without any enabled would go silent.
  private func wishes(for language: OutputLanguage) -> [ReceiverWish] {
    let messages = kinds(OutputMessage.forWholeFix(identity.generation))
    return switch language {
    case .nmea: [.languages(.nmea)]
    case .ubx: [.outputs(messages, of: messages), .languages(.ubx)]
    case .both: [.outputs(messages, of: messages), .languages([.ubx, .nmea])]
    }
  }

  private static func language(_ languages: ProtocolSet) -> OutputLanguage? {
    switch (languages.contains(.ubx), languages.contains(.nmea)) {
    case (true, true): .both
    case (true, false): .ubx
    case (false, true): .nmea
    case (false, false): nil
    }
  }

  private static let numbers: [(Constellation, SatelliteSystem)] = [
    (.gps, .gps), (.galileo, .galileo), (.beidou, .beiDou), (.qzss, .qzss), (.glonass, .glonass),
    (.navic, .navic),
  ]

  private static func systems(_ systems: Set<Constellation>) throws(LocationError) -> [SatelliteSystem] {
    if let other = systems.first(where: { system in !numbers.contains { $0.0 == system } }) {
      throw .unsupported("\(other) is no system to choose here: SBAS is a setting of its own")
    }
    return numbers.filter { systems.contains($0.0) }.map(\.1)
  }

  private static func constellation(_ system: SatelliteSystem) -> Constellation? {
    numbers.first { $0.1 == system }?.0
  }
}

extension OutputSentence {
  /// The message class 0xF0 and the sentence's identifier.
  var kind: MessageKind {
    switch self {
    case .gga: MessageKind(0xF0, 0x00)
    case .gll: MessageKind(0xF0, 0x01)
    case .gsa: MessageKind(0xF0, 0x02)
    case .gsv: MessageKind(0xF0, 0x03)
    case .rmc: MessageKind(0xF0, 0x04)
    case .vtg: MessageKind(0xF0, 0x05)
    case .grs: MessageKind(0xF0, 0x06)
    case .gst: MessageKind(0xF0, 0x07)
    case .zda: MessageKind(0xF0, 0x08)
    case .gbs: MessageKind(0xF0, 0x09)
    case .gns: MessageKind(0xF0, 0x0D)
    }
  }
}

extension MovementModel {
  /// u-blox's number for the model.
  fileprivate var ubx: DynamicModel {
    switch self {
    case .portable: .portable
    case .stationary: .stationary
    case .pedestrian: .pedestrian
    case .automotive: .automotive
    case .sea: .sea
    case .airborne1g: .airborne1g
    case .airborne2g: .airborne2g
    case .airborne4g: .airborne4g
    case .wrist: .wrist
    case .motorbike: .motorbike
    case .mower: .mower
    case .scooter: .scooter
    case .rail: .rail
    }
  }
}

extension SentenceVersion {
  fileprivate var ubx: SentenceEdition {
    switch self {
    case .v2_1: .v2_1
    case .v2_3: .v2_3
    case .v4_0: .v4_0
    case .v4_10: .v4_10
    case .v4_11: .v4_11
    }
  }
}

extension StandingPlace {
  fileprivate var ubx: SurveyedPlace {
    switch self {
    case .off: .off
    case .survey(let seconds, let millimeters):
      .survey(seconds: UInt32(clamping: seconds), accuracy: UInt32(clamping: millimeters * 10))
    case .fixed(let latitude, let longitude, let centimeters, let millimeters):
      .place(
        latitude: Int32(clamping: latitude), longitude: Int32(clamping: longitude),
        height: Int32(clamping: centimeters), accuracy: UInt32(clamping: millimeters * 10))
    }
  }

  fileprivate init(_ place: SurveyedPlace) {
    self =
      switch place {
      case .off: .off
      case .survey(let seconds, let accuracy): .survey(seconds: Int(seconds), millimeters: Int(accuracy) / 10)
      case .place(let latitude, let longitude, let height, let accuracy):
        .fixed(
          latitude: Int(latitude), longitude: Int(longitude), centimeters: Int(height),
          millimeters: Int(accuracy) / 10)
      }
  }
}
