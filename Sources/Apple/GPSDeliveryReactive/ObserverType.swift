/// A receiver of elements.
@MainActor public protocol ObserverType<Element> {
  /// The type of the elements that it receives.
  associatedtype Element

  /// Receives an element.
  func onNext(_ element: Element)

  /// Receives the end of the source.
  func onCompleted()
}

/// An element of a source, or its end.
public enum Event<Element> {
  /// An element.
  case next(Element)
  /// The end of the source.
  case completed
}

extension ObserverType {
  /// Receives an element or the end, as an event.
  public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .completed: onCompleted()
    }
  }

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
