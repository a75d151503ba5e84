import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb

@Suite(.timeLimit(.minutes(2))) struct `Recordings over HTTP` {
  private let shelf: RecordingShelf
  private let house: House

  init() throws {
    let shelf = try RecordingShelf()
    try shelf.add("walk.nmea", RecordingShelf.walk)
    try shelf.add("text.log", Array("hello\n".utf8))
    house = try House {
      $0.recordings = shelf.path
      $0.limits.listeners = 2
    }
    self.shelf = shelf
  }

  /// A client that has asked, and has read the head of the answer.
  private func client(_ target: String) throws -> Peer {
    let peer = try house.ask(target)
    #expect(try House.head(peer)[0].hasSuffix(" 200 OK"))
    return peer
  }

  @Test func `are refused with the words what to do`() throws {
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
      #expect(answer.status == status && answer.body.contains(words), "\(target): \(answer)")
    }
    for target in ["/recordings.json", "/history?recording=walk.nmea", "/events?recording=walk.nmea"] {
      #expect(try House.head(house.ask(target))[0].hasSuffix(" 200 OK"), "\(target)")
      let other = try House().answer(target)
      #expect(other.status == 404 && other.body.contains("--recordings DIR"), "\(target)")
    }
    #expect(try house.answer("/history?recording=walk.nmea%00").0 == 400)
  }

  @Test func `come whole, and as they are due`() async throws {
    let list = try client("/recordings.json")
    var text = ""
    while let line = try? list.line(), line != "]}" { text += line }
    #expect(text.contains(#""name":"walk.nmea""#))

    let history = try client("/history?recording=walk.nmea&step=10")
    var fixes = 0
    while let line = try? history.line() { fixes += line.hasPrefix("{") ? 1 : 0 }
    #expect(28...34 ~= fixes)

    let events = try client("/events?recording=walk.nmea&speed=100")
    var lines: [String] = []
    while !(lines.last?.contains(#""type":"fix""#) ?? false) { lines.append(try events.line()) }
    #expect(lines.contains { $0.contains(#""type":"hello""#) && $0.contains(#""recordings":true"#) })
    // It waits for the time of the house.
    for _ in 0..<50 { await house.time.advance(by: .milliseconds(100)) }
    while let line = try? events.line() { lines.append(line) }
    #expect(lines.count { $0.hasPrefix("data: ") && $0.contains(#""type":"fix""#) } > 290)
  }

  @Test func `let all else on the loop have its turn while nothing in them is wanted`() async throws {
    let bytes = (0..<12).flatMap { _ in RecordingShelf.walk }
    try shelf.add("long.nmea", bytes)
    let before = await house.server.engine.turns
    let history = try client("/history?recording=long.nmea&from=2100-01-01")
    #expect(history.waitForEnd())
    // It is read in pieces of 16 kB, and descriptors and timers have their turn between two of them.
    let turns = await house.server.engine.turns - before
    #expect(turns >= bytes.count / 16_384)
  }

  @Test func `end with the page, also while no record is due`() async throws {
    let events = try client("/events?recording=walk.nmea&speed=0.1")
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
