import GNSS
import GPSEventRuntime
import GPSSystemCalls
import GPSTrackRows
import Glibc
import TestSupport
import Testing

@testable import GPSFleetCollector
@testable import GPSFleetProtocol

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .serialized)
struct `The tables of a fleet` {
  let database: Database
  let asked: Asked
  private let now: Int64
  /// The writer's positions that were new in the table, and those that it had.
  private let counted = Guarded((new: 0, old: 0))

  init() throws {
    database = try Database.shared.get()
    asked = try database.fresh()
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    now = Int64(time.tv_sec) * 1000
  }

  private func device(_ name: String, _ tenant: String = "acme") throws -> FleetDevice {
    FleetDevice(tenant: try FleetName(tenant, of: .tenant), name: try FleetName(name, of: .device))
  }

  /// Entries of one a second up to a time, in the east of each other.
  private func entries(_ numbers: ClosedRange<Int64>, until end: Int64) throws -> [TrackColumns.Entry] {
    try numbers.map { number in
      var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
      (columns[0], columns[1]) = (end - (numbers.upperBound - number) * 1000, 100)
      (columns[2], columns[3], columns[7]) = (475_000_000, 94_000_000 + number, 1200)
      (columns[10], columns[12], columns[16]) = (1700, 12, 2)
      let row = try #require(TrackRow(columns: columns))
      return TrackColumns.Entry(number: number, monotonic: number * 1000, row: row)
    }
  }

  private func delivery(
    _ device: FleetDevice, _ numbers: ClosedRange<Int64>, until end: Int64, epoch: UInt32 = 7,
    records: [FleetRecord] = []
  ) throws -> CollectorMachine.Delivery {
    let batch = FleetBatch(
      installation: [UInt8](repeating: 1, count: 16), epoch: epoch, numbers: numbers,
      fixes: try entries(numbers, until: end), records: records)
    return .init(device: device, broker: 0, content: .batch(batch, bytes: batch.bytes))
  }

  /// Writes as the role of collectors, and waits for the outcome.
  private func write(
    _ deliveries: [CollectorMachine.Delivery], states: [FleetDevice: FleetPresence.Device] = [:],
    keepsMessages: Bool = false
  ) throws -> Result<FleetDatabase, CollectorMachine.Failure> {
    let transaction = CollectorMachine.Transaction(number: 1, deliveries: deliveries, states: states)
    return try write([transaction], keepsMessages: keepsMessages)
  }

  /// Writes transactions one after the other, up to the first one that fails; the answer is the last outcome.
  private func write(
    _ transactions: [CollectorMachine.Transaction], keepsMessages: Bool = false,
    mostNumbers: Int = 1_000_000
  ) throws -> Result<FleetDatabase, CollectorMachine.Failure> {
    var settings = CollectorSettings(name: try FleetName("c1", of: .collector))
    settings.database = database.settings(role: "gpsbridge_collect")
    settings.keepsMessages = keepsMessages
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let isAvailable = Guarded<String?>(nil)
    let writer = DatabaseWriter(on: loop, settings, mostNumbers: mostNumbers) { event in
      switch event {
      case .available: isAvailable.withLock { $0 = "" }
      case .away(let words): isAvailable.withLock { $0 = words }
      case .notice: break
      }
    }
    loop.sync { writer.assumeIsolated { $0.connect() } }
    defer { loop.sync { writer.assumeIsolated { $0.close() } } }
    try Patience.wait(for: "the database") { isAvailable.withLock { $0 } != nil }
    #expect(isAvailable.withLock { $0 } == "")
    var last: Result<FleetDatabase, CollectorMachine.Failure> = .failure(.away)
    for transaction in transactions {
      let outcome = Guarded<Result<FleetDatabase, CollectorMachine.Failure>?>(nil)
      loop.sync {
        writer.assumeIsolated { writer in
          writer.write(transaction) { found in outcome.withLock { $0 = found } }
        }
      }
      last = try Patience.wait(for: "the outcome") { outcome.withLock { $0 } }
      let points = loop.sync { writer.assumeIsolated { ($0.points, $0.duplicates) } }
      counted.withLock { $0 = points }
      guard case .success = last else { break }
    }
    return last
  }

  private func counts() throws -> [String?] {
    try asked.texts(
      """
      SELECT concat_ws(' ', (SELECT count(*) FROM gpsbridge.fix), (SELECT count(*) FROM gpsbridge.batch),
        (SELECT count(*) FROM gpsbridge.last), (SELECT count(*) FROM gpsbridge.event),
        (SELECT count(*) FROM gpsbridge.refused), (SELECT count(*) FROM gpsbridge.presence))
      """)
  }

  @Test func `have each point once, however often it is written`() throws {
    let records = [
      FleetRecord(number: 61, content: .event(at: now), kind: "opened", detail: "/dev/ttyACM0\u{0}'; DROP"),
      FleetRecord(number: 62, content: .gap(from: now, to: now + 5000), kind: "no_sky"),
      FleetRecord(number: 63, content: .dropped(last: 70, at: now), kind: "disk_full"),
    ]
    let (one, two) = (try device("one"), try device("two", "other"))
    var mixed = try delivery(one, 1...60, until: now, records: records)
    if case .batch(var batch, _) = mixed.content {
      batch.numbers = 1...70
      mixed.content = .batch(batch, bytes: batch.bytes)
    }
    let deliveries = [mixed, try delivery(two, 5...9, until: now - 3_600_000)]
    let states = [one: FleetPresence.Device(isOnline: true, connection: 17, backlog: 3)]
    for round in 0..<3 {
      let outcome = try write(deliveries, states: states)
      let found = try outcome.get()
      #expect(counted.withLock { $0 } == (round == 0 ? (65, 0) : (0, 65)))
      #expect(found.timeline == 1)
      #expect(
        found.identifier.hasSuffix(
          try #require(asked.texts("SELECT oid::text FROM pg_database WHERE datname = 'fleet'")[0])))
      #expect(try counts() == ["65 2 2 3 0 1"])
    }
    try asked.expect(
      "SELECT lat || ' ' || lon || ' ' || round(speed_mps) || ' ' || h_acc_m FROM gpsbridge.place ORDER BY name",
      ["47.5 9.400006 12 1.7", "47.5 9.4000009 12 1.7"])
    try asked.expect(
      "SELECT detail FROM gpsbridge.event WHERE kind = 'opened'", ["/dev/ttyACM0\u{FFFD}'; DROP"])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.missing", ["0"])
  }

  @Test func `have all rows, even if the collector remembers few numbers of devices`() throws {
    let names = ["one", "two", "three"]
    let transactions = try [["one", "two"], ["one", "three"], ["three", "two", "one"]].enumerated().map {
      place, names in
      let first = Int64(place * 10 + 1)
      return CollectorMachine.Transaction(
        number: place + 1,
        deliveries: try names.map { try delivery(device($0), first...(first + 9), until: now) },
        states: [try device(names[0]): FleetPresence.Device(isOnline: true, connection: 1)])
    }
    _ = try write(transactions, mostNumbers: 2).get()
    try asked.expect(
      "SELECT name || ' ' || count(*) FROM gpsbridge.track GROUP BY name ORDER BY name",
      ["one 30", "three 20", "two 20"])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.presence", ["2"])
    // Without a number there is no statement that could be committed.
    let days = FleetRows.Days(now: now, keep: 90)
    #expect(FleetRows(transactions[0], [:], days: days, now: now, keepsMessages: false) == nil)
    let one = [try device("one"): Int32(1)]
    #expect(FleetRows(transactions[0], one, days: days, now: now, keepsMessages: false) == nil)
    let both = Dictionary(uniqueKeysWithValues: try names.map { (try device($0), Int32(1)) })
    #expect(FleetRows(transactions[0], both, days: days, now: now, keepsMessages: false)?.count == 20)
  }

  @Test func `have the same number in two epochs`() throws {
    let one = try device("one")
    _ = try write([delivery(one, 1...10, until: now), delivery(one, 1...10, until: now, epoch: .max)]).get()
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix", ["20"])
    try asked.expect("SELECT DISTINCT epoch::text FROM gpsbridge.fix ORDER BY 1", ["-1", "7"])
  }

  @Test func `name the numbers that no message was about`() throws {
    let one = try device("one")
    _ = try write([delivery(one, 1...10, until: now), delivery(one, 31...40, until: now)]).get()
    try asked.expect("SELECT concat_ws(' ', first, last, numbers) FROM gpsbridge.missing", ["11 30 20"])
  }

  @Test(arguments: [("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")])
  func `are written to the disk before the answer`(setting: String, expected: String) throws {
    try asked.execute(
      """
      ALTER TABLE gpsbridge.event ADD COLUMN mode text DEFAULT current_setting('synchronous_commit');
      ALTER DATABASE fleet SET synchronous_commit = \(setting)
      """)
    defer { _ = try? asked.run(script: "ALTER DATABASE fleet RESET synchronous_commit") }
    let records = [FleetRecord(number: 4, content: .event(at: now), kind: "opened")]
    _ = try write([delivery(device("one"), 1...3, until: now, records: records)]).get()
    try asked.expect("SELECT mode FROM gpsbridge.event", [expected])
  }

  @Test func `keep the newest position, and ignore times that can't be true`() throws {
    let one = try device("one")
    for end in [now - 10_000, now - 60_000, 1000, now + 90 * 86_400_000] {
      _ = try write([delivery(one, 1...3, until: end, epoch: UInt32(truncatingIfNeeded: end / 1000))]).get()
    }
    try asked.expect(
      "SELECT (extract(epoch FROM t) * 1000)::int8::text FROM gpsbridge.last", ["\(now - 10_000)"])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix", ["12"])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_elsewhen", ["6"])
  }

  @Test func `keep the state of the newest connection`() throws {
    let one = try device("one")
    for (connection, isOnline) in [(5, true), (4, false), (5, false), (3, true)] as [(Int64, Bool)] {
      _ = try write([], states: [one: FleetPresence.Device(isOnline: isOnline, connection: connection)]).get()
    }
    try asked.expect("SELECT concat_ws(' ', connection, online) FROM gpsbridge.presence", ["5 f"])
  }

  @Test func `keep refused messages, and messages as they came`() throws {
    let one = try device("one")
    let refused = CollectorMachine.Delivery(
      device: one, broker: 0, content: .refused(nil, reason: "damaged", bytes: [0, 1, 255]))
    _ = try write([refused, delivery(one, 1...2, until: now)], keepsMessages: true).get()
    try asked.expect("SELECT reason || data::text FROM gpsbridge.refused", ["damaged\\x0001ff"])
    try asked.expect("SELECT left(data::text, 6) FROM gpsbridge.batch", ["\\x4742"])
  }

  @Test func `open, close and delete days`() throws {
    let one = try device("one")
    let day: Int64 = 86_400_000
    // Each delivery is within a day, also right after midnight.
    let noon = now - now % day + day / 2
    _ = try write([delivery(one, 1...3, until: noon - 3 * day), delivery(one, 4...6, until: noon - 80 * day)])
      .get()
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix_elsewhen", ["0"])
    for statement in FleetSchema.maintenance(keep: 60) { _ = try asked.run([statement]).get() }
    try asked.expect("SELECT count(*)::text FROM gpsbridge.fix", ["3"])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.day WHERE closed IS NOT NULL", ["1"])
    try asked.expect("SELECT count(*)::text FROM gpsbridge.day", ["4"])
    // Rows that come late are taken, and near finds them.
    _ = try write([delivery(one, 7...8, until: noon - 3 * day)]).get()
    try asked.expect(
      "SELECT points::text FROM gpsbridge.near(47.5, 9.4, 50, now() - interval '5 days', now() - interval '2 days')",
      ["5"])
    try asked.expect(
      "SELECT points::text FROM gpsbridge.near(47.51, 9.4, 50, now() - interval '5 days', now())", [])
  }

  /// A collector without brokers, and the lines that it reports.
  private func collector() throws -> (EventLoop, FleetCollector, Guarded<[String]>) {
    var settings = CollectorSettings(name: try FleetName("c1", of: .collector))
    settings.database = database.settings(role: "gpsbridge_collect")
    let (loop, lines) = (EventLoop(), Guarded<[String]>([]))
    loop.start()
    let collector = FleetCollector(on: loop, settings, connection: 1, seed: 1) { line in
      lines.withLock { $0.append(line) }
    }
    loop.sync { collector.assumeIsolated { $0.start() } }
    return (loop, collector, lines)
  }

  @Test func `take new rows while a day is closed`() throws {
    let one = try device("one")
    let day: Int64 = 86_400_000
    _ = try write([delivery(one, 1...3, until: now - now % day - 2 * day - day / 2)]).get()
    let name = try #require(asked.texts("SELECT to_char(day, 'YYYYMMDD') FROM gpsbridge.day").first ?? nil)
    // A report that reads that day for long.
    let report = Asked(database.settings())
    try report.execute("BEGIN; LOCK TABLE gpsbridge.fix_\(name) IN ACCESS SHARE MODE")
    let (loop, collector, lines) = try collector()
    defer {
      loop.sync { collector.assumeIsolated { $0.stop() } }
      loop.stop()
    }
    try Patience.wait(for: "the table of the day") {
      try asked.texts(
        "SELECT pid::text FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%gpsbridge%'"
      ).count == 1
    }
    _ = try write([delivery(one, 4...6, until: now)]).get()
    try asked.expect("SELECT count(*)::text FROM gpsbridge.day WHERE closed IS NOT NULL", ["0"])
    try report.execute("COMMIT")
    try Patience.wait(for: "the end of the day") {
      try asked.texts("SELECT count(*)::text FROM gpsbridge.day WHERE closed IS NOT NULL") == ["1"]
    }
    #expect(!lines.withLock { $0.contains { $0.hasPrefix("the days") } })
  }

  @Test func `are maintained in part if a step fails, which is reported`() throws {
    try asked.execute("DROP FUNCTION gpsbridge.drop_days")
    let one = try device("one")
    let day: Int64 = 86_400_000
    _ = try write([delivery(one, 1...3, until: now - now % day - 2 * day - day / 2)]).get()
    let (loop, collector, lines) = try collector()
    defer {
      loop.sync { collector.assumeIsolated { $0.stop() } }
      loop.stop()
    }
    try Patience.wait(for: "the end of the day") {
      try asked.texts("SELECT count(*)::text FROM gpsbridge.day WHERE closed IS NOT NULL") == ["1"]
    }
    let reported = lines.withLock { $0.filter { $0.hasPrefix("the days are not maintained") } }
    #expect(reported.count == 1 && reported[0].contains("drop_days"))
  }

  @Test func `show a reader its tenant's rows only`() throws {
    _ = try write([
      delivery(device("one"), 1...3, until: now), delivery(device("two", "other"), 1...4, until: now),
    ]).get()
    try asked.execute(
      """
      DROP ROLE IF EXISTS trial_reader; CREATE ROLE trial_reader LOGIN IN ROLE gpsbridge_read;
      INSERT INTO gpsbridge.reader VALUES ('trial_reader', 'other')
      """)
    let reader = Asked(database.settings().replacing("user=postgres", with: "user=trial_reader"))
    try reader.expect("SELECT DISTINCT tenant FROM gpsbridge.track", ["other"])
    try reader.expect("SELECT count(*)::text FROM gpsbridge.fix", ["4"])
    try reader.expect("SELECT name FROM gpsbridge.place", ["two"])
    guard case .failure(let failure) = try reader.run([SQLStatement("DELETE FROM gpsbridge.fix")]) else {
      throw SystemFailure()
    }
    #expect(failure.state == "42501")
  }

  @Test func `report that a backup was restored`() throws {
    _ = try asked.run([SQLStatement("SELECT gpsbridge.restored('2026-01-01T00:00:00Z')")]).get()
    try asked.expect("SELECT restored_since::text FROM gpsbridge.identity()", ["1767225600000"])
  }
}

@Suite struct `The days of a transaction` {
  private let day: Int64 = 86_400_000

  @Test func `are those that are kept, up to tomorrow`() {
    let days = FleetRows.Days(now: 20_000 * day + 5000, keep: 90)
    #expect(days.range == (19_910 * day)...(20_001 * day + 5000))
    let times = [19_910 * day - 1, 19_910 * day, 20_000 * day, 20_001 * day, 20_001 * day + 5001, 0, .min]
    #expect(days.days(of: times) == [19_910, 20_000, 20_001])
  }
}
