public import GPSDelivery
public import GNSS
public import NMEA

/// A setting of a receiver: it can be written and observed, and it shows only what the receiver has confirmed.
///
/// ```swift
/// print(receiver.updateRate.value ?? "not known yet")
/// try await receiver.updateRate.set(.hertz(5))      // returns when the receiver has said or shown that it does it
/// for await rate in receiver.updateRate.values {    // 5 Hz, then each change, whoever made it
///   print(rate)
/// }
/// ```
///
/// It is no variable: a value that was refused was never its value.
///
/// ```swift
/// try? await receiver.updateRate.set(.hertz(50))    // refused
/// receiver.updateRate.value                         // still 5 Hz
/// ```
public final class ReceiverSetting<Value: Sendable & Equatable>: Sendable {
  private let hub = Broadcast<Value, Never>()
  private let write: @Sendable (Value, Duration?) async throws(LocationError) -> Void
  private let canWrite: @Sendable () -> Bool
  /// A consumer that falls this far behind misses values; the newest are kept.
  private static var depth: Int { 64 }

  /// Makes a setting of a device; it shows a value only after the device has confirmed it.
  ///
  /// - Parameters:
  ///   - value: The known value; nil for none.
  ///   - isWritable: Whether setting it makes sense now.
  ///   - set: Tells the device. Once the device has confirmed, call ``confirm(_:)`` and return.
  init(
    _ value: Value? = nil, isWritable: @escaping @Sendable () -> Bool = { true },
    set: @escaping @Sendable (Value, Duration?) async throws(LocationError) -> Void
  ) {
    write = set
    canWrite = isWritable
    if let value { hub.send(value) }
  }

  /// The value that the device last confirmed; nil until it has confirmed one.
  public var value: Value? { hub.latest }

  /// The value, if there is one, then each one that the device confirms, whoever has set it.
  public var values: Deliveries<Subscription<Value, Never>> {
    hub.values(.newest(Self.depth), replayLatest: true)
  }

  /// Each value that the device confirms from now on.
  public var changes: Deliveries<Subscription<Value, Never>> { hub.values(.newest(Self.depth)) }

  /// Registers a consumer of the changes, at once; with `replayLatest` the value comes first.
  public func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Subscription<Value, Never> {
    hub.subscribe(buffering, replayLatest: replayLatest)
  }

  /// Whether the device is known to have a command for it.
  ///
  /// A receiver of unknown dialect is asked when something is set; until then this is false.
  public var isWritable: Bool { canWrite() }

  /// Tells the device, and returns when it has confirmed.
  ///
  /// Calls wait for each other, in order. Cancelling stops waiting; commands already sent are not undone.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - timeout: How long the device may take from command to confirmation; nil for the usual time of this command.
  /// - Throws: An error if the value is refused, not confirmed in time or impossible with this device, or if the device
  ///   is not there.
  public func set(_ value: Value, timeout: Duration? = nil) async throws(LocationError) {
    try await write(value, timeout)
  }

  /// Takes a value that the device has confirmed; only the maker of this setting calls it, one call at a time.
  func confirm(_ value: Value) {
    if hub.latest != value { hub.send(value) }
  }

  /// Ends the values.
  func finish() { hub.finish() }
}

extension Receiver {
  /// How often it reports its position.
  public var updateRate: ReceiverSetting<UpdateRate> { settings.updateRate }

  /// The speed of its line in bits per second, if it has such a line.
  ///
  /// When it is set, the port follows. If no whole sentence comes at the new speed, the port goes back to the old one,
  /// and the error says so.
  public var baudRate: ReceiverSetting<Int> { settings.baudRate }

  /// The standard sentences that it sends.
  public var enabledSentences: ReceiverSetting<Set<OutputSentence>> { settings.enabledSentences }

  /// The satellite systems that it listens to.
  public var constellations: ReceiverSetting<Set<Constellation>> { settings.constellations }

  /// The dialect whose commands it understands; nil until it has shown it.
  public var dialect: ReceiverDialect? { engine.dialect }

  /// Finds out its dialect, if need be by questions that change nothing.
  ///
  /// - Throws: An error if it does not show its dialect in time, or the device is not there.
  public func identify(timeout: Duration? = nil) async throws(LocationError) -> ReceiverDialect {
    guard let dialect = try await engine.run(.identify, timeout: timeout).dialect else {
      throw LocationError.unknownDialect
    }
    return dialect
  }

  /// Sets a value of any kind, and returns when the receiver has confirmed it.
  ///
  /// It does the same as ``ReceiverSetting/set(_:timeout:)`` of the setting, for programs that have a list of values.
  ///
  /// - Throws: An error if the value is refused, not confirmed in time or impossible with this device, or if the device
  ///   is not there.
  public func set(_ value: SettingValue, timeout: Duration? = nil) async throws(LocationError) {
    _ = try await engine.run(.set(value), timeout: timeout)
  }

  /// The reason why a setting cannot be changed; nil if none is known.
  ///
  /// The dialect may have no command for it, or the line may have no speed. Nothing is sent to find that out.
  public func refusal(of kind: SettingKind) -> LocationError? { engine.refusal(of: kind) }

  /// Restarts it, and returns when it greets.
  ///
  /// A u-blox that is spoken to in messages neither acknowledges a restart nor greets: there it returns when the command
  /// is out, and nothing proves it.
  ///
  /// Its settings are put back afterwards, except after ``RestartKind/factory``, which is meant to forget them.
  ///
  /// - Throws: An error if it refuses or does not restart, has no such command, or if the device is not there.
  public func restart(_ kind: RestartKind, timeout: Duration? = nil) async throws(LocationError) {
    _ = try await engine.run(.restart(kind), timeout: timeout)
  }

  /// Sends it a sentence, whatever its effect, and returns when it is out.
  ///
  /// ```swift
  /// try await receiver.send(.vendor(.pmtk605(PMTK605())))   // asks a MediaTek receiver for its firmware
  /// ```
  ///
  /// - Throws: An error if it is not one whole sentence or could not be sent, or if the device is not there.
  public func send(_ sentence: Sentence) async throws(LocationError) {
    let bytes = sentence.encoded()
    guard case .sentence(let frame) = SentenceFrame.recognize(bytes.span), frame.length + 2 == bytes.count
    else {
      throw .unsupported("what was to be sent is not one whole sentence")
    }
    _ = try await engine.run(.send(bytes), timeout: nil)
  }
}
