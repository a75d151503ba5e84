import GPSDelivery
import Testing

@testable import GPSBridge

// The shape of many a vendor's library: a shared instance with a list of delegates, and no delegate property that a proxy
// could stand in.

@MainActor private protocol SharedLocationsDelegate: AnyObject {
  func shared(_ locations: SharedLocations, didUpdate newest: Location)
}

/// Listens while anybody listens to it.
@MainActor private final class SharedLocations: MulticastDelegating, LocationManagerDelegate {
  let manager: LocationManager
  private let delegates = MulticastDelegates<any SharedLocationsDelegate> { delegate in
    { [weak delegate] in delegate }
  }

  init(_ manager: LocationManager) {
    self.manager = manager
    manager.addDelegate(self)
  }

  var count: Int { delegates.count }

  func addDelegate(_ delegate: any SharedLocationsDelegate) {
    delegates.add(delegate)
    manager.startUpdatingLocation()
  }

  func removeDelegate(_ delegate: any SharedLocationsDelegate) {
    delegates.remove(delegate)
    if delegates.count == 0 { manager.stopUpdatingLocation() }
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    if let newest = locations.last { delegates.call { $0.shared(self, didUpdate: newest) } }
  }
}

extension DelegateMethod
where Delegate == any SharedLocationsDelegate, Arguments == (SharedLocations, Location) {
  @MainActor fileprivate static var didUpdate: Self {
    Self("shared(_:didUpdate:)") { delegate, arguments in
      MainActor.assumeIsolated { delegate.shared(arguments.0, didUpdate: arguments.1) }
    }
  }
}

extension SharedLocationsDelegate where Self: DelegateProxy<SharedLocations, any SharedLocationsDelegate> {
  func shared(_ locations: SharedLocations, didUpdate newest: Location) {
    dispatch(.didUpdate, (locations, newest))
  }
}

private final class SharedListener: DelegateListener<SharedLocations>, DelegateProxyType,
  SharedLocationsDelegate
{
  static func registerKnownImplementations() {
    register { SharedListener(parentObject: $0, delegateProxy: SharedListener.self) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A shared instance over a location manager` {
  @Test
  func `is observed by any number through one listener, which joins with the first and leaves with the last`()
    async
  {
    let bench = Bench()
    let shared = SharedLocations(LocationManager(bench.receiver))
    let listener = SharedListener.proxy(for: shared)
    #expect(SharedListener.proxy(for: shared) === listener)
    #expect(shared.count == 0 && !shared.manager.isUpdatingLocation)
    var heard: [[Double]] = [[], [], []]
    let observers = heard.indices.map { index in
      listener.onInvoked(.didUpdate) { heard[index].append($0.1.coordinate.latitude) }
    }
    #expect(shared.count == 1 && shared.manager.isUpdatingLocation)
    bench.epoch(latitude: 48)
    await until { heard == [[48], [48], [48]] }
    for observer in observers { observer.cancel() }
    #expect(shared.count == 0 && !shared.manager.isUpdatingLocation)
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }
}
