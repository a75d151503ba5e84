import Foundation

/// Something that goes on until it is disposed of.
public protocol Disposable {
  /// Ends it.
  func dispose()
}

/// Makes disposables.
public enum Disposables {
  /// One that has nothing to end.
  public static func create() -> any Disposable { ClosureDisposable {} }
  /// One that runs a closure, once.
  public static func create(with dispose: @escaping () -> Void) -> any Disposable {
    ClosureDisposable(dispose)
  }
}

/// Runs a closure at the first of however many calls.
final class ClosureDisposable: Disposable {
  private let lock = NSLock()
  private var action: (() -> Void)?

  init(_ action: @escaping () -> Void) { self.action = action }

  func dispose() {
    let action = lock.withLock {
      defer { self.action = nil }
      return self.action
    }
    action?()
  }
}

/// Holds what ends a source, which may be known only after it was disposed of.
final class Following: Disposable {
  private let lock = NSLock()
  private var upstream: (any Disposable)?
  private var isDisposed = false

  /// Whether it was disposed of: then nothing is to be delivered.
  var hasEnded: Bool { lock.withLock { isDisposed } }

  func follow(_ upstream: any Disposable) {
    let isLate = lock.withLock {
      self.upstream = upstream
      return isDisposed
    }
    if isLate { upstream.dispose() }
  }

  func dispose() {
    let upstream = lock.withLock {
      isDisposed = true
      defer { self.upstream = nil }
      return self.upstream
    }
    upstream?.dispose()
  }
}

/// Disposes of what was put into it when it goes itself.
public final class DisposeBag {
  private let lock = NSLock()
  private var contents: [any Disposable] = []

  /// Makes an empty bag.
  public init() {}

  deinit { for disposable in contents { disposable.dispose() } }

  fileprivate func insert(_ disposable: any Disposable) { lock.withLock { contents.append(disposable) } }
}

extension Disposable {
  /// Leaves the disposing to a bag.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
