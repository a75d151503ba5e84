public import GPSDelivery

/// A protocol unlike that for locations: it has a query, and two methods with the same name.
@MainActor public protocol OvenDelegate: AnyObject {
  /// The oven has reached a temperature.
  func oven(_ oven: Oven, didReach temperature: Int)
  /// The oven has finished a program.
  func oven(_ oven: Oven, didReach program: String)
  /// Returns whether the oven may heat.
  func ovenMayHeat(_ oven: Oven) -> Bool
}

extension OvenDelegate {
  /// Makes the method for temperatures optional.
  public func oven(_ oven: Oven, didReach temperature: Int) {}
  /// Makes the method for programs optional.
  public func oven(_ oven: Oven, didReach program: String) {}
  /// Makes the query optional; the answer is not the query's default, so tests can tell them apart.
  public func ovenMayHeat(_ oven: Oven) -> Bool { false }
}

/// A third-party class, which does not support proxies and holds its delegates weakly.
@MainActor open class Oven {
  /// The delegate, which receives all calls and answers the query.
  public weak var delegate: (any OvenDelegate)?
  /// A second delegate, which receives temperatures only.
  public weak var inspector: (any OvenDelegate)?

  /// Makes an oven without delegates.
  public init() {}

  /// Reaches a temperature and notifies both delegates.
  public func reach(_ temperature: Int) {
    delegate?.oven(self, didReach: temperature)
    inspector?.oven(self, didReach: temperature)
  }

  /// Finishes a program.
  public func end(_ program: String) { delegate?.oven(self, didReach: program) }

  /// Returns whether the delegate allows heating.
  public func heat() -> Bool { delegate?.ovenMayHeat(self) ?? false }
}

extension DelegateMethod where Delegate == any OvenDelegate {
  /// The method that reports a temperature.
  public static var didReachTemperature: DelegateMethod<Delegate, (Oven, Int)> { .init("oven(_:didReach:)") }
  /// The method with the same name that reports a program.
  public static var didReachProgram: DelegateMethod<Delegate, (Oven, String)> { .init("oven(_:didReach:)") }
  /// The method that asks.
  public static var mayHeat: DelegateMethod<Delegate, Oven> { .init("ovenMayHeat(_:)") }
}

extension OvenDelegate where Self: DelegateProxy<Oven, any OvenDelegate> {
  /// Notifies the observers and the delegate of a temperature.
  public func oven(_ oven: Oven, didReach temperature: Int) {
    dispatch(.didReachTemperature, (oven, temperature)) { $0.oven(oven, didReach: temperature) }
  }
  /// Notifies the observers and the delegate of a program.
  public func oven(_ oven: Oven, didReach program: String) {
    dispatch(.didReachProgram, (oven, program)) { $0.oven(oven, didReach: program) }
  }
  /// Notifies the observers, and returns the delegate's answer; without a delegate, yes.
  public func ovenMayHeat(_ oven: Oven) -> Bool {
    dispatch(.mayHeat, oven, default: true) { $0.ovenMayHeat(oven) }
  }
}
