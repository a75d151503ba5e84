import GPSCoreLocation

@MainActor final class BoatTracker {
  private(set) var track: [CLLocation] = []
  private var task: Task<Void, Never>?
  private(set) var message = ""

  func begin() {
    task = Task {
      do {
        for try await update in CLLocationUpdate.liveUpdates(.otherNavigation) {
          if update.authorizationDenied { message = "not allowed" }
          if update.accuracyLimited { message = "blurred" }
          if update.locationUnavailable { message = "searching" }
          if update.stationary { continue }
          if let location = update.location { track.append(location) }
        }
      } catch {
        message = error.localizedDescription
      }
    }
  }

  func end() { task?.cancel() }
}
