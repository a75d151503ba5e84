import GNSS
import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite struct `A store of another version` {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.file("track.db")
  }

  /// Makes the store of an earlier version that is in the tree as text.
  private func makeOld(_ version: Int) throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let source = root + "/Tests/StoreTests/Stores/version-\(version).sql"
    let text = try #require(Kernel.text(source, limit: 1 << 20))
    try SQLiteConnection(path, .creating).run(text)
  }

  private func fixes(_ path: String) throws -> [StoredFix] {
    var fixes: [StoredFix] = []
    try TrackStore(at: path).forEachFix { fixes.append($0) }
    return fixes
  }

  private func number(_ query: String, _ path: String) throws -> Int64? {
    try SQLiteConnection(path, .reading).number(query)
  }

  @Test func `is read as it is, migrated by a writer, and answers the same, with a copy of what it was`()
    throws
  {
    for version in 1..<Int(StoreSchema.version) {
      try? Kernel.removeFile(Array(path.utf8))
      try makeOld(version)
      let before = try fixes(path)
      #expect(try before.count == 116 && before.last == TrackStore(at: path).lastKnown())
      #expect(try number("PRAGMA user_version", path) == Int64(version), "reading changes nothing")
      let file = try StoreFile(path, program: "test", at: 1_795_200_000_000)
      #expect(file.next == 124)
      #expect(try number("PRAGMA user_version", path) == StoreSchema.version)
      #expect(try fixes(path) == before && StoreCheck(at: path).complaints == [])
      let copy = "\(path).v\(version)"
      #expect(try number("PRAGMA user_version", copy) == Int64(version) && fixes(copy) == before)
      #expect(Kernel.node(copy).map { $0.mode & 0o777 } == 0o600)
    }
    #expect(Kernel.names(in: folder.path).allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test func `has the tables of a new one when it is migrated`() throws {
    try makeOld(1)
    _ = try StoreFile(path, program: "test", at: 0)
    let new = folder.file("new.db")
    _ = try StoreFile(new, program: "test", at: 0)
    let tables =
      "SELECT group_concat(sql, '; ') FROM (SELECT sql FROM sqlite_master WHERE sql > '' ORDER BY name)"
    #expect(
      try SQLiteConnection(path, .reading).text(tables) == SQLiteConnection(new, .reading).text(tables))
    #expect(try number("SELECT value FROM store WHERE key = 'reads'", path) == StoreSchema.reads)
  }

  @Test func `stays as it is if the copy has no room, and the error says how many bytes are missing`() throws
  {
    try makeOld(1)
    let before = Kernel.contents(of: path, limit: 1 << 20)
    let file = try SQLiteConnection(path, .writing)
    let error = #expect(throws: StoreError.self) {
      try StoreCopy.keep(file, path, of: 1, free: { _ in 10_000 })
    }
    #expect(error?.code == .diskFull && error?.reason.contains("10000") == true && error?.remedy != nil)
    #expect(Kernel.contents(of: path, limit: 1 << 20) == before)
    #expect(Kernel.names(in: folder.path) == ["track.db"])
  }

  @Test func `of a later version is read if it says so, and never written`() throws {
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
}
