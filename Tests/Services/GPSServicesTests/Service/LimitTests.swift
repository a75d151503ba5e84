import GPSBridge
import SimulatedGPS
import GPSSockets
import TestSupport
import Testing

@testable import GPSServices

@Suite(.timeLimit(.minutes(5))) struct `A server's limits` {
  private let house = House {
    #expect($0.limits.idle == .seconds(900))
    ($0.limits.clients, $0.limits.idle) = (3, .seconds(90))
  }

  @Test func `let one go that wants nothing for long, and tell it`() async throws {
    let (idle, asking, watching) = (
      try Peer(port: house.port), try Peer(port: house.port), try house.watcher()
    )
    try idle.lines(through: "VERSION")
    try asking.lines(through: "VERSION")
    for _ in 0..<4 {
      await house.time.advance(by: .seconds(30))
      _ = try asking.linesUpToNow()
      _ = try watching.linesUpToNow()
    }
    #expect(idle.waitForEnd())
    _ = try asking.linesUpToNow()
    #expect(try idle.line().contains("closed: the client requested nothing for 90 s"))
    #expect(house.server.counts.idleClosed == 1 && house.server.counts.clients == 2)
    #expect(!asking.hasEnded && !watching.hasEnded)
  }

  @Test func `let one go that never said anything, once no descriptor is left and it had its time`()
    async throws
  {
    let (silent, asking) = (try Peer(port: house.port), try Peer(port: house.port))
    try silent.lines(through: "VERSION")
    try asking.lines(through: "VERSION")
    _ = try asking.linesUpToNow()
    await house.time.advance(by: .seconds(9))
    let late = try Peer(port: house.port)
    try late.lines(through: "VERSION")
    // As where the kernel has no descriptor for a newcomer.
    house.server.engine.later { $0.acceptor.pause() }
    _ = try asking.linesUpToNow()
    #expect(house.server.counts.clients == 3, "nobody had its ten seconds")
    await house.time.advance(by: .seconds(1))
    house.server.engine.later { $0.acceptor.pause() }
    #expect(silent.waitForEnd())
    #expect(try silent.line().contains("closed: the client requested nothing, and other clients wait"))
    _ = try asking.linesUpToNow()
    _ = try late.linesUpToNow()
    #expect(house.server.counts.clients == 2 && house.server.counts.idleClosed == 1)
    // There is room again, and newcomers are heard.
    try Peer(port: house.port).lines(through: "VERSION")
  }

  @Test func `tell one that is one too many why it is let go`() throws {
    let peers = try (0..<3).map { _ in try Peer(port: house.port) }
    for peer in peers { try peer.lines(through: "VERSION") }
    let fourth = try Peer(port: house.port)
    #expect(try fourth.line().contains("refused: there are 3 clients already") && fourth.waitForEnd())
    // Another one's question comes behind all this.
    _ = try peers[0].linesUpToNow()
    #expect(house.server.counts.refused == 1 && house.server.counts.refusedByAddress == 0)
  }

  @Test func `tell one that does not read why it is let go, behind whole lines`() async throws {
    let stuck = try house.watcher(receiveBuffer: 2048)
    for _ in 0..<60 where house.server.counts.slowClosed == 0 { await house.time.advance(by: .seconds(20)) }
    #expect(house.server.counts.slowClosed == 1)
    var (last, bytes) = ("", 0)
    while !stuck.hasEnded || !stuck.bytes.isEmpty {
      guard let line = try? stuck.line() else { break }
      last = line
      bytes += line.utf8.count + 2
      #expect(line.hasPrefix("{") && line.hasSuffix("}"), "no line is cut")
    }
    #expect(last.contains("closed: the client read nothing for 30 s, "), "\(last)")
    // The kernel has kept these for it: without a limit of ours it would be megabytes.
    #expect(bytes < 200_000)
  }
}

@Suite struct `The clients of an address` {
  private let other = EndAddress.four(0xC000_0201, port: 4711)

  @Test func `are counted whatever their ports, and no more when they have gone`() {
    var tally = AddressTally()
    let counted = (0..<3).map { tally.enter(.four(0xC000_0201, port: UInt16(5000 + $0))) }
    #expect(tally.count(other) == 3 && tally.count(.four(0xC000_0202, port: 4711)) == 0)
    for one in counted { tally.leave(one) }
    #expect(tally.count(other) == 0)
    tally.leave(other)
    #expect(tally.count(other) == 0)
  }

  @Test func `are those of its network with IPv6, in which one machine can use any address`() {
    var tally = AddressTally()
    let network: UInt64 = 0x2001_0DB8_0001_0002
    let counted = (0..<5).map { tally.enter(.six(network, 1 << $0, port: 5000)) }
    #expect(
      tally.count(.six(network, 99, port: 1)) == 5 && tally.count(.six(network + 1, 1, port: 5000)) == 0)
    for one in counted { tally.leave(one) }
    #expect(tally.count(.six(network, 1, port: 5000)) == 0)
    // Within one of IPv4 as IPv6 writes it, each address is another machine.
    tally.enter(.six(0, 0xFFFF_C000_0201, port: 1))
    #expect(tally.count(.six(0, 0xFFFF_C000_0202, port: 1)) == 0)
  }

  @Test func `of this machine are not counted`() {
    var tally = AddressTally()
    for address in [EndAddress.four(0x7F00_0001, port: 1), .six(0, 1, port: 1), .local("")] {
      let counted = tally.enter(address)
      #expect(counted == nil && tally.count(address) == 0)
    }
    let counted = tally.enter(nil)
    #expect(counted == nil)
  }
}
