public import GPSDelivery

/// The delegate of a compass.
@MainActor public protocol CompassDelegate: AnyObject {
  /// It points elsewhere.
  func compass(_ compass: Compass, didTurnTo degrees: Int)
}

/// A shared object with a list of delegates and no delegate property.
@MainActor public final class Compass: MulticastDelegating {
  /// The one that a program has.
  public static let shared = Compass()
  private let delegates = MulticastDelegates<any CompassDelegate> { delegate in
    { [weak delegate] in delegate }
  }

  /// A second one, so that tests need not share.
  public init() {}

  /// Adds a delegate, which is held weakly.
  public func addDelegate(_ delegate: any CompassDelegate) { delegates.add(delegate) }
  /// Takes a delegate out of the list.
  public func removeDelegate(_ delegate: any CompassDelegate) { delegates.remove(delegate) }

  /// How many listen.
  public var delegateCount: Int { delegates.count }

  /// Points elsewhere.
  public func turn(to degrees: Int) { delegates.call { $0.compass(self, didTurnTo: degrees) } }
}

@MainActor extension DelegateMethod where Delegate == any CompassDelegate, Arguments == (Compass, Int) {
  /// Stands for the one method of the protocol.
  public static var didTurn: Self { Self("compass(_:didTurnTo:)") { $0.compass($1.0, didTurnTo: $1.1) } }
}

extension CompassDelegate where Self: DelegateProxy<Compass, any CompassDelegate> {
  /// Gives every proxy for the protocol its method.
  public func compass(_ compass: Compass, didTurnTo degrees: Int) { dispatch(.didTurn, (compass, degrees)) }
}

/// The listener, as a user writes it.
public final class CompassListener: DelegateListener<Compass>, DelegateProxyType, CompassDelegate {
  /// Names itself as the listener of a compass.
  public static func registerKnownImplementations() {
    register { CompassListener(parentObject: $0, delegateProxy: CompassListener.self) }
  }
}
