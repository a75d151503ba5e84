import Testing

@testable import SerialPorts

@Suite struct `A follower of a monitor` {
  var follower = SerialPortFollower()

  @Test mutating func `has to catch up first, with the ports that are there`() {
    #expect(follower.isNew)
    #expect(follower.take(NumberedEvent(number: 1, event: .appeared(stick(1)))) == nil)
    #expect(follower.catchUp(with: PortSnapshot(number: 7, ports: [stick(1)])) == [.appeared(stick(1))])
    #expect(!follower.isNew)
  }

  @Test mutating func `is not told again of what was in the snapshot`() {
    _ = follower.catchUp(with: PortSnapshot(number: 7, ports: [stick(1)]))
    #expect(follower.take(NumberedEvent(number: 7, event: .appeared(stick(1)))) == [])
    let next = SerialPortEvent.appeared(stick(2, "ttyACM1"))
    #expect(follower.take(NumberedEvent(number: 8, event: next)) == [next])
  }

  @Test mutating func `is told what came of the events it has missed`() {
    _ = follower.catchUp(with: PortSnapshot(number: 1, ports: [stick(1, "ttyACM0"), stick(2, "ttyACM1")]))
    #expect(follower.take(NumberedEvent(number: 9, event: .appeared(stick(5, "ttyACM4")))) == nil)
    let now = [stick(1, "ttyACM3"), stick(5, "ttyACM4")]
    #expect(
      follower.catchUp(with: PortSnapshot(number: 9, ports: now)).map(\.word)
        == ["-ttyACM1", "ttyACM0>ttyACM3", "+ttyACM4"])
  }

  @Test mutating func `remembers what it has been told one by one`() {
    _ = follower.catchUp(with: PortSnapshot(number: 0, ports: []))
    _ = follower.take(NumberedEvent(number: 1, event: .appeared(stick(1))))
    _ = follower.take(NumberedEvent(number: 2, event: .changed(from: stick(1), to: stick(1, "ttyACM1"))))
    #expect(follower.catchUp(with: PortSnapshot(number: 5, ports: [stick(1, "ttyACM1")])) == [])
    _ = follower.take(NumberedEvent(number: 6, event: .disappeared(stick(1, "ttyACM1"))))
    #expect(follower.catchUp(with: PortSnapshot(number: 8, ports: [])) == [])
  }
}
