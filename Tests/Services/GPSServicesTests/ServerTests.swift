import Glibc
import GPSBridge
import SimulatedGPS
import GPSSockets
import GPSSystemCalls
import TestSupport
import Testing
import GPSBase

@testable import GPSServices

@Suite(.timeLimit(.minutes(5))) struct `A server` {
  private let house = House()

  @Test func `tells each epoch once, the position first, with the time of its own`() throws {
    let peer = try house.watcher()
    house.wait(.seconds(40))
    let lines = try peer.linesUpToNow()
    let objects = lines.compactMap(Peer.object)
    let positions = objects.filter { $0["class"]?.text == "TPV" && ($0["mode"]?.number ?? 0) == 3 }
    #expect(positions.count > 30)
    let times = positions.compactMap { $0["time"]?.text }
    #expect(Set(times).count == positions.count && times == times.sorted())
    #expect(objects.count { $0["class"]?.text == "TPV" } == house.server.counts.epochs)
    for (line, next) in zip(lines, lines.dropFirst()) where Peer.name(next) == "SKY" {
      #expect(Peer.name(line) == "TPV")
    }
    let place = try #require(house.simulated.receiver.latest?.location?.coordinate)
    let last = try #require(positions.last)
    #expect(abs((last["lat"]?.number ?? 0) - place.latitude) < 1e-5)
    #expect(abs((last["lon"]?.number ?? 0) - place.longitude) < 1e-5)
  }

  @Test func `that was stopped refuses a further address`() {
    house.server.stop()
    let fault = ServiceFault(.refused, "25012", "this server was stopped; make another one")
    #expect(throws: fault) { try house.server.listen(.gpsd("25012")) }
    #expect(throws: fault) { try house.server.listen(only: [.gpsd("25012")]) }
  }

  @Test func `tells all clients the same, and each as many epochs as it has told`() throws {
    let peers = try (0..<20).map { _ in try house.watcher() }
    house.wait(.seconds(20))
    let all = try peers.map { peer in try peer.linesUpToNow().filter { Peer.name($0) == "TPV" } }
    #expect(all[0].count > 10)
    for lines in all { #expect(lines == all[0]) }
  }

  @Test func `tells one who comes late the last epoch at once, and no old one`() throws {
    let early = try house.watcher()
    house.wait(.seconds(10))
    let told = try early.linesUpToNow().filter { Peer.name($0) == "TPV" }
    let late = try house.watcher()
    #expect(try late.linesUpToNow().filter { Peer.name($0) == "TPV" } == [told[told.count - 1]])
    house.simulated.tell { Story.Unplug() }
    house.wait(.seconds(10))
    let later = try house.watcher()
    #expect(try later.linesUpToNow().filter { Peer.name($0) == "TPV" } == [])
  }

  @Test func `says at once that a receiver has gone, that there is no fix, and that no satellite is used`()
    throws
  {
    let peer = try house.watcher()
    house.wait(.seconds(10))
    _ = try peer.linesUpToNow()
    house.simulated.tell { Story.Unplug(for: .seconds(10)) }
    house.wait(.zero)
    let gone = try peer.linesUpToNow().compactMap(Peer.object)
    #expect(gone.last { $0["class"]?.text == "DEVICE" }?["activated"]?.number == 0)
    let silent = gone.last { $0["class"]?.text == "TPV" }
    #expect(silent?["mode"]?.number == 1 && silent?["lat"] == nil && silent?["time"] != nil)
    let sky = gone.last { $0["class"]?.text == "SKY" }
    #expect(sky?["uSat"]?.number == 0 && sky?["satellites"]?.elements == [])
    peer.say("?POLL;")
    let poll = try #require(Peer.object(try peer.lines(through: "POLL").last ?? ""))
    #expect(poll["active"]?.number == 0 && poll["tpv"]?.elements.first?["mode"]?.number == 1)
    #expect(poll["sky"]?.elements.first?["uSat"]?.number == 0)
    house.wait(.seconds(4))
    let later = try peer.linesUpToNow().compactMap(Peer.object)
    #expect(later.count { $0["class"]?.text == "TPV" && $0["mode"]?.number == 1 } == 4)
    #expect(!later.contains { $0["class"]?.text == "SKY" }, "told once")
    house.wait(.seconds(60))
    let back = try peer.linesUpToNow().compactMap(Peer.object)
    #expect(back.contains { $0["class"]?.text == "DEVICE" && $0["driver"]?.text == "NMEA0183" })
    #expect(back.last { $0["class"]?.text == "TPV" }?["mode"]?.number == 3)
  }

  @Test func `passes on what the receiver says, as it says it, and nothing of its own`() throws {
    let (sentences, bytes) = (try house.watcher(#"{"nmea":true}"#), try house.watcher(#"{"raw":2}"#))
    let silent = try house.watcher(#"{"enable":false,"nmea":true}"#)
    house.wait(.seconds(20))
    let lines = try sentences.linesUpToNow()
    #expect(lines.count > 60 && lines.allSatisfy { $0.hasPrefix("$G") && $0.dropLast(2).last == "*" })
    #expect(try bytes.linesUpToNow() == lines && silent.linesUpToNow() == [])
  }

  @Test(arguments: [1, 2]) func `passes on messages, as bytes or in hexadecimal`(raw: Int) throws {
    let scenario = try Scenario(parsing: "sim:walk?dialect=ublox9&language=ubx")
    let house = House(scenario)
    let peer = try house.watcher(#"{"raw":\#(raw)}"#)
    house.wait(.seconds(10))
    guard raw == 1 else {
      house.server.stop()
      #expect(peer.waitForEnd())
      let positions = peer.bytes.indices.count { peer.bytes[$0...].starts(with: [0xB5, 0x62, 0x01, 0x07]) }
      #expect(peer.bytes.starts(with: [0xB5, 0x62]) && positions > 5)
      return
    }
    let lines = try peer.linesUpToNow()
    #expect(lines.count > 5)
    for line in lines {
      #expect(line.hasPrefix("b562") && line.count % 2 == 0 && line.allSatisfy(\.isHexDigit))
    }
  }

  @Test func `writes to the receiver what it is allowed to, and nothing else`() throws {
    let scenario = try Scenario(parsing: "sim:static?start=hot&dialect=mtk")
    for isAllowed in [false, true] {
      let house = House(scenario) { $0.allowsDeviceWrites = isAllowed }
      let peer = try house.watcher(#"{"nmea":true}"#)
      house.wait(.seconds(5))
      // Asks for the firmware.
      let command = "$PMTK605*31\r\n".utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        .joined()
      peer.say(#"?DEVICE={"hexdata":"\#(command)"};"#)
      if isAllowed {
        try peer.lines(through: "ACK")
      } else {
        #expect(try peer.lines(through: "ERROR").last?.contains("not allowed") == true)
      }
      house.wait(.seconds(3))
      #expect(try peer.linesUpToNow().contains { $0.hasPrefix("$PMTK705,") } == isAllowed)
    }
  }

  @Test func `loses whole reports of one who does not read, and keeps nobody else waiting`() throws {
    let house = House { $0.limits.unread = .seconds(100_000) }
    let (stuck, peer) = (try house.watcher(receiveBuffer: 2048), try house.watcher())
    var told = 0
    for _ in 0..<40 {
      house.wait(.seconds(20))
      told += try peer.linesUpToNow().count { Peer.name($0) == "TPV" }
    }
    #expect(told >= 795 && house.server.counts.dropped > 100)
    let late = try stuck.linesUpToNow()
    #expect(late.allSatisfy { Peer.object($0) != nil }, "no line is cut")
    #expect(late.count { Peer.name($0) == "TPV" } < told)
    house.wait(.seconds(1))
    let now = try stuck.linesUpToNow().last { Peer.name($0) == "TPV" }
    #expect(now == (try peer.linesUpToNow().last { Peer.name($0) == "TPV" }))
  }

  @Test func `lets one go that has taken nothing for half a minute`() throws {
    let stuck = try house.watcher(receiveBuffer: 2048)
    for _ in 0..<60 where house.server.counts.slowClosed == 0 { house.wait(.seconds(20)) }
    #expect(house.server.counts.slowClosed == 1 && house.server.counts.clients == 0 && stuck.waitForEnd())
  }

  @Test func `has room for so many clients, and again for others when they are gone`() throws {
    let house = House { $0.limits.clients = 2 }
    let one = try house.watcher()
    do {
      let other = try house.watcher()
      let third = try Peer(port: house.port)
      #expect(third.waitForEnd())
      _ = try other.linesUpToNow()
      #expect(house.server.counts.refused == 1)
    }
    // The server hears of the other's end before it hears the question.
    house.wait(.seconds(2))
    _ = try one.linesUpToNow()
    _ = try house.watcher()
  }

  @Test func `is reached by a path, too`() throws {
    let path = "/tmp/gpsbridge-\(getpid())-\(house.port).sock"
    defer { unsafe unlink(path) }
    #expect(try house.server.listen(.gpsd(path)) == nil)
    let peer = try Peer(path: path).watch()
    house.wait(.seconds(3))
    #expect(try peer.linesUpToNow().contains { Peer.name($0) == "TPV" })
    house.server.stop()
    #expect(peer.waitForEnd())
    #expect(unsafe access(path, F_OK) != 0, "its name is gone with it")
  }

  @Test func `takes the path of a server that has ended without tidying up, and of no other`() throws {
    let path = "/tmp/gpsbridge-\(getpid())-\(house.port).sock"
    defer { unsafe unlink(path) }
    do { _ = try Kernel.listen(.path(path)).map { close($0) } }
    #expect(unsafe access(path, F_OK) == 0)
    try house.server.listen(.gpsd(path))
    try Peer(path: path).watch()
    let fault = #expect(throws: ServiceFault.self) { try house.server.listen(.gpsd(path)) }
    #expect(fault?.code == .inUse)
    let sentences = path + ".nmea"
    defer { unsafe unlink(sentences) }
    do { _ = try Kernel.listen(.path(sentences)).map { close($0) } }
    try house.server.listen(.nmea("unix:\(sentences)"))
    #expect(throws: ServiceFault.self) { try house.server.listen(.nmea("unix:\(sentences)")) }
    #expect(Kernel.node(sentences).map { $0.mode & 0o777 } == 0o666, "also in the place of an abandoned one")
    let file = Array("\(path).txt".utf8)
    try Kernel.replaceFile(file, with: [1])
    defer { try? Kernel.removeFile(file) }
    let occupied = #expect(throws: ServiceFault.self) { try house.server.listen(.gpsd("\(path).txt")) }
    #expect(occupied?.code == .occupied && occupied?.reason.hasPrefix("found a file of that name") == true)
    #expect(try Kernel.wholeFile(file, limit: 8) == [1], "what is no socket stays")
  }

  @Test func `is reached at a path by its user alone, and for sentences by all`() throws {
    let path = "/tmp/gpsbridge-\(getpid())-\(house.port)"
    try house.server.listen(.gpsd(path + ".gpsd"))
    try house.server.listen(.nmea("unix:\(path).nmea"))
    #expect(Kernel.node(path + ".gpsd").map { $0.mode & 0o777 } == 0o600)
    #expect(Kernel.node(path + ".nmea").map { $0.mode & 0o777 } == 0o666)
  }

  @Test func `ends for all when it is stopped`() async throws {
    let peer = try house.watcher()
    let running = Task { [server = house.server] in try await server.run() }
    house.server.stop()
    try await running.value
    #expect(peer.waitForEnd() && house.server.counts.clients == 0)
    #expect(throws: Peer.NoLine.self) { try Peer(port: house.port).lines(through: "VERSION") }
  }

  @Test func `says where it can't listen, and why`() throws {
    let taken = "127.0.0.1:\(house.port)"
    var fault = #expect(throws: ServiceFault.self) { try house.server.listen(.gpsd(taken)) }
    #expect(fault?.code == .inUse && fault?.description == "can't listen at \(taken): Address already in use")
    fault = #expect(throws: ServiceFault.self) { try house.server.listen(.gpsd("192.0.2.1:2947")) }
    #expect(fault?.code == .unavailable)
    fault = #expect(throws: ServiceFault.self) { try house.server.listen(.gpsd("/nowhere/socket")) }
    #expect(fault?.code == .unavailable)
    for wrong in ["", "gpsd", "localhost:99999", "example.org:2947", "::1:2947", "-1"] {
      fault = #expect(throws: ServiceFault.self) { try ServiceOutput.gpsd(wrong) }
      #expect(fault?.code == .malformed, "\(wrong)")
    }
  }
}

extension Peer {
  /// A line as an object; nil for one that is none.
  static func object(_ line: String) -> JSON5? { try? JSON5Reader.read(Array(line.utf8)) }
}
