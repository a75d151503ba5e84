internal import GPSBridge

extension CLLocationManager {
  /// Locations came from the receiver.
  func deliver(_ locations: [Location]) {
    let news = unseen(locations)
    guard let newest = news.last else { return }
    told = newest
    delegate?.locationManager(self, didUpdateLocations: news.map(CLLocation.init))
  }

  /// Leaves out a location that a request has told already, and all that are older than it.
  private func unseen(_ locations: [Location]) -> ArraySlice<Location> {
    guard let requested else { return locations[...] }
    if let index = locations.lastIndex(of: requested) { return locations[(index + 1)...] }
    guard let limit = requested.received else { return locations[...] }
    return locations.drop { location in location.received.map { $0 < limit } ?? false }
  }

  /// There is no location.
  func deliver(_ error: LocationError) {
    if error.code == .permissionDenied { note(.denied) }
    delegate?.locationManager(self, didFailWithError: CLError(error))
  }

  /// Asks for one location, unless that is being done already.
  func beginRequest() {
    guard request == nil else { return }
    request = Task { [weak self, locationManager] in
      var found: Location?
      var failure: LocationError?
      do throws(LocationError) {
        found = try await locationManager.requestLocation()
      } catch {
        // The best of the time that was given is an answer, too.
        found = error.best
        failure = error
      }
      guard !Task.isCancelled, let self else { return }
      request = nil
      if let found { answer(found) } else if let failure { deliver(failure) }
    }
  }

  private func answer(_ location: Location) {
    requested = location
    // While updating, it may have come that way already.
    guard told != location else { return }
    told = location
    delegate?.locationManager(self, didUpdateLocations: [CLLocation(location)])
  }
}
