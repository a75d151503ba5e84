public import GPSBridge

extension CLLocationManager {
  /// Locations as they come, for as many loops as you like: a loop needs no delegate and no start.
  ///
  /// Each element is what has come since the last one, oldest first, and never empty. The distance filter counts for each
  /// loop by itself.
  public var didUpdateLocations: AsyncMapSequence<Deliveries<Batches<Location, LocationError>>, [CLLocation]> {
    locationManager.didUpdateLocations.map { $0.map(CLLocation.init) }
  }
}
