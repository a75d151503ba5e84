import GPSBridge
import GPSServices
import SimulatedGPS
import Testing

/// One server's receiver, heard by another receiver over the server's own port.
@Suite(.timeLimit(.minutes(2))) struct `A server that is joined` {
  private func joined(_ scenario: String) throws -> (House, Receiver) {
    let house = House(try Scenario(parsing: scenario))
    let device = try NetworkDevice("gpsd://127.0.0.1:\(house.port)", time: house.time)
    return (house, Receiver(device, time: house.time))
  }

  /// Lets time pass in steps, and what goes over the sockets with it, until something holds.
  private func until(_ house: House, _ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled {
      await house.time.advance(by: .milliseconds(100))
      await Task.yield()
    }
  }

  @Test(arguments: ["sim:static?start=hot", "sim:static?start=hot&dialect=ublox9&language=ubx"])
  func `says where its receiver is, whatever that speaks`(name: String) async throws {
    let (house, receiver) = try joined(name)
    let listening = receiver.onReport { _ in }
    await until(house) { receiver.state == .fix }
    let here = try #require(receiver.location?.coordinate)
    let there = try #require(house.simulated.receiver.location?.coordinate)
    #expect(abs(here.latitude - there.latitude) < 1e-4 && abs(here.longitude - there.longitude) < 1e-4)
    #expect(receiver.place?.takesCommands == false)
    listening.cancel()
  }

  @Test func `says at once that its receiver was unplugged, and that it is back`() async throws {
    let (house, receiver) = try joined("sim:static?start=hot")
    let listening = receiver.onReport { _ in }
    await until(house) { receiver.state == .fix }
    house.simulated.tell { Story.Unplug(for: .seconds(20)) }
    await until(house) {
      if case .waitingForDevice(let error) = receiver.state { error.code == .notServed } else { false }
    }
    await until(house) { receiver.state == .fix }
    listening.cancel()
  }
}
