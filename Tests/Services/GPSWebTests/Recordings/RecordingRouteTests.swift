import GNSS
import GPSBridge
import GPSFormats
import GPSSystemCalls
import Glibc
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

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
      ("/history?recording=text.log", 422, "its first 6 bytes contain no receiver data"),
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

@Suite struct `A folder of recordings` {
  private let shelf: RecordingShelf

  init() throws { shelf = try RecordingShelf() }

  @Test func `lists what ends like a recording, in the order of names`() throws {
    for name in ["walk.nmea", "a.gbr", "B.UBX", "notes.txt", ".hidden.gbr", "gbr", "x.log", "y.raw"] {
      try shelf.add(name, RecordingShelf.walk)
    }
    #expect(try shelf.folder.names() == ["B.UBX", "a.gbr", "walk.nmea", "x.log", "y.raw"])
  }

  @Test(arguments: [
    "../secret.nmea", "..", ".", "", "/etc/passwd", "shelf/../../secret.nmea", "walk.nmea/", "./walk.nmea",
    "walk.nmea\0", "\0.gbr", "link.nmea", "inside.nmea", "dir.gbr", "pipe.gbr", "notes.txt", ".hidden.gbr",
    "absent.gbr", "walk\n.nmea",
  ]) func `opens nothing but its own files`(name: String) throws {
    for name in ["walk.nmea", "notes.txt", ".hidden.gbr"] { try shelf.add(name, RecordingShelf.walk) }
    try shelf.link("link.nmea", to: "../secret.nmea")
    try shelf.link("inside.nmea", to: "walk.nmea")
    try Kernel.makeFolder(Array((shelf.path + "/dir.gbr").utf8))
    #expect(unsafe mkfifo(shelf.path + "/pipe.gbr", 0o600) == 0)
    #expect(throws: ServedRecordings.Fault.unknown) { try shelf.folder.file(name) }
    #expect(try shelf.folder.file("walk.nmea").size == Int64(RecordingShelf.walk.count))
  }

  @Test func `that is gone says so`() throws {
    #expect(throws: ServedRecordings.Fault.unknown) { try ServedRecordings("/nonexistent/shelf").names() }
  }

  @Test func `has so many open at a time, and more once one is closed`() throws {
    try shelf.add("walk.nmea", RecordingShelf.walk)
    let folder = shelf.folder
    var open = try (0..<ServedRecordings.mostOpen).map { _ in try folder.file("walk.nmea") }
    #expect(throws: ServedRecordings.Fault.tooMany) { try folder.file("walk.nmea") }
    open.removeLast()
    #expect(try folder.file("walk.nmea").size > 0)
    _ = open
  }

  @Test func `tells when recordings of ours were begun and how long they are`() throws {
    try shelf.add("walk.nmea", RecordingShelf.walk)
    try shelf.add("walk.gbr", RecordingShelf.recording() + Array("999000 $GPTX".utf8))
    try shelf.add("begun.gbr", Array("#gpsbridge-recording 1 2026-11-20T07:02:00.000Z\n".utf8))
    let text = whole(try RecordingList(shelf.folder)).text
    #expect(text.hasPrefix(#"{"v":1,"recordings":["#) && text.hasSuffix("\n]}\n"))
    #expect(text.count(of: #""name":"#) == 3)
    // 300 epochs, a second apart; the line that was being written does not count.
    #expect(text.contains(#""begin":"2026-11-20T07:02:00.000Z","duration_s":299"#), "\(text)")
    #expect(text.contains(#""name":"walk.nmea","bytes":\#(RecordingShelf.walk.count)}"#))
    #expect(text.contains(#""name":"begun.gbr","bytes":48,"begin":"2026-11-20T07:02:00.000Z"}"#))
  }

  @Test func `without a file is an empty list`() throws {
    let text = try withExtendedLifetime(shelf) { whole(try RecordingList(shelf.folder)).text }
    #expect(text == "{\"v\":1,\"recordings\":[\n]}\n")
  }

  @Test func `says of a file why it is no recording`() throws {
    let texts = Array(repeating: "Nov 20 07:02:00 kernel: usb 1-2: new device\n", count: 20_000).joined()
    try shelf.add("system.log", Array(texts.utf8))
    try shelf.add("empty.gbr", [])
    try shelf.add("new.gbr", Array("#gpsbridge-recording 7 2026-11-20T07:02:00.000Z\n0 x\n".utf8))
    try shelf.add("walk.nmea", RecordingShelf.walk)
    func refusal(_ name: String) throws -> String? {
      RecordingReader.refusal(of: try shelf.folder.file(name))
    }
    #expect(try refusal("system.log") == "its first 262144 bytes contain no receiver data")
    #expect(try refusal("empty.gbr") == "it is empty")
    #expect(try refusal("new.gbr")?.contains("this program reads version 1") == true)
    #expect(try refusal("walk.nmea") == nil)
  }
}

@Suite struct `The history of a recording` {
  private func history(_ bytes: [UInt8], _ parameters: [WebField] = []) throws -> (text: String, longest: Int)
  {
    let shelf = try RecordingShelf()
    try shelf.add("walk.gbr", bytes)
    var request = WebRequest(path: "/history")
    request.query = parameters
    let query = try TrackQuery(request, devices: ["walk.gbr"])
    return whole(RecordingHistory(query, "walk.gbr", try shelf.folder.file("walk.gbr")))
  }

  @Test func `has each epoch once, as the decoder gives it`() throws {
    var times: [String] = []
    var decoder = FixDecoder(.recording())
    func take(_ output: DecodedOutput) {
      if case .fix(let fix) = output, let time = fix.time { times.append(Timestamp.text(time)) }
    }
    let walk = RecordingShelf.walk
    decoder.decode(walk.span, take)
    decoder.finish(take)
    let lines = try history(RecordingShelf.walk).text.fullLines
    #expect(times.count > 250 && lines.count == times.count)
    for (line, time) in zip(lines, times) {
      #expect(
        line.hasPrefix(#"{"type":"fix","v":1,"device":"walk.gbr","#) && line.contains(#""time":"\#(time)""#))
      #expect(line.contains(#""state":"recorded""#))
    }
    // What no receiver says in a fix.
    #expect(lines.last?.contains(#""cn0_dbhz":"#) == true)
  }

  @Test func `is made in slices of some kilobytes`() throws {
    let (text, longest) = try history(RecordingShelf.walk)
    #expect(text.utf8.count > 80_000 && longest < 32_768)
  }

  @Test func `has the span and the step that were asked for`() throws {
    let part = try history(
      RecordingShelf.walk,
      [
        WebField("from", "2026-11-20T07:03:00Z"), WebField("to", "2026-11-20T07:04:59Z"),
        WebField("step", "10"),
      ])
    #expect(part.text.fullLines.count == 12)
    #expect(part.text.fullLines.first?.contains("2026-11-20T07:03:00.000Z") == true)
  }

  @Test func `of sentences without a date says when they came, where the recording tells that`() throws {
    let undated = RecordingShelf.walk.split(separator: 0x0A).filter { !$0.starts(with: "$GNRMC".utf8) }
    let bytes = Array(undated.joined(separator: [0x0A])) + [0x0A]
    #expect(try history(bytes).text == "")
    let lines = try history(RecordingShelf.recording(of: bytes, eachSecond: "$GNGGA")).text.fullLines
    #expect(lines.count > 290 && lines.allSatisfy { $0.contains(#""received":"2026-11-20T07:0"#) })
    #expect(lines.first?.contains(#""received":"2026-11-20T07:02:0"#) == true)
    #expect(lines.last?.contains(#""received":"2026-11-20T07:06:5"#) == true)
  }
}
