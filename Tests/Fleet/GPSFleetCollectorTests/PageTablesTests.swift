import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .onDatabase)
struct `What the page of a fleet asks` {
  let database: Database
  let asked: Asked
  /// As the role of readers, who is a superuser and may see all.
  let reader: Asked

  init() throws {
    database = try Database.shared.get()
    asked = try database.fresh()
    try asked.execute(
      """
      INSERT INTO gpsbridge.tenant (name) VALUES ('acme'), ('other');
      INSERT INTO gpsbridge.device (tenant, name) VALUES ('acme', 'one'), ('acme', '<b>"two"'), ('other', 'three');
      SELECT gpsbridge.open_day('2026-11-20')
      """)
    reader = Asked(database.settings(role: "gpsbridge_read"))
  }

  private func place(_ device: Int, received: String, t: String? = nil, pace: Int = 60_000) throws {
    try asked.execute(
      """
      INSERT INTO gpsbridge.last (device, t, seq, epoch, lat, lon, speed, received, pace)
      VALUES (\(device), \(t ?? received), 5, 7, 475000000, -94000000, 1200, \(received), \(pace))
      """)
  }

  /// Points of a device on 2026-11-20: seconds since midnight and places.
  private func track(_ device: Int, _ points: [(second: Int, lat: Int, lon: Int)], first: Int = 1) throws {
    let rows = points.enumerated().map { place, point in
      "('2026-11-20 00:00Z'::timestamptz + \(point.second) * interval '1 s', \(first + place), \(device), 7, 1, \(point.lat), \(point.lon), 0)"
    }
    try asked.execute(
      "INSERT INTO gpsbridge.fix (t, seq, device, epoch, installation, lat, lon, flags) VALUES "
        + rows.joined(separator: ",\n"))
  }

  @Test func `follows the pace of a device`() throws {
    let paced = try asked.texts(
      """
      SELECT gpsbridge.paced(p, i)::text FROM (VALUES (1, 60000, interval '60 s'), (2, 60000, interval '0.4 s'),
      (3, 60000, interval '10 s'), (4, 60000, interval '8 h'), (5, 150000, interval '10 min'), (6, 86400000, interval '3 d')) v (n, p, i)
      ORDER BY n
      """)
    #expect(paced == ["60000", "60000", "35000", "150000", "375000", "86400000"])
  }

  @Test func `is late after three messages and ten seconds`() throws {
    // A machine may stand still between two statements, each of which has its own present.
    try place(1, received: "now() - interval '120 s'")
    try place(2, received: "now()", pace: 1000)
    try place(3, received: "now() - interval '190 s'", t: "now() + interval '1 h'")
    #expect(try reader.texts(Self.late) == ["one f", "<b>\"two\" f", "three t"])
    try asked.execute(
      """
      UPDATE gpsbridge.last SET t = now() - interval '12 s', received = now() WHERE device = 2;
      UPDATE gpsbridge.last SET t = now() - interval '181 s' WHERE device = 1
      """)
    #expect(try reader.texts(Self.late) == ["one t", "<b>\"two\" t", "three t"])
  }

  private static let late: StaticText =
    "SELECT concat_ws(' ', name, is_late) FROM gpsbridge.place ORDER BY device"

  @Test func `lists all devices in parts`() throws {
    try place(1, received: "'2026-11-20 10:00:00.5Z'")
    let all = try reader.texts("SELECT concat_ws(' ', next, devices) FROM gpsbridge.page_devices(0, 2)")
    let one =
      #"[1, "acme", "one", 1795168800500, 1795168800500, 475000000, -94000000, 1200, null, null, 60000]"#
    let two = #"[2, "acme", "<b>\"two\"", null, null, null, null, null, null, null, null]"#
    #expect(all == ["2 [\(one), \(two)]"])
    let rest = try reader.texts("SELECT concat_ws(' ', next, devices) FROM gpsbridge.page_devices(2, 2)")
    #expect(rest == [#"[[3, "other", "three", null, null, null, null, null, null, null, null]]"#])
    try reader.expect("SELECT concat_ws(' ', next, devices) FROM gpsbridge.page_devices(3, 2)", ["[]"])
  }

  @Test func `names what has changed, and where a long list continues`() throws {
    for (device, second) in [(1, 10), (2, 20), (3, 30)] {
      try place(device, received: "'2026-11-20 10:00:\(second)Z'")
    }
    let changes: StaticText =
      """
      SELECT concat_ws(' ', (SELECT string_agg(row->>0, ',') FROM json_array_elements(moved::json) row),
        to_char(to_timestamp(until / 1e6) AT TIME ZONE 'UTC', 'MI:SS.MS'))
      FROM gpsbridge.page_changes('2026-11-20 10:00Z'::timestamptz + $1::int8 * interval '1 s', 2)
      """
    #expect(try reader.texts(changes, [.number(0)]) == ["1,2 00:20.000"])
    #expect(try reader.texts(changes, [.number(14)]).first??.hasPrefix("2,3 00:30.000") == true)
    // Nothing more: the next question begins two seconds ago.
    #expect(
      try reader.texts(
        """
        SELECT concat_ws(' ', moved, extract(epoch FROM now()) * 1000000 - until)
        FROM gpsbridge.page_changes('2026-11-20 10:00:30Z', 2)
        """) == ["[] 2000000.000000"])
    // A question about the future is not moved back.
    try reader.expect(
      "SELECT (until > extract(epoch FROM now()) * 1000000 + 3500000000)::text FROM gpsbridge.page_changes(now() + interval '1 h', 2)",
      ["true"])
  }

  private static let points: StaticText =
    """
    SELECT concat_ws(' ', j->'t', j->'lat', j->'apart', j->'points')
    FROM (SELECT gpsbridge.page_track(1, '2026-11-20 00:00Z', '2026-11-21 00:00Z', $1::int8::int, $2::int8::int)::json AS j) x
    """

  @Test func `thins a track to the picture`() throws {
    // Parked for a minute, then on the way; a pause of an hour; parked again.
    var points = (0..<60).map { (second: $0, lat: 475_000_000 + $0 % 3, lon: 94_000_000) }
    points += (60..<70).map { (second: $0, lat: 475_000_000 + ($0 - 59) * 1000, lon: 94_000_000) }
    points += (0..<5).map { (second: 3669 + $0, lat: 475_010_000, lon: 94_000_000) }
    try track(1, points)
    try track(2, [(second: 5, lat: 1, lon: 1)])
    let begin = 1_795_132_800_000
    let moving = (60..<70).map { begin + $0 * 1000 }
    let times = ([begin] + moving + [begin + 3_669_000, begin + 3_673_000]).map(String.init)
    let places = (["475000000"] + (1...10).map { "\(475_000_000 + $0 * 1000)" } + ["475010000", "475010000"])
    let apart = "[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]"
    #expect(
      try reader.texts(Self.points, [.number(1000), .number(100)]) == [
        "[\(times.joined(separator: ", "))] [\(places.joined(separator: ", "))] \(apart) 75"
      ])
    // A tenth of a degree is one point; the pause and the end stay.
    #expect(
      try reader.texts(Self.points, [.number(1_000_000), .number(100)]).first??.hasSuffix("[1, 1, 0] 75")
        == true)
    // Too many are thinned evenly, down to about the number that is allowed.
    let few = try reader.texts(Self.points, [.number(1), .number(10)]).first??.split(separator: "] ").first
    #expect((5...11).contains(few?.split(separator: ",").count ?? 0), "\(few ?? "")")
  }

  @Test func `names the numbers that are missing and dropped, also of a batch that came on another day`()
    throws
  {
    try track(1, (0..<25).map { (second: 3600 + $0, lat: 1, lon: 1) }, first: 6)
    try asked.execute(
      """
      INSERT INTO gpsbridge.batch (first, last, device, epoch, installation, count, received)
      SELECT first, last, device, 7, 1, 1, received::timestamptz FROM (VALUES (1, 1, 10, '2026-11-20 01:00Z'), (1, 15, 20, '2026-11-21 05:00Z'),
        (1, 21, 30, '2026-11-20 01:00Z'), (1, 41, 50, '2026-11-20 02:00Z'), (2, 100, 200, '2026-11-20 01:00Z')) v (device, first, last, received);
      INSERT INTO gpsbridge.event (device, epoch, seq, installation, type, at, until, last, kind) VALUES
      (1, 7, 3, 1, 'gap', '2026-11-20 01:00Z', '2026-11-20 02:00Z', NULL, 'no_sky'),
      (1, 7, 21, 1, 'dropped', '2026-11-20 01:00Z', NULL, 24, 'disk_full'), (2, 7, 1, 1, 'event', '2026-11-20 01:00Z', NULL, NULL, 'x')
      """)
    let found = try reader.texts(
      """
      SELECT concat_ws(' ', j->'missing', j->'dropped', j->'events', j->'points')
      FROM (SELECT gpsbridge.page_track(1, '2026-11-20 00:00Z', '2026-11-21 00:00Z', 1, 10)::json AS j) x
      """)
    // Numbers after the day's last one belong to another day.
    #expect(found == [#"[[11, 14]] [[21, 24]] [["gap", 1795136400000, 1795140000000, "no_sky"]] 25"#])
  }

  @Test func `finds the devices near a place and in a box, also across 180 degrees`() throws {
    try track(1, [(10, 475_000_000, 94_000_000), (20, 475_000_000, 94_010_000)])
    try track(2, [(30, 475_000_000, 94_020_000)])
    try track(3, [(40, 0, 1_799_999_000), (50, 0, -1_799_999_000)])
    let near: StaticText =
      """
      SELECT gpsbridge.page_near($1::int8 / 1e7, $2::int8 / 1e7, 200, '2026-11-20 00:00Z', '2026-11-21 00:00Z', 2)
      """
    let begin = 1_795_132_800_000
    let one = "[1, \(begin + 10_000), \(begin + 20_000), 2]"
    let two = "[2, \(begin + 30_000), \(begin + 30_000), 1]"
    let three = "[3, \(begin + 40_000), \(begin + 50_000), 2]"
    #expect(try reader.texts(near, [.number(475_000_000), .number(94_005_000)]) == ["[\(one), \(two)]"])
    #expect(try reader.texts(near, [.number(0), .number(1_800_000_000)]) == ["[\(three)]"])
    #expect(try reader.texts(near, [.number(0), .number(-1_799_999_500)]) == ["[\(three)]"])
    // A pole has all longitudes, and no number is too large for the table's columns.
    #expect(try reader.texts(near, [.number(899_999_999), .number(1_800_000_000)]) == ["[]"])
    let box: StaticText =
      """
      SELECT device || ' ' || points FROM gpsbridge.within($1::int8, $2::int8, $3::int8, $4::int8, '2026-11-20 00:00Z', '2026-11-20 00:00:45Z')
        ORDER BY device
      """
    let values = { (box: [Int64]) in box.map { SQLValue.number($0) } }
    #expect(try reader.texts(box, values([47, 9, 48, 10])) == ["1 2", "2 1"])
    #expect(try reader.texts(box, values([-1, 179, 1, -179])) == ["3 1"])
    #expect(try reader.texts(box, values([48, -180, 90, 180])).isEmpty)
  }

  @Test func `shows a reader its tenants only`() throws {
    for device in 1...3 { try place(device, received: "now()") }
    try track(1, [(10, 475_000_000, 94_000_000)])
    try track(3, [(10, 475_000_000, 94_000_000)])
    try asked.execute(
      """
      DROP ROLE IF EXISTS trial_reader;
      CREATE ROLE trial_reader LOGIN IN ROLE gpsbridge_read;
      INSERT INTO gpsbridge.reader VALUES ('trial_reader', 'other'), ('nobody_is_called_so', '*')
      """)
    let limited = Asked(database.settings().replacing("user=postgres", with: "user=trial_reader"))
    let seen: StaticText =
      """
      SELECT concat_ws(' ', (SELECT string_agg(d->>0, '') FROM gpsbridge.page_devices(0, 9), json_array_elements(devices::json) d),
        (SELECT string_agg(d->>0, '') FROM gpsbridge.page_changes('2026-11-20 00:00Z', 9), json_array_elements(moved::json) d),
        (SELECT string_agg(d->>0, '') FROM json_array_elements(
          gpsbridge.page_near(47.5, 9.4, 10, '2026-11-20 00:00Z', '2026-11-21 00:00Z', 9)::json) d),
        gpsbridge.page_track(1, '2026-11-20 00:00Z', '2026-11-21 00:00Z', 1, 9)::json->'points')
      """
    #expect(try limited.texts(seen) == ["3 3 3 0"])
    #expect(try reader.texts(seen) == ["123 123 13 1"])
    try asked.execute("DELETE FROM gpsbridge.reader WHERE role = 'postgres'")
    for table: StaticText in [
      "SELECT count(*)::text FROM gpsbridge.fix", "SELECT count(*)::text FROM gpsbridge.position",
      "SELECT count(*)::text FROM gpsbridge.track WHERE tenant = 'other'",
      "SELECT count(*)::text FROM gpsbridge.place WHERE name = 'three'",
    ] { try limited.expect(table, ["1"]) }
    try limited.expect("SELECT name FROM gpsbridge.track UNION SELECT name FROM gpsbridge.place", ["three"])
    for statement: StaticText in [
      "DELETE FROM gpsbridge.fix", "SELECT hash FROM gpsbridge.token", "SELECT sample FROM gpsbridge.refused",
      "SELECT gpsbridge.device_adopt('other', 'three')", "SELECT * FROM gpsbridge.maintain('expire')",
    ] { try limited.expectNoRight(to: statement) }
  }
}
