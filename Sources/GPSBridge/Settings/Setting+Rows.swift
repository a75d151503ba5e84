public import GNSS
public import UBX

// One row per setting: its name in errors, its form in tables and records, and the setting in UBX.

extension Setting<Int> {
  /// The speed of the receiver's serial line in bits per second, if the line has a speed.
  ///
  /// Setting it changes the speed of our port as well. If no complete sentence arrives at the new speed, the
  /// port returns to the old speed, and an error is thrown.
  public static var baudRate: Self {
    Self(
      .baudRate, SettingValue.baudRate, "the baud rate", showsByItself: true, key: "speed_baud",
      ubx: SettingForm(
        isAsked: { $0.table.hasSpeed }, { _ in .lineSpeed }, get: { speed, _ in speed },
        set: { speed, _ in speed }))
  }

  /// The lowest elevation of a satellite that is used, in degrees above the horizon.
  public static var minimumElevation: Self {
    Self(
      .minimumElevation, SettingValue.minimumElevation, "the minimum elevation", key: "minimum_elevation_deg",
      unit: " degrees", ubx: SettingForm(.minimumElevation, -90...90))
  }

  /// The weakest signal of a satellite that is used, in dB-Hz.
  public static var minimumSignal: Self {
    Self(
      .minimumSignal, SettingValue.minimumSignal, "the minimum signal", key: "minimum_signal_dbhz",
      unit: " dB-Hz", ubx: SettingForm(.minimumSignal, 0...99))
  }

  /// The speed in cm/s below which the receiver holds its position, as while a vehicle is parked; 0 for never.
  public static var staticHold: Self {
    Self(
      .staticHold, SettingValue.staticHold, "the static hold", key: "static_hold_cmps", unit: " cm/s",
      ubx: SettingForm(.staticHold, 0...255))
  }
}

extension Setting<Bool> {
  /// Whether the receiver uses augmentation satellites (SBAS).
  public static var sbas: Self { Self(.sbas, SettingValue.sbas, "the use of SBAS", ubx: SettingForm(.sbas)) }

  /// Whether positions in sentences have more decimals than usual.
  public static var highPrecision: Self {
    Self(.highPrecision, SettingValue.highPrecision, "high precision", ubx: SettingForm(.highPrecision))
  }

  /// Whether the receiver watches its antenna for a short circuit or a disconnection.
  public static var watchAntenna: Self {
    Self(
      .watchAntenna, SettingValue.watchAntenna, "the antenna supervision",
      ubx: SettingForm(.watchesAntenna))
  }

  /// Whether the receiver watches for interference.
  public static var watchJamming: Self {
    Self(
      .watchJamming, SettingValue.watchJamming, "the interference monitor",
      ubx: SettingForm(.watchesInterference))
  }
}

extension Setting<UpdateRate> {
  /// How often the receiver reports its position.
  public static var updateRate: Self {
    Self(
      .updateRate, SettingValue.updateRate, "the update rate", title: "rate", showsByItself: true,
      key: "rate_hz",
      ubx: SettingForm(
        { _ in .interval }, get: { milliseconds, _ in UpdateRate(milliseconds: milliseconds) },
        set: { rate, _ in rate.milliseconds }))
  }
}

extension Setting<Set<OutputSentence>> {
  /// The standard sentences that the receiver sends.
  public static var enabledSentences: Self {
    Self(
      .enabledSentences, SettingValue.enabledSentences, "the selection of sentences", title: "sentences",
      showsByItself: true, key: "sentences",
      ubx: SettingForm(
        { _ in .outputs(of: OutputSentence.allCases.map(\.message)) },
        get: { kinds, _ in Set(OutputSentence.allCases.filter { kinds.contains($0.message) }) },
        set: { sentences, _ throws(LocationError) in
          guard !sentences.isEmpty else {
            throw .unsupported("a receiver must send at least one sentence")
          }
          return OutputSentence.allCases.filter(sentences.contains).map(\.message)
        }))
  }
}

extension Setting<Set<MessageKind>> {
  /// The binary messages that the receiver sends with each epoch: some of `MessageKind.selectable`.
  public static var enabledMessages: Self {
    Self(
      .enabledMessages, SettingValue.enabledMessages, "the selection of messages", title: "messages",
      key: "messages",
      ubx: SettingForm(
        { .outputs(of: MessageKind.selectable(for: $0.generation)) }, get: { kinds, _ in Set(kinds) },
        set: { messages, identity throws(LocationError) in
          let known = MessageKind.selectable(for: identity.generation)
          if let other = messages.first(where: { !known.contains($0) }) {
            throw .unsupported("\(identity.generation.name) has no message \(other.word)")
          }
          return known.filter(messages.contains)
        }))
  }
}

extension Setting<OutputLanguage> {
  /// The languages that the receiver sends.
  public static var language: Self {
    Self(
      .language, SettingValue.language, "the language",
      ubx: SettingForm(
        before: enabling, { _ in .protocols },
        get: { protocols, _ in
          switch (protocols.contains(.ubx), protocols.contains(.nmea)) {
          case (true, true): .both
          case (true, false): .ubx
          case (false, true): .nmea
          case (false, false): nil
          }
        },
        set: { language, _ in language == .both ? [.ubx, .nmea] : language == .ubx ? .ubx : .nmea }))
  }

  /// Enables messages before switching to messages alone: a receiver without any enabled would go silent.
  private static func enabling(_ language: OutputLanguage, _ identity: ReceiverIdentity) -> [SettingRequest] {
    guard language != .nmea else { return [] }
    let messages = MessageKind.forWholeFix(identity.generation)
    return [MessageSetting.outputs(of: messages).request(messages)]
  }
}

extension Setting<Set<Constellation>> {
  /// The satellite systems that the receiver uses; SBAS is a setting of its own.
  public static var constellations: Self {
    Self(
      .constellations, SettingValue.constellations, "the constellations", key: "constellations",
      ubx: SettingForm(
        { _ in .systems }, get: { systems, _ in Set(numbers.filter { systems.contains($0.1) }.map(\.0)) },
        set: { systems, _ throws(LocationError) in
          guard !systems.isEmpty else { throw .unsupported("a receiver needs at least one constellation") }
          if let other = systems.first(where: { system in !numbers.contains { $0.0 == system } }) {
            throw .unsupported("\(other) can't be chosen here: SBAS is a separate setting")
          }
          return numbers.filter { systems.contains($0.0) }.map(\.1)
        }))
  }

  private static var numbers: [(Constellation, SatelliteSystem)] {
    [
      (.gps, .gps), (.galileo, .galileo), (.beidou, .beiDou), (.qzss, .qzss), (.glonass, .glonass),
      (.navic, .navic),
    ]
  }
}

extension Setting<DynamicModel> {
  /// The kind of motion that the receiver expects.
  public static var model: Self {
    Self(.model, SettingValue.model, "the movement model", ubx: SettingForm(.model))
  }
}

extension Setting<PowerMode> {
  /// Whether the receiver saves power.
  public static var power: Self {
    Self(
      .power, SettingValue.power, "the power mode",
      ubx: SettingForm(
        { _ in .savesPower }, get: { saves, _ in saves ? .saving : .full },
        set: { mode, _ in mode == .saving }))
  }
}

extension Setting<TimePulse> {
  /// The receiver's time pulse.
  public static var timePulse: Self {
    Self(.timePulse, SettingValue.timePulse, "the time pulse", ubx: SettingForm(.timePulse))
  }
}

extension Setting<SentenceVersion> {
  /// The NMEA 0183 version of the receiver's sentences.
  public static var nmeaVersion: Self {
    Self(.nmeaVersion, SettingValue.nmeaVersion, "the NMEA version", ubx: SettingForm(.sentenceVersion))
  }
}

extension Setting<SurveyedPlace> {
  /// The fixed place of the antenna, given or found by a survey.
  public static var surveyedPlace: Self {
    Self(.surveyedPlace, SettingValue.surveyedPlace, "the surveyed place", ubx: SettingForm(.surveyedPlace))
  }
}

// MARK: - From a kind to its row

extension SettingKind {
  /// The row of the setting.
  var setting: any AnySetting {
    switch self {
    case .baudRate: Setting.baudRate
    case .enabledSentences: Setting.enabledSentences
    case .enabledMessages: Setting.enabledMessages
    case .language: Setting.language
    case .constellations: Setting.constellations
    case .sbas: Setting.sbas
    case .model: Setting.model
    case .minimumElevation: Setting.minimumElevation
    case .minimumSignal: Setting.minimumSignal
    case .staticHold: Setting.staticHold
    case .power: Setting.power
    case .timePulse: Setting.timePulse
    case .nmeaVersion: Setting.nmeaVersion
    case .highPrecision: Setting.highPrecision
    case .watchAntenna: Setting.watchAntenna
    case .watchJamming: Setting.watchJamming
    case .surveyedPlace: Setting.surveyedPlace
    case .updateRate: Setting.updateRate
    }
  }

  /// Whether the setting shows in the receiver's output, without a query.
  public var showsByItself: Bool { setting.showsByItself }

  /// The setting as text for an error.
  var inWords: String { setting.subject }

  /// The setting's name in a table, such as `minimum elevation`.
  public var title: String { setting.title }
}

extension SettingValue {
  /// The value alone as text.
  public var valueInWords: String { content.words + kind.setting.unit }

  /// The key and the form of the value in a record.
  public var recordForm: (key: String, content: SettingRecord) { (kind.setting.key, content.record) }
}
