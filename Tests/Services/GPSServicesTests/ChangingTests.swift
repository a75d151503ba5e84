import GPSBridge
import Glibc
import GPSSystemCalls
import SimulatedGPS
import GPSSockets
import TestSupport
import Testing
import GPSBase

@testable import GPSServices

/// A port that nobody has, as far as the kernel says.
private func freePort() throws -> UInt16 {
  let socket = try #require(try Kernel.listen(.host("127.0.0.1", port: 0)).first)
  defer { close(socket) }
  return try Kernel.port(of: socket)
}

private func times(_ lines: [String]) -> [String] {
  lines.compactMap(Peer.object).filter { $0["class"]?.text == "TPV" }.compactMap { $0["time"]?.text }
}

@Suite(.timeLimit(.minutes(5))) struct `A server whose outputs change` {
  private let house = House()
  private let folder: TestFolder
  private var path: String { folder.file("sentences.sock") }

  init() throws { folder = try TestFolder() }

  @Test func `keeps clients of outputs that are named again, and loses no epoch of theirs`() throws {
    let port = try freePort()
    let gpsd = try ServiceOutput.gpsd("127.0.0.1:\(port)")
    _ = try house.server.listen(gpsd)
    let peer = try Peer(port: port).watch()
    house.wait(.seconds(10))
    let change = try house.server.listen(only: [gpsd, .nmea("unix:\(path)")])
    #expect(change.opened == ["unix:\(path)"] && change.closed == [] && change.changed == [])
    house.wait(.seconds(10))
    let sentences = try Peer(path: path)
    #expect(house.wait { house.server.counts.outputs.first?.clients == 1 })
    #expect(try house.server.listen(only: [.nmea("unix:\(path)"), gpsd]).isEmpty)
    house.wait(.seconds(10))
    let heard = times(try peer.linesUpToNow())
    let seconds = heard.compactMap { Double($0.dropFirst(17).dropLast()) }
    #expect(heard.count > 25 && Set(heard).count == heard.count)
    for (one, next) in zip(seconds, seconds.dropFirst()) {
      #expect(abs((next - one + 60).truncatingRemainder(dividingBy: 60) - 1) < 0.01, "\(heard)")
    }
    #expect(try !sentences.linesNow().isEmpty && !sentences.hasEnded)
  }

  @Test func `lets clients go whom no output reaches any more, and tells them`() throws {
    let (port, other) = (try freePort(), try freePort())
    _ = try house.server.listen(.gpsd("127.0.0.1:\(port)"))
    let gpsd = try ServiceOutput.gpsd("127.0.0.1:\(other)")
    _ = try house.server.listen(gpsd)
    _ = try house.server.listen(.nmea("unix:\(path)"))
    let (going, staying) = (try Peer(port: port), try Peer(port: other))
    for peer in [going, staying] { try peer.watch() }
    let sentences = try Peer(path: path)
    #expect(house.wait { house.server.counts.outputs.first?.clients == 1 })
    let change = try house.server.listen(only: [gpsd])
    #expect(change.closed == ["127.0.0.1:\(port)", "unix:\(path)"] && change.opened == [])
    #expect(going.waitForEnd() && sentences.waitForEnd())
    var last = ""
    while let line = try? going.line() { last = line }
    #expect(last.contains("closed: this address no longer serves clients"), "\(last)")
    _ = try staying.linesUpToNow()
    #expect(house.server.counts.clients == 1 && house.server.counts.outputs == [])
    #expect(unsafe access(path, F_OK) != 0, "its name is gone with it")
    #expect(throws: Peer.NoLine.self) { try Peer(port: port) }
  }

  @Test func `opens a port for other machines over the one for this machine, whose clients stay`() throws {
    let port = try freePort()
    _ = try house.server.listen(.gpsd("\(port)"))
    let old = try Peer(port: port).watch()
    let change = try house.server.listen(only: [.gpsd("*:\(port)")])
    #expect(change.opened == ["*:\(port)"] && change.closed == ["\(port)"])
    let new = try Peer(port: port).watch()
    house.wait(.seconds(5))
    #expect(try !times(old.linesUpToNow()).isEmpty && !times(new.linesUpToNow()).isEmpty)
    // Nobody else gets it while it is ours.
    #expect(throws: Errno(EADDRINUSE)) { try Kernel.listen(.loopback(port: port)) }
    // And back: both came by an address of this machine.
    _ = try house.server.listen(only: [.gpsd("\(port)")])
    house.wait(.seconds(5))
    for peer in [old, new] { #expect(try !times(peer.linesUpToNow()).isEmpty && !peer.hasEnded) }
  }

  @Test func `hears who waits at a port that is closed, and keeps him where another one reaches him`() throws
  {
    let port = try freePort()
    _ = try house.server.listen(.gpsd("\(port)"))
    // The loop has other things to do, so the old socket is still open when somebody comes, and the kernel prefers it.
    let isFree = Guarded(false)
    house.server.engine.later { _ in while !isFree.withLock(\.self) { sched_yield() } }
    _ = try house.server.listen(only: [.gpsd("*:\(port)")])
    let waiting = try Peer(port: port)
    isFree.withLock { $0 = true }
    try waiting.watch()
    house.wait(.seconds(5))
    #expect(try !times(waiting.linesUpToNow()).isEmpty && !waiting.hasEnded)
  }

  @Test func `changes nothing where one of the new ones can't be had`() throws {
    let port = try freePort()
    let taken = try #require(try Kernel.listen(.host("127.0.0.1", port: 0)).first)
    defer { close(taken) }
    let number = try Kernel.port(of: taken)
    _ = try house.server.listen(.gpsd("127.0.0.1:\(port)"))
    let peer = try Peer(port: port).watch()
    let fault = #expect(throws: ServiceFault.self) {
      try house.server.listen(only: [.nmea("unix:\(path)"), .nmea("tcp:127.0.0.1:\(number)")])
    }
    #expect(fault?.code == .inUse && fault?.address == "tcp:127.0.0.1:\(number)")
    house.wait(.seconds(5))
    #expect(try !times(peer.linesUpToNow()).isEmpty && !peer.hasEnded)
    _ = try Peer(port: port)
    #expect(house.server.counts.outputs == [])
    #expect(unsafe access(path, F_OK) != 0, "what was opened already is closed again")
  }

  @Test func `tells other sentences at an output that is named again, and keeps its clients`() throws {
    _ = try house.server.listen(.nmea("unix:\(path)"))
    let peer = try Peer(path: path)
    #expect(house.wait { house.server.counts.outputs.first?.clients == 1 })
    house.wait(.seconds(5))
    #expect(Set(try peer.linesNow().map { $0.dropFirst(3).prefix(3) }).count > 2)
    let change = try house.server.listen(only: [.nmea("unix:\(path),only=GGA")])
    #expect(change.changed == ["unix:\(path),only=GGA"] && change.opened == [] && change.closed == [])
    house.wait(.seconds(2))
    _ = try peer.linesNow()
    house.wait(.seconds(5))
    let lines = try peer.linesNow()
    #expect(!lines.isEmpty && lines.allSatisfy { $0.dropFirst(3).hasPrefix("GGA,") }, "\(lines)")
    #expect(house.server.counts.outputs.map(\.name) == ["unix:\(path),only=GGA"])
  }

  @Test func `keeps sockets that were passed, and tells there what is named last`() async throws {
    let held = try #require(try Kernel.listen(.path(path)).first)
    defer {
      close(held)
      unsafe unlink(path)
    }
    let port = try #require(try Kernel.listen(.host("127.0.0.1", port: 0)).first)
    defer { close(port) }
    let number = try Kernel.port(of: port)
    let manager = ServiceManager([
      .init(descriptor: dup(held), name: "nmea-unix"), .init(descriptor: dup(port), name: "gpsd"),
    ])
    house.server.attach(manager)
    let peer = try Peer(path: path)
    let client = try Peer(port: number).watch()
    #expect(house.wait { house.server.counts.outputs.first?.clients == 1 })
    var change = try house.server.listen(only: [.nmea("unix:\(path),only=RMC"), .gpsd("127.0.0.1:\(number)")])
    #expect(change.changed == ["unix:\(path)"] && change.opened == [] && change.closed == [])
    house.wait(.seconds(2))
    _ = try peer.linesNow()
    house.wait(.seconds(5))
    #expect(try peer.linesNow().allSatisfy { $0.dropFirst(3).hasPrefix("RMC,") })
    change = try house.server.listen(only: [])
    #expect(change.changed == ["unix:\(path)"] && change.closed == [])
    house.wait(.seconds(5))
    #expect(try peer.linesNow().contains { $0.dropFirst(3).hasPrefix("GGA,") })
    #expect(try !times(client.linesUpToNow()).isEmpty && !peer.hasEnded)
  }
}

@Suite struct `The address that a connection came to` {
  @Test(arguments: [
    (EndAddress.four(0x7F00_0001, port: 5), EndAddress.four(0x7F00_0001, port: 5), true),
    (.four(0xC000_0201, port: 5), .four(0, port: 5), true),
    (.four(0xC000_0201, port: 5), .six(0, 0, port: 5), true),
    (.six(1, 2, port: 5), .six(0, 0, port: 5), true),
    (.four(0xC000_0201, port: 5), .four(0x7F00_0001, port: 5), false),
    (.four(0xC000_0201, port: 5), .four(0, port: 6), false),
    (.six(1, 2, port: 5), .six(1, 3, port: 5), false),
    (.six(1, 2, port: 5), .four(0, port: 5), false), (.local("/run/a"), .local("/run/a"), true),
    (.local("/run/a"), .local("/run/b"), false),
  ])
  func `is that of a socket that listens there, or everywhere`(
    _ own: EndAddress, _ listener: EndAddress, _ isReached: Bool
  ) { #expect(own.isReached(at: listener) == isReached) }
}
