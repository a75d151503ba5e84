public import GPSDelivery

/// An activity that continues until it is disposed of.
@MainActor public protocol Disposable: AnyObject {
  /// Ends the activity; a second call does nothing.
  func dispose()
}

extension Disposable {
  /// Adds the disposable to a bag, which disposes of it.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}

extension Registration: Disposable {
  /// Cancels the registration; a second call does nothing.
  @MainActor public func dispose() { cancel() }
}

/// Creates disposables for custom sources.
@MainActor public enum Disposables {
  /// Returns a disposable that does nothing.
  public static func create() -> any Disposable { Registration {} }

  /// Returns a disposable that runs a closure once.
  public static func create(with dispose: @escaping () -> Void) -> any Disposable { Registration(dispose) }

  /// Returns a disposable that disposes of several others.
  public static func create(_ disposables: [any Disposable]) -> any Disposable {
    Registration { for disposable in disposables { disposable.dispose() } }
  }
}

/// Disposes of its contents when it is released.
///
/// As a stored property, it ties subscriptions to the lifetime of their owner.
@MainActor public final class DisposeBag {
  private var contents: [any Disposable] = []

  /// Creates an empty bag.
  public nonisolated init() {}

  // Isolated, wherever the last reference is released, since disposables belong to the main actor.
  isolated deinit { for disposable in contents { disposable.dispose() } }

  /// Adds a disposable.
  public func insert(_ disposable: any Disposable) { contents.append(disposable) }
}
