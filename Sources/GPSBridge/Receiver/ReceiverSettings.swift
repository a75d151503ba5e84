internal import GNSS

/// The settings of one receiver, stored separately so that they do not retain the receiver.
struct ReceiverSettings: Sendable {
  let updateRate: ReceiverSetting<UpdateRate>
  let baudRate: ReceiverSetting<Int>
  let enabledSentences: ReceiverSetting<Set<OutputSentence>>
  let enabledMessages: ReceiverSetting<Set<OutputMessage>>
  let language: ReceiverSetting<OutputLanguage>
  let constellations: ReceiverSetting<Set<Constellation>>
  let sbas: ReceiverSetting<Bool>
  let model: ReceiverSetting<MovementModel>
  let minimumElevation: ReceiverSetting<Int>
  let minimumSignal: ReceiverSetting<Int>
  let power: ReceiverSetting<PowerMode>
  let timePulse: ReceiverSetting<PulseSetting>
  let nmeaVersion: ReceiverSetting<SentenceVersion>
  let highPrecision: ReceiverSetting<Bool>
  let watchAntenna: ReceiverSetting<Bool>
  let watchJamming: ReceiverSetting<Bool>
  let surveyedPlace: ReceiverSetting<StandingPlace>

  init(_ engine: ReceiverEngine) {
    updateRate = Self.setting(engine, .updateRate) { .updateRate($0) }
    baudRate = Self.setting(engine, .baudRate) { .baudRate($0) }
    enabledSentences = Self.setting(engine, .enabledSentences) { .enabledSentences($0) }
    enabledMessages = Self.setting(engine, .enabledMessages) { .enabledMessages($0) }
    language = Self.setting(engine, .language) { .language($0) }
    constellations = Self.setting(engine, .constellations) { .constellations($0) }
    sbas = Self.setting(engine, .sbas) { .sbas($0) }
    model = Self.setting(engine, .model) { .model($0) }
    minimumElevation = Self.setting(engine, .minimumElevation) { .minimumElevation($0) }
    minimumSignal = Self.setting(engine, .minimumSignal) { .minimumSignal($0) }
    power = Self.setting(engine, .power) { .power($0) }
    timePulse = Self.setting(engine, .timePulse) { .timePulse($0) }
    nmeaVersion = Self.setting(engine, .nmeaVersion) { .nmeaVersion($0) }
    highPrecision = Self.setting(engine, .highPrecision) { .highPrecision($0) }
    watchAntenna = Self.setting(engine, .watchAntenna) { .watchAntenna($0) }
    watchJamming = Self.setting(engine, .watchJamming) { .watchJamming($0) }
    surveyedPlace = Self.setting(engine, .surveyedPlace) { .surveyedPlace($0) }
  }

  func confirm(_ value: SettingValue) {
    switch value {
    case .updateRate(let value): updateRate.confirm(value)
    case .baudRate(let value): baudRate.confirm(value)
    case .enabledSentences(let value): enabledSentences.confirm(value)
    case .enabledMessages(let value): enabledMessages.confirm(value)
    case .language(let value): language.confirm(value)
    case .constellations(let value): constellations.confirm(value)
    case .sbas(let value): sbas.confirm(value)
    case .model(let value): model.confirm(value)
    case .minimumElevation(let value): minimumElevation.confirm(value)
    case .minimumSignal(let value): minimumSignal.confirm(value)
    case .power(let value): power.confirm(value)
    case .timePulse(let value): timePulse.confirm(value)
    case .nmeaVersion(let value): nmeaVersion.confirm(value)
    case .highPrecision(let value): highPrecision.confirm(value)
    case .watchAntenna(let value): watchAntenna.confirm(value)
    case .watchJamming(let value): watchJamming.confirm(value)
    case .surveyedPlace(let value): surveyedPlace.confirm(value)
    }
  }

  func finish() {
    updateRate.finish()
    baudRate.finish()
    enabledSentences.finish()
    enabledMessages.finish()
    language.finish()
    constellations.finish()
    sbas.finish()
    model.finish()
    minimumElevation.finish()
    minimumSignal.finish()
    power.finish()
    timePulse.finish()
    nmeaVersion.finish()
    highPrecision.finish()
    watchAntenna.finish()
    watchJamming.finish()
    surveyedPlace.finish()
  }

  /// Creates a setting that may outlive its receiver; setting it then throws an error.
  private static func setting<Value: Sendable & Equatable>(
    _ engine: ReceiverEngine, _ kind: SettingKind, _ wrap: @escaping @Sendable (Value) -> SettingValue
  ) -> ReceiverSetting<Value> {
    ReceiverSetting(isWritable: { [weak engine] in engine?.isWritable(kind) ?? false }) {
      [weak engine] (value, timeout) async throws(LocationError) in
      guard let engine else { throw .abandoned }
      _ = try await engine.run(.set(wrap(value)), timeout: timeout)
    }
  }
}
