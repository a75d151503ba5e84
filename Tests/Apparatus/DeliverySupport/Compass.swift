public import GPSDelivery

/// The delegate of a compass.
@MainActor public protocol CompassDelegate: AnyObject {
  /// The compass has a new heading.
  func compass(_ compass: Compass, didTurnTo degrees: Int)
}

/// A shared object with a list of delegates and no delegate property.
@MainActor public final class Compass: MulticastDelegating {
  /// The shared compass of a program.
  public static let shared = Compass()
  private let delegates = MulticastDelegates<any CompassDelegate> { delegate in
    { [weak delegate] in delegate }
  }

  /// Makes another compass, so that tests need not share one.
  public init() {}

  /// Adds a delegate, held weakly.
  public func addDelegate(_ delegate: any CompassDelegate) { delegates.add(delegate) }
  /// Removes a delegate.
  public func removeDelegate(_ delegate: any CompassDelegate) { delegates.remove(delegate) }

  /// The number of delegates.
  public var delegateCount: Int { delegates.count }

  /// Changes the heading and notifies all delegates.
  public func turn(to degrees: Int) { delegates.call { $0.compass(self, didTurnTo: degrees) } }
}

extension DelegateMethod where Delegate == any CompassDelegate {
  /// The only method of the protocol.
  public static var didTurn: DelegateMethod<Delegate, (Compass, Int)> { .init("compass(_:didTurnTo:)") }
}

extension CompassDelegate where Self: DelegateProxy<Compass, any CompassDelegate> {
  /// Implements the protocol's method for every proxy.
  public func compass(_ compass: Compass, didTurnTo degrees: Int) {
    dispatch(.didTurn, (compass, degrees)) { $0.compass(compass, didTurnTo: degrees) }
  }
}

/// The listener, as a user would write it.
public final class CompassListener: DelegateListener<Compass>, DelegateProxyType, CompassDelegate {
  /// Registers itself as the listener of a compass.
  public static func registerKnownImplementations() {
    register { CompassListener(parentObject: $0, delegateProxy: CompassListener.self) }
  }
}
