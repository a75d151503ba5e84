// The Swift code of docs/tutorial.md, to the letter, and a test for each step that has some.
import GNSS
import GPSBridge
import SimulatedGPS
import Testing

private func askOnce(_ manager: LocationManager) async throws -> Location {
  let here = try await manager.requestLocation(accuracy: 20, timeout: .seconds(60))
  print("\(here.coordinate) ±\(here.horizontalAccuracy) m")
  return here
}

func describe(_ here: Location) -> String {
  let height = here.altitude.map { "\(Int($0)) m above the sea" } ?? "height unknown"
  let speed = here.speed.map { "\(Int($0 * 3.6)) km/h" } ?? "speed unknown"
  return "\(height), \(speed)"
}

private func fence(
  _ manager: LocationManager, _ center: Coordinate, show: @MainActor (String) -> Void
) async throws {
  let home = CircularRegion(identifier: "home", center: center, radius: 150)
  for try await event in manager.regionEvents(for: [home].compactMap { $0 }) {
    await show("\(event.isEntry ? "came" : event.isExit ? "left" : "is") \(event.region.identifier)")
  }
}

func advise(on facts: ReceiverFacts) -> String {
  let verdict = Diagnosis.verdict(facts)
  return "\(verdict.what) \(verdict.advice)"
}

@MainActor private final class Announcer {
  private(set) var shown: [String] = []

  func show(_ line: String) { shown.append(line) }

  func follow(_ manager: LocationManager) async {
    for await update in manager.liveUpdates {
      if let here = update.location {
        show("at \(here.coordinate)")
      } else if let reason = update.reason {
        show("no position: \(reason)")
      }
    }
  }
}

@MainActor @Suite struct `A step of the tutorial` {
  @Test func `gets one position, and lets the receiver go`() async throws {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.walk, time: time).receiver)
    let task = Task { try await askOnce(manager) }
    await time.advance(by: .seconds(10))
    let here = try await task.value
    #expect(here.horizontalAccuracy <= 20)
    #expect(manager.state == .idle)
  }

  @Test func `follows the receiver, and hears why there is no position`() async {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.coldStart, time: time).receiver)
    let announcer = Announcer()
    let task = Task { await announcer.follow(manager) }
    await time.advance(by: .seconds(60))
    #expect(announcer.shown.first?.hasPrefix("no position: ") == true)
    #expect(announcer.shown.last?.hasPrefix("at 48.") == true)
    task.cancel()
  }

  @Test func `reads a location, and makes up no height`() async throws {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.walk, time: time).receiver)
    let task = Task { try await askOnce(manager) }
    await time.advance(by: .seconds(10))
    var here = try await task.value
    #expect(describe(here).hasSuffix(" km/h") && describe(here).contains(" m above the sea"))
    here.altitude = nil
    here.speed = nil
    #expect(describe(here) == "height unknown, speed unknown")
  }

  @Test func `draws a fence that a walk leaves`() async throws {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.walk, time: time).receiver)
    let center = try #require(Coordinate(latitude: 48.1173, longitude: 11.5167))
    var shown: [String] = []
    let task = Task { try await fence(manager, center) { shown.append($0) } }
    await time.advance(by: .seconds(600))
    #expect(shown == ["is home", "left home"])
    task.cancel()
  }

  @Test func `names what is wrong, and what to do`() {
    var facts = ReceiverFacts()
    facts.port.state = .opened
    facts.fix.hasFix = false
    facts.fix.searching = .seconds(1800)
    facts.sky = SkyFacts(Sky(satellites: []))
    let verdict = Diagnosis.verdict(facts)
    #expect(advise(on: facts) == "\(verdict.what) \(verdict.advice)")
    #expect(verdict.code != .good)
  }

  @Test func `shares one receiver among two managers`() async {
    let time = ManualTime()
    let receiver = SimulatedReceiver(.walk, time: time).receiver
    let map = LocationManager(receiver)
    let log = LocationManager(receiver)
    map.startUpdatingLocation()
    log.startUpdatingLocation()
    await time.advance(by: .seconds(5))
    #expect(map.latest == log.latest && map.latest?.location != nil)
    map.stopUpdatingLocation()
    await time.advance(by: .seconds(5))
    #expect(receiver.state == .fix)
    log.stopUpdatingLocation()
    await time.advance(by: .seconds(5))
    #expect(receiver.state == .idle)
  }

  @Test func `The tunnel is announced`() async {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.tunnel, time: time).receiver)
    let dashboard = Announcer()
    let task = Task { await dashboard.follow(manager) }

    await time.advance(by: .seconds(80))
    #expect(dashboard.shown.contains { $0.hasPrefix("no position") })
    task.cancel()
  }
}

private func share() -> [LocationManager] {
  let map = LocationManager()
  let log = LocationManager()
  return [map, log]
}
