public import GPSDelivery
public import NMEA

/// A setting of a receiver, which can be written and observed, and shows only confirmed values.
///
/// ```swift
/// print(receiver[.updateRate].value ?? "not known yet")
/// try await receiver[.updateRate].set(.hertz(5))      // returns when the receiver has said or shown that it does it
/// for await rate in receiver[.updateRate].values {    // 5 Hz, then each change, also by other programs
///   print(rate)
/// }
/// ```
///
/// A refused value never becomes the setting's value:
///
/// ```swift
/// try? await receiver[.updateRate].set(.hertz(50))    // refused
/// receiver[.updateRate].value                         // still 5 Hz
/// ```
public final class ReceiverSetting<Value: Sendable & Equatable>: Sendable {
  private let hub = Broadcast<Value, Never>()
  private let write: @Sendable (Value, Duration?) async throws(LocationError) -> Void
  private let canWrite: @Sendable () -> Bool
  /// A consumer that falls this far behind misses values; the newest are kept.
  private static var depth: Int { 64 }

  /// Creates a setting of a device; it shows a value only after the device has confirmed it.
  ///
  /// - Parameters:
  ///   - value: The known value; nil for none.
  ///   - isWritable: Whether the setting can be changed now.
  ///   - set: Changes the setting on the device. Call ``confirm(_:)`` after the confirmation, then return.
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

  /// The current value, if any, then each confirmed value, including changes by other programs.
  public var values: Deliveries<Subscription<Value, Never>> {
    hub.keeping(.newest(Self.depth), replayLatest: true)
  }

  /// Each value that the device confirms from now on.
  public var changes: Deliveries<Subscription<Value, Never>> { hub.keeping(.newest(Self.depth)) }

  /// Subscribes to the changes immediately; with `replayLatest`, the current value comes first.
  public func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Subscription<Value, Never> { hub.subscribe(buffering, replayLatest: replayLatest) }

  /// Whether the device is known to have a command for this setting.
  ///
  /// False until the dialect is known; setting a value finds out the dialect.
  public var isWritable: Bool { canWrite() }

  /// Changes the setting, and returns when the device has confirmed the value.
  ///
  /// Calls run one at a time, in order. Cancelling stops waiting; commands already sent are not undone.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - timeout: How long the device may take from command to confirmation; nil for the command's default.
  /// - Throws: An error if the value is refused, not confirmed in time or impossible, or the device is
  ///   absent.
  public func set(_ value: Value, timeout: Duration? = nil) async throws(LocationError) {
    try await write(value, timeout)
  }

  /// Stores a value that the device has confirmed; called only by the setting's creator, one call at a time.
  func confirm(_ value: Value) { if hub.latest != value { hub.send(value) } }

  func finish() { hub.finish() }
}

extension Receiver {
  /// A setting of the receiver, chosen by its row.
  ///
  /// ```swift
  /// try await receiver[.model].set(.automotive)
  /// ```
  public subscript<Value>(setting: Setting<Value>) -> ReceiverSetting<Value> { settings[setting] }

  /// The dialect whose commands the receiver understands; nil until the receiver has shown it.
  public var dialect: ReceiverDialect? { engine.means.dialect }

  /// Finds out the receiver's dialect, with queries that change nothing if necessary.
  ///
  /// - Throws: An error if the receiver does not show its dialect in time, or the device is absent.
  public func identify(timeout: Duration? = nil) async throws(LocationError) -> ReceiverDialect {
    guard let dialect = try await engine.run(.identify, timeout: timeout).dialect else {
      throw LocationError.unknownDialect
    }
    return dialect
  }

  /// Sets a value of any kind, and returns when the receiver has confirmed it.
  ///
  /// Equivalent to ``ReceiverSetting/set(_:timeout:)``, for programs that have a list of values.
  ///
  /// - Throws: An error if the value is refused, not confirmed in time or impossible, or the device is
  ///   absent.
  public func set(_ value: SettingValue, timeout: Duration? = nil) async throws(LocationError) {
    _ = try await engine.run(.set(value), timeout: timeout)
  }

  /// The reason why a setting cannot be changed; nil if none is known.
  ///
  /// The dialect may have no command for the setting, or the line may have no speed. This sends nothing.
  public func refusal(of kind: SettingKind) -> LocationError? { engine.means.refusal(of: kind) }

  /// Restarts the receiver, and returns when it sends its startup message.
  ///
  /// In UBX, a u-blox neither acknowledges a restart nor announces its start: the call returns when the
  /// command was sent, without proof.
  ///
  /// The settings are restored afterwards, except after ``RestartKind/factory``, which is meant to erase
  /// them.
  ///
  /// - Throws: An error if the receiver refuses, does not restart, has no such command, or is absent.
  public func restart(_ kind: RestartKind, timeout: Duration? = nil) async throws(LocationError) {
    _ = try await engine.run(.restart(kind), timeout: timeout)
  }

  /// Sends a sentence to the receiver, whatever its effect, and returns when it was written.
  ///
  /// ```swift
  /// try await receiver.send(Sentence("$PMTK605*31".utf8))   // asks a MediaTek receiver for its firmware
  /// ```
  ///
  /// - Throws: An error if the bytes are not one sentence, could not be sent, or the device is absent.
  public func send(_ sentence: Sentence) async throws(LocationError) {
    let bytes = sentence.encoded()
    guard case .sentence(let frame) = SentenceFrame.recognize(bytes.span), frame.length + 2 == bytes.count
    else {
      throw .unsupported("the text to send is not one complete sentence")
    }
    _ = try await engine.run(.send(bytes), timeout: nil)
  }
}
