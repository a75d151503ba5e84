public import Delivery

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
