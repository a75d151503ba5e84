public import UBX

// Settings that have no command in sentences: a u-blox takes them in its own language.

extension Receiver {
  /// The binary messages that it sends with each epoch.
  public var enabledMessages: ReceiverSetting<Set<OutputMessage>> { settings.enabledMessages }
  /// The languages that it speaks.
  public var language: ReceiverSetting<OutputLanguage> { settings.language }
  /// Whether it uses augmentation satellites.
  public var sbas: ReceiverSetting<Bool> { settings.sbas }
  /// How it moves.
  public var model: ReceiverSetting<MovementModel> { settings.model }
  /// Degrees above the horizon that a satellite needs.
  public var minimumElevation: ReceiverSetting<Int> { settings.minimumElevation }
  /// The strength that a satellite needs, in dB-Hz.
  public var minimumSignal: ReceiverSetting<Int> { settings.minimumSignal }
  /// Whether it saves power.
  public var power: ReceiverSetting<PowerMode> { settings.power }
  /// The pulse that it gives.
  public var timePulse: ReceiverSetting<PulseSetting> { settings.timePulse }
  /// The edition of its sentences.
  public var nmeaVersion: ReceiverSetting<SentenceVersion> { settings.nmeaVersion }
  /// Whether positions in its sentences have more decimals than usual.
  public var highPrecision: ReceiverSetting<Bool> { settings.highPrecision }
  /// Whether it watches for a short circuit and a missing antenna.
  public var watchAntenna: ReceiverSetting<Bool> { settings.watchAntenna }
  /// Whether it watches for interference.
  public var watchJamming: ReceiverSetting<Bool> { settings.watchJamming }
  /// The place that it stands at, or finds out.
  public var surveyedPlace: ReceiverSetting<StandingPlace> { settings.surveyedPlace }

  /// Who it is, in its own words: generation, firmware, module, number, and the port that the line hangs on.
  ///
  /// It is known after a setting was asked for or changed, or after ``identify(timeout:)``, and forgotten when the
  /// device is opened anew. Receivers that take no UBX have none.
  public var identity: ReceiverIdentity? { engine.identity }

  /// Asks it for a setting, and returns what it says; nil where it can't be asked, or has no value that has a name.
  ///
  /// What it says is confirmed by that, and shows in the setting's values as well.
  ///
  /// - Throws: An error if it does not answer, does not know the setting, or is not there.
  public func ask(_ kind: SettingKind, timeout: Duration? = nil) async throws(LocationError) -> SettingValue?
  {
    let outcome = try await engine.run(.ask(kind), timeout: timeout).outcome
    guard let identity else { return nil }
    return outcome.values.compactMap(UBXWishes(identity: identity).value).first { $0.kind == kind }
  }

  /// Finds out what a value would take, and changes nothing.
  ///
  /// ```swift
  /// let plan = try await receiver.plan(.updateRate(.hertz(5)))
  /// plan.commands        // CFG-RATE, 200 ms: what would be sent
  /// plan.undo            // CFG-RATE as it is now: what brings it back afterwards
  /// ```
  ///
  /// - Throws: An error if the value is impossible with this device, or the device is not there or does not answer.
  public func plan(_ value: SettingValue, timeout: Duration? = nil) async throws(LocationError)
    -> SettingsPlan
  {
    SettingsPlan(try await engine.run(.plan(value), timeout: timeout).outcome)
  }

  /// Finds out what messages that set something would change, and changes nothing.
  public func plan(
    bringing messages: [Message], timeout: Duration? = nil
  ) async throws(LocationError) -> SettingsPlan {
    SettingsPlan(try await engine.run(.bring(messages, isPlan: true), timeout: timeout).outcome)
  }

  /// Sets what messages say, and returns when the receiver has confirmed all of them: those of a plan's
  /// ``SettingsPlan/undo``, of a saved configuration, or of keys that have no name here.
  ///
  /// Only what differs is sent. The speed of the line is changed last.
  ///
  /// - Throws: An error if one is refused or not confirmed; those before it are set by then.
  @discardableResult
  public func bring(
    _ messages: [Message], timeout: Duration? = nil
  ) async throws(LocationError) -> SettingsPlan {
    SettingsPlan(try await engine.run(.bring(messages, isPlan: false), timeout: timeout).outcome)
  }

  /// Asks for all its settings, and returns the messages that would set them: values since u-blox 9, in which other
  /// programs keep them, and older messages before.
  ///
  /// - Throws: An error if it does not answer, has no such question, or is not there.
  public func export(timeout: Duration? = nil) async throws(LocationError) -> [Message] {
    try await engine.run(.export, timeout: timeout).outcome.commands
  }

  /// Has it keep settings over the loss of power, and returns which of its memories really have them.
  ///
  /// Receivers up to u-blox 8 keep all they have, and nobody can ask them what became of it.
  ///
  /// - Throws: An error if it refuses or does not answer, has no such command, or is not there.
  public func save(_ kinds: [SettingKind], timeout: Duration? = nil) async throws(LocationError)
    -> KeptSettings
  {
    let kept = try await engine.run(.save(kinds), timeout: timeout).kept
    return KeptSettings(inBattery: kept?.battery, inFlash: kept?.flash)
  }
}

/// The memories of a receiver that have kept its settings.
public struct KeptSettings: Sendable, Hashable {
  /// Whether the memory has them that a battery feeds; nil where nobody can ask.
  public let inBattery: Bool?
  /// Whether the flash has them; nil where nobody can ask.
  public let inFlash: Bool?
}
