internal import GNSS

/// The settings of one receiver, held apart from it so that nothing holds the receiver itself.
struct ReceiverSettings: Sendable {
  let updateRate: ReceiverSetting<UpdateRate>
  let baudRate: ReceiverSetting<Int>
  let enabledSentences: ReceiverSetting<Set<OutputSentence>>
  let constellations: ReceiverSetting<Set<Constellation>>

  init(_ engine: ReceiverEngine) {
    updateRate = Self.setting(engine, .updateRate) { .updateRate($0) }
    baudRate = Self.setting(engine, .baudRate) { .baudRate($0) }
    enabledSentences = Self.setting(engine, .enabledSentences) { .enabledSentences($0) }
    constellations = Self.setting(engine, .constellations) { .constellations($0) }
  }

  func confirm(_ value: SettingValue) {
    switch value {
    case .updateRate(let rate): updateRate.confirm(rate)
    case .baudRate(let speed): baudRate.confirm(speed)
    case .enabledSentences(let sentences): enabledSentences.confirm(sentences)
    case .constellations(let systems): constellations.confirm(systems)
    }
  }

  func finish() {
    updateRate.finish()
    baudRate.finish()
    enabledSentences.finish()
    constellations.finish()
  }

  /// A setting that outlives its receiver, and then says so.
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
