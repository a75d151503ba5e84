public import Delivery

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
/// It is no variable: what is set and then refused was never its value.
///
/// ```swift
/// try? await receiver.updateRate.set(.hertz(50))    // refused
/// receiver.updateRate.value                         // still 5 Hz
/// ```
public final class ReceiverSetting<Value: Sendable & Equatable>: Sendable {
  private let hub = Broadcast<Value, Never>()
  private let write: @Sendable (Value, Duration?) async throws(LocationError) -> Void
  private let canWrite: @Sendable () -> Bool
  /// A consumer that sleeps this long has missed something; the newest are kept.
  private static var depth: Int { 64 }

  /// Makes a setting of something of your own.
  ///
  /// - Parameters:
  ///   - value: What is known of it; nil for nothing.
  ///   - isWritable: Whether setting it makes sense now.
  ///   - set: Tells the device. Once that has confirmed, call ``confirm(_:)`` and return.
  public init(
    _ value: Value? = nil, isWritable: @escaping @Sendable () -> Bool = { true },
    set: @escaping @Sendable (Value, Duration?) async throws(LocationError) -> Void
  ) {
    write = set
    canWrite = isWritable
    if let value { hub.send(value) }
  }

  /// What the device has confirmed last; nil as long as it has confirmed nothing.
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
  /// A receiver that has not shown what it understands is asked when something is set; before that this is false.
  public var isWritable: Bool { canWrite() }

  /// Tells the device, and returns when it has confirmed.
  ///
  /// Calls wait for each other, in their order. Being called off ends the wait, and what the device was told already
  /// stays told.
  ///
  /// - Parameters:
  ///   - value: What it shall be.
  ///   - timeout: How long the device may take from being told to confirming; nil for as long as this command needs.
  /// - Throws: That it was refused, not confirmed in time, cannot be done with this device, or that the device is
  ///   not there.
  public func set(_ value: Value, timeout: Duration? = nil) async throws(LocationError) {
    try await write(value, timeout)
  }

  /// The device has confirmed a value; to be called by whoever made this setting, one call at a time.
  public func confirm(_ value: Value) {
    if hub.latest != value { hub.send(value) }
  }

  /// No more values will come.
  func finish() { hub.finish() }
}
