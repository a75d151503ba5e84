public import GPSDelivery

/// A place, as far as these tests need one.
public struct Place: Sendable, Hashable {
  /// What tells it from another.
  public let number: Int

  /// A place with a number.
  public init(_ number: Int) { self.number = number }
}

/// Looks like the delegate of a location service.
@MainActor public protocol LocationManagerDelegate: AnyObject {
  /// New places, oldest first.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place])
  /// There is no place.
  func locationManager(_ manager: LocationManager, didFailWithError error: any Error)
}

extension LocationManagerDelegate {
  /// Makes it optional to hear of places.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place]) {}
  /// Makes it optional to hear of failures.
  public func locationManager(_ manager: LocationManager, didFailWithError error: any Error) {}
}

/// Looks like a location service; a class of ours, which keeps its proxies.
@MainActor open class LocationManager: HasDelegate, ProxyHost {
  /// Keeps the proxies, so that they end with the manager.
  public let proxies = ProxyStorage()
  /// The user's delegate, behind the proxies when there are any.
  @ProxyAware public var delegate: (any LocationManagerDelegate)?

  /// A manager without a delegate.
  public init() {}

  /// What a receiver would do.
  public func report(_ numbers: Int...) {
    delegate?.locationManager(self, didUpdateLocations: numbers.map(Place.init))
  }

  /// What a receiver would do when it fails.
  public func fail(_ error: any Error) { delegate?.locationManager(self, didFailWithError: error) }
}

@MainActor extension DelegateMethod
where Delegate == any LocationManagerDelegate, Arguments == (LocationManager, [Place]) {
  /// Stands for the method that brings places.
  public static var didUpdateLocations: Self {
    Self("locationManager(_:didUpdateLocations:)") { $0.locationManager($1.0, didUpdateLocations: $1.1) }
  }
}

@MainActor extension DelegateMethod
where Delegate == any LocationManagerDelegate, Arguments == (LocationManager, any Error) {
  /// Stands for the method that brings errors.
  public static var didFailWithError: Self {
    Self("locationManager(_:didFailWithError:)") { $0.locationManager($1.0, didFailWithError: $1.1) }
  }
}

extension LocationManagerDelegate where Self: DelegateProxy<LocationManager, any LocationManagerDelegate> {
  /// Tells the observers of places, and the delegate behind them.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Tells the observers of an error, and the delegate behind them.
  public func locationManager(_ manager: LocationManager, didFailWithError error: any Error) {
    dispatch(.didFailWithError, (manager, error))
  }
}

/// Notes what it is told.
@MainActor public final class Listener: LocationManagerDelegate {
  /// The numbers of all places so far.
  public var heard: [Int] = []
  /// Runs behind each note, in the middle of the delivery.
  public var onHearing: () -> Void = {}

  /// Has heard nothing yet, and may be made on any thread.
  public nonisolated init() {}

  /// Notes the numbers of the places.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place]) {
    heard += locations.map(\.number)
    onHearing()
  }
}
