import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb

/// A page with a folder of recordings beside a simulated receiver, on time that is moved by hand.
private struct House {
  let time = ManualTime(utcSeconds: 1_795_158_480)
  let shelf: RecordingShelf
  let simulated: SimulatedReceiver
  let server: WebServer
  let port: UInt16

  init(recordings: Bool = true) throws {
    shelf = try RecordingShelf()
    try shelf.add("walk.nmea", RecordingShelf.walk)
    try shelf.add("text.log", Array("hello\n".utf8))
    var options = WebOptions()
    options.recordings = recordings ? shelf.path : nil
    options.limits.listeners = 2
    simulated = SimulatedReceiver(.staticDesk, time: time)
    server = WebServer(simulated.receiver, options: options)
    port = try server.listen("0")
  }

  /// The status of an answer, and the first line of what it says.
  func answer(_ target: String) throws -> (Int, String) {
    let peer = try Peer(port: port)
    peer.say("GET \(target) HTTP/1.0\r\nHost: localhost:\(port)\r\n\r\n")
    let status = try peer.line().split(separator: " ")[1]
    while try !peer.line().isEmpty {}
    return (Int(status) ?? 0, (try? peer.line()) ?? "")
  }

  /// A client that has asked, and has read the head of the answer.
  func client(_ target: String) throws -> Peer {
    let peer = try Peer(port: port)
    peer.say("GET \(target) HTTP/1.0\r\nHost: localhost:\(port)\r\n\r\n")
    #expect(try peer.line().hasSuffix(" 200 OK"))
    while try !peer.line().isEmpty {}
    return peer
  }
}

@Suite(.timeLimit(.minutes(2))) struct `Recordings over HTTP` {
  @Test func `are refused with the words what to do`() throws {
    let house = try House()
    for (target, status, words) in [
      ("/history?recording=absent.nmea", 404, "/recordings.json lists them"),
      ("/history?recording=..%2Fsecret.nmea", 404, "/recordings.json lists them"),
      ("/events?recording=%2Fetc%2Fpasswd", 404, "/recordings.json lists them"),
      ("/history?recording=text.log", 422, "its first 6 bytes contain nothing that a receiver sends"),
      ("/events?recording=walk.nmea&speed=0.01", 400, "expected a number from 0.1 to 1000"),
      ("/events?recording=walk.nmea&speed=1e2", 400, "expected a number from 0.1 to 1000"),
      ("/events?recording=walk.nmea&from=noon", 400, "from=noon"),
      ("/events?recording=walk.nmea&types=foo", 400, "types=foo"),
      ("/history?recording=walk.nmea&step=0", 400, "seconds from 1"),
    ] {
      let answer = try house.answer(target)
      #expect(answer.0 == status && answer.1.contains(words), "\(target): \(answer)")
    }
    for target in ["/recordings.json", "/history?recording=walk.nmea", "/events?recording=walk.nmea"] {
      #expect(try house.answer(target).0 == 200, "\(target)")
      let other = try House(recordings: false).answer(target)
      #expect(other.0 == 404 && other.1.contains("--recordings DIR"), "\(target)")
    }
    #expect(try house.answer("/history?recording=walk.nmea%00").0 == 400)
  }

  @Test func `come whole, and as they are due`() async throws {
    let house = try House()
    let list = try house.client("/recordings.json")
    var text = ""
    while let line = try? list.line(), line != "]}" { text += line }
    #expect(text.contains(#""name":"walk.nmea""#))

    let history = try house.client("/history?recording=walk.nmea&step=10")
    var fixes = 0
    while let line = try? history.line() { fixes += line.hasPrefix("{") ? 1 : 0 }
    #expect(28...34 ~= fixes)

    let events = try house.client("/events?recording=walk.nmea&speed=100")
    var lines: [String] = []
    while !(lines.last?.contains(#""type":"fix""#) ?? false) { lines.append(try events.line()) }
    #expect(lines.contains { $0.contains(#""type":"hello""#) && $0.contains(#""recordings":true"#) })
    // It waits for the time of the house.
    for _ in 0..<50 { await house.time.advance(by: .milliseconds(100)) }
    while let line = try? events.line() { lines.append(line) }
    #expect(lines.count { $0.hasPrefix("data: ") && $0.contains(#""type":"fix""#) } > 290)
    house.server.stop()
  }

  @Test func `let all else on the loop have its turn while nothing in them is wanted`() async throws {
    let house = try House()
    let bytes = (0..<12).flatMap { _ in RecordingShelf.walk }
    try house.shelf.add("long.nmea", bytes)
    let before = await house.server.engine.turns
    let history = try house.client("/history?recording=long.nmea&from=2100-01-01")
    #expect(history.waitForEnd())
    // It is read in pieces of 16 kB, and descriptors and timers have their turn between two of them.
    let turns = await house.server.engine.turns - before
    #expect(turns >= bytes.count / 16_384)
    house.server.stop()
  }

  @Test func `end with the page, also while no record is due`() async throws {
    let house = try House()
    let events = try house.client("/events?recording=walk.nmea&speed=0.1")
    var line = ""
    while !line.contains(#""type":"fix""#) { line = try events.line() }
    house.server.stop()
    #expect(events.waitForEnd())
  }
}

extension WebEngine {
  /// How often its loop has looked at all that waits.
  fileprivate var turns: Int { loop.tally.turns }
}
