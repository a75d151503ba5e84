internal import GPSBridge

extension CLLocationManager {
  /// Takes an event of the receiver, which may tell something about permission.
  func take(_ event: ReceiverEvent) {
    guard let status = CLAuthorizationStatus(event.kind) else { return }
    note(status)
    // The port was open: nothing is left to find out. Where it was refused, it is tried until it is given.
    if status == .authorizedAlways { trial = nil }
  }

  /// Notes what was found out about permission; the delegate is told if that is news.
  func note(_ status: CLAuthorizationStatus) {
    guard status != self.status else { return }
    self.status = status
    tellAuthorization()
  }

  func tellAuthorization() {
    delegate?.locationManagerDidChangeAuthorization(self)
    delegate?.locationManager(self, didChangeAuthorization: status)
  }

  /// Wants the receiver opened until it was, so that the answer comes along as an event.
  ///
  /// It tells nobody itself. A delegate that asks as long as nothing is known would ask again within the answer, and again.
  func beginTrial() {
    guard status != .authorizedAlways, trial == nil else { return }
    trial = locationManager.fixes.keeping(.latest).subscribe()
  }
}
