public import GPSDelivery

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
  /// Makes it optional to hear of temperatures.
  public func oven(_ oven: Oven, didReach temperature: Int) {}
  /// Makes it optional to hear of programmes.
  public func oven(_ oven: Oven, didReach programme: String) {}
  /// Makes it optional to answer: no, where the token says yes, so that a test sees which one spoke.
  public func ovenMayHeat(_ oven: Oven) -> Bool { false }
}

/// Somebody else's class: it knows nothing of proxies and keeps its delegates weakly.
@MainActor open class Oven {
  /// Hears of everything and is asked.
  public weak var delegate: (any OvenDelegate)?
  /// Hears of temperatures only.
  public weak var inspector: (any OvenDelegate)?

  /// An oven that nobody listens to.
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
  /// Stands for the method that brings a temperature.
  public static var didReachTemperature: Self { Self("oven(_:didReach:)") { $0.oven($1.0, didReach: $1.1) } }
}

@MainActor extension DelegateMethod where Delegate == any OvenDelegate, Arguments == (Oven, String) {
  /// Stands for the method of the same name that brings a programme.
  public static var didReachProgramme: Self { Self("oven(_:didReach:)") { $0.oven($1.0, didReach: $1.1) } }
}

@MainActor extension DelegateQuery where Delegate == any OvenDelegate, Arguments == Oven, Answer == Bool {
  /// Stands for the question, which is answered with yes when no delegate does.
  public static var mayHeat: Self { Self("ovenMayHeat(_:)", default: true) { $0.ovenMayHeat($1) } }
}

extension OvenDelegate where Self: DelegateProxy<Oven, any OvenDelegate> {
  /// Tells the observers of a temperature, and the delegate behind them.
  public func oven(_ oven: Oven, didReach temperature: Int) {
    dispatch(.didReachTemperature, (oven, temperature))
  }
  /// Tells the observers of a programme, and the delegate behind them.
  public func oven(_ oven: Oven, didReach programme: String) {
    dispatch(.didReachProgramme, (oven, programme))
  }
  /// Tells the observers that it was asked, and asks the delegate behind them.
  public func ovenMayHeat(_ oven: Oven) -> Bool { ask(.mayHeat, oven) }
}
