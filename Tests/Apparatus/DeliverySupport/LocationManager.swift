public import GPSDelivery

/// A location, as simple as these tests need it.
public struct Place: Sendable, Hashable {
  /// The number that identifies the location.
  public let number: Int

  /// Makes a location with a number.
  public init(_ number: Int) { self.number = number }
}

/// A protocol like the delegate of a location service.
@MainActor public protocol LocationManagerDelegate: AnyObject {
  /// Reports new locations, oldest first.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place])
  /// Reports that no location is available.
  func locationManager(_ manager: LocationManager, didFailWithError error: any Error)
}

extension LocationManagerDelegate {
  /// Makes the method for locations optional.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place]) {}
  /// Makes the method for errors optional.
  public func locationManager(_ manager: LocationManager, didFailWithError error: any Error) {}
}

/// A class like a location service; it owns its proxies.
@MainActor open class LocationManager: HasDelegate, ProxyHost {
  /// The proxies, whose lifetime ends with the manager.
  public let proxies = ProxyStorage()
  /// The user's delegate; if there are proxies, they forward calls to it.
  @ProxyAware public var delegate: (any LocationManagerDelegate)?

  /// Makes a manager without a delegate.
  public init() {}

  /// Reports locations, as a receiver would.
  public func report(_ numbers: Int...) {
    delegate?.locationManager(self, didUpdateLocations: numbers.map(Place.init))
  }

  /// Reports an error, as a failing receiver would.
  public func fail(_ error: any Error) { delegate?.locationManager(self, didFailWithError: error) }
}

extension DelegateMethod where Delegate == any LocationManagerDelegate {
  /// The method that reports locations.
  public static var didUpdateLocations: DelegateMethod<Delegate, (LocationManager, [Place])> {
    .init("locationManager(_:didUpdateLocations:)")
  }
  /// The method that reports errors.
  public static var didFailWithError: DelegateMethod<Delegate, (LocationManager, any Error)> {
    .init("locationManager(_:didFailWithError:)")
  }
}

extension LocationManagerDelegate where Self: DelegateProxy<LocationManager, any LocationManagerDelegate> {
  /// Notifies the observers and the delegate of locations.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place]) {
    dispatch(.didUpdateLocations, (manager, locations)) {
      $0.locationManager(manager, didUpdateLocations: locations)
    }
  }
  /// Notifies the observers and the delegate of an error.
  public func locationManager(_ manager: LocationManager, didFailWithError error: any Error) {
    dispatch(.didFailWithError, (manager, error)) { $0.locationManager(manager, didFailWithError: error) }
  }
}

/// A delegate that records the locations it receives.
@MainActor public final class Listener: LocationManagerDelegate {
  /// The numbers of all locations received.
  public var heard: [Int] = []
  /// A closure that runs after each record, during the delivery.
  public var onHearing: () -> Void = {}

  /// Makes an empty listener, on any thread.
  public nonisolated init() {}

  /// Records the numbers of the locations.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Place]) {
    heard += locations.map(\.number)
    onHearing()
  }
}
