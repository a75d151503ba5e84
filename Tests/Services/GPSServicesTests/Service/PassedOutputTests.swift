import Glibc
import GPSSockets
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSServices

/// A socket of sentences that a manager holds, and passes to each process of the service.
private final class HeldSocket {
  let path: String
  let descriptor: CInt

  init(_ name: String) throws {
    path = "/tmp/gpsbridge-\(getpid())-\(name).sock"
    descriptor = try #require(try Kernel.listen(.path(path)).first)
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }

  /// A copy, which outlives an exec.
  func passed(as name: String = "nmea-unix") -> Activation.Passed {
    .init(descriptor: dup(descriptor), name: name)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A passed socket of sentences` {
  /// Lets time pass until a client has heard something; what it has heard.
  private func lines(of peer: Peer, _ house: ManagedHouse) async throws -> [String] {
    for _ in 0..<100 {
      await house.wait(.seconds(1))
      let lines = try peer.linesNow()
      if !lines.isEmpty { return lines }
    }
    return []
  }

  @Test func `serves who connects, and one who has waited while nobody was there`() async throws {
    let house = try ManagedHouse("sentences")
    let held = try HeldSocket("held")
    try house.start([held.passed()])
    #expect(house.complaints == [])
    let first = try Peer(path: held.path)
    #expect(try await lines(of: first, house).allSatisfy { $0.hasPrefix("$G") })
    #expect(try #require(house.server).counts.outputs.map(\.name) == ["unix:\(held.path)"])
    let old = try #require(house.server)
    old.stop(within: .seconds(1))
    try await old.run()
    #expect(first.waitForEnd())
    // Nobody hears it now, and the kernel lets it in.
    let waiting = try Peer(path: held.path)
    #expect(try waiting.linesNow() == [] && !waiting.hasEnded)
    try house.start([held.passed()])
    let heard = try await lines(of: waiting, house)
    #expect(!heard.isEmpty && heard.allSatisfy { $0.hasPrefix("$G") }, "\(heard)")
    #expect(try #require(house.server).counts.outputs.first?.clients == 1)
  }

  @Test func `keeps its name, which is the manager's`() async throws {
    let house = try ManagedHouse("name")
    let held = try HeldSocket("name")
    try house.start([held.passed()])
    let server = try #require(house.server)
    server.stop()
    try await server.run()
    #expect(unsafe access(held.path, F_OK) == 0)
  }

  @Test func `is sent what an output of the same address wants, and nothing of another one`() async throws {
    let house = try ManagedHouse("options")
    let held = try HeldSocket("options")
    house.named = [try .nmea("unix:\(held.path),only=GGA"), try .nmea("tcp:10110,only=RMC")]
    try house.start([held.passed()])
    #expect(house.takenOver == [true, false])
    let peer = try Peer(path: held.path)
    let lines = try await lines(of: peer, house)
    #expect(!lines.isEmpty && lines.allSatisfy { $0.dropFirst(3).hasPrefix("GGA,") }, "\(lines)")
  }

  @Test func `may be a port, and is told and closed where it has the other one's name`() throws {
    let held = try HeldSocket("kinds")
    let port = try #require(try Kernel.listen(.host("127.0.0.1", port: 0)).first)
    defer { close(port) }
    let number = try Kernel.port(of: port)
    let wrong = [held.passed(as: "nmea-tcp"), .init(descriptor: dup(port), name: "nmea-unix")]
    let manager = ServiceManager(wrong + [.init(descriptor: dup(port), name: "nmea-tcp")])
    #expect(manager.sentenceOutputs == ["tcp:127.0.0.1:\(number)"] && !manager.listens)
    #expect(manager.complaints.count == 2, "\(manager.complaints)")
    #expect(manager.complaints.first?.contains("its name must be gpsd or nmea-unix") == true)
    #expect(manager.complaints.last?.contains("its name must be gpsd or nmea-tcp") == true)
    for one in wrong { #expect(fcntl(one.descriptor, F_GETFD) < 0, "\(one.name) is closed") }
    for one in manager.outputs { close(one.descriptor) }
  }
}
