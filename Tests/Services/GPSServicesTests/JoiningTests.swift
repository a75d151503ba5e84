import GPSBridge
import GPSServices
import SimulatedGPS
import Testing

/// One server's receiver, heard by another receiver over the server's own port.
@Suite(.timeLimit(.minutes(2))) struct `A server that is joined` {
  private let time = ManualTime(utcSeconds: 1_795_158_480)

  private func joined(_ scenario: Scenario) throws -> (SimulatedReceiver, LocationServer, Receiver) {
    let simulated = SimulatedReceiver(scenario, time: time)
    let server = LocationServer(simulated.receiver)
    let port = try #require(try server.listen(.gpsd("127.0.0.1:0")))
    let device = try NetworkDevice("gpsd://127.0.0.1:\(port)", time: time)
    return (simulated, server, Receiver(device, time: time))
  }

  /// Lets time pass in steps, and what goes over the sockets with it, until something holds.
  private func until(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled {
      await time.advance(by: .milliseconds(100))
      await Task.yield()
    }
  }

  @Test(arguments: ["sim:static?start=hot", "sim:static?start=hot&dialect=ublox9&language=ubx"])
  func `says where its receiver is, whatever that speaks`(name: String) async throws {
    let (simulated, server, receiver) = try joined(try Scenario(parsing: name))
    let listening = receiver.onReport { _ in }
    await until { receiver.state == .fix }
    let here = try #require(receiver.location?.coordinate)
    let there = try #require(simulated.receiver.location?.coordinate)
    #expect(abs(here.latitude - there.latitude) < 1e-4 && abs(here.longitude - there.longitude) < 1e-4)
    #expect(receiver.place?.takesCommands == false)
    listening.cancel()
    server.stop()
  }

  @Test func `says at once that its receiver was unplugged, and that it is back`() async throws {
    let (simulated, server, receiver) = try joined(try Scenario(parsing: "sim:static?start=hot"))
    let listening = receiver.onReport { _ in }
    await until { receiver.state == .fix }
    simulated.tell { Story.Unplug(for: .seconds(20)) }
    await until {
      if case .waitingForDevice(let error) = receiver.state { error.code == .notServed } else { false }
    }
    await until { receiver.state == .fix }
    listening.cancel()
    server.stop()
  }
}
