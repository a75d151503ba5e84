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
