import Foundation

/// The words of the end.
public enum Subscribers {
  /// The end, with its reason.
  public enum Completion<Failure: Error> {
    /// There is no more.
    case finished
    /// There is no more, for a reason.
    case failure(Failure)
  }
}

/// A source of values: what to do for each who asks for them.
public protocol Publisher<Output, Failure> {
  /// What it tells.
  associatedtype Output
  /// How it may fail.
  associatedtype Failure: Error

  /// Tells closures from now on, until it is cancelled.
  func attach(
    _ value: @escaping (Output) -> Void, _ completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable
}

/// Ends a subscription, at the latest when it goes itself.
public final class AnyCancellable {
  private let lock = NSLock()
  private var action: (() -> Void)?

  /// Makes it from what to do, once.
  public init(_ cancel: @escaping () -> Void) { action = cancel }

  deinit { cancel() }

  /// Ends the subscription.
  public func cancel() {
    let action = lock.withLock {
      defer { self.action = nil }
      return self.action
    }
    action?()
  }
}

/// A publisher without its own type.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  typealias Attach = (@escaping (Output) -> Void, @escaping (Subscribers.Completion<Failure>) -> Void) ->
    AnyCancellable
  let run: Attach

  /// Tells closures from now on.
  public func attach(
    _ value: @escaping (Output) -> Void, _ completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable { run(value, completion) }
}

/// A publisher that is made anew for each who asks.
public struct Deferred<Source: Publisher>: Publisher {
  /// What it tells.
  public typealias Output = Source.Output
  /// How it may fail.
  public typealias Failure = Source.Failure
  private let make: () -> Source

  /// Takes what makes it.
  public init(createPublisher: @escaping () -> Source) { make = createPublisher }

  /// Makes one, which then tells closures.
  public func attach(
    _ value: @escaping (Output) -> Void, _ completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable { make().attach(value, completion) }
}

/// A publisher that is told what to tell, and forgets it when nobody is there.
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  private struct Observer {
    let value: (Output) -> Void
    let completion: (Subscribers.Completion<Failure>) -> Void
  }

  private let lock = NSLock()
  private var observers: [Int: Observer] = [:]
  private var last = 0

  /// Makes one that nobody listens to.
  public init() {}

  /// Tells a value, on the thread that this is called on.
  public func send(_ value: Output) { for observer in present { observer.value(value) } }

  /// Tells the end.
  public func send(completion: Subscribers.Completion<Failure>) {
    let told = present
    lock.withLock { observers = [:] }
    for observer in told { observer.completion(completion) }
  }

  /// Tells closures from now on.
  public func attach(
    _ value: @escaping (Output) -> Void, _ completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) -> AnyCancellable {
    let number = lock.withLock {
      last += 1
      observers[last] = Observer(value: value, completion: completion)
      return last
    }
    return AnyCancellable { [self] in lock.withLock { observers[number] = nil } }
  }

  private var present: [Observer] { lock.withLock { observers.sorted { $0.key < $1.key }.map(\.value) } }
}

extension Publisher {
  /// Runs a closure where a subscription is cancelled.
  public func handleEvents(receiveCancel: (() -> Void)? = nil) -> AnyPublisher<Output, Failure> {
    AnyPublisher { value, completion in
      let upstream = attach(value, completion)
      return AnyCancellable {
        upstream.cancel()
        receiveCancel?()
      }
    }
  }

  /// Each value, changed, on the thread that it came on.
  public func map<Result>(_ transform: @escaping (Output) -> Result) -> AnyPublisher<Result, Failure> {
    AnyPublisher { value, completion in attach({ value(transform($0)) }, completion) }
  }

  /// The same without its own type.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(run: attach) }

  /// Calls closures for each value and at the end, until the result is dropped.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { attach(receiveValue, receiveCompletion) }
}
