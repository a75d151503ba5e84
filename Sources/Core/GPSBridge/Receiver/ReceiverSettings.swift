/// The settings of one receiver, stored separately so that they do not retain the receiver.
struct ReceiverSettings: Sendable {
  /// A setting without the type of its values, and what is done to it.
  private struct Entry: Sendable {
    let setting: any Sendable
    let confirm: @Sendable (SettingValue) -> Void
    let finish: @Sendable () -> Void
  }

  private let all: [SettingKind: Entry]

  init(_ engine: ReceiverEngine) {
    all = Dictionary(uniqueKeysWithValues: SettingKind.allCases.map { ($0, Self.entry($0.setting, engine)) })
  }

  /// The setting of a row; rows are made in this module only, one for each kind.
  subscript<Value>(row: Setting<Value>) -> ReceiverSetting<Value> {
    guard let setting = all[row.kind]?.setting as? ReceiverSetting<Value> else {
      preconditionFailure("two rows for the setting \(row.kind.rawValue)")
    }
    return setting
  }

  /// The setting may outlive its receiver; setting it then throws an error.
  private static func entry(_ setting: some AnySetting, _ engine: ReceiverEngine) -> Entry {
    let row = setting.row
    let setting = ReceiverSetting(
      isWritable: { [weak engine, kind = row.kind] in engine?.means.isWritable(kind) ?? false },
      set: { [weak engine, row] (value, timeout) async throws(LocationError) in
        guard let engine else { throw .abandoned }
        _ = try await engine.run(.set(row(value)), timeout: timeout)
      })
    return Entry(
      setting: setting, confirm: { if let value = $0[row] { setting.confirm(value) } },
      finish: { setting.finish() })
  }

  func confirm(_ value: SettingValue) { all[value.kind]?.confirm(value) }

  func finish() { for setting in all.values { setting.finish() } }
}
