public import Delivery

extension LocationManager: HasDelegate, ProxyHost {
  /// The protocol of the delegate.
  public typealias Delegate = any LocationManagerDelegate
}

@MainActor extension LocationManager {
  /// Adds a delegate beside ``delegate``; false if it is one already.
  ///
  /// Those added are told after it, in the order they were added, each weakly held and each told once.
  @discardableResult public func addDelegate(_ delegate: any LocationManagerDelegate) -> Bool {
    delegates.add(delegate)
  }

  /// Removes a delegate that was added; false if it was not.
  ///
  /// It is told nothing more, not even in a delivery that is under way.
  @discardableResult public func removeDelegate(_ delegate: any LocationManagerDelegate) -> Bool {
    delegates.remove(delegate)
  }

  /// Tells what came, as long as the one who came for it still listens.
  func deliver(_ batch: [DelegateFeed.News]) {
    // Asked each time: a delegate may stop the manager in the middle of a batch.
    for (generation, call) in DelegateFeed.grouped(batch) where feed.isCurrent(generation) {
      guard let call = filter.take(call, of: generation, distanceFilter: distanceFilter) else { continue }
      switch call {
      case .locations(let locations): tell { $0.locationManager(self, didUpdateLocations: locations) }
      case .error(let error): tell { $0.locationManager(self, didFailWithError: error) }
      case .state(let state): tell { $0.locationManager(self, didChangeState: state) }
      case .event(let event): tell { $0.locationManager(self, didReceiveEvent: event) }
      }
    }
  }

  private func tell(_ body: (any LocationManagerDelegate) -> Void) {
    let first = delegate
    if let first { body(first) }
    // An object that is the delegate, perhaps behind proxies, and also in the list was told already.
    delegates.call(except: DelegateFeed.user(behind: first), body)
  }
}
