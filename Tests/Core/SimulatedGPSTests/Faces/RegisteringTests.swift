import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(10))) struct `A simulated receiver that is named in a line of text` {
  init() { Simulation.register() }

  @Test func `is there for whoever names it`() async throws {
    let receiver = try Receiver.shared(named: "sim:drive?seed=7&rate=10")
    let fixes = receiver.fixes.subscribe(.latest)
    let fix = try #require(await fixes.next())
    #expect(fix.timeOfDay != nil || !fix.isValid)
    #expect(receiver.place?.key == "sim:drive?seed=7&rate=10")
    #expect(receiver.place?.isSimulated == true)
    #expect(try Receiver.shared(named: "sim:drive?seed=7&rate=10") === receiver)
  }

  @Test func `can be what the environment names, for a program that knows nothing of it`() async throws {
    let receiver = Receiver.ofEnvironment("sim:static?rate=10")
    let manager = LocationManager(receiver)
    let location = try await manager.requestLocation(timeout: .seconds(300))
    #expect(location.source.isSimulatedBySoftware)
    let munich = try #require(Coordinate(latitude: 48.1375, longitude: 11.5755))
    #expect(location.coordinate.distance(to: munich) < 20_000)
  }

  @Test(arguments: [
    ("sim:tunel", "there is no scenario \"tunel\"; there are static walk"),
    ("sim:drive?sed=7", "there is no setting \"sed\""),
    ("sim:multi", "has 3 receivers"),
    ("sim:walk?route=/no/such/file.gpx", "route=/no/such/file.gpx: it cannot be opened"),
    ("sim:walk?route=/dev/null", "this is not a file"),
  ])
  func `is refused with what would have been right`(text: String, words: String) {
    let error = #expect(throws: LocationError.self) { try Receiver.shared(named: text) }
    #expect(error?.code == .malformedSource)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `waits and says why where the environment names none that there is`() {
    let receiver = Receiver.ofEnvironment("sim:tunel")
    #expect(!receiver.isDevicePresent)
  }
}
