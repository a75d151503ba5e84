import Foundation
import GPSCoreLocation

@MainActor func ask(_ manager: CLLocationManager, _ uuid: UUID) {
  manager.startUpdatingHeading()
  manager.stopUpdatingHeading()
  manager.headingOrientation = .portrait
  manager.startMonitoringVisits()
  manager.startMonitoringSignificantLocationChanges()
  manager.allowsBackgroundLocationUpdates = true
  manager.disallowDeferredLocationUpdates()
}

func make() {
  _ = CLBackgroundActivitySession()
  _ = CLServiceSession(authorization: .whenInUse)
  _ = CLGeocoder()
  _ = CLMonitor.BeaconIdentityCondition(uuid: UUID())
}

func watch(_ monitor: CLMonitor) async { await monitor.add(.init(uuid: UUID()), identifier: "desk") }

func visited(_ visit: CLVisit) {}
func ranged(_ beacons: [CLBeacon]) {}
