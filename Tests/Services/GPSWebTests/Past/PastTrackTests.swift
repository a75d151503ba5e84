import GNSS
import GPSBridge
import GPSSystemCalls
import GPSTrackRows
import Glibc
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb
@testable import GPSWebHost

/// Days that a test makes, with a gate before each answer.
private final class Days: PastTrack {
  private let fault: PastFault?
  private let gate: Gate
  let asked = Guarded<[String]>([])

  init(_ fault: PastFault? = nil, gate: Gate = Gate(isOpen: true)) { (self.fault, self.gate) = (fault, gate) }

  private static let morning = UTC(secondsSince1970: SampleHistory.morning)

  func days() throws(PastFault) -> PastDays {
    gate.wait()
    if let fault { throw fault }
    let end = UTC(secondsSince1970: SampleHistory.morning + 86_399)
    let day = PastDay(
      day: "2026-11-20", device: "usb-1", times: Self.morning...end, first: Self.morning,
      last: UTC(secondsSince1970: SampleHistory.morning + 9), known: 9, distance: 111.3)
    return PastDays(today: "2026-11-21", until: end, days: [day])
  }

  func track(on day: CivilDate, of device: String?) throws(PastFault) -> PastTrackRows {
    gate.wait()
    if let fault { throw fault }
    guard day == CivilDate(year: 2026, month: 11, day: 20) else { throw .nothing }
    guard device ?? "usb-1" == "usb-1" else { throw .whichDevice(["usb-1"]) }
    return PastTrackRows(device: "usb-1", rows: Self.rows(from: 0, count: 10))
  }

  func rows(of key: String, since: UTC, most: Int) throws(PastFault) -> [TrackRow] {
    asked.withLock { $0.append(key) }
    gate.wait()
    if let fault { throw fault }
    return Self.rows(from: since.secondsSince1970 - SampleHistory.morning + 80_000, count: 20)
  }

  /// Positions on the way north, one a second.
  private static func rows(from second: Int64, count: Int) -> [TrackRow] {
    (0..<count).map { place in
      let moment = SampleHistory.morning + second + Int64(place)
      let fix = SampleHistory.fix(at: moment, 47 + Double(place) / 1e4, 9)
      var row = TrackRow(fix, signal: nil, received: UTC(secondsSince1970: moment))
      row.epoch = UInt32(place + 1)
      return row
    }
  }
}

/// Holds back threads until it is opened.
private final class Gate: Sendable {
  private let ends: [CInt]
  private let isOpen: Guarded<Bool>

  init(isOpen: Bool = false) {
    var ends: [CInt] = [-1, -1]
    _ = unsafe pipe(&ends)
    (self.ends, self.isOpen) = (ends, Guarded(false))
    if isOpen { open() }
  }

  deinit {
    open()
    close(ends[0])
  }

  func wait() {
    var byte: UInt8 = 0
    // The end of a pipe comes to all readers.
    _ = unsafe read(ends[0], &byte, 1)
  }

  func open() {
    isOpen.withLock { isOpen in
      if !isOpen { close(ends[1]) }
      isOpen = true
    }
  }
}

/// A page with past days.
private func house(_ days: Days?) throws -> House { try House { $0.past = days } }

@Suite(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"), .timeLimit(.minutes(5)))
struct `Past days over HTTP` {
  @Test func `are listed with their times and lengths`() throws {
    let house = try house(Days())
    let (status, head, body) = try house.answer("/days.json")
    #expect(status == 200 && head.contains("Content-Type: application/json"))
    #expect(head.joined().contains("Content-Security-Policy") && head.joined().contains("no-store"))
    #expect(
      body == """
        {"v":1,"today":"2026-11-21","until":"2026-11-21T06:59:59.000Z","days":[{"day":"2026-11-20","device":"usb-1",\
        "from":"2026-11-20T07:00:00.000Z","to":"2026-11-21T06:59:59.000Z","first":"2026-11-20T07:00:00.000Z",\
        "last":"2026-11-20T07:00:09.000Z","known_s":9.000,"distance_m":111.3}]}

        """)
    let events = try house.ask("/events")
    var line = ""
    while !line.contains(#""type":"hello""#) { line = try events.line() }
    #expect(line.contains(#""days":true"#))
  }

  @Test func `have records of the published schema, without an arrival`() throws {
    let house = try house(Days())
    let schema = Schema(try JSONReader.read(String(decoding: PageStore.shared.schema.bytes, as: UTF8.self)))
    let (status, _, body) = try house.answer("/history?day=2026-11-20&device=usb-1")
    #expect(status == 200)
    let lines = body.split(separator: "\n").map(String.init)
    #expect(lines.count == 10)
    for (place, line) in lines.enumerated() {
      let record = try JSONReader.read(line)
      #expect(schema.complaints(about: record) == [], "\(line)")
      #expect(record["time"]?.text == "2026-11-20T07:00:0\(place).000Z")
      #expect(record["received"] == nil && record["state"]?.text == "recorded")
    }
    #expect(try house.answer("/history?day=2026-11-20&step=5").body.split(separator: "\n").count == 2)
  }

  @Test func `come as files that are named by the day`() throws {
    let house = try house(Days())
    for (ending, points) in [("gpx", "<trkpt "), ("geojson", "T07:00:0")] {
      let (status, head, body) = try house.answer("/track.\(ending)?day=2026-11-20")
      #expect(
        status == 200 && head.joined().contains("filename=\"gpsbridge-usb-1-2026-11-20.\(ending)\""),
        "\(head)")
      #expect(body.split(separator: points, omittingEmptySubsequences: false).count == 11, "\(body)")
    }
    let (status, head, body) = try house.answer("/track.gpx?day=2026-11-20", method: "HEAD")
    #expect(status == 200 && head.joined().contains("gpx+xml") && body.isEmpty)
  }

  @Test(arguments: [
    ("/history?day=2026-11-19", 404, "nothing is stored on 2026-11-19; /days.json lists the days"),
    ("/history?day=9999-12-31", 404, "nothing is stored on 9999-12-31"),
    ("/history?day=2026-02-30", 400, "day=2026-02-30: expected a day, such as 2026-11-20"),
    ("/history?day=", 400, "day=: expected a day"),
    ("/history?day=../track.db", 400, "day=../track.db: expected a day"),
    ("/history?day=2026-11-20&device=usb-2", 400, "device=usb-2: expected one of usb-1"),
    (
      "/history?day=2026-11-20&from=2026-11-20", 400,
      "from=2026-11-20: expected one of the parameters device, step, day"
    ),
    ("/track.gpx?day=2026-11-20&step=0", 400, "step=0: expected seconds from 1"),
    (
      "/history?recording=a&day=2026-11-20", 400,
      "recording=a: expected one of the parameters device, step, day"
    ),
    ("/days.json?day=2026-11-20", 400, "day=2026-11-20: expected no parameter"),
  ])
  func `are refused with what was expected`(target: String, status: Int, words: String) throws {
    let answer = try house(Days()).answer(target)
    #expect(answer.0 == status && answer.body.hasPrefix(words), "\(answer)")
    #expect(answer.body.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (PastFault.unreadable("the store is damaged"), 500), (.busy("another program writes"), 503),
  ]) func `have one answer where the store can't be read, and the page goes on`(fault: PastFault, status: Int)
    throws
  {
    let house = try house(Days(fault))
    house.time.jump(by: .seconds(40))
    for target in ["/days.json", "/history?day=2026-11-20", "/track.gpx?day=2026-11-20"] {
      let answer = try house.answer(target)
      #expect(answer.0 == status && answer.body.hasPrefix("the track store can't be read"), "\(answer)")
      #expect(answer.head.joined().contains("Retry-After") == (status == 503))
    }
    #expect(try house.answer("/history").body.split(separator: "\n").count > 10)
  }

  @Test func `are not there without a store`() throws {
    let house = try house(nil)
    for target in ["/days.json", "/history?day=2026-11-20", "/track.geojson?day=2026-11-20"] {
      let answer = try house.answer(target)
      #expect(answer.0 == 404 && answer.body.contains("--store FILE"), "\(answer)")
    }
    let events = try house.ask("/events")
    var line = ""
    while !line.contains(#""type":"hello""#) { line = try events.line() }
    #expect(!line.contains("days"))
  }

  @Test func `do not hold up other answers while the disk is slow, and are limited`() throws {
    let gate = Gate()
    let house = try house(Days(gate: gate))
    house.time.jump(by: .seconds(40))
    let tracks = try (0..<4).map { _ in try house.ask("/history?day=2026-11-20") }
    let list = try house.ask("/days.json")
    // The gate is closed: these answers come while the helper waits for the disk.
    #expect(try house.answer("/healthz").0 == 200)
    let fifth = try house.answer("/history?day=2026-11-20")
    #expect(fifth.0 == 503 && fifth.head.joined().contains("Retry-After"))
    #expect(fifth.body.hasPrefix("4 days are being sent"))
    // One is read for, and its memory is asked for; the rest waits.
    let lists = try (0..<12).map { _ in try house.ask("/days.json") }
    #expect(try house.answer("/healthz").0 == 200 && house.answer("/days.json").0 == 503)
    gate.open()
    for peer in tracks { #expect(try House.read(peer).body.split(separator: "\n").count == 10) }
    for peer in [list] + lists { #expect(try House.read(peer).0 == 200) }
    // Their memory is free again.
    #expect(try house.answer("/history?day=2026-11-20").0 == 200)
  }

  @Test func `go to nobody else if the client left before, and leave no memory taken`() throws {
    let gate = Gate()
    let house = try house(Days(gate: gate))
    house.time.jump(by: .seconds(40))
    var leaving = try (0..<4).map { _ in try house.ask("/history?day=2026-11-20") }
    // They are queued: this is answered after them.
    #expect(try house.answer("/api.json").0 == 200)
    leaving.removeAll()
    let list = try house.ask("/days.json")
    gate.open()
    // The store is read in order, so the answers of those that left are made.
    #expect(try House.read(list).0 == 200)
    let later = try (0..<6).map { _ in try house.ask("/nothing") }
    for peer in later { #expect(try House.read(peer).0 == 404) }
    #expect(try house.answer("/history?day=2026-11-20").0 == 200)
  }

  @Test func `end with the page, also while the disk is slow`() throws {
    let gate = Gate()
    let house = try house(Days(gate: gate))
    let peers = [try house.ask("/history?day=2026-11-20"), try house.ask("/days.json")]
    // It is answered after them.
    #expect(try house.answer("/api.json").0 == 200)
    house.server.stop()
    for peer in peers { #expect(peer.waitForEnd()) }
    gate.open()
  }
}

@Suite(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"), .timeLimit(.minutes(5)))
struct `The memory of a page` {
  @Test func `begins with what the store has of the receiver's past day`() async throws {
    let days = Days()
    let house = try house(days)
    await house.time.advance(by: .seconds(40))
    // Filled by a helper thread.
    while try !house.answer("/history").body.contains(#""lat":47.0019"#) { await Task.yield() }
    let times = try house.answer("/history").body.split(separator: "\n").map { line in
      try #require(try JSONReader.read(String(line))["received"]?.text)
    }
    #expect(times == times.sorted() && Set(times).count == times.count)
    // The receiver's own key, and once.
    #expect(days.asked.withLock(\.self) == [house.simulated.receiver.place?.key])
  }

  @Test func `puts earlier rows before its own, whose numbers stay`() {
    var history = SampleHistory.along(Array(repeating: (47, 9), count: 300))
    let earlier = SampleHistory.along(Array(repeating: (48, 9), count: 1000), every: 1)
    let rows = earlier.rows(of: 0).compactMap { earlier.row($0, of: 0) }.map { row in
      TrackRow(row.fix, signal: nil, received: UTC(secondsSince1970: row.received.secondsSince1970 - 600))
    }
    history.fill(with: rows, of: 0)
    history.fill(with: rows, of: 1)
    // What arrived since the first row of its own is there already.
    #expect(history.rows(of: 0) == -600..<300 && history.row(-1, of: 0)?.coordinate?.latitude == 48)
    #expect(history.row(0, of: 0)?.coordinate?.latitude == 47 && history.row(-601, of: 0) == nil)
    let query = TrackQuery()
    let text = SampleHistory.read(HistoryRecords(query, devices: ["a"]), history).text
    #expect(text.split(separator: "\n").count == 900)
    let gpx = SampleHistory.read(GPXTrack(query, devices: ["a"]), history).text
    #expect(gpx.split(separator: "<trkpt").count == 901)
    // It goes on, and drops the oldest.
    history.take(46, at: SampleHistory.morning + 86_400 - 300)
    #expect(history.rows(of: 0) == -299..<301)
  }

  @Test func `takes no more rows than a day has`() {
    var history = TrackHistory(receivers: 1, span: .seconds(100))
    let rows = (0..<150).map { second in
      let moment = SampleHistory.morning + Int64(second)
      return TrackRow(
        SampleHistory.fix(at: moment, 47, 9), signal: nil, received: UTC(secondsSince1970: moment))
    }
    history.fill(with: rows, of: 0)
    #expect(history.rows(of: 0) == -100..<0)
    #expect(history.row(-1, of: 0)?.time == UTC(secondsSince1970: SampleHistory.morning + 149))
  }
}
