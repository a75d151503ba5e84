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
      .baudRate, "the baud rate", showsByItself: true, key: "speed_baud",
      ubx: SettingForm(
        isAsked: { $0.table.hasSpeed }, { _ in .lineSpeed }, get: { speed, _ in speed },
        set: { speed, _ in speed }))
  }

  /// The lowest elevation of a satellite that is used, in degrees above the horizon.
  public static var minimumElevation: Self {
    Self(
      .minimumElevation, "the minimum elevation", key: "minimum_elevation_deg",
      unit: " degrees", ubx: SettingForm(.minimumElevation, -90...90))
  }

  /// The weakest signal of a satellite that is used, in dB-Hz.
  public static var minimumSignal: Self {
    Self(
      .minimumSignal, "the minimum signal", key: "minimum_signal_dbhz",
      unit: " dB-Hz", ubx: SettingForm(.minimumSignal, 0...99))
  }

  /// The speed in cm/s below which the receiver holds its position, as while a vehicle is parked; 0 for never.
  public static var staticHold: Self {
    Self(
      .staticHold, "the static hold", key: "static_hold_cmps", unit: " cm/s",
      ubx: SettingForm(.staticHold, 0...255))
  }
}

extension Setting<Bool> {
  /// Whether the receiver uses augmentation satellites (SBAS).
  public static var sbas: Self { Self(.sbas, "the use of SBAS", ubx: SettingForm(.sbas)) }

  /// Whether positions in sentences have more decimals than usual.
  public static var highPrecision: Self {
    Self(.highPrecision, "high precision", ubx: SettingForm(.highPrecision))
  }

  /// Whether the receiver watches its antenna for a short circuit or a disconnection.
  public static var watchAntenna: Self {
    Self(.watchAntenna, "the antenna supervision", ubx: SettingForm(.watchesAntenna))
  }

  /// Whether the receiver watches for interference.
  public static var watchJamming: Self {
    Self(.watchJamming, "the interference monitor", ubx: SettingForm(.watchesInterference))
  }
}

extension Setting<UpdateRate> {
  /// How often the receiver reports its position.
  public static var updateRate: Self {
    Self(
      .updateRate, "the update rate", title: "rate", showsByItself: true,
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
      .enabledSentences, "the selection of sentences", title: "sentences",
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
      .enabledMessages, "the selection of messages", title: "messages",
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
      .language, "the language",
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
      .constellations, "the constellations", key: "constellations",
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
    Self(.model, "the movement model", ubx: SettingForm(.model))
  }
}

extension Setting<PowerMode> {
  /// Whether the receiver saves power.
  public static var power: Self {
    Self(
      .power, "the power mode",
      ubx: SettingForm(
        { _ in .savesPower }, get: { saves, _ in saves ? .saving : .full },
        set: { mode, _ in mode == .saving }))
  }
}

extension Setting<TimePulse> {
  /// The receiver's time pulse.
  public static var timePulse: Self {
    Self(.timePulse, "the time pulse", ubx: SettingForm(.timePulse))
  }
}

extension Setting<SentenceVersion> {
  /// The NMEA 0183 version of the receiver's sentences.
  public static var nmeaVersion: Self {
    Self(.nmeaVersion, "the NMEA version", ubx: SettingForm(.sentenceVersion))
  }
}

extension Setting<SurveyedPlace> {
  /// The fixed place of the antenna, given or found by a survey.
  public static var surveyedPlace: Self {
    Self(.surveyedPlace, "the surveyed place", ubx: SettingForm(.surveyedPlace))
  }
}

// MARK: - Kinds

extension SettingKind: CaseIterable {
  /// The speed of the line.
  public static let baudRate = SettingKind(0, "baud_rate")
  /// The standard sentences that are sent.
  public static let enabledSentences = SettingKind(1, "enabled_sentences")
  /// The binary messages that are sent.
  public static let enabledMessages = SettingKind(2, "enabled_messages")
  /// The languages that the receiver sends.
  public static let language = SettingKind(3, "protocol")
  /// The satellite systems that are used.
  public static let constellations = SettingKind(4, "constellations")
  /// Whether augmentation satellites are used.
  public static let sbas = SettingKind(5, "sbas")
  /// The kind of motion that the receiver expects.
  public static let model = SettingKind(6, "model")
  /// The lowest elevation of a satellite that is used.
  public static let minimumElevation = SettingKind(7, "minimum_elevation")
  /// The weakest signal of a satellite that is used.
  public static let minimumSignal = SettingKind(8, "minimum_signal")
  /// The speed below which the position is held.
  public static let staticHold = SettingKind(9, "static_hold")
  /// Whether the receiver saves power.
  public static let power = SettingKind(10, "power")
  /// The time pulse.
  public static let timePulse = SettingKind(11, "time_pulse")
  /// The NMEA version of the sentences.
  public static let nmeaVersion = SettingKind(12, "nmea_version")
  /// Whether positions in sentences have more decimals than usual.
  public static let highPrecision = SettingKind(13, "high_precision")
  /// Whether the receiver watches its antenna.
  public static let watchAntenna = SettingKind(14, "watch_antenna")
  /// Whether the receiver watches for interference.
  public static let watchJamming = SettingKind(15, "watch_jamming")
  /// The fixed place of the antenna, if it does not move.
  public static let surveyedPlace = SettingKind(16, "surveyed_place")
  /// How often the receiver reports its position.
  public static let updateRate = SettingKind(17, "update_rate")

  /// The rows in the order of their kinds.
  private static let rows: [any AnySetting] = [
    Setting.baudRate, Setting.enabledSentences, Setting.enabledMessages, Setting.language,
    Setting.constellations, Setting.sbas, Setting.model, Setting.minimumElevation, Setting.minimumSignal,
    Setting.staticHold, Setting.power, Setting.timePulse, Setting.nmeaVersion, Setting.highPrecision,
    Setting.watchAntenna, Setting.watchJamming, Setting.surveyedPlace, Setting.updateRate,
  ]

  /// All kinds, in the order in which settings are applied.
  public static let allCases = rows.map { $0.kind }

  var setting: any AnySetting { Self.rows[Int(place)] }

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

  package var recordForm: (key: String, content: SettingRecord) { (kind.setting.key, content.record) }
}
