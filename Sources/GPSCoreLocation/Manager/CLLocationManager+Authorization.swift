internal import GPSBridge

extension CLLocationManager {
  /// Something was found out about permission.
  func note(_ status: CLAuthorizationStatus) {
    guard status != self.status else { return }
    self.status = status
    tellAuthorization()
  }

  func tellAuthorization() {
    delegate?.locationManagerDidChangeAuthorization(self)
    delegate?.locationManager(self, didChangeAuthorization: status)
  }

  /// Opens the receiver for as long as it takes to see whether one may.
  func beginTrial() {
    let events = locationManager.events.subscribe()
    var trial = PermissionTrial(locationManager.state)
    // A loop is demand; nobody reads what comes.
    let demand = locationManager.fixes.subscribe()
    Task { [weak self] in
      var answer = CLAuthorizationStatus?.none
      if !trial.isOver {
        for await event in events {
          answer = CLAuthorizationStatus(event.kind)
          if trial.take(event.kind) { break }
        }
      }
      demand.cancel()
      guard let self else { return }
      if let answer { status = answer }
      tellAuthorization()
    }
  }
}
