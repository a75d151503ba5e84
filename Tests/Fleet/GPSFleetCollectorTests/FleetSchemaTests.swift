import Foundation
import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .onDatabase)
struct `The schema of a fleet` {
  let database: Database
  let asked: Asked

  init() throws {
    database = try Database.shared.get()
    asked = Asked(database.settings())
    try asked.execute("DROP SCHEMA IF EXISTS gpsbridge CASCADE")
  }

  @Test func `is created once`() throws {
    try asked.execute(FleetSchema.script)
    #expect(FleetSchema.refusal(of: FleetSchema.version) == nil)
    #expect(FleetSchema.refusal(of: 0)?.contains("gpsbridge-collect --create") == true)
    #expect(
      FleetSchema.refusal(of: 2)
        == "the tables have version 2, this program needs 1; use the program that created them")
    #expect(try asked.failure(of: .script(FleetSchema.script)).state == "42P06")
  }

  @Test func `is created by psql as one transaction`() throws {
    let folder = try TestFolder()
    let (script, end) = (folder.file("fleet.sql"), "COMMIT;\n")
    let text = FleetSchema.printed
    #expect(text.hasSuffix(end))
    for isWhole in [false, true] {
      try Data((isWhole ? text : text.dropLast(end.count) + "SELECT 1 / 0;\n" + end).utf8)
        .write(to: URL(fileURLWithPath: script))
      let command = "psql '\(database.settings())' -q -v ON_ERROR_STOP=1 -f '\(script)'"
      let status = unsafe system("\(command) >'\(folder.file("out"))' 2>&1")
      #expect((status == 0) == isWhole)
      try asked.expect("SELECT (to_regclass('gpsbridge.day') IS NOT NULL)::text", ["\(isWhole)"])
    }
    try asked.expect("SELECT (to_regclass('public.day') IS NULL)::text", ["true"])
  }

  @Test func `is not created if the database refuses the question`() throws {
    try asked.execute(
      "CREATE SCHEMA gpsbridge; DROP ROLE IF EXISTS trial_stranger; CREATE ROLE trial_stranger")
    let words = ["--create", "--database", database.settings(role: "trial_stranger")]
    let status = try Patience.wait(forThread: "the program") {
      EventLoop.shared.adopt()
      return CollectorProgram.run(words)
    }
    #expect(status == 1)
  }

  /// The outcome of a script that has to wait for another session, once it waits and the other one has gone on.
  private func outcome(of script: String, whileWaiting goOn: () throws -> Void) throws
    -> PostgreSQLConnection.Outcome
  {
    let outcome = Guarded<Result<PostgreSQLConnection.Outcome, any Error>?>(nil)
    let other = Asked(database.settings())
    Thread.detachNewThread {
      let found = Result { try other.run(.script(script)) }
      outcome.withLock { $0 = found }
    }
    let patience = Patience("a script that waits, and its end")
    while outcome.withLock({ $0 == nil }) {
      try patience.check()
      let waiting = try asked.texts(
        "SELECT 'yes' FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
      if !waiting.isEmpty { break }
    }
    try goOn()
    return try Patience.wait(for: "the outcome") { outcome.withLock { $0 } }.get()
  }

  @Test func `is created by one of two programs`() throws {
    let first = Asked(database.settings())
    try first.execute("BEGIN;\n" + FleetSchema.script)
    let second = try outcome(of: FleetSchema.script) { try first.execute("COMMIT") }
    guard case .failure(let failure) = second else { throw SystemFailure() }
    #expect(failure.description.contains("another program has created the tables meanwhile"), "\(failure)")
    try asked.expect("SELECT max(version)::text FROM gpsbridge.schema_version", ["1"])
  }

  /// A process that was killed leaves its statement running.
  @Test func `closes no day that another session closes already`() throws {
    try asked.execute(FleetSchema.script)
    try asked.execute("SELECT gpsbridge.open_day('2026-11-20'), gpsbridge.open_day('2026-11-21')")
    let killed = Asked(database.settings())
    try killed.execute("BEGIN; SELECT gpsbridge.close_next_day()")
    let next: StaticText = "SELECT gpsbridge.close_next_day()::text"
    #expect(try asked.texts(next) == ["2026-11-21"])
    #expect(try asked.texts(next) == [nil])
    // One collector at a time, whichever asks.
    try killed.execute("COMMIT; BEGIN; SELECT * FROM gpsbridge.maintain('expire')")
    try asked.expect("SELECT note FROM gpsbridge.maintain('expire')", [nil])
    try killed.execute("COMMIT")
    try asked.expect("SELECT count(closed)::text FROM gpsbridge.day", ["2"])
  }

  @Test func `opens a day once, whoever asks`() throws {
    try asked.execute(FleetSchema.script)
    let first = Asked(database.settings())
    try first.execute("BEGIN; SELECT gpsbridge.open_day('2026-11-20')")
    let second = try outcome(of: "SELECT gpsbridge.open_day('2026-11-20')") { try first.execute("COMMIT") }
    _ = try second.get()
    try asked.expect("SELECT count(*)::text FROM gpsbridge.day", ["1"])
  }
}
