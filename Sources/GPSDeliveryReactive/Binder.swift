/// Writes what it is told to an object, as long as that lives.
///
/// ```swift
/// extension Reactive where Base: Lamp {
///   var brightness: Binder<Double> { Binder(base) { lamp, value in lamp.brightness = value } }
/// }
/// slider.rx.value.bind(to: lamp.rx.brightness).disposed(by: bag)
/// ```
///
/// The object is held weakly: what is told after its end is dropped. A binder cannot be told an error, so the
/// question what to do with one does not come up.
@MainActor public struct Binder<Value>: ObserverType {
  private let write: (Value) -> Void

  /// Makes a binder from an object and how to write to it.
  public init<Target: AnyObject>(_ target: Target, binding: @escaping (Target, Value) -> Void) {
    write = { [weak target] value in
      if let target { binding(target, value) }
    }
  }

  /// Writes a value.
  public func onNext(_ value: Value) { write(value) }

  /// Does nothing: the end of a source is no value.
  public func onCompleted() {}
}
