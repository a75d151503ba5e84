import Delivery

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
