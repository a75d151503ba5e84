import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

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
