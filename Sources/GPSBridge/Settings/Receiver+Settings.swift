public import GNSS
public import NMEA

extension Receiver {
  /// How often it says where it is.
  public var updateRate: ReceiverSetting<UpdateRate> { settings.updateRate }

  /// How fast its line is, in bits a second; nothing where there is no such line.
  ///
  /// When it is set, the port follows. If no whole sentence comes at the new speed, the port goes back to the old one,
  /// and the error says so.
  public var baudRate: ReceiverSetting<Int> { settings.baudRate }

  /// Which of the standard sentences it sends.
  public var enabledSentences: ReceiverSetting<Set<OutputSentence>> { settings.enabledSentences }

  /// Which systems of satellites it listens to.
  public var constellations: ReceiverSetting<Set<Constellation>> { settings.constellations }

  /// Whose commands it understands; nil as long as it has not shown it.
  public var dialect: ReceiverDialect? { engine.dialect }

  /// Finds out whose commands it understands, by questions that change nothing if need be.
  ///
  /// - Throws: That it does not show it in time, or that the device is not there.
  public func identify(timeout: Duration? = nil) async throws(LocationError) -> ReceiverDialect {
    guard let dialect = try await engine.run(.identify, timeout: timeout) else {
      throw LocationError.unknownDialect
    }
    return dialect
  }

  /// Sets a value of any kind, and returns when the receiver has confirmed it.
  ///
  /// It does the same as ``ReceiverSetting/set(_:timeout:)`` of the setting, for programs that have a list of values.
  ///
  /// - Throws: That it was refused, not confirmed in time, cannot be done with this device, or that the device is
  ///   not there.
  public func set(_ value: SettingValue, timeout: Duration? = nil) async throws(LocationError) {
    switch value {
    case .updateRate(let rate): try await updateRate.set(rate, timeout: timeout)
    case .baudRate(let speed): try await baudRate.set(speed, timeout: timeout)
    case .enabledSentences(let sentences): try await enabledSentences.set(sentences, timeout: timeout)
    case .constellations(let systems): try await constellations.set(systems, timeout: timeout)
    }
  }

  /// The reason why a setting cannot be changed; nil where nothing is known that speaks against it.
  ///
  /// The dialect may have no command for it, or there is no line that has a speed. Nothing is sent to find that out.
  public func refusal(of kind: SettingKind) -> LocationError? { engine.refusal(of: kind) }

  /// Starts it again, and returns when it greets.
  ///
  /// What was set is put back afterwards, but for ``RestartKind/factory``, which is meant to forget it.
  ///
  /// - Throws: That it was refused or did not happen, that there is no such command, or that the device is not there.
  public func restart(_ kind: RestartKind, timeout: Duration? = nil) async throws(LocationError) {
    _ = try await engine.run(.restart(kind), timeout: timeout)
  }

  /// Sends it a sentence, whatever that does, and returns when it is out.
  ///
  /// ```swift
  /// try await receiver.send(.vendor(.pmtk605(PMTK605())))   // asks a MediaTek receiver for its firmware
  /// ```
  ///
  /// - Throws: That it is no whole sentence, could not be sent, or that the device is not there.
  public func send(_ sentence: Sentence) async throws(LocationError) {
    let bytes = sentence.encoded()
    guard case .sentence(let frame) = SentenceFrame.recognize(bytes.span), frame.length + 2 == bytes.count
    else {
      throw .unsupported("what was to be sent is not one whole sentence")
    }
    _ = try await engine.run(.send(bytes), timeout: nil)
  }
}
