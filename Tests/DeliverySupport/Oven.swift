public import Delivery

/// A second protocol, unlike location: it asks, and two of its methods share a name.
@MainActor public protocol OvenDelegate: AnyObject {
  /// It has reached a temperature.
  func oven(_ oven: Oven, didReach temperature: Int)
  /// It has reached the end of a programme.
  func oven(_ oven: Oven, didReach programme: String)
  /// May it heat?
  func ovenMayHeat(_ oven: Oven) -> Bool
}

extension OvenDelegate {
  public func oven(_ oven: Oven, didReach temperature: Int) {}
  public func oven(_ oven: Oven, didReach programme: String) {}
  public func ovenMayHeat(_ oven: Oven) -> Bool { false }
}

/// Somebody else's class: it knows nothing of proxies and keeps its delegates weakly.
@MainActor open class Oven {
  public weak var delegate: (any OvenDelegate)?
  public weak var inspector: (any OvenDelegate)?

  public init() {}

  /// Reaches a temperature and tells both.
  public func reach(_ temperature: Int) {
    delegate?.oven(self, didReach: temperature)
    inspector?.oven(self, didReach: temperature)
  }

  /// Ends a programme.
  public func end(_ programme: String) { delegate?.oven(self, didReach: programme) }

  /// Heats if it may.
  public func heat() -> Bool { delegate?.ovenMayHeat(self) ?? false }
}

@MainActor extension DelegateMethod where Delegate == any OvenDelegate, Arguments == (Oven, Int) {
  public static var didReachTemperature: Self { Self("oven(_:didReach:)") { $0.oven($1.0, didReach: $1.1) } }
}

@MainActor extension DelegateMethod where Delegate == any OvenDelegate, Arguments == (Oven, String) {
  public static var didReachProgramme: Self { Self("oven(_:didReach:)") { $0.oven($1.0, didReach: $1.1) } }
}

@MainActor extension DelegateQuery where Delegate == any OvenDelegate, Arguments == Oven, Answer == Bool {
  public static var mayHeat: Self { Self("ovenMayHeat(_:)", default: true) { $0.ovenMayHeat($1) } }
}

extension OvenDelegate where Self: DelegateProxy<Oven, any OvenDelegate> {
  public func oven(_ oven: Oven, didReach temperature: Int) {
    dispatch(.didReachTemperature, (oven, temperature))
  }
  public func oven(_ oven: Oven, didReach programme: String) {
    dispatch(.didReachProgramme, (oven, programme))
  }
  public func ovenMayHeat(_ oven: Oven) -> Bool { ask(.mayHeat, oven) }
}
