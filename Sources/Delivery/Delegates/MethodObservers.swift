/// Who wants to know of one method's calls.
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
