final class MethodObservers<Arguments> {
  struct Observer {
    let next: (Arguments) -> Void
    let completed: () -> Void
  }

  let list = FanOut<Observer>()
}

/// Observers with type-erased arguments.
protocol AnyMethodObservers: AnyObject {
  var count: Int { get }
  func finish()
}

extension MethodObservers: AnyMethodObservers {
  var count: Int { list.count }
  func finish() { for observer in list.removeAll() { observer.completed() } }
}

/// A setup that can be undone once.
///
/// Releasing it does not undo anything: the setup lasts as long as the object that it belongs to. Call
/// ``cancel()`` to undo it earlier. It belongs to the isolation where it was created.
public final class Registration {
  private var action: (() -> Void)?

  /// Creates a registration from the action that undoes it.
  public init(_ action: @escaping () -> Void) { self.action = action }

  /// Undoes the setup; a second call does nothing.
  public func cancel() {
    let action = action
    self.action = nil
    action?()
  }

  /// Whether the registration was canceled.
  public var isCancelled: Bool { action == nil }
}
