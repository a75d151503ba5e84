import Glibc
import GPSBridge
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSServices

private func speakingUBX() throws -> Scenario {
  try Scenario(parsing: "sim:walk?dialect=ublox9&language=ubx&start=hot")
}

private func names(_ lines: some Sequence<String>) -> [String] {
  lines.map { String($0.dropFirst(3).prefix(3)) }
}

/// Whether a sentence has its checksum.
private func isWhole(_ line: some StringProtocol) -> Bool {
  guard line.hasPrefix("$"), let star = line.lastIndex(of: "*") else { return false }
  let sum = line.utf8.dropFirst().prefix { $0 != UInt8(ascii: "*") }.reduce(0, ^)
  return UInt8(line[line.index(after: star)...], radix: 16) == sum
}

@Suite(.timeLimit(.minutes(5))) struct `A server of sentences` {
  private let house = House()

  @Test func `passes on what a receiver says, word for word, over TCP and a path`() throws {
    let path = "/tmp/gpsbridge-\(getpid())-sentences.sock"
    defer { unsafe unlink(path) }
    let peer = try house.client()
    #expect(try house.server.listen(.nmea("unix:\(path)")) == nil)
    let other = try Peer(path: path)
    #expect(house.wait { house.status?.clients == 1 })
    let heard = Received()
    let listening = house.simulated.receiver.onReport(including: .sentences) { report in
      if case .sentence(let sentence) = report { heard.add(sentence.text) }
    }
    house.wait(.seconds(20))
    listening.cancel()
    house.server.stop()
    #expect(peer.waitForEnd() && other.waitForEnd())
    let (lines, others) = (try peer.linesNow(), try other.linesNow())
    #expect(lines.count > 60 && lines.allSatisfy { isWhole($0) })
    #expect(Set(heard.all).subtracting(lines).count <= 12, "the last epoch may still be open")
    #expect(lines.suffix(others.count) == others[...])
    #expect(unsafe access(path, F_OK) != 0, "its name is gone with it")
  }

  @Test func `makes sentences of messages, and of nothing else what is not known`() throws {
    let house = House(try speakingUBX())
    let peer = try house.client()
    house.wait(.seconds(10))
    let lines = try peer.linesNow()
    #expect(lines.allSatisfy { isWhole($0) && $0.utf8.count <= 80 })
    #expect(Set(names(lines)).isSuperset(of: ["RMC", "VTG", "GGA", "GSA", "GSV", "GLL", "ZDA"]))
    let valid = lines.last { $0.contains("RMC") && $0.contains(",A,") }
    let place = try #require(house.simulated.receiver.latest?.location?.coordinate)
    let fields = try #require(valid).split(separator: ",", omittingEmptySubsequences: false)
    let latitude = (Double(fields[3].prefix(2)) ?? 0) + (Double(fields[3].dropFirst(2)) ?? 0) / 60
    #expect(abs(latitude - place.latitude) < 1e-4)
  }

  @Test
  func `says each second that there is no fix, of a receiver that has gone and of one that was never there`()
    throws
  {
    let peer = try house.client()
    house.wait(.seconds(10))
    _ = try peer.linesNow()
    house.simulated.tell { Story.Unplug() }
    house.wait(.seconds(1))
    _ = try peer.linesNow()
    house.wait(.seconds(10))
    let lines = try peer.linesNow()
    #expect(lines.count >= 16 && lines.count <= 22, "\(lines.count)")
    #expect(Set(lines) == ["$GNRMC,,V,,,,,,,,,,N,V*37", lines.first { $0.contains("GGA") } ?? ""])
  }

  @Test func `throws away what clients say, and tells clients of gpsd nothing of it`() throws {
    let peer = try house.client()
    let text = "$PMTK220,100*2F\r\n?WATCH={\"enable\":true}\n"
    peer.say(text)
    #expect(house.wait { house.status?.ignored == text.utf8.count }, "\(house.status?.ignored as Any)")
    house.wait(.seconds(5))
    #expect(try peer.linesNow().allSatisfy { $0.hasPrefix("$G") })
  }

  @Test func `drops whole epochs of one who does not read, and lets it go`() throws {
    let peer = try house.client("", receiveBuffer: 2048)
    for _ in 0..<120 where house.status?.slowClosed == 0 { house.wait(.seconds(20)) }
    #expect(house.status?.slowClosed == 1 && house.status?.clients == 0)
    #expect((house.status?.dropped ?? 0) > 0 || (house.status?.epochs ?? 0) > 30)
    #expect(peer.waitForEnd())
  }

  @Test func `has a client take what waits for it at the end, for no longer than it is given`() async throws {
    for takes in [true, false] {
      let house = House()
      let peer = try house.client("", receiveBuffer: 2048)
      // Until the kernel keeps no more for one who does not read.
      let (isWaiting, ended) = (Guarded(false), Received())
      for _ in 0..<2000 where !isWaiting.withLock(\.self) {
        house.wait(.seconds(1))
        house.server.engine.later { engine in
          let isDrained = engine.outputs.areDrained
          isWaiting.withLock { $0 = !isDrained }
        }
      }
      #expect(isWaiting.withLock(\.self) && house.status?.clients == 1)
      house.server.stop(within: .seconds(1)) { ended.add("ended") }
      if takes {
        var lines: [String] = []
        while let line = try? peer.line() { lines.append(line) }
        #expect(lines.count > 100 && lines.allSatisfy { isWhole($0) }, "\(lines.count)")
      } else {
        house.wait(.milliseconds(900))
        #expect(ended.all == [], "its second is not over")
      }
      #expect(house.wait { ended.all == ["ended"] } && peer.hasEnded == takes)
    }
  }

  @Test func `sends datagrams of whole sentences, those of an epoch together`() throws {
    let house = House(try speakingUBX())
    let peer = DatagramPeer()
    #expect(try house.server.listen(.nmea("udp:127.0.0.1:\(peer.port),rate=1")) == nil)
    house.wait(.seconds(10))
    let heard = peer.heard()
    #expect(heard.count > 5)
    for datagram in heard {
      #expect(datagram.utf8.count <= 1472 && datagram.hasSuffix("\r\n"))
      #expect(datagram.split(separator: "\r\n").allSatisfy { isWhole($0) })
    }
    #expect(heard.contains { $0.hasPrefix("$GNRMC") && $0.contains("GGA") })
  }

  @Test func `tells clients of gpsd that want sentences those of its fixes, where the receiver has none`()
    throws
  {
    let house = House(try speakingUBX())
    let (peer, raw) = (try house.watcher(#"{"nmea":true}"#), try house.watcher(#"{"nmea":true,"raw":1}"#))
    house.wait(.seconds(10))
    #expect(Set(names(try peer.linesUpToNow())).isSuperset(of: ["RMC", "GGA"]))
    #expect(try raw.linesUpToNow().allSatisfy { !$0.hasPrefix("$") })
  }

  @Test func `tells coarse positions at all outputs, and no sentence as it was received`() throws {
    let cell = try CoarseCell("10km")
    let house = House(.walk) { $0.coarseCell = cell }
    let watcher = try house.watcher(#"{"nmea":true,"json":true,"raw":1}"#)
    let peer = try house.client()
    var lines: [String] = []
    for _ in 0..<6 {
      house.wait(.seconds(10))
      lines += try watcher.linesUpToNow()
    }
    let place = try #require(house.simulated.receiver.latest?.location?.coordinate)
    let middle = cell.middle(of: place)
    #expect(!lines.contains { $0.hasPrefix("$") || $0.contains(#""altMSL""#) || $0.contains(#""az""#) })
    let positions = lines.filter { $0.contains(#""mode":2"#) && $0.contains(#""lat":"#) }
    let shown = Set(positions.compactMap(latitude))
    // The walk may lead over a border.
    #expect(shown.count <= 2 && shown.contains { abs($0 - middle.latitude) < 1e-8 }, "\(shown)")
    #expect(!positions.isEmpty && !lines.contains { $0.contains(#""mode":3"#) })
    let sentences = try peer.linesNow()
    #expect(Set(sentences.filter { $0.contains("GLL") }.map { $0.split(separator: ",")[1] }).count <= 2)
    #expect(sentences.contains { $0.contains("GGA") && $0.contains(",99.90,") })
  }

  private func latitude(_ line: String) -> Double? {
    line.firstRange(of: #""lat":"#).flatMap { Double(line[$0.upperBound...].prefix { $0 != "," }) }
  }

  @Test func `says what is in the way of an output`() throws {
    var fault = #expect(throws: ServiceFault.self) {
      try house.server.listen(.nmea("udp:239.192.0.4:10110,if=nowhere0"))
    }
    #expect(fault?.code == .unavailable)
    fault = #expect(throws: ServiceFault.self) { try house.server.listen(.nmea("unix:/nowhere/nmea.sock")) }
    #expect(fault?.code == .unavailable)
    fault = #expect(throws: ServiceFault.self) { try house.server.listen(.port(link: "/nowhere/tty")) }
    #expect(fault?.code == .unavailable)
    let file = Array("/tmp/gpsbridge-\(getpid())-file".utf8)
    try Kernel.replaceFile(file, with: [1])
    defer { try? Kernel.removeFile(file) }
    fault = #expect(throws: ServiceFault.self) {
      try house.server.listen(.port(link: String(decoding: file, as: UTF8.self)))
    }
    #expect(fault?.code == .inUse)
    #expect(try Kernel.wholeFile(file, limit: 8) == [1], "what is no link stays")
    #expect(house.server.counts.outputs.isEmpty)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A port of sentences` {
  private let house = House()
  private let folder: TestFolder
  private var link: String { folder.file("gps") }

  init() throws {
    folder = try TestFolder()
    _ = try house.server.listen(.port(link: link))
  }

  /// A program that opens it, once the server knows of it.
  private func open() throws -> PortPeer {
    let peer = try #require(PortPeer(link))
    #expect(house.wait { house.status?.clients == 1 })
    return peer
  }

  @Test func `tells one who opens it late nothing that is older than an epoch, and whole sentences`() throws {
    house.wait(.seconds(30))
    #expect(house.status?.epochs == 0)
    let peer = try open()
    house.wait(.seconds(5))
    let text = peer.heard()
    #expect(text.hasSuffix("\r\n") && text.split(separator: "\r\n").allSatisfy { isWhole($0) })
    #expect(text.split(separator: "\r\n").count { $0.contains("RMC") } <= 8)
  }

  @Test func `begins anew for the next program, whatever the last one left unread and set`() throws {
    do {
      let peer = try open()
      house.wait(.seconds(60))
      #expect(peer.setSpeed(UInt32(B4800)) && peer.setSpeed(UInt32(B115200)))
    }
    #expect(house.wait { house.status?.clients == 0 })
    house.wait(.seconds(10))
    let peer = try open()
    let text = peer.heard()
    #expect(text.split(separator: "\r\n").count { $0.contains("RMC") } <= 2, "\(text)")
    #expect(text.split(separator: "\r\n").allSatisfy { isWhole($0) } && house.status?.accepted == 2)
  }

  @Test func `drops whole epochs of a program that does not read`() throws {
    let peer = try open()
    house.wait(.seconds(120))
    #expect((house.status?.dropped ?? 0) > 10)
    let lines = peer.heard().split(separator: "\r\n")
    #expect(lines.dropLast().allSatisfy { isWhole($0) })
  }

  @Test func `throws away what is written, and counts it`() throws {
    let peer = try open()
    peer.say("$PMTK220,100*2F\r\n")
    #expect(house.wait { house.status?.ignored == 17 })
  }

  @Test func `has a link that leads there until the end, and takes over one that was left behind`() throws {
    let target = try #require(Kernel.link(link))
    #expect(target.hasPrefix("/dev/pts/"))
    let mode = try #require(Kernel.node(target)).mode & 0o777
    let isNoted = house.status?.notes.contains { $0.contains("every user") } == true
    #expect(mode == 0o660 || (mode == 0o666 && isNoted))
    let fault = #expect(throws: ServiceFault.self) { try house.server.listen(.port(link: link)) }
    #expect(fault?.code == .inUse)
    house.server.stop()
    let other = House()
    for _ in 0..<1000 where Kernel.link(link) != nil { other.wait(.milliseconds(10)) }
    #expect(Kernel.link(link) == nil)
    try Kernel.replaceLink(link, to: "/dev/pts/999999")
    _ = try other.server.listen(.port(link: link))
    #expect(Kernel.link(link) != "/dev/pts/999999")
  }

  @Test func `is noted where its name is longer than some programs keep`() throws {
    let long = link + "-with-a-long-name"
    _ = try house.server.listen(.port(link: long))
    #expect(house.status?.notes.contains { $0.contains("some programs store at most 19") } == true)
  }
}

/// Sentences that were received, on whichever thread.
private final class Received: Sendable {
  private let lines = Guarded<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
