internal import GPSBridge

extension CLLocationManager {
  /// The regions that are watched; all managers of one receiver share them.
  public var monitoredRegions: Set<CLRegion> { regionWatch.regions }

  /// No circle is too large.
  public var maximumRegionMonitoringDistance: CLLocationDistance { CLLocationDistanceMax }

  /// Begins to watch a region; one of the same identifier is replaced.
  ///
  /// The delegates of all managers of this receiver are told when the receiver enters or leaves it. That it is inside at
  /// first is no entry: ask ``requestState(for:)``. While a region is watched, the receiver is open. It is watched until it
  /// is stopped, by whichever manager, or until the last manager of the receiver goes.
  public func startMonitoring(for region: CLRegion) {
    let isPossible = regionWatch.add(region)
    tell {
      if isPossible {
        $0.locationManager($1, didStartMonitoringFor: region)
      } else {
        $0.locationManager(
          $1, monitoringDidFailFor: region, withError: CLError(.regionMonitoringFailure))
      }
    }
  }

  /// Stops watching the region of this identifier.
  public func stopMonitoring(for region: CLRegion) { regionWatch.remove(region.identifier) }

  /// Asks whether the receiver is in a region; the delegate's `didDetermineState` tells it as soon as it is known.
  ///
  /// The region need not be watched. Where locations must be waited for, the receiver is open until then, and asking again
  /// changes nothing. Of what is no circle nothing can become known: that is told at once.
  public func requestState(for region: CLRegion) {
    guard let state = regionWatch.state(of: region, for: self) else { return }
    tell { $0.locationManager($1, didDetermineState: state, for: region) }
  }

  /// Calls the delegate later, as is promised of these methods: never from within the call that asks.
  private func tell(
    _ body: @escaping @MainActor (any CLLocationManagerDelegate, CLLocationManager) -> Void
  ) {
    Task { [weak self] in
      if let self, let delegate { body(delegate, self) }
    }
  }
}
