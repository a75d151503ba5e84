import Foundation
import GPSEventRuntime
import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSFleetCollector

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .serialized)
struct `The schema of a fleet` {
  let database: Database
  let asked: Asked

  init() throws {
    database = try Database.shared.get()
    asked = Asked(database.settings())
    _ = try asked.run(script: "DROP SCHEMA IF EXISTS gpsbridge CASCADE").get()
  }

  @Test func `is created once`() throws {
    _ = try asked.run(script: FleetSchema.script(from: 0) ?? "").get()
    #expect(FleetSchema.script(from: FleetSchema.version) == nil)
    #expect(FleetSchema.refusal(of: FleetSchema.version) == nil)
    #expect(FleetSchema.refusal(of: 0)?.contains("gpsbridge-collect --create") == true)
    #expect(FleetSchema.refusal(of: FleetSchema.version + 1)?.contains("newer") == true)
    guard case .failure(let failure) = try asked.run(script: FleetSchema.script(from: 0) ?? "") else {
      throw SystemFailure()
    }
    #expect(failure.state == "42P06")
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
      #expect(try asked.texts("SELECT (to_regclass('gpsbridge.day') IS NOT NULL)::text") == ["\(isWhole)"])
    }
    #expect(try asked.texts("SELECT (to_regclass('public.day') IS NULL)::text") == ["true"])
  }

  @Test func `is not created if the database refuses the question`() throws {
    _ = try asked.run(
      script: "CREATE SCHEMA gpsbridge; DROP ROLE IF EXISTS trial_stranger; CREATE ROLE trial_stranger"
    ).get()
    let words = ["--create", "--database", database.settings(role: "trial_stranger")]
    let status = Guarded<Int32?>(nil)
    Thread.detachNewThread {
      EventLoop.shared.adopt()
      let found = CollectorProgram.run(words)
      status.withLock { $0 = found }
    }
    let patience = Patience("the end of the program")
    while status.withLock({ $0 }) == nil {
      try patience.check()
      usleep(2000)
    }
    #expect(status.withLock { $0 } == 1)
  }
}
