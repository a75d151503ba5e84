/// The observers of one method.
final class MethodObservers<Arguments> {
  struct Observer {
    let next: (Arguments) -> Void
    let completed: () -> Void
  }

  let list = FanOut<Observer>()
}

/// Observers whose arguments are not known here.
protocol AnyMethodObservers: AnyObject {
  var count: Int { get }
  /// Tells all that no call will come any more.
  func finish()
}

extension MethodObservers: AnyMethodObservers {
  var count: Int { list.count }
  func finish() { for observer in list.removeAll() { observer.completed() } }
}

/// Something that was set up and can be taken down once.
///
/// Dropping it takes nothing down; call ``cancel()``. It belongs to the isolation it was made on.
public final class Registration {
  private var action: (() -> Void)?

  /// Makes a registration from what takes it down.
  public init(_ action: @escaping () -> Void) { self.action = action }

  /// Takes it down; the second time it does nothing.
  public func cancel() {
    let action = action
    self.action = nil
    action?()
  }

  /// Whether it was taken down.
  public var isCancelled: Bool { action == nil }
}
