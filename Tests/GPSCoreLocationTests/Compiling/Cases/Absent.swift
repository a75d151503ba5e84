import GPSCoreLocation

@MainActor func ask(_ manager: CLLocationManager) {
  manager.startUpdatingHeading()
  manager.startMonitoringVisits()
  manager.startMonitoringSignificantLocationChanges()
  manager.allowsBackgroundLocationUpdates = true
  manager.pausesLocationUpdatesAutomatically = false
  print(CLLocation(latitude: 0, longitude: 0).floor as Any)
}
