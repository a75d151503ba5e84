/// Writes the elements that it receives to an object, as long as the object is alive.
///
/// ```swift
/// extension Reactive where Base: Lamp {
///   var brightness: Binder<Double> { Binder(base) { lamp, value in lamp.brightness = value } }
/// }
/// slider.rx.value.bind(to: lamp.rx.brightness).disposed(by: bag)
/// ```
///
/// The object is held weakly: elements that arrive after its end are dropped. A binder can't receive errors,
/// so there is no need to handle them.
@MainActor public struct Binder<Value>: ObserverType {
  private let write: (Value) -> Void

  /// Creates a binder from an object and a closure that writes to it.
  ///
  /// The only scheduler is the main actor, where the value arrives: it is written at once.
  public init<Target: AnyObject>(
    _ target: Target, scheduler: MainScheduler = .instance, binding: @escaping (Target, Value) -> Void
  ) {
    write = { [weak target] value in
      if let target { binding(target, value) }
    }
  }

  /// Writes a value.
  public func onNext(_ value: Value) { write(value) }

  /// Does nothing: the end of a source is not a value.
  public func onCompleted() {}
}

/// The main actor under the name of Rx: the only scheduler.
public struct MainScheduler: Sendable {
  /// The scheduler.
  public static let instance = MainScheduler()

  /// Creates the scheduler.
  public init() {}

  /// Stops the program if it does not run on the main actor.
  public static func ensureRunningOnMainThread() { MainActor.preconditionIsolated() }
}
