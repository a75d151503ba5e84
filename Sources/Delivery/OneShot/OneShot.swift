import Locking

/// An answer that comes once: pending, then fulfilled or rejected for good.
///
/// It takes the place of a delegate that is called one time:
///
/// ```swift
/// let city = OneShot<City, any Error>()
/// city.then { print($0.name) }.catch { print("none: \($0)") }
/// city.fulfill(seoul)    // true: this was the answer
/// city.reject(lost)      // false: too late, nothing happens
/// ```
///
/// Any number of tasks and callbacks may wait for it, and callbacks run in the order they came, on the thread
/// that answers. Who asks after the answer has it at once.
public final class OneShot<Value: Sendable, Failure: Error>: Sendable {
  typealias Answer = Result<Value, Failure>

  enum State: Sendable {
    case pending(OneShotWaiters<Value, Failure>)
    case resolved(Answer)
  }

  let state: Guarded<State>
  /// What a resolver that was dropped rejects with.
  let abandoned: Failure
  /// What a cancelled waiter gets.
  let cancelled: Failure

  /// Makes a pending one-shot.
  ///
  /// - Parameters:
  ///   - abandoned: The error when whoever had to answer has gone.
  ///   - cancelled: The error for a waiter whose task was cancelled.
  public init(abandoned: Failure, cancelled: Failure) {
    self.abandoned = abandoned
    self.cancelled = cancelled
    state = Guarded(.pending(OneShotWaiters()))
  }

  /// Answers with a value; false if there was an answer already.
  @discardableResult public func fulfill(_ value: Value) -> Bool { resolve(.success(value)) }

  /// Answers with an error; false if there was an answer already.
  @discardableResult public func reject(_ failure: Failure) -> Bool { resolve(.failure(failure)) }

  /// Answers; false if there was an answer already.
  @discardableResult public func resolve(_ answer: Result<Value, Failure>) -> Bool {
    let waiters: OneShotWaiters<Value, Failure>? = state.withLock { state in
      guard case .pending(let waiters) = state else { return nil }
      state = .resolved(answer)
      return waiters
    }
    guard let waiters else { return false }
    for waiter in waiters.inOrder { waiter(answer) }
    return true
  }

  /// The answer, if there is one already.
  public var result: Result<Value, Failure>? {
    state.withLock { if case .resolved(let answer) = $0 { answer } else { nil } }
  }
}

extension OneShot where Failure: OneShotFailure {
  /// Makes a pending one-shot.
  public convenience init() { self.init(abandoned: .abandoned, cancelled: .cancelled) }

  /// A new one-shot, as the literature calls it.
  public static func pending() -> OneShot { OneShot() }
}

extension OneShot where Failure == any Error {
  /// Makes a pending one-shot, which rejects with ``OneShotError`` where nobody answers.
  public convenience init() {
    self.init(abandoned: OneShotError.abandoned, cancelled: OneShotError.cancelled)
  }

  /// A new one-shot, as the literature calls it.
  public static func pending() -> OneShot { OneShot() }
}
