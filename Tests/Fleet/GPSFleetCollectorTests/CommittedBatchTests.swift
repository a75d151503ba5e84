import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetCollector

private let day: Int64 = 86_400_000

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .onDatabase)
struct `Batches in the tables` {
  let database: Database
  let asked: Asked
  let one, two: SampleDevice
  let collector: RunningCollector
  private let now = SampleDevice.now

  init() throws {
    database = try Database.shared.get()
    asked = try database.fresh()
    (one, two) = (try SampleDevice("one", in: asked), try SampleDevice("two", of: "other", in: asked))
    collector = try RunningCollector(database.settings(role: "gpsbridge_collect"))
    try collector.wait()
    try Patience.wait(for: "the tables of days") {
      try asked.texts("SELECT count(*)::text FROM gpsbridge.day") == ["4"]
    }
    // An hour ago may have been yesterday.
    try asked.execute("SELECT gpsbridge.open_day(gpsbridge.today() - 1)")
  }

  private func maintain(_ step: String) throws -> [String] {
    try asked.texts("SELECT * FROM gpsbridge.maintain($1)", [.text(step)]).compactMap(\.self)
  }

  /// Locks the table of a day, as its index does unless a mode is given, until the session ends.
  private func holding(_ milliseconds: Int64, _ mode: String = "SHARE", _ body: () throws -> Void) throws {
    let name = try #require(
      try asked.texts(
        "SELECT 'fix_' || to_char($1::timestamptz AT TIME ZONE 'UTC', 'YYYYMMDD')", [.time(milliseconds)])[0])
    let other = Asked(database.settings())
    try other.execute("BEGIN; LOCK TABLE gpsbridge.\(name) IN \(mode) MODE")
    try body()
    try other.execute("COMMIT")
  }

  // MARK: - Once

  @Test func `have each point once, however often and by however many it is sent`() throws {
    let records = [
      TrackRecord(number: 61, content: .event(at: now), kind: "opened", detail: "/dev/ttyACM0\u{0}'; DROP"),
      TrackRecord(number: 62, content: .gap(from: now, to: now + 5000), kind: "no_sky"),
      TrackRecord(number: 63, content: .dropped(last: 70, at: now), kind: "disk_full"),
    ]
    let batches = [
      (one.token, try one.batch(1...60, until: now, records: records).bytes),
      (two.token, try two.batch(5...9, until: now - 3_600_000).bytes),
    ]
    let second = try RunningCollector(database.settings(role: "gpsbridge_collect"))
    try second.wait()
    for round in 0..<4 {
      let answers = try (round % 2 == 0 ? collector : second).send(round < 2 ? batches : batches.reversed())
      #expect(answers.allSatisfy { $0.word == .committed && $0.database?.timeline == 1 })
      #expect(Set(answers.map(\.numbers)) == [1...70, 5...9])
      try asked.expect(
        """
        SELECT concat_ws(' ', (SELECT count(*) FROM gpsbridge.fix), (SELECT count(*) FROM gpsbridge.batch),
          (SELECT count(*) FROM gpsbridge.last), (SELECT count(*) FROM gpsbridge.event), (SELECT count(*) FROM gpsbridge.missing))
        """, ["65 2 2 3 0"])
    }
    let counts = collector.figures.counts
    #expect((counts.fresh, counts.duplicates, counts.repeated) == (65, 65, 2))
    try asked.expect(
      "SELECT concat_ws(' ', lat, lon, round(speed_mps), h_acc_m) FROM gpsbridge.place ORDER BY name",
      ["47.5 9.400006 12 1.7", "47.5 9.4000009 12 1.7"])
    try asked.expect(
      "SELECT detail FROM gpsbridge.event WHERE kind = 'opened'", ["/dev/ttyACM0\u{FFFD}'; DROP"])
    try asked.expect("SELECT DISTINCT installation FROM gpsbridge.track", ["01010101"])
  }

  @Test func `have the same number in two epochs`() throws {
    for epoch: UInt32 in [7, .max] {
      #expect(try collector.send(one.token, one.batch(1...10, until: now, epoch: epoch)).epoch == epoch)
    }
    try asked.expect("SELECT DISTINCT epoch::text FROM gpsbridge.fix ORDER BY 1", ["-1", "7"])
  }

  @Test(arguments: [("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")])
  func `are on the disk before the answer`(setting: String, expected: String) throws {
    try asked.execute(
      """
      ALTER TABLE gpsbridge.batch ADD COLUMN mode text DEFAULT current_setting('synchronous_commit');
      ALTER DATABASE fleet SET synchronous_commit = \(setting)
      """)
    defer { try? asked.execute("ALTER DATABASE fleet RESET synchronous_commit") }
    let other = try RunningCollector(database.settings(role: "gpsbridge_collect"))
    try other.wait()
    _ = try other.send(one.token, one.batch(1...3, until: now))
    try asked.expect("SELECT mode FROM gpsbridge.batch", [expected])
  }

  /// The rows of a statement come before its commit.
  @Test func `are not answered as committed if the commit fails`() throws {
    try asked.execute(
      """
      CREATE FUNCTION gpsbridge.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'no room'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON gpsbridge.batch DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION gpsbridge.refuse()
      """)
    #expect(try collector.send(one.token, one.batch(1...3, until: now)).word == .noRoom)
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix", ["0"])
  }

  @Test func `are taken but for the one that has a bad value`() throws {
    try asked.execute(
      """
      CREATE FUNCTION gpsbridge.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF NEW.seq = 13 THEN RAISE EXCEPTION USING ERRCODE = '22003', MESSAGE = 'bad'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON gpsbridge.fix FOR EACH ROW EXECUTE FUNCTION gpsbridge.refuse()
      """)
    let batches = try [1...10, 11...20, 21...30].map { (one.token, try one.batch($0, until: now).bytes) }
    #expect(try collector.send(batches).map(\.word) == [.committed, .numbers, .committed])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix", ["20"])
    try asked.expect("SELECT concat_ws(' ', reason, first, last) FROM gpsbridge.refused", ["numbers 11 20"])
  }

  // MARK: - Refusals

  @Test func `are refused with the reason that a device needs`() throws {
    var namesake = one
    namesake.installation = [0xAB, 0xCD, 0xEF, 1] + [UInt8](repeating: 0, count: 12)
    var stranger = one
    stranger.token = FleetToken.random()
    #expect(try collector.send(one.token, one.batch(1...3)).word == .committed)
    let second = try collector.send(namesake.token, namesake.batch(1...3))
    #expect(second.word == .secondInstallation && second.installation == "01010101")
    #expect(try collector.send(stranger.token, stranger.batch(1...3)).word == .unknownToken)
    var damaged = try one.batch(4...9).bytes
    damaged[damaged.count - 1] ^= 1
    let answer = try collector.send([(one.token, damaged)])[0]
    #expect(answer.word == .damaged && answer.numbers == 4...9)
    try asked.execute("UPDATE gpsbridge.tenant SET suspended = now() WHERE name = 'acme'")
    #expect(try collector.send(one.token, one.batch(4...9)).word == .suspended)
    try asked.execute("UPDATE gpsbridge.token SET revoked = now()")
    #expect(try collector.send([(two.token, [1])])[0].word == .revoked)
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix", ["3"])
    try asked.expect(
      "SELECT concat_ws(' ', reason, count) FROM gpsbridge.refusals ORDER BY 1",
      ["damaged 1", "second_installation 1"])
    #expect(collector.lines.withLock { $0.contains { $0.contains("second installation") } })
  }

  @Test func `of two installations that come at once belong to one of them`() throws {
    var other = one
    other.installation = [UInt8](repeating: 2, count: 16)
    let words = try collector.send([
      (one.token, one.batch(1...3).bytes), (other.token, other.batch(1...3).bytes),
    ]).map(\.word)
    #expect(words == [.committed, .secondInstallation])
  }

  @Test func `that are refused have 20 samples of a device, and leave those of others alone`() throws {
    let noise = [UInt8](repeating: 7, count: 9000)
    _ = try collector.send([(two.token, [5])])
    for round in 0..<60 {
      let answers = try collector.send([(one.token, noise)])
      #expect(answers[0].word == .damaged, "\(round)")
    }
    #expect(try collector.send([(one.token, noise)])[0].word == .rate)
    try asked.expect(
      "SELECT count(*)::text FROM gpsbridge.refused GROUP BY device ORDER BY device", ["10", "1"])
    try asked.expect("SELECT max(length(sample))::text FROM gpsbridge.refused", ["4096"])
    try asked.expect("SELECT count::text FROM gpsbridge.refusals ORDER BY device", ["60", "1"])
  }

  // MARK: - Time

  @Test func `dated ahead of their arrival are rows, and never the place`() throws {
    for (latitude, ahead) in [(500_000_000, 20 * 3_600_000), (470_000_000, 0)] as [(Int64, Int64)] {
      _ = try collector.send(one.token, one.batch(1...1, until: now + ahead, latitude: latitude))
    }
    try asked.expect("SELECT concat_ws(' ', lat, is_late) FROM gpsbridge.place", ["47 f"])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.track", ["2"])
    // Nor does an older one take its place.
    _ = try collector.send(one.token, one.batch(2...2, until: now - 60_000, latitude: 100_000_000))
    try asked.expect("SELECT lat::text FROM gpsbridge.place", ["47"])
  }

  @Test func `of days without a table, or whose table is locked, wait aside and hold up no others`() throws {
    let old = now - 3 * day
    _ = try collector.send(one.token, one.batch(1...5, until: old))
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_late", ["5"])
    #expect(try maintain("settle").isEmpty)
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_late", ["0"])
    try holding(old) {
      let mixed = try collector.send([
        (one.token, one.batch(3...9, until: old + 4000).bytes),
        (two.token, two.batch(1...5, until: now).bytes),
      ])
      #expect(mixed.map(\.word) == [.committed, .committed])
      // Those that the table has are not put aside again.
      try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_late", ["4"])
      _ = try maintain("settle")
      try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_late", ["4"])
      try asked.expect("SELECT count(*)::text FROM gpsbridge.track WHERE name = 'one'", ["9"])
    }
    _ = try maintain("settle")
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix WHERE device = 1", ["9"])
    #expect(collector.figures.counts.late == 9)
    // An operator's VACUUM FULL keeps readers out too, so what the table has is known when it settles.
    try holding(old, "ACCESS EXCLUSIVE") {
      let mixed = try collector.send([
        (one.token, one.batch(8...12, until: old + 7000).bytes),
        (two.token, two.batch(6...7, until: now).bytes),
      ])
      #expect(mixed.map(\.word) == [.committed, .committed])
      _ = try maintain("settle")
      try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_late", ["5"])
    }
    _ = try maintain("settle")
    try asked.expect(
      "SELECT concat_ws(' ', (SELECT count(*) FROM gpsbridge.fix WHERE device = 1), (SELECT count(*) FROM gpsbridge.fix_late))",
      ["12 0"])
  }

  @Test func `are found by place on days that are closed`() throws {
    _ = try collector.send(one.token, one.batch(1...5, until: now - 3 * day))
    _ = try maintain("settle")
    _ = try maintain("close")
    try asked.expect("SELECT count(closed)::text FROM gpsbridge.day", ["1"])
    try asked.expect(
      "SELECT points::text FROM gpsbridge.near(47.5, 9.4, 50, now() - interval '5 days', now())", ["5"])
    try asked.expect(
      "SELECT points::text FROM gpsbridge.near(47.51, 9.4, 50, now() - interval '5 days', now())", [])
  }

  // MARK: - Retention

  @Test func `are kept as long as their tenant wants, and each deletion is noted`() throws {
    let old = now - 5 * day
    for device in [one, two] { _ = try collector.send(device.token, device.batch(1...7, until: old)) }
    _ = try maintain("settle")
    #expect(try maintain("expire").isEmpty && maintain("drop").isEmpty)
    try asked.execute("UPDATE gpsbridge.tenant SET keep = 3 WHERE name = 'acme'")
    let lines = try maintain("expire")
    #expect(lines.count == 1 && lines[0].hasPrefix("deleted 7 rows of the tenant acme, fix"))
    try asked.expect("SELECT name FROM gpsbridge.track GROUP BY 1", ["two"])
    // Rows that come too late are answered, and not stored.
    #expect(try collector.send(one.token, one.batch(8...9, until: old)).word == .committed)
    #expect(collector.figures.counts.expired == 2)
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_late", ["0"])
    try asked.execute("UPDATE gpsbridge.tenant SET keep = 4")
    #expect(try maintain("drop").first?.hasPrefix("deleted 7 rows of all tenants, day") == true)
    try asked.expect("SELECT count(*)::text FROM gpsbridge.track", ["0"])
    try asked.expect("SELECT sum(rows)::text FROM gpsbridge.deletion", ["14"])
  }

  @Test func `dated in the future expire by their arrival`() throws {
    _ = try collector.send(one.token, one.batch(1...2, until: now + 400 * day))
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_late", ["2"])
    #expect(try maintain("expire").isEmpty)
    try asked.execute("UPDATE gpsbridge.fix_late SET received = now() - interval '100 days'")
    #expect(try maintain("expire").count == 1)
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_late", ["0"])
  }

  @Test func `are missing only where no batch of the installation was about their numbers`() throws {
    _ = try collector.send(one.token, one.batch(1...10))
    _ = try collector.send(one.token, one.batch(31...40))
    // A later epoch has some of them, and the device has dropped others.
    _ = try collector.send(one.token, one.batch(15...19, epoch: 8))
    let lost = TrackRecord(number: 25, content: .dropped(last: 27, at: now), kind: "disk_full")
    _ = try collector.send(one.token, one.empty(25...27, epoch: 9, records: [lost]))
    try asked.expect(
      "SELECT concat_ws(' ', epoch, first, last, numbers) FROM gpsbridge.missing ORDER BY first",
      ["7 11 14 4", "7 20 24 5", "7 28 30 3"])
    // What was deleted does not make others missing.
    try asked.execute(
      "UPDATE gpsbridge.batch SET received = now() - interval '100 days' WHERE first IN (15, 31)")
    _ = try collector.send(one.token, one.batch(41...50))
    _ = try maintain("expire")
    try asked.expect("SELECT count(*)::text FROM gpsbridge.missing", ["0"])
  }

  // MARK: - Rights

  @Test func `can't be read or changed by the role of a collector`() throws {
    let role = Asked(database.settings(role: "gpsbridge_collect"))
    for statement: StaticText in [
      "SELECT count(*) FROM gpsbridge.fix", "DELETE FROM gpsbridge.fix", "SELECT hash FROM gpsbridge.token",
      "INSERT INTO gpsbridge.reader VALUES ('x', '*')",
      "SELECT gpsbridge.device_forget('acme', 'one', NULL, NULL)",
      "SELECT gpsbridge.tenant_change('acme', 1, NULL, NULL)", "SELECT gpsbridge.expire()",
    ] { try role.expectNoRight(to: statement) }
  }
}
