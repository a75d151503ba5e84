import GPSSystemCalls

/// An answer that comes once: pending, then fulfilled or rejected permanently.
///
/// It replaces a delegate that is called a single time:
///
/// ```swift
/// let city = OneShot<City, any Error>()
/// city.then { print($0.name) }.catch { print("none: \($0)") }
/// city.fulfill(seoul)    // true: this was the answer
/// city.reject(lost)      // false: too late, nothing happens
/// ```
///
/// Any number of tasks and callbacks can wait for it. Callbacks run in the order in which they were added, on
/// the thread that answers. Waiting after the answer returns it at once.
public final class OneShot<Value: Sendable, Failure: Error>: Sendable, WaitingRoom {
  typealias Answer = Result<Value, Failure>

  private enum State: Sendable {
    case pending(OneShotWaiters<Value, Failure>)
    case resolved(Answer)

    var answer: Answer? { if case .resolved(let answer) = self { answer } else { nil } }

    /// Changes the waiters; returns nil if there is an answer.
    @discardableResult
    mutating func withWaiters<Result>(_ body: (inout OneShotWaiters<Value, Failure>) -> Result) -> Result? {
      guard case .pending(var waiters) = self else { return nil }
      // Clear the stored copy first: otherwise the dictionary would be copied on write.
      self = .pending(OneShotWaiters())
      defer { self = .pending(waiters) }
      return body(&waiters)
    }
  }

  private let state: Guarded<State>
  /// The error if a resolver is released without an answer.
  fileprivate let abandoned: Failure
  private let cancelled: Failure

  /// Creates a pending one-shot.
  ///
  /// - Parameters:
  ///   - abandoned: The error if the answering side is gone.
  ///   - cancelled: The error for a waiter whose task was canceled.
  public init(abandoned: Failure, cancelled: Failure) {
    (self.abandoned, self.cancelled) = (abandoned, cancelled)
    state = Guarded(.pending(OneShotWaiters()))
  }

  /// Answers with a value; returns false if there was an answer already.
  @discardableResult public func fulfill(_ value: Value) -> Bool { resolve(.success(value)) }

  /// Answers with an error; returns false if there was an answer already.
  @discardableResult public func reject(_ failure: Failure) -> Bool { resolve(.failure(failure)) }

  /// Answers; returns false if there was an answer already.
  @discardableResult public func resolve(_ answer: Result<Value, Failure>) -> Bool {
    let waiters: OneShotWaiters<Value, Failure>? = state.withLock { state in
      guard case .pending(let waiters) = state else { return nil }
      state = .resolved(answer)
      return waiters
    }
    guard let waiters else { return false }
    for waiter in waiters.inOrder {
      switch waiter {
      case .callback(let body): body(answer)
      case .seated(let waiter): waiter.resume()
      // It finds the answer when it parks.
      case .coming: break
      }
    }
    return true
  }

  /// The answer, if there is one.
  public var result: Result<Value, Failure>? { state.withLock { $0.answer } }

  /// Calls a closure with the value, now or when it comes.
  @discardableResult public func then(_ body: @escaping @Sendable (Value) -> Void) -> OneShot {
    whenResolved { if case .success(let value) = $0 { body(value) } }
    return self
  }

  /// Calls a closure with the error, now or when it comes.
  @discardableResult public func `catch`(_ body: @escaping @Sendable (Failure) -> Void) -> OneShot {
    whenResolved { if case .failure(let failure) = $0 { body(failure) } }
    return self
  }

  /// Waits for the value.
  ///
  /// A canceled task stops waiting at once and gets the cancellation error of this one-shot, unless there is
  /// an answer by the time it runs. The one-shot stays pending, and other waiters are not affected.
  public var value: Value {
    get async throws(Failure) { try await wait(isolation: #isolation) { leave($0) }.get() }
  }

  /// Waits for the answer; canceling the task calls a closure and does not end the wait.
  ///
  /// Use it for a source that still answers after its cancellation, and reports how much it completed.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller.
  ///   - onCancel: Called once if the task is canceled before the answer, even if it was canceled before
  ///     the call.
  /// - Returns: The answer.
  package func answer(
    isolation: isolated (any Actor)? = #isolation, onCancel: @Sendable () -> Void
  ) async -> Result<Value, Failure> { await wait(isolation: isolation) { _ in onCancel() } }

  private func wait(
    isolation: isolated (any Actor)?, onCancel: @Sendable (_ number: Int) -> Void
  ) async -> Answer {
    if let number = state.withLock({ $0.withWaiters { $0.add(.coming) } }) {
      await Seat(self, number: number).wait(isolation: isolation) { onCancel(number) }
    }
    return result ?? .failure(cancelled)
  }

  /// Removes a waiter that stops waiting; a later `park` with its number fails.
  private func leave(_ number: Int) {
    let waiter = state.withLock { state in state.withWaiters { $0.remove(number) } ?? nil }
    if case .seated(let waiter) = waiter { waiter.resume() }
  }

  /// Calls a closure with the answer, now or when it comes.
  private func whenResolved(_ body: @escaping @Sendable (Result<Value, Failure>) -> Void) {
    let answer: Answer? = state.withLock { state in
      state.withWaiters { _ = $0.add(.callback(body)) }
      return state.answer
    }
    if let answer { body(answer) }
  }

  func park(_ waiter: Seat.Waiter, _ number: Int) -> Bool {
    state.withLock { state in state.withWaiters { $0.seat(waiter, number) } ?? false }
  }

  /// Returns a resolver: a noncopyable value that must answer, and that rejects when it is released.
  public func makeResolver() -> Resolver { Resolver(self) }

  /// The obligation to answer exactly once.
  ///
  /// Answering consumes it, so that a second answer does not compile. Releasing it without an answer rejects
  /// the one-shot, so that no waiter waits forever:
  ///
  /// ```swift
  /// let resolver = page.makeResolver()
  /// guard let paper = feed() else { return }   // dropped: the waiters get `.abandoned`
  /// resolver.fulfill(scan(paper))              // used up
  /// resolver.fulfill(blank)                    // does NOT compile
  /// ```
  public struct Resolver: ~Copyable, Sendable {
    private let oneShot: OneShot

    init(_ oneShot: OneShot) { self.oneShot = oneShot }

    /// Answers with a value.
    public consuming func fulfill(_ value: Value) { oneShot.fulfill(value) }

    /// Answers with an error.
    public consuming func reject(_ failure: Failure) { oneShot.reject(failure) }

    // After an answer this does nothing, since only the first answer counts.
    deinit { oneShot.reject(oneShot.abandoned) }
  }
}

extension OneShot where Failure: OneShotFailure {
  /// Creates a pending one-shot.
  public convenience init() { self.init(abandoned: .abandoned, cancelled: .cancelled) }

  /// Returns a new one-shot, under the name that other libraries use.
  public static func pending() -> OneShot { OneShot() }
}

extension OneShot where Failure == any Error {
  /// Creates a pending one-shot, which rejects with ``OneShotError`` if no answer comes.
  public convenience init() {
    self.init(abandoned: OneShotError.abandoned, cancelled: OneShotError.cancelled)
  }

  /// Returns a new one-shot, under the name that other libraries use.
  public static func pending() -> OneShot { OneShot() }
}

/// The waiters, in the order in which they were added.
private struct OneShotWaiters<Value: Sendable, Failure: Error>: Sendable {
  enum Waiter: Sendable {
    case callback(@Sendable (Result<Value, Failure>) -> Void)
    /// A task that has a number and is about to park.
    case coming
    case seated(Seat.Waiter)
  }

  private var waiters: [Int: Waiter] = [:]
  private var last = 0

  /// Adds a waiter; returns the number for its removal.
  mutating func add(_ waiter: Waiter) -> Int {
    last += 1
    waiters[last] = waiter
    return last
  }

  /// Parks a task that was about to; returns false if it was removed before.
  mutating func seat(_ waiter: Seat.Waiter, _ number: Int) -> Bool {
    guard waiters[number] != nil else { return false }
    waiters[number] = .seated(waiter)
    return true
  }

  /// Removes a waiter; returns nil if it has received its answer.
  mutating func remove(_ number: Int) -> Waiter? { waiters.removeValue(forKey: number) }

  var inOrder: [Waiter] { waiters.sorted { $0.key < $1.key }.map(\.value) }
}

/// An error type with cases for answers that will never come.
///
/// Adopt it in your own error type to give a ``OneShot`` its default errors:
///
/// ```swift
/// enum ScanError: OneShotFailure { case noPaper, abandoned, cancelled }
/// let page = OneShot<Page, ScanError>()
/// ```
public protocol OneShotFailure: Error {
  /// The error if the answering side is gone without an answer.
  static var abandoned: Self { get }
  /// The error for a canceled waiting task.
  static var cancelled: Self { get }
}

/// The errors of a one-shot without an error type of its own.
public enum OneShotError: OneShotFailure, Hashable {
  /// The answering side is gone without an answer.
  case abandoned
  /// The waiting task was canceled.
  case cancelled
}
