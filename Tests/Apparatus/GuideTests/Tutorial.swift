// The Swift code of docs/tutorial.md, to the letter but for its imports, and tests of it; Tests/Scripts/page-blocks.py builds the page.
import GPSBridge
import Glibc
import SimulatedGPS
import Testing

private func printOnePosition() async {
  let manager = LocationManager()
  do {
    let here = try await manager.requestLocation(accuracy: 20, timeout: .seconds(60))
    print("\(here.coordinate) ±\(here.horizontalAccuracy) m")
  } catch {
    print(error)
  }
}

@MainActor private func runAnnouncer() async {
  Simulation.register()
  await Announcer().follow(LocationManager())
}

@MainActor final class Announcer {
  private(set) var shown: [String] = []

  func follow(_ manager: LocationManager) async {
    for await update in manager.liveUpdates {
      if let here = update.location {
        show("at \(here.coordinate), \(describe(here))")
      } else if let reason = update.reason {
        show("no position: \(reason)")
      }
    }
  }

  private func show(_ line: String) {
    shown.append(line)
    print(line)
    fflush(nil)  // At once, also into a pipe.
  }
}

func describe(_ here: Location) -> String {
  let height = here.altitude.map { "\(Int($0)) m above the sea" } ?? "height unknown"
  let speed = here.speed.map { "\(Int($0 * 3.6)) km/h" } ?? "speed unknown"
  return "\(height), \(speed)"
}

@MainActor @Suite struct `A step of the tutorial` {
  @Test func `gets one position, and lets the receiver go`() async throws {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.walk, time: time).receiver)
    let task = Task { try await manager.requestLocation(accuracy: 20, timeout: .seconds(60)) }
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
    let task = Task { try await manager.requestLocation(accuracy: 20, timeout: .seconds(60)) }
    await time.advance(by: .seconds(10))
    var here = try await task.value
    #expect(describe(here).hasSuffix(" km/h") && describe(here).contains(" m above the sea"))
    here.altitude = nil
    here.speed = nil
    #expect(describe(here) == "height unknown, speed unknown")
  }

  @Test func `The tunnel is announced`() async {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.tunnel, time: time).receiver)
    let announcer = Announcer()
    let task = Task { await announcer.follow(manager) }

    await time.advance(by: .seconds(80))
    #expect(announcer.shown.contains { $0.hasPrefix("no position") })
    task.cancel()
  }
}
