import GPSDelivery
public import GPSDeliveryReactive
public import DeliverySupport

/// A source that a test feeds by hand.
@MainActor final class Source<Element> {
  private var observers: [AnyObserver<Element>] = []
  private(set) var subscriptions = 0
  private(set) var disposals = 0

  var observable: Observable<Element> {
    // Weakly, since its observers lead to these closures.
    .create { [weak self] observer in
      self?.observers.append(observer)
      self?.subscriptions += 1
      return Disposables.create { [weak self] in self?.disposals += 1 }
    }
  }

  func send(_ elements: Element...) {
    for element in elements { for observer in observers { observer.onNext(element) } }
  }

  func end() { for observer in observers { observer.onCompleted() } }
}

extension LocationManager: ReactiveCompatible {}

extension Reactive where Base: LocationManager {
  var delegate: DelegateProxy<LocationManager, any LocationManagerDelegate> { LocationProxy.proxy(for: base) }
  var didUpdateLocations: Observable<[Place]> { delegate.methodInvoked(.didUpdateLocations).map { $0.1 } }
}
