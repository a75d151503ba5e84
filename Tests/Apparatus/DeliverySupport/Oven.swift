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

@MainActor extension DelegateMethod where Delegate == any OvenDelegate, Arguments == (Oven, Int) {
  /// The method that reports a temperature.
  public static var didReachTemperature: Self { Self("oven(_:didReach:)") { $0.oven($1.0, didReach: $1.1) } }
}

@MainActor extension DelegateMethod where Delegate == any OvenDelegate, Arguments == (Oven, String) {
  /// The method with the same name that reports a program.
  public static var didReachProgram: Self { Self("oven(_:didReach:)") { $0.oven($1.0, didReach: $1.1) } }
}

@MainActor extension DelegateQuery where Delegate == any OvenDelegate, Arguments == Oven, Answer == Bool {
  /// The query, whose default answer is yes.
  public static var mayHeat: Self { Self("ovenMayHeat(_:)", default: true) { $0.ovenMayHeat($1) } }
}

extension OvenDelegate where Self: DelegateProxy<Oven, any OvenDelegate> {
  /// Notifies the observers and the delegate of a temperature.
  public func oven(_ oven: Oven, didReach temperature: Int) {
    dispatch(.didReachTemperature, (oven, temperature))
  }
  /// Notifies the observers and the delegate of a program.
  public func oven(_ oven: Oven, didReach program: String) {
    dispatch(.didReachProgram, (oven, program))
  }
  /// Notifies the observers of the query, and returns the delegate's answer.
  public func ovenMayHeat(_ oven: Oven) -> Bool { ask(.mayHeat, oven) }
}
