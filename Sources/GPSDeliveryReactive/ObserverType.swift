/// Something that can be told of elements.
@MainActor public protocol ObserverType<Element> {
  /// The type of the elements it takes.
  associatedtype Element

  /// Tells it an element.
  func onNext(_ element: Element)

  /// Tells it that there is no more.
  func onCompleted()
}

extension ObserverType {
  /// The same without its own type.
  public func asObserver() -> AnyObserver<Element> {
    AnyObserver(onNext: { onNext($0) }, onCompleted: { onCompleted() })
  }
}

/// An observer made of two closures.
@MainActor public struct AnyObserver<Element>: ObserverType {
  private let next: (Element) -> Void
  private let completed: () -> Void

  /// Makes an observer of two closures.
  public init(onNext: @escaping (Element) -> Void, onCompleted: @escaping () -> Void = {}) {
    next = onNext
    completed = onCompleted
  }

  /// Tells it an element.
  public func onNext(_ element: Element) { next(element) }

  /// Tells it that there is no more.
  public func onCompleted() { completed() }
}
