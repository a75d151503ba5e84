import Foundation
import GPSEventRuntime
import GPSSystemCalls
import GPSWebHost
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .onDatabase)
struct `The page of a fleet` {
  let database: Database
  let asked: Asked

  init() throws {
    database = try Database.shared.get()
    asked = try database.fresh()
    try asked.execute(
      """
      INSERT INTO gpsbridge.tenant (name) VALUES ('acme');
      INSERT INTO gpsbridge.device (tenant, name) VALUES ('acme', '"><script>alert(1)</script>');
      SELECT gpsbridge.open_day('2026-11-20');
      INSERT INTO gpsbridge.last (device, t, seq, epoch, lat, lon) VALUES (1, now(), 5, 7, 475000000, 94000000);
      INSERT INTO gpsbridge.fix (t, seq, device, epoch, installation, lat, lon, flags) VALUES ('2026-11-20 01:00Z', 1, 1, 7, 1, 475000000, 94000000, 0)
      """)
  }

  private final class Opened: Sendable {
    private let loop = EventLoop()
    private let page: FleetPage
    private let answers: Guarded<[Int: WebAnswer]>
    private let last = Guarded(0)
    /// The page's time, which the test moves.
    let time = Guarded(ContinuousClock.now)

    init(_ settings: String) {
      let answers = Guarded<[Int: WebAnswer]>([:])
      self.answers = answers
      let time = time
      page = FleetPage(on: loop, database: settings, now: { time.withLock { $0 } })
      loop.start()
      loop.sync { [page] in
        page.assumeIsolated { $0.deliver = { made in answers.withLock { $0[made.number] = made.answer } } }
      }
    }

    deinit {
      loop.sync { [page] in page.assumeIsolated { $0.close() } }
      loop.stop()
    }

    func get(_ path: String, _ query: [(String, String)] = [], tag: String? = nil) throws -> WebAnswer {
      try wait(for: begin(path, query, tag: tag))
    }

    /// Sends a request; returns its number.
    func begin(_ path: String, _ query: [(String, String)] = [], tag: String? = nil) -> Int {
      var request = WebRequest(path: path)
      request.query = query.map { WebField($0.0, $0.1) }
      if let tag { request.headers = [WebField("If-None-Match", tag)] }
      let number = last.withLock { last in
        last += 1
        return last
      }
      loop.sync { [page, answers, request] in
        let answer = page.assumeIsolated { page in
          request.path == "/healthz"
            ? page.health(as: number) : page.answer(request, as: number) ?? WebAnswer(404, saying: "none")
        }
        if case .later = answer.body { return }
        answers.withLock { $0[number] = answer }
      }
      return number
    }

    func wait(for number: Int) throws -> WebAnswer {
      try Patience.wait(for: "an answer of the page") { answers.withLock { $0[number] } }
    }
  }

  private func object(_ answer: WebAnswer) throws -> [String: Any] {
    guard case .bytes(let bytes) = answer.body else { throw SystemFailure() }
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private func header(_ name: String, _ answer: WebAnswer) -> String? {
    answer.headers.first { $0.name == name }?.value
  }

  @Test func `has all devices, and later what has changed`() throws {
    let page = Opened(database.settings())
    let all = try object(page.get("/fleet.json"))
    let devices = try #require(all["devices"] as? [[Any]])
    #expect(devices.count == 1 && devices[0][2] as? String == "\"><script>alert(1)</script>")
    #expect(all["next"] is NSNull)
    let since = try #require(all["until"] as? Int)
    let changes = try page.get("/fleet.json", [("since", "\(since - 60_000_000)")])
    let (first, tag) = (try object(changes), try #require(header("ETag", changes)))
    #expect((first["moved"] as? [[Any]])?.count == 1)
    #expect(first["more"] as? Bool == false)
    // The time alone is not news.
    #expect(try page.get("/fleet.json", [("since", "\(since - 60_000_000)")], tag: tag).status == 304)
    try asked.execute("UPDATE gpsbridge.last SET lat = 1, received = now()")
    #expect(try page.get("/fleet.json", [("since", "\(since - 60_000_000)")], tag: tag).status == 200)
  }

  @Test func `ends with changes of one time that are more than an answer has`() throws {
    let page = Opened(database.settings())
    try asked.execute(
      """
      INSERT INTO gpsbridge.device (tenant, name) SELECT 'acme', 'truck-' || n FROM generate_series(1, 2000) n;
      INSERT INTO gpsbridge.last (device, t, seq, epoch, lat, lon)
        SELECT id, now(), 5, 7, 475000000, 94000000 FROM gpsbridge.device ON CONFLICT DO NOTHING;
      UPDATE gpsbridge.last SET received = '2026-11-20 10:00:15.123456Z'
      """)
    let first = try object(page.get("/fleet.json", [("since", "1795168800000000")]))
    #expect((first["moved"] as? [[Any]])?.count == 2001)
    #expect(first["until"] as? Int == 1_795_168_815_123_456 && first["more"] as? Bool == true)
    let until = try #require(first["until"] as? Int)
    let rest = try object(page.get("/fleet.json", [("since", "\(until)")]))
    #expect((rest["moved"] as? [[Any]])?.isEmpty == true)
    #expect(rest["more"] as? Bool == false)
  }

  @Test func `has tracks and searches`() throws {
    let page = Opened(database.settings())
    let times = [("since", "1795132800000"), ("until", "1795219200000")]
    let track = try object(page.get("/track.json", [("device", "1")] + times))
    #expect(track["points"] as? Int == 1 && track["lat"] as? [Int] == [475_000_000])
    let place = [("lat", "47.5"), ("lon", "9.4"), ("meters", "5")]
    let near = try object(page.get("/near.json", place + times))
    #expect((near["found"] as? [[Int]])?.first?.first == 1 && near["more"] as? Bool == false)
    let refused = try page.get("/near.json", place)
    #expect(refused.status == 400)
    #expect(try object(refused)["found"] as? String == "no parameter since")
  }

  @Test func `serves its files, and knows no other path`() throws {
    let page = Opened("host=127.0.0.1 port=1")
    for path in ["/", "/fleet.js", "/map.js"] { #expect(try page.get(path).status == 200) }
    for path in ["/main.js", "/fix.json"] { #expect(try page.get(path).status == 404) }
  }

  @Test func `answers without a database, and asks it again after two seconds`() throws {
    let away = Opened("host=127.0.0.1 port=1")
    let answer = try away.get("/fleet.json")
    #expect(answer.status == 503 && header("Retry-After", answer) == "2")
    #expect((try object(answer)["found"] as? String)?.contains("no connection") == true)
    // An end of the session is answered, and the next question opens another one.
    let page = Opened(database.settings())
    #expect(try page.get("/fleet.json").status == 200)
    try asked.execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gpsbridge-collect' AND pid <> pg_backend_pid()"
    )
    let patience = Patience("the page's answer after its session has ended")
    while try page.get("/fleet.json").status == 200 { try patience.check() }
    #expect(try page.get("/fleet.json").status == 503)
    page.time.withLock { $0 += .seconds(3) }
    #expect(try page.get("/fleet.json").status == 200)
  }

  @Test func `reports whether its database answers`() throws {
    for (settings, status) in [(database.settings(), 200), ("host=127.0.0.1 port=1", 503)] {
      let page = Opened(settings)
      #expect(try page.wait(for: page.begin("/healthz")).status == status)
    }
  }

  @Test func `names what its database lacks`() throws {
    try asked.execute(
      """
      DROP ROLE IF EXISTS trial_guest;
      CREATE ROLE trial_guest LOGIN
      """)
    let guest = Opened(database.settings().replacing("user=postgres", with: "user=trial_guest"))
    #expect(
      (try object(guest.get("/fleet.json"))["remedy"] as? String)?.contains("GRANT gpsbridge_page") == true)
    // What the advice grants shows all tenants.
    try asked.execute("GRANT gpsbridge_page TO trial_guest")
    let granted = Opened(database.settings().replacing("user=postgres", with: "user=trial_guest"))
    #expect((try object(granted.get("/fleet.json"))["devices"] as? [[Any]])?.count == 1)
    try asked.execute("DROP SCHEMA gpsbridge CASCADE")
    let empty = try object(Opened(database.settings()).get("/fleet.json"))
    #expect((empty["remedy"] as? String)?.contains("--create") == true)
    try asked.execute(FleetSchema.script + "INSERT INTO gpsbridge.schema_version VALUES (2)")
    let other = try object(Opened(database.settings()).get("/fleet.json"))
    #expect((other["found"] as? String)?.contains("version 2") == true)
  }

  @Test func `refuses questions that the database does not get through`() throws {
    let page = Opened(database.settings())
    #expect(try page.get("/fleet.json").status == 200)
    // The table is locked until this transaction ends.
    let holder = Asked(database.settings())
    try holder.execute("BEGIN; LOCK TABLE gpsbridge.last")
    let waiting = (0..<PageDatabase.mostOpen).map { _ in page.begin("/fleet.json") }
    #expect(try page.get("/fleet.json").status == 503)
    // Searches have a connection of their own.
    #expect(try page.get("/track.json", [("device", "1"), ("since", "1"), ("until", "2")]).status == 200)
    try holder.execute("COMMIT")
    for number in waiting { #expect(try page.wait(for: number).status == 200) }
  }
}
