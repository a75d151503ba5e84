import GPSSQLiteFiles
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `The identity of a store`: EmptyStoreSuite {
  private let time = ManualTime(utcSeconds: 1_795_158_502)

  @Test func `is another one on a machine that its card was copied to`() throws {
    func installation(on machine: String?) throws -> (digits: String?, isCopy: Bool) {
      let file = try StoreFile(path, program: "test", at: 1_795_158_502_000, on: machine)
      return (try file.file.text("SELECT value FROM store WHERE key = 'installation'"), file.isCopy)
    }
    // Made where machines have no ids: the first one that has an id adopts it.
    let made = try installation(on: nil)
    #expect(made.digits?.utf8.count == 32 && !made.isCopy)
    for machine in ["1", "1", nil, "1"] { #expect(try installation(on: machine) == made) }
    let copy = try installation(on: "2")
    #expect(copy.isCopy && copy.digits?.utf8.count == 32 && copy.digits != made.digits)
    // Until an event has reported it.
    for machine in ["2", nil] { #expect(try installation(on: machine) == copy) }
  }

  @Test func `follows only from an id of 32 digits`() {
    let id = "3d1219c7c4c5404aaa1f6d2a48adfda4"
    let word = StoreIdentity.machine(of: id + "\n")
    #expect(word != nil && word != id && word == StoreIdentity.machine(of: id))
    #expect(word != StoreIdentity.machine(of: "3d1219c7c4c5404aaa1f6d2a48adfda5"))
    for other in [nil, "", "\n", "uninitialized", id + "0", String(repeating: "0", count: 32)] {
      #expect(StoreIdentity.machine(of: other) == nil, "\(other ?? "no file")")
    }
  }

  @Test(.enabled(if: StoreIdentity.machine != nil, "this machine has no id"))
  func `has changed in one event, where the store was copied`() async throws {
    for run in 0..<3 {
      let simulated = SimulatedReceiver(.drive, time: time)
      let writer = try StoreWriter(simulated.receiver, at: path)
      await time.advance(by: .seconds(30))
      await writer.stop()
      let file = try SQLiteConnection(path, .writing)
      #expect(try file.number("SELECT count(*) FROM event WHERE kind = 'copied'") == (run == 0 ? 0 : 1))
      if run == 0 { try file.run("UPDATE store SET value = 'another' WHERE key = 'machine'") }
    }
  }
}
