package import GNSS
package import GPSBridge
package import GPSBase

/// A setting that the receiver had lost, and the result of restoring it.
package struct SettingRestoring: Sendable, Hashable {
  package var value: SettingValue
  /// Why the setting could not be restored; nil if it was.
  package var error: LocationError?

  /// Extracts the setting and the result from an event; nil for other events.
  package init?(_ event: ReceiverEvent.Kind) {
    switch event {
    case .settingRestored(let value): self.value = value
    case .settingNotRestored(let value, let error): (self.value, self.error) = (value, error)
    default: return nil
    }
  }
}

extension NDJSONFormat {
  /// The record of a setting that was restored, or could not be.
  ///
  /// - Parameters:
  ///   - restoring: The setting and the result.
  ///   - commands: The command language of the receiver; nil while unknown.
  ///   - time: The time of the result; nil if times are not wanted.
  /// - Returns: The record with its line end.
  package func line(
    _ restoring: SettingRestoring, commands: ReceiverDialect?, at time: UTC?
  ) -> [UInt8] {
    line(.setting) { json in
      json.member("at", time)
      json.member("setting", restoring.value.kind.rawValue)
      json.member("state", restoring.error == nil ? "restored" : "not_restored")
      json.member(restoring.value)
      json.member("commands", commands?.rawValue)
      json.member("error", restoring.error?.settingState)
      json.member("message", restoring.error?.message)
    }
  }
}

extension LocationError {
  /// The state of a rejected setting in records.
  package var settingState: String {
    switch code {
    case .settingRefused: "refused"
    case .settingTimedOut: "timed_out"
    case .unsupported: "unsupported"
    default: "failed"
    }
  }
}

extension JSONWriter {
  /// Writes the value of a setting, under the key for its unit.
  package mutating func member(_ value: SettingValue?, prefix: String = "") {
    guard let record = value?.recordForm else { return }
    let key = prefix + record.key
    switch record.content {
    case .number(let number, let decimals): member(key, number, decimals: decimals)
    case .whole(let number): member(key, number)
    case .word(let word): member(key, word)
    case .list(let words): array(key, words)
    case .systems(let systems): array(key, systems.map(\.word))
    }
  }

  private mutating func array(_ key: String, _ names: [String]) {
    array(key) { json in for name in names.sorted() { json.element(name) } }
  }
}
