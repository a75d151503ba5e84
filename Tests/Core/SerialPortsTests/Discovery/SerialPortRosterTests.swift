import Testing

@testable import SerialPorts

@Suite struct `A roster of ports` {
  var roster = SerialPortRoster()
  let port = stick(1)

  @Test mutating func `tells of a port once, however often it is reported`() {
    let events = roster.take(
      .listing([port], settlesDoubts: true), .present(port), .present(port),
      .listing([port], settlesDoubts: false))
    #expect(events == [.appeared(port)])
    #expect(roster.ports == [port])
  }

  @Test mutating func `does not care about a removal of what was never there`() {
    #expect(roster.take(.removed(devicePath: "/devices/other")) == [])
    #expect(roster.take(.hungUp(node: "/dev/pts/4")) == [])
  }

  @Test mutating func `does not take a late hang-up for one of the port that is back under the same name`() {
    _ = roster.take(.present(port))
    let asked = roster.appearances
    #expect(roster.take(.removed(devicePath: port.devicePath)) == [.disappeared(port)])
    #expect(roster.take(.present(port)) == [.appeared(port)])
    #expect(roster.take(.hungUp(node: port.node, after: asked)) == [])
    #expect(roster.ports == [port])
    // And the next one is its own.
    #expect(roster.take(.hungUp(node: port.node, after: roster.appearances)) == [.disappeared(port)])
  }

  @Test mutating func `takes a hang-up for the port that changed meanwhile, but never left`() {
    _ = roster.take(.present(port))
    let asked = roster.appearances
    var changed = port
    changed.links = ["/dev/serial/by-id/late"]
    #expect(roster.take(.present(changed)) == [.changed(from: port, to: changed)])
    #expect(roster.take(.hungUp(node: port.node, after: asked)) == [.disappeared(changed)])
  }

  @Test(arguments: [false, true])
  mutating func `does not believe a listing made right after a hang-up, but a later one`(isLater: Bool) {
    let events = roster.take(
      .present(port), .hungUp(node: port.node), .listing([port], settlesDoubts: isLater))
    #expect(events == [.appeared(port), .disappeared(port)] + (isLater ? [.appeared(port)] : []))
    #expect(roster.ports == (isLater ? [port] : []))
  }

  @Test mutating func `brings a port back that hung up and was plugged in again`() {
    let renamed = stick(1, "ttyACM1")
    let events = roster.take(
      .present(port), .hungUp(node: port.node), .present(renamed), .removed(devicePath: port.devicePath))
    #expect(events == [.appeared(port), .disappeared(port), .appeared(renamed)])
    #expect(roster.ports == [renamed])
  }

  @Test mutating func `forgets a doubt when a listing shows that the port has gone`() {
    let events = roster.take(
      .present(port), .hungUp(node: port.node), .listing([], settlesDoubts: false),
      .listing([port], settlesDoubts: false))
    #expect(events == [.appeared(port), .disappeared(port), .appeared(port)])
  }

  @Test mutating func `follows a port whose new name comes before the old one has gone`() {
    let renamed = stick(1, "ttyACM1")
    let events = roster.take(.present(port), .present(renamed), .removed(devicePath: port.devicePath))
    #expect(events == [.appeared(port), .changed(from: port, to: renamed)])
    #expect(roster.ports == [renamed])
  }

  @Test mutating func `gives a node to one port only`() {
    let other = stick(2, "ttyACM0")
    let events = roster.take(.present(port), .present(other))
    #expect(events == [.appeared(port), .disappeared(port), .appeared(other)])
  }

  @Test mutating func `understands a listing in which two ports have swapped their names`() {
    let before = [stick(1, "ttyACM0"), stick(2, "ttyACM1")]
    let after = [stick(1, "ttyACM1"), stick(2, "ttyACM0")]
    let events = roster.take(.listing(before, settlesDoubts: true), .listing(after, settlesDoubts: false))
    #expect(events.map(\.word) == ["+ttyACM0", "+ttyACM1", "ttyACM0>ttyACM1", "ttyACM1>ttyACM0"])
  }

  @Test mutating func `ends with what a listing says, whatever was missed`() {
    _ = roster.take(
      .present(stick(1, "ttyACM0")), .present(stick(2, "ttyACM1")), .hungUp(node: "/dev/ttyACM1"))
    let listed = [stick(2, "ttyACM1"), stick(3, "ttyACM2")]
    let events = roster.take(.listing(listed, settlesDoubts: true))
    #expect(events.map(\.word) == ["-ttyACM0", "+ttyACM1", "+ttyACM2"])
    #expect(roster.ports == listed)
  }

  @Test mutating func `survives a listing in which two ports claim the same place`() {
    let listed = [stick(1, "ttyACM0"), stick(1, "ttyACM1")]
    #expect(roster.take(.listing(listed, settlesDoubts: true)).count == 2)
    #expect(roster.ports.count == 1)
  }
}
