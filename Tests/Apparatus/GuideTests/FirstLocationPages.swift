// What the articles of GPSBridge show, to the letter: StyleTests hold each of their blocks against these files.
import GNSS
import GPSBridge

func useTheOverview() async throws {
  let manager = LocationManager()
  for try await locations in manager.locations {
    if let newest = locations.last { print(newest) }
  }
}

func decode(_ bytes: [UInt8], by time: SystemTime) {
  var decoder = FixDecoder(.recording())
  decoder.decode(bytes.span) { output in
    guard case .fix(let fix) = output,
      let location = Location(
        fix, received: time.now, utcSeconds: time.utcSeconds, source: .accessory("usb-1.2"))
    else { return }
    print(location)  // 48.117300, 11.516667 ±2.9 m, 545 m ±3.8 m, 2.6 m/s, 84°, 2026-11-20T12:00:00Z
  }
}

func askOnce() async throws {
  let manager = LocationManager()
  let here = try await manager.requestLocation(timeout: .seconds(60))
  print(here.coordinate)  // 48.117300, 11.516667
}

func askForGoodOnes(_ manager: LocationManager) async throws -> Location {
  let mark = try await manager.requestLocation(accuracy: 5, timeout: .seconds(120)) {
    $0.fix.mode == .threeDimensional
  }
  return mark
}

func use(_ location: Location) { print(location) }

func askInVain(_ manager: LocationManager) async throws {
  do {
    use(try await manager.requestLocation(accuracy: 5))
  } catch  where error.code == .timedOut {
    print(error)  // no location within 10.0 seconds: The receiver has no fix yet
    if let best = error.best { use(best) }
  }
}

func follow(_ manager: LocationManager) async throws {
  for try await locations in manager.locations {
    guard let newest = locations.last else { continue }
    print(newest.coordinate, newest.horizontalAccuracy)
  }
}

func look(_ manager: LocationManager, show: (Location) -> Void) {
  if let here = manager.latest?.location { show(here) }  // present, or nothing
  if let there = manager.location { show(there) }  // NOT present: ask its age
}

func showEither(_ manager: LocationManager, show: (String) -> Void) async {
  for await update in manager.liveUpdates {
    if let here = update.location { show("\(here)") } else if let reason = update.reason { show("\(reason)") }
  }
}

@MainActor final class Map: LocationManagerDelegate {
  let manager = LocationManager()
  private(set) var shown = "nothing yet"

  func open() {
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    shown = locations.last?.description ?? shown
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    shown = error.message
  }
}

// The front page.

func askOrAskWhyNot(_ manager: LocationManager) async throws {
  let here = try await manager.requestLocation(accuracy: 10, timeout: .seconds(60))
  print(here)

  for await update in manager.liveUpdates {
    if let here = update.location { print(here) } else if let reason = update.reason { print(reason) }
  }
}

// Reading a location.

func read(_ location: Location, home: Coordinate, there: Coordinate, time: SystemTime) {
  let height = location.altitude.map { "\($0) m" } ?? "height unknown"

  let isCertainlyHome = home.distance(to: location.coordinate) + 2 * location.horizontalAccuracy < 50

  let age = location.age(at: time.now)
  let here = location

  let meters = here.coordinate.distance(to: there)
  let degrees = here.coordinate.initialBearing(to: there)  // nil if it is the same place
  let ahead = here.coordinate.destination(bearing: 45, distance: 1000)  // a kilometer to the north-east

  print(height, isCertainlyHome, age ?? .zero, meters, degrees ?? 0, ahead ?? there)
}
