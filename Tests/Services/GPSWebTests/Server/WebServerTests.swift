import GNSS
import GPSBridge
import GPSPageFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

/// The records of a stream, up to the first one that fits.
private func records(_ peer: Peer, through end: (String) -> Bool) throws -> [(id: String?, data: String)] {
  var found: [(id: String?, data: String)] = []
  var id: String?
  while true {
    let line = try peer.line()
    if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
    guard line.hasPrefix("data: ") else { continue }
    found.append((id, String(line.dropFirst(6))))
    id = nil
    if end(line) { return found }
  }
}

private func number(_ id: String?) -> Int { id.flatMap { Int($0.split(separator: "-")[1]) } ?? 0 }

@Suite(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"), .timeLimit(.minutes(5)))
struct `A page's server` {
  private let house: House

  init() throws { house = try House() }

  @Test(arguments: ["/events", "/history", "/track.gpx"])
  func `sends no byte behind a head that was asked for alone`(path: String) throws {
    let peer = try house.ask(path, method: "HEAD", version: "1.1")
    let head = try House.head(peer)
    #expect(head[0].hasSuffix(" 200 OK"))
    // Nobody knows how long the body would be.
    #expect(!head.contains { $0.hasPrefix("Content-Length") || $0.hasPrefix("Transfer-Encoding") })
    #expect(throws: (any Error).self) { try peer.line() }
  }

  @Test func `greets a listener, tells each record once, and goes on behind its last id`() throws {
    house.time.jump(by: .seconds(40))
    let peer = try house.ask("/events")
    let greeting = try records(peer) { $0.contains(#""type":"fix""#) }
    #expect(greeting[0].data.contains(#""type":"hello""#) && greeting[0].id == nil)
    house.time.jump(by: .seconds(10))
    let later = try records(peer) { $0.contains(#""epoch":48"#) }
    let numbers = later.map { number($0.id) }
    #expect(numbers == Array(numbers[0]...(numbers.last ?? 0)))
    let last = try #require(later[later.count / 2].id)
    let resumed = try house.ask("/events", "Last-Event-ID: \(last)\r\n")
    let rest = try records(resumed) { $0.contains(#""epoch":48"#) }
    #expect(rest.dropFirst().map { number($0.id) } == numbers.filter { $0 > number(last) })
  }

  @Test func `does not greet with a live position that has grown old`() throws {
    var scenario = Scenario.staticDesk
    scenario.events = [Scenario.Event(from: .seconds(50), to: .seconds(900), .fault(.silent))]
    let house = try House(scenario)
    for (seconds, state, age) in [(40, "live", 0), (13, "stale", 3), (297, "lost", 300)] {
      house.time.jump(by: .seconds(seconds))
      let fix = try #require(try records(house.ask("/events")) { $0.contains(#""type":"fix""#) }.last?.data)
      #expect(fix.contains("\"state\":\"\(state)\""), "\(fix)")
      #expect(age == 0 || fix.contains("\"age_s\":\(age)") || fix.contains("\"age_s\":\(age - 1)"), "\(fix)")
    }
  }

  @Test func `sends nothing but records of the published schema`() throws {
    house.time.jump(by: .seconds(40))
    let schema = Schema(try JSONReader.read(String(decoding: PageFile.schema, as: UTF8.self)))
    let peer = try house.ask("/events?last=zzzz-4")
    var told = try records(peer) { $0.contains(#""type":"sky""#) }.map(\.data)
    let lines = EventText.missed(4..<9) + EventText.tick(at: UTC(secondsSince1970: 1_795_158_480))
    told += String(decoding: lines, as: UTF8.self).split(separator: "\n").map { String($0.dropFirst(6)) }
    let history = try house.ask("/history?from=2026-11-20T07:08:10Z&to=2026-11-20T07:08:12Z")
    _ = try House.head(history)
    told.append(try history.line())
    var types: Set<String> = []
    for line in told {
      let record = try JSONReader.read(line)
      #expect(schema.complaints(about: record) == [], "\(line)")
      types.insert(record["type"]?.text ?? "")
    }
    #expect(types.isSuperset(of: ["hello", "missed", "tick", "device", "event", "verdict", "sky", "fix"]))
  }

  @Test func `says what a listener of another start has missed`() throws {
    house.time.jump(by: .seconds(40))
    let peer = try house.ask("/events?last=zzzz-4")
    let told = try records(peer) { $0.contains(#""type":"fix""#) }
    #expect(told[1].data == #"{"type":"missed","v":1}"#)
  }

  @Test func `tells the last fix with its age of now, and the reason where there is none`() throws {
    let (status, _, early) = try house.answer("/fix.json")
    #expect(status == 200 && early.contains(#""verdict":{"code":"#))
    house.time.jump(by: .seconds(40))
    let (_, head, body) = try house.answer("/fix.json")
    #expect(body.contains(#""state":"live""#) && body.contains(#""lat":"#) && !body.contains("verdict"))
    let tag = try #require(head.first { $0.hasPrefix("ETag: ") }).dropFirst(6)
    #expect(try house.answer("/fix.json", "If-None-Match: \(tag)\r\n").0 == 304)
  }

  @Test func `answers each route, and refuses the rest by its number`() throws {
    house.time.jump(by: .seconds(40))
    for path in [
      "/", "/main.js", "/history", "/track.gpx", "/metrics", "/healthz", "/api.json", "/records.schema.json",
    ] {
      let (status, head, _) = try house.answer(path)
      #expect(status == 200, "\(path)")
      #expect(head.contains { $0.hasPrefix("Content-Security-Policy: default-src 'none'") }, "\(path)")
    }
    #expect(try house.answer("/nothing").0 == 404 && house.answer("/fix.json%00").0 == 404)
    #expect(try house.answer("/../etc/passwd").0 == 404 && house.answer("/fix.json?device=other").0 == 400)
    #expect(try house.answer("/fix.json?device=%00").0 == 400 && house.answer("/history?from=%zz").0 == 400)
    #expect(try house.answer("/fix.json", "Origin: http://evil.example\r\n").0 == 403)
    #expect(try house.answer("/fix.json", "Host: evil.example\r\n").0 == 421)
    #expect(try house.answer("/", "Content-Length: 3\r\n", method: "GET").0 == 413)
    #expect(try house.answer("/", "Content-Length: 0\r\n", method: "POST").0 == 405)
  }

  @Test func `is not well while its program reports a fault, whatever the receiver does`() throws {
    let faults = Guarded<[String]>([])
    let house = try House { $0.faults = { faults.withLock { $0 } } }
    house.time.jump(by: .seconds(40))
    #expect(try house.answer("/healthz").body == "ok\n")
    faults.withLock { $0 = ["track store: the disk is full\nor so"] }
    let (status, _, line) = try house.answer("/healthz")
    #expect(status == 503 && line.hasPrefix("track store: the disk is full") && line.hasSuffix("or so\n"))
    faults.withLock { $0 = [] }
    #expect(try house.answer("/healthz").0 == 200)
  }

  @Test(arguments: [
    ("/fix.json?devise=x", "devise=x: expected one of the parameters device"),
    (
      "/track.gpx?recording=drive.nmea", "recording=drive.nmea: expected one of the parameters from, to, step"
    ),
    ("/metrics?device=x", "device=x: expected no parameter"), ("/plain?x", "x=: expected no parameter"),
    ("/events?type=fix", "type=fix: expected one of the parameters types, device, last"),
    (
      "/events?recording=a&device=b", "device=b: expected one of the parameters types, recording, from, speed"
    ),
    ("/history?step=5&step=6", "step=6: expected step once"),
    ("/history?%1B%5B31m=1", "\u{FFFD}[31m=1: expected one of the parameters device"),
  ]) func `refuses a parameter that a route does not know, and names those that it does`(
    path: String, words: String
  ) throws {
    let (status, _, body) = try house.answer(path)
    #expect(status == 400 && body.hasPrefix(words), "\(body)")
  }

  @Test func `names the file of a track by its receiver and the day`() throws {
    house.time.jump(by: .seconds(40))
    for ending in ["gpx", "geojson"] {
      let (_, head, _) = try house.answer("/track.\(ending)?device=sim/ttyACM0")
      #expect(
        head.contains { $0.contains("filename=\"gpsbridge-sim-ttyACM0-2026-11-20.\(ending)\"") }, "\(head)")
      let (_, all, _) = try house.answer("/track.\(ending)")
      #expect(all.contains { $0.contains("filename=\"gpsbridge-2026-11-20.\(ending)\"") }, "\(all)")
    }
  }

  @Test func `wants the token where there is one, and never says it`() throws {
    let house = try House { $0.token = "a-secret-of-thirty-two-letters-or-more" }
    #expect(try house.answer("/fix.json").0 == 401)
    let (status, _, body) = try house.answer("/fix.json", "Authorization: Bearer wrong\r\n")
    #expect(status == 401 && !body.contains("a-secret"))
    let right = "Authorization: Bearer a-secret-of-thirty-two-letters-or-more\r\n"
    #expect(try house.answer("/fix.json", right).0 == 200)
  }

  @Test func `has one address, and refuses a second one`() throws {
    let fault = #expect(throws: ServiceFault.self) { try house.server.listen("127.0.0.1:0") }
    #expect(try fault?.code == .refused && house.answer("/api.json").0 == 200)
    house.server.stop()
    let later = #expect(throws: ServiceFault.self) { try house.server.listen("127.0.0.1:0") }
    #expect(later?.reason == "this server was stopped; make another one")
  }

  @Test func `takes no more listeners than it may have`() throws {
    let house = try House { $0.limits.listeners = 2 }
    let peers = try (0..<2).map { _ in try house.ask("/events") }
    for peer in peers { _ = try House.head(peer) }
    #expect(try house.answer("/events").0 == 503 && house.server.counts.listeners == 2)
  }

  @Test func `gives each browser a share of the listeners, and ends those of one that signs out`() throws {
    let token = String(repeating: "0123456789abcdef", count: 2)
    let house = try House {
      $0.limits.listeners = 2
      $0.token = token
    }
    func signIn() throws -> String {
      let head = try house.answer("/?token=\(token)").head
      let field = try #require(head.first { $0.hasPrefix("Set-Cookie: ") })
      return "Cookie: \(field.dropFirst(12).prefix { $0 != ";" })\r\n"
    }
    let (cookie, other) = (try signIn(), try signIn())
    let peers = try [cookie, cookie, other].map { cookie in
      let peer = try house.ask("/events", cookie)
      #expect(try House.head(peer)[0].contains(" 200 "))
      return peer
    }
    while (try? peers[0].line()) != nil {}
    #expect(try house.server.counts.listeners == 2 && house.answer("/events", cookie).status == 503)
    #expect(try house.answer("/sign-out", other).status == 303)
    while (try? peers[2].line()) != nil {}
    #expect(try house.server.counts.listeners == 1 && house.answer("/fix.json", other).status == 401)
    #expect(try house.answer("/fix.json", cookie).status != 401)
    #expect(try house.answer("/sign-out?all=yes", cookie).status == 200)
    while (try? peers[1].line()) != nil {}
    #expect(house.server.counts.listeners == 0)
  }

  @Test func `wants a token for other machines, and names what is no address`() throws {
    let server = WebServer(SimulatedReceiver(.staticDesk, time: ManualTime()).receiver)
    #expect(throws: ServiceFault.self) { try server.listen("*:0") }
    for text in ["", "nonsense", "/run/page", "1.2.3:80", "99999999"] {
      let fault = #expect(throws: ServiceFault.self) { try server.listen(text) }
      #expect(fault?.code == .malformed, "\(text)")
    }
  }
}
