import GPSCoreLocation

func firstFix() async throws -> CLLocation? {
  let update = try await CLLocationUpdate.liveUpdates().first { $0.location != nil }
  return update?.location
}

func accurateFix(within meters: CLLocationAccuracy) async throws -> CLLocation? {
  for try await update in CLLocationUpdate.liveUpdates(.default) {
    guard let location = update.location, location.horizontalAccuracy <= meters else { continue }
    return location
  }
  return nil
}
