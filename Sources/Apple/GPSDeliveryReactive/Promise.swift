public import GPSDelivery

/// An answer that comes once, with the name and the behavior that promise libraries use.
///
/// It is a `OneShot` that can fail with any error and whose callbacks run on the main actor:
///
/// ```swift
/// static func start(on presenter: Screen) -> Promise<City> { … }
///
/// SearchScreen.start(on: self).then { city in self.add(city) }
/// ```
///
/// Callbacks run in the order in which they were added, including those added after the answer.
public final class Promise<Value: Sendable>: Sendable {
  private let oneShot = OneShot<Value, any Error>()
  private let callbacks = Callbacks<Value>()

  /// Creates a pending promise.
  public init() {
    oneShot.then { [callbacks] value in
      Task { @MainActor in callbacks.run(.success(value)) }
    }.catch { [callbacks] error in
      Task { @MainActor in callbacks.run(.failure(error)) }
    }
  }

  /// Returns a new promise.
  public static func pending() -> Promise { Promise() }

  /// Answers with a value; returns false if there was an answer already.
  @discardableResult public func fulfill(_ value: Value) -> Bool { oneShot.fulfill(value) }

  /// Answers with an error; returns false if there was an answer already.
  @discardableResult public func reject(_ error: any Error) -> Bool { oneShot.reject(error) }

  /// Returns a resolver, which rejects when it is released, such as when a screen closes without a choice.
  public func makeResolver() -> OneShot<Value, any Error>.Resolver { oneShot.makeResolver() }

  /// Calls a closure on the main actor with the value, when there is one.
  @MainActor @discardableResult public func then(_ body: @escaping @MainActor (Value) -> Void) -> Promise {
    callbacks.add { if case .success(let value) = $0 { body(value) } }
    return self
  }

  /// Calls a closure on the main actor with the error, when there is one.
  @MainActor @discardableResult public func `catch`(
    _ body: @escaping @MainActor (any Error) -> Void
  ) -> Promise {
    callbacks.add { if case .failure(let error) = $0 { body(error) } }
    return self
  }

  /// The value; reading it waits for the answer.
  public var value: Value { get async throws { try await oneShot.value } }
}

/// The callbacks to run on the main actor, in order.
@MainActor private final class Callbacks<Value: Sendable> {
  private var waiting: [(Result<Value, any Error>) -> Void] = []
  private var answer: Result<Value, any Error>?

  nonisolated init() {}

  func add(_ callback: @escaping (Result<Value, any Error>) -> Void) {
    // Wait for earlier callbacks to run first, even if there is an answer.
    if let answer, waiting.isEmpty { callback(answer) } else { waiting.append(callback) }
  }

  func run(_ answer: Result<Value, any Error>) {
    self.answer = answer
    while !waiting.isEmpty { waiting.removeFirst()(answer) }
  }
}
