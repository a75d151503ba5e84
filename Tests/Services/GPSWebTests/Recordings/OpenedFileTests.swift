import GNSS
import GPSBridge
import GPSFormats
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

extension House {
  /// A client that has sent the head of a request with a file.
  fileprivate func client(_ head: String, method: String = "POST", path: String = "/decode") throws -> Peer {
    try ask(path, head, method: method, version: "1.1")
  }

  /// A client for whose body the service waits.
  fileprivate func accepted(_ size: Int) throws -> Peer {
    let peer = try client("Content-Length: \(size)\r\nExpect: 100-continue\r\nConnection: close\r\n")
    #expect(try peer.line() == "HTTP/1.1 100 Continue")
    _ = try peer.line()
    return peer
  }

  fileprivate func answer(_ bytes: [UInt8]) throws -> (Int, JSONValue?) {
    let peer = try accepted(bytes.count)
    peer.say(bytes)
    return try Self.decoded(peer)
  }

  fileprivate static func status(_ peer: Peer) throws -> Int {
    Int(try peer.line().split(separator: " ")[1]) ?? 0
  }

  /// The status, and the body if it is JSON.
  fileprivate static func decoded(_ peer: Peer) throws -> (Int, JSONValue?) {
    let (status, _, body) = try read(peer)
    // Chunks have their lengths on lines of their own.
    return (status, try? JSONReader.read(body.fullLines.filter { Int($0, radix: 16) == nil }.joined()))
  }
}

/// What the library makes of a file.
private func exported(_ bytes: [UInt8]) -> (counts: TrackCounts, places: [Coordinate]) {
  final class Places: TrackWriter {
    var places: [Coordinate] = []
    func begin() {}
    func beginSegment() {}
    func write(_ point: TrackPoint) { places.append(point.coordinate) }
    func endSegment() {}
    func finish() {}
  }
  let places = Places()
  var maker = TrackMaker(places)
  var decoder = RecordedDecoder(nil, .standard)
  func hear(_ output: DecodedOutput, _ moment: RecordedMoment) {
    if case .fix(let fix) = output { maker.take(fix, arrival: moment.arrival, isSuspect: moment.isSuspect) }
  }
  if decoder.pull(bytes.span, hear) { _ = decoder.pull(Span(), hear) }
  maker.finish()
  return (maker.counts, places.places)
}

/// A file that a simulated receiver makes.
private func made(_ language: Scenario.Language?, seconds: Int = 150) -> [UInt8] {
  var scenario = Scenario.tunnel
  if let language { scenario.language = language } else { scenario.dialect = .sirf }
  scenario.seed = 7
  var machine = SimulatedReceiverMachine(scenario)
  return (1...seconds).flatMap { machine.advance(to: .seconds($0)).bytes }
}

@Suite(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"), .timeLimit(.minutes(5)))
struct `A file that a browser sends` {
  private let house: House

  init() throws { house = try House() }

  @Test(arguments: ["NMEA", "UBX", "recording of NMEA", "recording of UBX"])
  func `has the track that the library makes of it`(kind: String) throws {
    let plain = kind.hasSuffix("UBX") ? made(.ubx) : RecordingShelf.walk
    var bytes = plain
    if kind == "recording of NMEA" { bytes = try RecordingShelf.recording() }
    if kind == "recording of UBX" {
      bytes = Array("#gpsbridge-recording 1 2026-11-20T07:02:00.000Z\n".utf8)
      var writer = RecordedLog.Writer()
      for part in stride(from: 0, to: plain.count, by: 500) {
        writer.append(
          Array(plain[part..<min(part + 500, plain.count)]).span, at: .milliseconds(part), to: &bytes)
      }
    }
    let (counts, places) = exported(bytes)
    try #require(counts.points > 100)
    let (status, found) = try house.answer(bytes)
    let answer = try #require(found)
    #expect(status == 200 && answer["kind"]?.text == kind && answer["bytes"]?.number == Double(bytes.count))
    #expect(answer["fixes"]?.number == Double(counts.points))
    #expect(answer["segments"]?.number == Double(counts.segments))
    #expect(abs((answer["distance_m"]?.number ?? 0) - counts.meters) < 0.001)
    #expect(abs((answer["time_s"]?.number ?? 0) - counts.seconds) < 0.001)
    #expect(answer["is_cut"] == .bool(false) && answer["step_m"]?.number == 0)
    #expect(answer["is_partial"] == .bool(false))
    let numbers = (answer["track"]?.elements ?? []).flatMap { $0.elements ?? [] }.compactMap(\.number)
    let expected = places.flatMap { [($0.latitude * 1e7).rounded(), ($0.longitude * 1e7).rounded()] }
    #expect(numbers == expected)
  }

  @Test func `of GPX has the segments of the file, whatever the time between its points`() throws {
    func point(_ latitude: String, _ minute: Int, fix: String = "3d") -> String {
      "<trkpt lat='\(latitude)' lon='2'><time>2026-03-23T10:1\(minute):00Z</time><fix>\(fix)</fix></trkpt>"
    }
    let text =
      "<gpx><rte><rtept lat='9' lon='9'/></rte><trk><trkseg>" + point("1", 1) + point("x", 2) + point("95", 2)
      + point("1.001", 3) + point("2", 7).replacing("10:17", with: "25:17") + "</trkseg><trkseg/><trkseg>"
      + point("3", 4) + point("3", 5, fix: "none") + "<trkpt lat='3.001' lon='2'/></trkseg></trk></gpx>"
    for (bytes, isCut) in [(Array(text.utf8), false), (Array(text.utf8.dropLast(3)), true)] {
      let (status, answer) = try house.answer(bytes)
      #expect(status == 200 && answer?["kind"]?.text == "GPX" && answer?["is_cut"] == .bool(isCut))
      #expect(answer?["fixes"]?.number == 4 && answer?["segments"]?.number == 2)
      #expect(answer?["impossible"]?.number == 4 && answer?["from"]?.text == "2026-03-23T10:11:00.000Z")
      let track = (answer?["track"]?.elements ?? []).map { $0.elements?.compactMap(\.number) ?? [] }
      #expect(track == [[1e7, 2e7, 1.001e7, 2e7], [3e7, 2e7, 3.001e7, 2e7]])
    }
  }

  @Test func `that is cut still has the track up to there, and the answer says so`() throws {
    for bytes in [RecordingShelf.walk, try RecordingShelf.recording(), made(.ubx)] {
      // Behind the first seven bytes of a sentence or a message.
      let start: UInt8 = bytes[0] == 0xB5 ? 0xB5 : UInt8(ascii: "$")
      let end = try #require(bytes[(bytes.count * 3 / 4)...].firstIndex(of: start))
      let part = Array(bytes.prefix(end + 7))
      let (status, answer) = try house.answer(part)
      #expect(status == 200 && answer?["is_cut"] == .bool(true))
      #expect(answer?["fixes"]?.number == Double(exported(part).counts.points))
    }
    // Before the first position, that is the reason.
    let (status, answer) = try house.answer(Array(RecordingShelf.walk.prefix(700)))
    #expect(status == 422 && answer?["why"]?.text?.contains("middle of a message") == true)
  }

  @Test func `without a position gets four parts of words`() throws {
    let unknown = Array("#gpsbridge-recording 9 2026-11-20T07:02:00.000Z\n0 a\n".utf8)
    let silent = Array("$GPRMC,070227.00,V,,,,,,,201126,,,N*7B\r\n".utf8)
    for (bytes, what) in [
      ([UInt8](repeating: 0, count: 400_000), "not a file of a receiver"),
      (Array("<?xml version=\"1.0\"?><kml></kml>".utf8), "not a file of a receiver"),
      (Array("<?xml version=\"1.0\"?><gpx><wpt lat='1' lon='2'/></gpx>".utf8), "has no position"),
      (unknown, "recording can't be read"), (silent, "has no position"),
    ] {
      let (status, answer) = try house.answer(bytes)
      #expect(status == 422)
      for part in ["what", "why", "do", "expect"] { #expect(answer?[part]?.text?.isEmpty == false) }
      #expect(answer?["what"]?.text?.contains(what) == true, "\(String(describing: answer))")
    }
    let empty = try House.decoded(try house.client("Content-Length: 0\r\nConnection: close\r\n"))
    #expect(empty.0 == 422 && empty.1?["what"]?.text == "The file is empty.")
  }

  @Test(arguments: [
    ("GET", "", 405), ("HEAD", "", 405), ("PUT", "Content-Length: 9\r\n", 405),
    ("POST", "Transfer-Encoding: chunked\r\n", 411), ("POST", "", 411),
    ("POST", "Content-Length: 64000001\r\n", 413), ("POST", "Content-Length: 99999999999999999999\r\n", 413),
    ("POST", "Content-Length: 9\r\nOrigin: http://evil.example\r\n", 403),
    ("POST", "Content-Length: 9\r\nSec-Fetch-Site: cross-site\r\n", 403),
  ]) func `is refused before its body`(method: String, head: String, expected: Int) throws {
    let status = try House.status(try house.client(head, method: method))
    // The library itself refuses a number that it can't hold.
    #expect(status == expected || (status == 400 && head.count(of: "9") > 10))
    #expect(try house.answer(RecordingShelf.walk).0 == 200)
  }

  @Test func `is taken only with the token, and only by its own path`() throws {
    let house = try House { $0.token = "open sesame" }
    #expect(try House.status(try house.client("Content-Length: 9\r\n")) == 401)
    let other = try house.client(
      "Content-Length: 9\r\nAuthorization: Bearer open sesame\r\n", path: "/history")
    #expect(try House.status(other) == 405)
    let walk = RecordingShelf.walk
    let peer = try house.client(
      "Content-Length: \(walk.count)\r\nAuthorization: Bearer open sesame\r\nConnection: close\r\n")
    peer.say(walk)
    #expect(try House.decoded(peer).0 == 200)
  }

  @Test func `has at most one other beside it, and gives its place back when its client goes`() throws {
    let walk = RecordingShelf.walk
    let first = try house.accepted(walk.count)
    var second: Peer? = try house.accepted(walk.count)
    first.say(Array(walk.prefix(100_000)))
    second?.say(Array(walk.prefix(5000)))
    #expect(try House.status(try house.client("Content-Length: \(walk.count)\r\n")) == 503)
    // A client that goes in the middle.
    second = nil
    var third: Int?
    for _ in 0..<2000 where third != 200 {
      let peer = try house.client("Content-Length: \(walk.count)\r\nConnection: close\r\n")
      peer.say(walk)
      third = try? House.status(peer)
    }
    #expect(third == 200)
    first.say(Array(walk.dropFirst(100_000)))
    let (status, answer) = try House.decoded(first)
    #expect(status == 200 && answer?["fixes"]?.number == 273)
  }

  @Test func `that is longer than announced ends where it was announced`() throws {
    let walk = RecordingShelf.walk
    let peer = try house.client("Content-Length: 100000\r\n")
    peer.say(walk)
    #expect(try House.status(peer) == 200)
    // What follows is no request.
    #expect(try peer.waitForEnd() && house.answer(walk).0 == 200)
  }

  @Test func `that comes too slowly is cut off, and its place is free`() throws {
    let peers = [try house.accepted(1000), try house.accepted(1_000_000)]
    #expect(try House.status(try house.client("Content-Length: 9\r\n")) == 503)
    house.time.jump(by: .seconds(22))
    // The smaller one had 20 s, the larger one has 10 s more.
    #expect(try peers[0].waitForEnd() && house.answer(RecordingShelf.walk).0 == 200)
    peers[1].receive()
    #expect(!peers[1].hasEnded)
    house.time.jump(by: .seconds(10))
    #expect(peers[1].waitForEnd())
  }
}

@Suite struct `The track of an opened file` {
  private func point(_ latitude: Double, _ longitude: Double) throws -> TrackPoint {
    var fix = Fix()
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    fix.mode = .threeDimensional
    return try #require(TrackPoint(fix))
  }

  @Test func `is bounded, and has the ends of each segment`() throws {
    let track = OpenedTrack(most: 200)
    for segment in 0..<3 {
      track.beginSegment()
      for step in 0..<5000 { track.write(try point(47 + Double(segment), 9 + Double(step) * 1e-5)) }
      track.endSegment()
    }
    #expect(track.points.count < 200 && track.points.count > 60)
    #expect(track.points.filter(\.isFirst).map(\.latitude) == [470_000_000, 480_000_000, 490_000_000])
    #expect(track.points.filter { $0.longitude == 90_499_900 }.count == 3)
    // No hole is longer than two steps.
    for (one, other) in zip(track.points, track.points.dropFirst()) where !other.isFirst {
      let (from, to) = (try #require(one.place), try #require(other.place))
      #expect(from.distance(to: to) <= 2 * track.step + 1)
    }
  }

  @Test(arguments: [3.0, 40, 900])
  func `reaches to its last point, however far apart its points are`(meters: Double) throws {
    let track = OpenedTrack(most: 200)
    let degrees = meters / 111_195
    track.beginSegment()
    for step in 0..<5000 { track.write(try point(-60 + Double(step) * degrees, 9)) }
    track.endSegment()
    #expect(track.points.count <= 200 && track.points.count > 60 && !track.isFull)
    let last = try #require(track.points.last?.place)
    #expect(abs(last.latitude - (-60 + 4999 * degrees)) < 1e-6)
  }

  @Test func `stays bounded where each point begins a segment`() throws {
    let track = OpenedTrack(most: 200)
    for step in 0..<5000 {
      track.beginSegment()
      track.write(try point(47, 9 + Double(step) * 1e-5))
      track.endSegment()
    }
    #expect(track.points.count <= 200 && track.isFull)
  }
}
