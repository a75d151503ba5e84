// As much of RxSwift's surface as the adapter in the guide touches: signatures, no behaviour.

public protocol Disposable {}
public struct AnyObserver<Element> {
  public func onNext(_ element: Element) {}
  public func onError(_ error: Swift.Error) {}
  public func onCompleted() {}
}
public class Observable<Element> {
  public static func create(_ subscribe: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<
    Element
  > {
    Observable()
  }
}
public enum Disposables {
  struct None: Disposable {}
  public static func create(with dispose: @escaping () -> Void) -> any Disposable { None() }
}
