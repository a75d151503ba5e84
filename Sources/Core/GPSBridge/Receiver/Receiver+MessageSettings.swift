public import UBX

// Queries and changes that only a receiver with UBX accepts.

extension Receiver {
  /// The receiver's identity as it reports it: generation, firmware, module, number, and connected port.
  ///
  /// It is known after a setting was read or changed, or after ``identify(timeout:)``, and nil again when the
  /// device is reopened. It stays nil for receivers without UBX.
  public var identity: ReceiverIdentity? { engine.identity }

  /// Reads a setting from the receiver; nil if it can't be queried, or if no ``SettingValue`` represents it.
  ///
  /// The answer confirms the value, which then also appears in the setting's values.
  ///
  /// - Throws: An error if the receiver does not answer, does not have the setting, or is absent.
  public func ask(_ kind: SettingKind, timeout: Duration? = nil) async throws(LocationError) -> SettingValue?
  {
    let outcome = try await engine.run(.ask(kind), timeout: timeout).outcome
    guard let identity else { return nil }
    return kind.setting.value(in: outcome.readings, of: identity)
  }

  /// Finds out what setting a value would send, and changes nothing.
  ///
  /// ```swift
  /// let plan = try await receiver.plan(Setting.updateRate(.hertz(5)))
  /// plan.commands        // CFG-RATE, 200 ms: what would be sent
  /// plan.undo            // CFG-RATE as it is now: what brings it back afterwards
  /// ```
  ///
  /// - Throws: An error if the value is impossible with this device, or the device is absent or silent.
  public func plan(_ value: SettingValue, timeout: Duration? = nil) async throws(LocationError)
    -> SettingsPlan
  {
    SettingsPlan(try await engine.run(.plan(value), timeout: timeout).outcome)
  }

  /// Finds out what a list of setting messages would change, and changes nothing.
  public func plan(
    applying messages: [Message], timeout: Duration? = nil
  ) async throws(LocationError) -> SettingsPlan {
    SettingsPlan(try await engine.run(.apply(messages, isPlan: true), timeout: timeout).outcome)
  }

  /// Applies setting messages, and returns when the receiver has confirmed all of them.
  ///
  /// The messages can be a plan's ``SettingsPlan/undo``, a saved configuration, or keys that no
  /// ``SettingValue`` represents. Only values that differ are sent. The speed of the line is changed last.
  ///
  /// - Throws: An error if a message is refused or not confirmed; the messages before it are already applied.
  @discardableResult
  public func apply(
    _ messages: [Message], timeout: Duration? = nil
  ) async throws(LocationError) -> SettingsPlan {
    SettingsPlan(try await engine.run(.apply(messages, isPlan: false), timeout: timeout).outcome)
  }

  /// Reads all settings, and returns the messages that would restore them.
  ///
  /// Since u-blox 9 these are configuration values, as other programs store them; before that, older
  /// messages.
  ///
  /// - Throws: An error if the receiver does not answer, has no such query, or is absent.
  public func export(timeout: Duration? = nil) async throws(LocationError) -> [Message] {
    try await engine.run(.export, timeout: timeout).outcome.commands
  }

  /// Stores settings in the receiver's memories, and returns which memories really have them.
  ///
  /// Receivers up to u-blox 8 store all of their settings, and have no query to verify that.
  ///
  /// - Throws: An error if the receiver refuses, does not answer, has no such command, or is absent.
  public func save(_ kinds: [SettingKind], timeout: Duration? = nil) async throws(LocationError)
    -> KeptSettings
  {
    let kept = try await engine.run(.save(kinds), timeout: timeout).kept
    return KeptSettings(inBattery: kept?.battery, inFlash: kept?.flash)
  }
}

/// The memories of a receiver that have stored its settings.
public struct KeptSettings: Sendable, Hashable {
  /// Whether the battery-backed memory has the settings; nil if the receiver cannot report it.
  public let inBattery: Bool?
  /// Whether the flash memory has the settings; nil if the receiver cannot report it.
  public let inFlash: Bool?
}
