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
      json.member("at", time.map(Timestamp.text))
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
    switch value {
    case nil: break
    case .updateRate(let rate): member(prefix + "rate_hz", rate.hertz, decimals: 3)
    case .baudRate(let speed): member(prefix + "speed_baud", speed)
    case .enabledSentences(let sentences): array(prefix + "sentences", sentences.map(\.rawValue))
    case .enabledMessages(let messages): array(prefix + "messages", messages.map(\.rawValue))
    case .constellations(let systems): array(prefix + "constellations", systems.map(\.word))
    case .minimumElevation(let degrees): member(prefix + "minimum_elevation_deg", degrees)
    case .minimumSignal(let strength): member(prefix + "minimum_signal_dbhz", strength)
    case .sbas(let isOn), .highPrecision(let isOn), .watchAntenna(let isOn), .watchJamming(let isOn):
      member(prefix + "value", isOn ? "on" : "off")
    case .model(let model): member(prefix + "value", model.rawValue)
    case .language, .power, .timePulse, .nmeaVersion, .surveyedPlace:
      member(prefix + "value", value?.valueInWords)
    }
  }

  private mutating func array(_ key: String, _ names: [String]) {
    array(key) { json in
      for name in names.sorted() { json.element(name) }
    }
  }
}
