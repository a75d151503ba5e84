import GPSBridge
import GPSCoreLocation
import SimulatedGPS
import Testing

/// The code that every tutorial has: it asks where nothing is known, and starts where it may.
private final class Walker: NSObject, CLLocationManagerDelegate {
  var calls = 0
  var statuses: [CLAuthorizationStatus] = []
  var locations: [CLLocation] = []
  var fresh = 0

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    calls += 1
    statuses.append(manager.authorizationStatus)
    // A loop would never give the main actor back to the test.
    guard calls < 1000 else { return }
    switch manager.authorizationStatus {
    case .notDetermined: manager.requestWhenInUseAuthorization()
    case .restricted, .denied: break
    case .authorizedAlways, .authorizedWhenInUse: manager.startUpdatingLocation()
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    calls += 1
    self.locations += locations
    fresh += locations.count { abs($0.timestamp.timeIntervalSinceNow) < 15 }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) { calls += 1 }
}

@MainActor @Suite(.timeLimit(.minutes(2))) struct `The code of every tutorial` {
  private let walker = Walker()

  /// Lets seconds pass, and everybody do what there is to do in each of them.
  private func pass(_ seconds: Int, on desk: Desk) async {
    for _ in 0..<seconds {
      desk.wait(.seconds(1))
      await breathe()
    }
  }

  @Test func `is called once in ten seconds without a receiver`() async {
    let desk = Desk(plugged: false)
    desk.manager.delegate = walker
    await pass(10, on: desk)
    #expect(walker.calls == 1 && walker.statuses == [.notDetermined])
  }

  @Test(arguments: [true, false])
  func `gets locations from a receiver that is there, or is plugged in later`(isThere: Bool) async {
    let desk = Desk(plugged: isThere)
    desk.manager.delegate = walker
    if !isThere {
      await pass(3, on: desk)
      desk.device.plug()
    }
    await desk.opened()
    await until {
      desk.epoch()
      return walker.locations.count >= 3
    }
    #expect(walker.statuses == [.notDetermined, .authorizedAlways])
    #expect(desk.device.openings == 1)
  }

  @Test func `takes the locations of a simulated walk for fresh ones`() async {
    let time = ManualTime(utcSeconds: Date().timeIntervalSince1970)
    let manager = CLLocationManager(receiver: SimulatedReceiver(.walk, time: time).receiver)
    manager.delegate = walker
    await time.advance(by: .seconds(10))
    #expect(walker.fresh > 5)
  }

  @Test func `is not called over and over where the port is refused`() async {
    let desk = Desk(refusing: LocationError(.permissionDenied, "/dev/desk0: permission denied"))
    desk.manager.delegate = walker
    await pass(30, on: desk)
    #expect(walker.statuses == [.notDetermined, .denied] && walker.calls == 2)
  }
}
