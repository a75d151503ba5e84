import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .onDatabase)
struct `A connection to PostgreSQL` {
  let database: Database

  init() throws { database = try Database.shared.get() }

  @Test func `passes values in binary form`() throws {
    let asked = Asked(database.settings())
    let text = "x'); DROP TABLE fix;-- \u{1F6F0}"
    #expect(try asked.texts("SELECT $1::text", [.text(text)]) == [text])
    #expect(try asked.texts("SELECT ($1::text IS NULL)::text", [.text(nil)]) == ["true"])
    let numbers: [(StaticText, SQLValue, String)] = [
      ("SELECT $1::int8::text", .number(.min), "-9223372036854775808"),
      (
        "SELECT ($1::int8[])::text", .array(.number, of: [1, nil, Int64.max]) { $0.append($1) },
        "{1,NULL,9223372036854775807}"
      ),
      ("SELECT ($1::int8[])::text", .array(.number, of: [Int64]()) { $0.append($1) }, "{}"),
      (
        "SELECT ($1::int4[])::text", .array(.integer, of: [-1, nil, Int32.min]) { $0.append($1) },
        "{-1,NULL,-2147483648}"
      ),
      ("SELECT $1::int4::text", .integer(.min), "-2147483648"),
      ("SELECT ($1::bytea IS NULL)::text", .bytes(nil), "true"),
      (
        "SELECT ($1::text[])::text", .array(.text, of: ["a", nil, "b,\"c"]) { $0.append($1) },
        "{a,NULL,\"b,\\\"c\"}"
      ),
      (
        "SELECT ($1::bytea[])::text", .array(.bytes, of: [[0, 255], nil, []]) { $0.append(bytes: $1) },
        "{\"\\\\x00ff\",NULL,\"\\\\x\"}"
      ),
    ]
    for (statement, value, expected) in numbers { #expect(try asked.texts(statement, [value]) == [expected]) }
  }

  @Test func `passes times of the years 1 to 9999`() throws {
    let asked = Asked(database.settings())
    let times: [Int64?] = [
      -62_135_596_800_000, 0, nil, 946_684_799_999, 1_795_000_000_123, 253_402_300_799_999,
    ]
    let found = try asked.texts(
      """
      SELECT to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') FROM unnest($1::timestamptz[]) WITH ORDINALITY a (t, n)
      ORDER BY n
      """, [.array(.time, of: times) { $0.append(milliseconds: $1) }])
    #expect(
      found == [
        "0001-01-01T00:00:00.000", "1970-01-01T00:00:00.000", nil, "1999-12-31T23:59:59.999",
        "2026-11-18T11:06:40.123", "9999-12-31T23:59:59.999",
      ])
  }

  @Test func `joins arrays, and refuses times that the server can't have`() throws {
    let asked = Asked(database.settings())
    var (one, two) = (SQLArray(.number), SQLArray(.number))
    for number: Int64? in [1, nil] { one.append(number) }
    two.append(3 as Int64?)
    one.append(contentsOf: two)
    #expect(try asked.texts("SELECT ($1::int8[])::text", [one.value]) == ["{1,NULL,3}"])
    for time: Int64 in [.min, .max] {
      let times = SQLValue.array(.time, of: [time]) { $0.append(milliseconds: $1) }
      #expect(try asked.failure(of: [SQLStatement("SELECT $1::timestamptz[]", [times])]).isOfValue, "\(time)")
    }
  }

  @Test func `keeps nothing of a transaction that fails, and goes on`() throws {
    let asked = Asked(database.settings())
    try asked.execute("DROP TABLE IF EXISTS trial; CREATE TABLE trial (n int8 PRIMARY KEY)")
    let insert = { SQLStatement("INSERT INTO trial VALUES ($1::int8)", [.number($0)]) }
    let failure = try asked.failure(of: [insert(1), insert(2), insert(1), insert(3)])
    #expect(failure.state == "23505")
    // A missing table of a day has a state of this class, too.
    #expect(!failure.isOfValue)
    try asked.expect("SELECT count(*)::text FROM trial", ["0"])
    _ = try asked.run([insert(1), insert(2)]).get()
    try asked.expect("SELECT count(*)::text FROM trial", ["2"])
    #expect(!asked.events.contains { if case .ended = $0 { true } else { false } })
  }

  @Test func `sends more than the socket takes at once`() throws {
    let asked = Asked(database.settings())
    let numbers = SQLValue.array(.number, of: Array(0..<1_000_000 as Range<Int64>)) { $0.append($1) }
    #expect(try asked.texts("SELECT sum(n)::text FROM unnest($1::int8[]) n", [numbers]) == ["499999500000"])
  }

  @Test func `answers with a failure when the server ends it`() throws {
    let asked = Asked(database.settings())
    let failure = try asked.failure(of: [SQLStatement("SELECT pg_terminate_backend(pg_backend_pid())")])
    #expect(!failure.isOfValue && !failure.isConflict)
    try Patience.wait(for: "the end") {
      asked.events.contains { if case .ended = $0 { true } else { false } }
    }
    #expect(try asked.failure(of: [SQLStatement("SELECT 1")]).state == "")
  }

  @Test func `ends if there is no server`() throws {
    let asked = Asked("host=127.0.0.1 port=1")
    _ = try asked.failure(of: [SQLStatement("SELECT 1")])
    #expect(asked.events.count == 1)
  }

  @Test func `reports notices`() throws {
    let asked = Asked(database.settings())
    try asked.execute("DO $$ BEGIN RAISE NOTICE 'two  %', E'words\\n'; END $$")
    #expect(asked.events.contains(.notice("NOTICE: two words")))
  }

  @Test func `recognizes conflicts`() {
    for state in ["40P01", "40001"] { #expect(SQLFailure(state: state, description: "").isConflict) }
    for state in ["", "23505", "57P01", "40002"] {
      #expect(!SQLFailure(state: state, description: "").isConflict)
    }
  }
}
