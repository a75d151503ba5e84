import Foundation
import GPSCoreLocation

@MainActor class LocationsHandler: ObservableObject {
  static let shared = LocationsHandler()
  private let manager: CLLocationManager

  @Published var lastLocation = CLLocation()
  @Published var isStationary = false
  @Published var count = 0
  @Published var updatesStarted = UserDefaults.standard.bool(forKey: "updatesStarted")

  private init() { manager = CLLocationManager() }

  func startLocationUpdates() {
    if manager.authorizationStatus == .notDetermined { manager.requestWhenInUseAuthorization() }
    Task {
      do {
        updatesStarted = true
        let updates = CLLocationUpdate.liveUpdates()
        for try await update in updates {
          if !updatesStarted { break }
          if let place = update.location {
            lastLocation = place
            isStationary = update.isStationary
            count += 1
          }
        }
      } catch {
        print("no updates: \(error)")
      }
    }
  }

  func stopLocationUpdates() { updatesStarted = false }
}
