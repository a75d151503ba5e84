import GNSS
import GPSTrackRows
import GPSWebHost
import TestSupport
import Testing

@testable import GPSWeb

@Suite struct `The history of a day` {
  private var history = TrackHistory(receivers: 1)

  private let morning = SampleHistory.morning

  @Test mutating func `keeps what a fix said`() throws {
    var fix = SampleHistory.fix(at: morning, 47.6121473, -9.4058435, height: 451.25)
    fix.time?.nanosecond = 250_000_000
    (fix.altitude, fix.geoidSeparation, fix.speed, fix.course) = (404.5, 46.75, 1.25, 176.5)
    fix.errors = ErrorEstimate(horizontal: 1.5, vertical: 2.5, source: .dilution)
    (fix.quality, fix.satellitesUsed) = (.differential, 20)
    fix.dilution.horizontal = 0.75
    history.take(fix, signal: 36.5, from: 0, received: UTC(secondsSince1970: morning + 1), isSuspect: true)
    let row = try #require(history.row(0, of: 0))
    #expect(row.fix == fix)
    #expect(row.signal == 36.5 && row.isSuspect && row.received == UTC(secondsSince1970: morning + 1))
  }

  @Test mutating func `makes nothing up for what was not said`() throws {
    history.take(Fix())
    let row = try #require(history.row(0, of: 0))
    #expect(row.fix == Fix() && row.signal == nil && !row.hasPosition && !row.hasOwnTime)
    #expect(row.time == UTC(secondsSince1970: morning))
  }

  @Test mutating func `refuses the place where no receiver is`() throws {
    history.take(SampleHistory.fix(at: morning, 0, 0, height: 5))
    let row = try #require(history.row(0, of: 0))
    #expect(!row.hasPosition && row.fix.mode == .none && row.height == nil)
  }

  @Test mutating func `takes one row of ten in a second`() {
    for tenth in 0..<100 {
      var fix = SampleHistory.fix(at: morning + Int64(tenth / 10), 47, 9)
      fix.time?.nanosecond = Int32(tenth % 10) * 100_000_000
      history.take(fix, received: morning)
    }
    #expect(history.rows(of: 0) == 0..<10)
    #expect(history.row(9, of: 0)?.time == UTC(secondsSince1970: morning + 9))
  }

  @Test(arguments: [1_795_000_000, 3 * 86_400, -3600, -2 * 86_400] as [Int64])
  func `keeps what came before a step of the machine's clock as long as the rest`(step: Int64) {
    var history = TrackHistory(receivers: 1, span: .seconds(1000))
    let start = ContinuousClock.now
    func take(_ range: Range<Int64>, clock: Int64) {
      for second in range {
        history.take(
          SampleHistory.fix(at: morning + second, 47, 9), signal: nil, from: 0,
          received: UTC(secondsSince1970: clock + second), at: start + .seconds(second))
      }
    }
    let before = step > 86_400 * 365 ? 30 : morning
    take(0..<10, clock: before)
    take(10..<1000, clock: before + step)
    #expect(history.rows(of: 0) == 0..<1000)
    take(1000..<1010, clock: before + step)
    #expect(history.rows(of: 0) == 10..<1010)
    take(1010..<1500, clock: before)
    #expect(history.rows(of: 0) == 500..<1500)
  }

  @Test func `forgets what is older than its span, and keeps the numbers of the others`() throws {
    var history = TrackHistory(receivers: 2, span: .seconds(1000))
    for second in 0..<5000 { history.take(at: morning + Int64(second), from: 1) }
    #expect(history.rows(of: 0) == 0..<0 && history.rows(of: 1) == 4000..<5000)
    #expect(history.row(3999, of: 1) == nil && history.row(5000, of: 1) == nil)
    for number in [4000, 4095, 4096, 4999] {
      let row = try #require(history.row(number, of: 1))
      #expect(row.time.secondsSince1970 == morning + Int64(number))
    }
    history.take(at: morning + 5990, from: 1)
    #expect(history.rows(of: 1) == 4991..<5001)
  }

  @Test func `stays bounded when the clock of this machine goes back`() {
    var history = TrackHistory(receivers: 1, span: .seconds(100))
    for second in 0..<1000 {
      history.take(at: morning + Int64(second), received: morning - Int64(second))
    }
    #expect(history.rows(of: 0) == 900..<1000)
  }

  @Test func `does not fall over what a receiver can say`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let numbers = [Double.nan, .infinity, -.infinity, -1, 0, 1e300, 47, 255, -0.0]
    func some() -> Double { numbers[Int.random(in: 0..<numbers.count, using: &random)] }
    var history = TrackHistory(receivers: 1, span: .seconds(50))
    for _ in 0..<2000 {
      var fix = Fix()
      fix.epoch = Int.random(in: .min ... .max, using: &random)
      fix.time = UTC(
        secondsSince1970: Int64.random(in: .min ... .max, using: &random), nanosecond: 999_999_999)
      fix.mode = FixMode(rawValue: UInt8.random(in: 0...5, using: &random)) ?? .none
      fix.coordinate = Coordinate(latitude: some(), longitude: some())
      (fix.altitude, fix.ellipsoidalAltitude, fix.speed, fix.course) = (some(), some(), some(), some())
      fix.satellitesUsed = Int.random(in: -300...300, using: &random)
      history.take(
        fix, signal: some(), from: Int.random(in: -1...1, using: &random),
        received: UTC(secondsSince1970: Int64.random(in: 0...200, using: &random)))
    }
    #expect(history.rows(of: 0).count <= 50)
    for text in [
      SampleHistory.records(history, of: "x"),
      SampleHistory.read(GeoJSONTrack(TrackQuery(), devices: ["x"]), history).text,
      SampleHistory.read(GPXTrack(TrackQuery(), devices: ["x"]), history).text,
    ] { #expect(!text.contains("nan") && !text.contains("inf"), "seed \(seed)") }
  }

  // MARK: - Records

  @Test mutating func `is told as records of the schema's words`() {
    var fix = SampleHistory.fix(at: morning, 47.612147333, 9.4058435)
    (fix.altitude, fix.speed, fix.course) = (404.5, 1.25, 176.5)
    fix.errors = ErrorEstimate(horizontal: 1.5, vertical: 2.5, source: .dilution)
    fix.satellitesUsed = 20
    // An hour behind the receiver's clock: each record tells both.
    history.take(
      fix, signal: 36.5, from: 0, received: UTC(secondsSince1970: morning + 3600, nanosecond: 249_000_000))
    history.take(SampleHistory.searching(at: morning + 1))
    #expect(
      SampleHistory.records(history, of: "garage") == """
        {"type":"fix","v":1,"device":"garage","epoch":1,"time":"2026-11-20T07:00:00.000Z",\
        "received":"2026-11-20T08:00:00.249Z","state":"recorded","mode":"3d","lat":47.6121473,"lon":9.4058435,"alt_msl_m":404.5,"speed_mps":1.25,"course_deg":176.5,\
        "h_acc_m":1.5,"v_acc_m":2.5,"acc_source":"dop","acc_confidence":0.68,"sats_used":20,"cn0_dbhz":36.5}
        {"type":"fix","v":1,"device":"garage","epoch":2,"time":"2026-11-20T07:00:01.000Z",\
        "received":"2026-11-20T07:00:01.000Z","state":"recorded","mode":"none"}

        """)
  }

  @Test mutating func `has climb, dilutions and the lag of this machine's clock where a request wants more`()
    throws
  {
    var fix = SampleHistory.fix(at: morning, 47.612147333, 9.4058435)
    (fix.climb, fix.dilution.horizontal, fix.dilution.vertical) = (-0.5, 0.84, 1.25)
    history.take(fix, signal: nil, from: 0, received: UTC(secondsSince1970: morning, nanosecond: 249_000_000))
    var request = WebRequest(path: "/history")
    request.query = [WebField("more", "yes")]
    #expect(WebRoute.history.refusal(of: request.query) == nil)
    let query = try TrackQuery(request, devices: ["garage"])
    let text = SampleHistory.records(history, query, of: "garage")
    #expect(text.hasSuffix("\"climb_mps\":-0.5,\"hdop\":0.84,\"vdop\":1.25,\"lag_s\":0.249}\n"), "\(text)")
    request.query = [WebField("more", "all")]
    #expect(throws: RefusedQuery("more", found: "all", expected: "yes")) {
      try TrackQuery(request, devices: ["garage"])
    }
  }

  @Test mutating func `has two further digits of the places of RTK`() {
    var fix = SampleHistory.fix(at: morning, 47.612147333, 9.405843512)
    fix.quality = .rtkFixed
    history.take(fix)
    let text = SampleHistory.records(history, of: "garage")
    #expect(text.contains(#""lat":47.612147333,"lon":9.405843512"#), "\(text)")
  }

  @Test func `is told in slices, each row once, though old rows go meanwhile`() throws {
    var history = TrackHistory(receivers: 1, span: .seconds(600))
    for second in 0..<600 { history.take(at: morning + Int64(second)) }
    var records = HistoryRecords(TrackQuery(), devices: ["x"])
    let slice = records.next(history)
    let first = try #require(slice)
    #expect(first.count < 20_000)
    var epochs = Self.epochs(first)
    let told = epochs.count
    #expect(epochs == Array(1...told))
    history.take(at: morning + 999)
    while let slice = records.next(history) { epochs += Self.epochs(slice) }
    #expect(epochs == Array(1...told) + Array(401...600) + [1000] && records.next(history) == nil)
  }

  private static func epochs(_ slice: [UInt8]) -> [Int] {
    String(decoding: slice, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.split(separator: "\"epoch\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }
  }

  @Test func `leaves rows out by the step, but not the edges of a gap`() {
    let places: [(Double, Double)?] = (0..<60).map { 33...34 ~= $0 ? nil : (47, 9) }
    var query = TrackQuery()
    query.step = .seconds(10)
    let text = SampleHistory.records(SampleHistory.along(places), query, of: "x")
    #expect(Self.epochs(Array(text.utf8)) == [1, 11, 21, 31, 34, 36, 41, 51])
  }

  @Test func `tells one receiver after the other, or one alone`() {
    var history = TrackHistory(receivers: 2)
    for second in 0..<3 {
      for receiver in 0...1 { history.take(at: morning + Int64(second), from: receiver) }
    }
    func devices(_ query: TrackQuery) -> [Substring] {
      SampleHistory.records(history, query, of: "one", "two").split(separator: "\n")
        .map { $0.split(separator: "\"device\":\"")[1].prefix { $0 != "\"" } }
    }
    #expect(devices(TrackQuery()) == ["one", "one", "one", "two", "two", "two"])
    var query = TrackQuery()
    query.receiver = 1
    query.from = UTC(secondsSince1970: morning + 1)
    #expect(devices(query) == ["two", "two"])
    query.to = UTC(secondsSince1970: morning + 1)
    #expect(devices(query) == ["two"])
  }
}
