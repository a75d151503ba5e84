/// The settings of one receiver, stored separately so that they do not retain the receiver.
struct ReceiverSettings: Sendable {
  private let all: [SettingKind: any AnyReceiverSetting]

  init(_ engine: ReceiverEngine) {
    all = Dictionary(uniqueKeysWithValues: SettingKind.allCases.map { ($0, Self.typed($0.setting, engine)) })
  }

  /// The setting of a row; rows are made in this module only, one for each kind.
  subscript<Value>(row: Setting<Value>) -> ReceiverSetting<Value> {
    guard let typed = all[row.kind] as? TypedReceiverSetting<Value> else {
      preconditionFailure("two rows for the setting \(row.kind.rawValue)")
    }
    return typed.setting
  }

  /// The setting may outlive its receiver; setting it then throws an error.
  private static func typed(_ setting: some AnySetting, _ engine: ReceiverEngine) -> any AnyReceiverSetting {
    let row = setting.row
    return TypedReceiverSetting(
      row: row,
      setting: ReceiverSetting(
        isWritable: { [weak engine, kind = row.kind] in engine?.means.isWritable(kind) ?? false },
        set: { [weak engine, row] (value, timeout) async throws(LocationError) in
          guard let engine else { throw .abandoned }
          _ = try await engine.run(.set(row(value)), timeout: timeout)
        }))
  }

  func confirm(_ value: SettingValue) { all[value.kind]?.confirm(value) }

  func finish() { for setting in all.values { setting.finish() } }
}

/// A receiver's setting without the type of its values.
protocol AnyReceiverSetting: Sendable {
  func confirm(_ value: SettingValue)
  func finish()
}

/// A receiver's setting and its row.
struct TypedReceiverSetting<Value: Sendable & Hashable>: AnyReceiverSetting {
  let row: Setting<Value>
  let setting: ReceiverSetting<Value>

  func confirm(_ value: SettingValue) {
    if let value = value[row] { setting.confirm(value) }
  }

  func finish() { setting.finish() }
}
