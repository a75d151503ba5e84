/// A receiver of elements.
@MainActor public protocol ObserverType<Element> {
  /// The type of the elements that it receives.
  associatedtype Element

  /// Receives an element.
  func onNext(_ element: Element)

  /// Receives the end of the source.
  func onCompleted()
}

extension ObserverType {
  /// Returns the observer with its type erased.
  public func asObserver() -> AnyObserver<Element> {
    AnyObserver(onNext: { onNext($0) }, onCompleted: { onCompleted() })
  }
}

/// An observer made of two closures.
@MainActor public struct AnyObserver<Element>: ObserverType {
  private let next: (Element) -> Void
  private let completed: () -> Void

  /// Creates an observer from two closures.
  public init(onNext: @escaping (Element) -> Void, onCompleted: @escaping () -> Void = {}) {
    next = onNext
    completed = onCompleted
  }

  /// Receives an element.
  public func onNext(_ element: Element) { next(element) }

  /// Receives the end of the source.
  public func onCompleted() { completed() }
}
