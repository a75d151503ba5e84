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

  /// Creates a promise that a closure answers; an error that the closure throws rejects it.
  ///
  /// The closure runs at once, and may answer later.
  public convenience init(
    _ work: (
      _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
    ) throws -> Void
  ) {
    self.init()
    do { try work({ self.fulfill($0) }, { self.reject($0) }) } catch { reject(error) }
  }

  /// Returns a new promise.
  public static func pending() -> Promise { Promise() }

  /// Answers with a value; returns false if there was an answer already.
  @discardableResult public func fulfill(_ value: Value) -> Bool { oneShot.fulfill(value) }

  /// Answers with an error; returns false if there was an answer already.
  @discardableResult public func reject(_ error: any Error) -> Bool { oneShot.reject(error) }

  /// Returns a resolver, which rejects when it is released, such as when a screen closes without a choice.
  public func makeResolver() -> OneShot<Value, any Error>.Resolver { oneShot.makeResolver() }

  /// Calls a closure on the main actor with the value, once there is one.
  @MainActor @discardableResult public func then(_ body: @escaping @MainActor (Value) -> Void) -> Promise {
    callbacks.add { if case .success(let value) = $0 { body(value) } }
    return self
  }

  /// Calls a closure on the main actor with the value, and returns a promise of its result.
  ///
  /// An error of this promise or of the closure rejects the returned promise.
  @MainActor @discardableResult public func then<Result: Sendable>(
    _ body: @escaping @MainActor (Value) throws -> Result
  ) -> Promise<Result> { chain { $1.fulfill(try body($0)) } }

  /// Calls a closure on the main actor with the value, and returns a promise with the answer of the closure's promise.
  ///
  /// An error of this promise or of the closure rejects the returned promise.
  @MainActor @discardableResult public func then<Result: Sendable>(
    _ body: @escaping @MainActor (Value) throws -> Promise<Result>
  ) -> Promise<Result> {
    chain { value, result in
      try body(value).then { value in result.fulfill(value) }.catch { error in result.reject(error) }
    }
  }

  @MainActor private func chain<Result: Sendable>(
    _ body: @escaping @MainActor (Value, Promise<Result>) throws -> Void
  ) -> Promise<Result> {
    let result = Promise<Result>()
    callbacks.add {
      do { try body($0.get(), result) } catch { result.reject(error) }
    }
    return result
  }

  /// Calls a closure on the main actor with the error, once there is one.
  @MainActor @discardableResult public func `catch`(
    _ body: @escaping @MainActor (any Error) -> Void
  ) -> Promise {
    callbacks.add { if case .failure(let error) = $0 { body(error) } }
    return self
  }

  /// Calls a closure on the main actor once there is an answer, whether a value or an error.
  @MainActor @discardableResult public func always(_ body: @escaping @MainActor () -> Void) -> Promise {
    callbacks.add { _ in body() }
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
