public import Delivery
public import Dispatch

/// Where time comes from: a clock that never jumps, the time of day, and timers.
///
/// Nothing in this package reads a clock but through one of these, so that a test owns time:
///
/// ```swift
/// let time = ManualTime()                 // SimulatedGPS
/// time.after(.seconds(2), on: queue) { print("two seconds") }
/// time.advance(by: .seconds(2))           // prints, and it took no time
/// ```
///
/// In a program it is ``SystemTime``.
public protocol TimeSource: Sendable {
  /// Now, on the clock that only goes forward, also while the machine sleeps.
  var now: ContinuousClock.Instant { get }

  /// Seconds of UTC since 1970, as the machine believes; this clock may be wrong and may be set.
  var utcSeconds: Double { get }

  /// Runs an action once on a serial queue, when a time has passed.
  ///
  /// A time of zero or less is due at once, and still runs later on the queue, never inside this call.
  /// The timer lives until it has fired or is cancelled, whether or not the handle is kept.
  @discardableResult
  func after(
    _ delay: Duration, on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle
  /// Is told of a queue on which things will happen, before the first of them does.
  ///
  /// Time that is moved by hand lets such a queue come to rest before it goes on.
  func willServe(_ queue: DispatchQueue)

  /// Sees whether consumers of what happens at this time are at work; nil where nobody wants to know.
  ///
  /// Time that is moved by hand lets them come to rest before it goes on.
  var attendance: Attendance? { get }
}

extension TimeSource {
  /// Does nothing: real time waits for nobody.
  public func willServe(_ queue: DispatchQueue) {}

  /// Nobody: real time waits for nobody.
  public var attendance: Attendance? { nil }
}

/// A timer that was set and may be called off.
public protocol TimerHandle: Sendable {
  /// Calls the timer off; nothing happens if it has fired already, or was called off before.
  ///
  /// Called on the timer's own queue, the action will not run any more.
  /// Called elsewhere, it may be running at this moment.
  func cancel()
}
