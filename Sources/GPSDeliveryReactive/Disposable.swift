public import GPSDelivery

/// Something that goes on until it is disposed of.
@MainActor public protocol Disposable: AnyObject {
  /// Ends it; the second time it does nothing.
  func dispose()
}

extension Disposable {
  /// Leaves the disposing to a bag.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}

extension Registration: Disposable {
  /// Takes it down; the second time it does nothing.
  @MainActor public func dispose() { cancel() }
}

/// Makes disposables for sources of your own.
@MainActor public enum Disposables {
  /// One that has nothing to end.
  public static func create() -> any Disposable { Registration {} }

  /// One that runs a closure, once.
  public static func create(with dispose: @escaping () -> Void) -> any Disposable { Registration(dispose) }

  /// One that disposes of several.
  public static func create(_ disposables: [any Disposable]) -> any Disposable {
    Registration { for disposable in disposables { disposable.dispose() } }
  }
}

/// Disposes of what was put into it when it goes itself.
///
/// Kept in a property, it ties subscriptions to the life of their owner.
@MainActor public final class DisposeBag {
  private var contents: [any Disposable] = []

  /// Makes an empty bag.
  public nonisolated init() {}

  // On the main actor wherever the last reference is dropped, since that is where disposables live.
  isolated deinit { for disposable in contents { disposable.dispose() } }

  /// Puts something in.
  public func insert(_ disposable: any Disposable) { contents.append(disposable) }
}
