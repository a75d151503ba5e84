import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite struct `A backup of a store`: StoreSuite {
  let folder: TestFolder
  private let script: StoreScript
  private let copy: String

  init() throws {
    folder = try TestFolder()
    script = try StoreScript(folder.file("track.db"), seed: 21)
    copy = folder.file("copy.db")
  }

  @Test func `is made while the store is written, is a store of its own, and private`() throws {
    script.drive(1200)
    script.wait(9 * 86_400)
    script.drive(50)
    try script.seal()
    try StoreCare.backUp(script.path, to: copy)
    let before = script.fixes
    try script.record(100)
    #expect(try stored(at: copy) == before && stored(at: script.path) == script.fixes)
    #expect(StoreCheck(at: copy).complaints == [] && StoreCheck(at: copy).packed > 1000)
    #expect(Kernel.node(copy).map { $0.mode & 0o777 } == 0o600)
    #expect(Kernel.names(in: folder.path).allSatisfy { !$0.hasSuffix(".part") })
    // Another program may go on with it.
    #expect(try StoreFile(copy, program: "test", at: 0).next > 1250)
  }

  @Test func `does not replace a file`() throws {
    try script.record(10)
    try Kernel.replaceFile(Array(copy.utf8), with: [1, 2, 3])
    let error = #expect(throws: StoreError.self) { try StoreCare.backUp(script.path, to: copy) }
    #expect(error?.remedy != nil && Kernel.contents(of: copy) == [1, 2, 3])
    #expect(throws: StoreError.self) {
      try StoreCare.backUp(folder.file("other.db"), to: folder.file("new.db"))
    }
    #expect(!Kernel.exists(folder.file("new.db")))
  }

  @Test func `is checked, and what is damaged is found`() throws {
    script.drive(1500)
    script.wait(9 * 86_400)
    try script.seal()
    #expect(StoreCheck(at: script.path).fixes == 1500)
    try script.close()
    for change in [
      "DELETE FROM fix WHERE seq = (SELECT max(seq) FROM fix)",
      "DELETE FROM segment WHERE first = (SELECT max(first) FROM segment)",
      "UPDATE segment SET north = north - 1 WHERE first = 1",
      "UPDATE pack SET data = substr(data, 1, 100) WHERE first = 1", "DELETE FROM session",
      "UPDATE segment SET last = last + 1 WHERE first = 1",
    ] {
      let other = folder.file("other.db")
      try? Kernel.removeFile(Array(other.utf8))
      try StoreCare.backUp(script.path, to: other)
      #expect(StoreCheck(at: other).complaints == [])
      try SQLiteConnection(other, .writing).run("PRAGMA foreign_keys = OFF; " + change)
      #expect(StoreCheck(at: other).complaints != [], "\(change)")
    }
  }
}

@Suite final class `A store that is moved or removed while it is written`: EmptyStoreSuite {
  @Test(arguments: [true, false]) func `has a successor, and loses nothing`(isMoved: Bool) async throws {
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(60))
    let (before, elsewhere) = (try stored(), folder.file("elsewhere.db"))
    if isMoved {
      try Kernel.moveFile(Array(path.utf8), to: Array(elsewhere.utf8))
    } else {
      for ending in ["", "-wal", "-shm"] { try Kernel.removeFile(Array((path + ending).utf8)) }
    }
    await time.advance(by: .seconds(60))
    #expect(writer.moves == 1 && writer.fault == nil)
    // Another file of its name is not written.
    try Kernel.moveFile(Array(path.utf8), to: Array(folder.file("third.db").utf8))
    try Kernel.replaceFile(Array(path.utf8), with: [0x41])
    await time.advance(by: .seconds(60))
    #expect(writer.fault?.reason == "another file has its name now" && writer.counts.waiting > 50)
    try Kernel.removeFile(Array(path.utf8))
    await time.advance(by: .seconds(60))
    await writer.stop()
    let fixes = try stored()
    #expect(writer.counts.waiting == 0 && writer.moves == 2 && fixes.count > 100)
    #expect(try #require(fixes.first).number > #require(before.last).number)
    #expect(StoreCheck(at: path).complaints.isEmpty)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'moved'") == 1)
    // What was moved away keeps what was written until then.
    if isMoved {
      #expect(try stored(at: elsewhere).prefix(before.count).map(\.number) == before.map(\.number))
    }
  }
}

@Suite final class `The identity of a store`: EmptyStoreSuite {
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
      try await record(30)
      let file = try SQLiteConnection(path, .writing)
      #expect(try file.number("SELECT count(*) FROM event WHERE kind = 'copied'") == (run == 0 ? 0 : 1))
      if run == 0 { try file.run("UPDATE store SET value = 'another' WHERE key = 'machine'") }
    }
  }
}

@Suite struct `A store of a higher version`: StoreSuite {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `is read if it says so, and never written`() throws {
    _ = try StoreFile(path, program: "test", at: 0)
    let file = try SQLiteConnection(path, .writing)
    try file.run("PRAGMA user_version = 9; CREATE TABLE more (id)")
    #expect(try TrackStore(at: path).lastKnown() == nil)
    let receiver = SimulatedReceiver(.drive, time: ManualTime()).receiver
    let error = #expect(throws: StoreError.self) { try StoreWriter(receiver, at: path) }
    #expect(error?.code == .newerVersion && error?.reason.contains("9") == true)
    #expect(error?.reason.contains("\(StoreSchema.version)") == true && error?.remedy != nil)
    try file.run("UPDATE store SET value = '9' WHERE key = 'reads'")
    let other = #expect(throws: StoreError.self) { try TrackStore(at: path) }
    #expect(other?.code == .newerVersion)
    try file.run("DELETE FROM store")
    #expect(throws: StoreError.self) { try TrackStore(at: path) }
  }

  /// Makes a store of ten fixes, and changes it.
  private func make(_ change: String) throws -> [UInt8] {
    try? Kernel.removeFile(Array(path.utf8))
    let script = try StoreScript(path, seed: 3)
    script.drive(10)
    try script.close()
    try SQLiteConnection(path, .writing).run(change)
    return try #require(Kernel.contents(of: path, limit: 1 << 20))
  }

  @Test(arguments: [
    "PRAGMA user_version = 2; UPDATE store SET value = '2' WHERE key = 'reads'",
    "PRAGMA user_version = 2; DELETE FROM store",
  ]) func `stays as it is, whoever opens it`(change: String) throws {
    let before = try make(change)
    let new = folder.file("new.db")
    let openings: [() throws -> Void] = [
      { _ = try TrackStore(at: path) }, { _ = try StoreFile(path, program: "test", at: 0) },
      { _ = try StoreFile.openAnyway(path, program: "test", at: 0) },
      { _ = try StoreCare.forget(StoreQuery(), at: path) }, { try StoreCare.backUp(path, to: new) },
      { _ = try StoreCare.repair(path, into: path) }, { _ = try StoreCare.repair(path, into: new) },
    ]
    for (number, open) in openings.enumerated() {
      let error = #expect(throws: StoreError.self, "\(number)") { try open() }
      #expect(error?.code == .newerVersion && error?.path == path, "\(number)")
      #expect(error?.reason == "its version is 2; this program knows version 1", "\(number)")
      #expect(error?.remedy == "use the program that made it", "\(number)")
    }
    #expect(Kernel.contents(of: path, limit: 1 << 20) == before)
    let names = Kernel.names(in: folder.path).filter { !$0.hasSuffix("-lock") }
    #expect(Set(names).isSubset(of: ["track.db", "track.db-wal", "track.db-shm"]), "\(names)")
  }

  @Test func `is not repaired if its header is noise, but one with a wrong number in the header is`() throws {
    var bytes = try make("PRAGMA user_version = 2; UPDATE store SET value = '2' WHERE key = 'reads'")
    for place in 0..<100 { bytes[place] = 0xEE }
    try Kernel.replaceFile(Array(path.utf8), with: bytes)
    let error = #expect(throws: StoreError.self) { try StoreCare.repair(path, into: path) }
    #expect(error?.code == .newerVersion && Kernel.contents(of: path, limit: 1 << 20) == bytes)
    _ = try make("PRAGMA user_version = 1073741825")
    #expect(try StoreCare.repair(path, into: path).fixes == 10)
  }
}
