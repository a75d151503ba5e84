import GNSS
import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `What is seen of a store from outside`: EmptyStoreSuite {
  /// This process as the kernel's table of locks has it; nil where it has no locks.
  private func ownProcess(_ condition: StoreCondition) -> StoreCondition.Process? {
    guard case .process(let process) = condition.writer else { return nil }
    return "\(process.number)" == Kernel.link("/proc/self") ? process : nil
  }

  @Test func `has its positions, however they are stored, and what is gone with its cause`() throws {
    let script = try StoreScript(path, seed: 21)
    for round in 0..<6 {
      script.drive(700)
      script.wait(round.isMultiple(of: 2) ? 3 * day : 40)
      try script.seal(2)
    }
    try script.write()
    #expect(StoreCondition(of: path).fixes == Int64(script.fixes.count) && script.fixes.count == 4200)
    let gone = try script.makeRoom(StoreLimits(maxSize: 200_000))
    let condition = StoreCondition(of: path)
    #expect(gone > 0 && condition.fixes == Int64(script.fixes.count))
    #expect(condition.dropped.map(\.cause) == ["max_size"] && condition.dropped.allSatisfy(\.isMeant))
    #expect(condition.fault == nil && condition.isNewer == false)
    let node = try #require(Kernel.node(path))
    #expect(condition.bytes == node.size && condition.logBytes ?? 0 > 0)
    #expect(
      condition.written.map { abs($0.seconds(since: UTC(secondsSince1970: node.modified / 1000))) < 60 }
        == true)
    try script.close()
    #expect(StoreCondition(of: path).fixes == Int64(script.fixes.count))
  }

  @Test func `has the process that writes it, and why that can't write`() async throws {
    let (time, free) = (ManualTime(utcSeconds: 1_795_158_502), Guarded<Int64>(1 << 40))
    let simulated = SimulatedReceiver(.drive, time: time)
    let writer = try writer(simulated.receiver, leaving: 1000, of: free)
    let listening = simulated.receiver.onReport { [writer] in writer.take($0) }
    await time.advance(by: .seconds(60))
    let well = try #require(ownProcess(StoreCondition(of: path)))
    #expect(well.fault == nil && well.since == nil && !well.name.isEmpty)
    free.withLock { $0 = 999 }
    await time.advance(by: .seconds(60))
    let full = StoreCondition(of: path, freeBytes: { _ in 999 })
    #expect(ownProcess(full)?.fault == "disk_full" && full.freeBytes == 999 && full.fault == nil)
    #expect(
      ownProcess(full)?.since.map { abs($0.seconds(since: UTC(secondsSince1970: 1_795_158_563))) <= 2 }
        == true)
    // A second writer reads the name in the same file.
    let error = #expect(throws: StoreError.self) { try StoreWriter(simulated.receiver, at: path) }
    #expect(error?.reason == "another program writes it: \(well.name) (process \(well.number))")
    free.withLock { $0 = 1000 }
    await time.advance(by: .seconds(11))
    #expect(ownProcess(StoreCondition(of: path)) == well)
    listening.cancel()
    await writer.stop()
    #expect(StoreCondition(of: path).writer == .noneSeen)
  }

  @Test func `has the time without a position that goes on, until its writer ends`() async throws {
    let writer = try StoreWriter(SimulatedReceiver(.drive, time: time).receiver, at: path)
    await time.advance(by: .seconds(60))
    try await writer.settled()
    let store = try TrackStore(at: path)
    let last = try #require(try store.lastKnown()).time
    func gaps(after seconds: Int64, _ query: StoreQuery = StoreQuery()) throws -> [StoredGap] {
      try store.openGaps(query, until: UTC(secondsSince1970: last.secondsSince1970 + seconds))
    }
    #expect(try gaps(after: 15) == [])
    let found = try gaps(after: 61)
    #expect(
      found.map(\.cause) == ["until_now"] && found.first?.from == last && found.first?.seconds ?? 0 > 60)
    #expect(try gaps(after: 61, StoreQuery(device: "another")) == [])
    #expect(try gaps(after: 61, StoreQuery(to: last)) == [])
    await writer.stop()
    #expect(try gaps(after: 61) == [])
  }

  @Test func `is not the note of a process that is gone`() throws {
    let script = try StoreScript(path, seed: 22, recording: 10)
    script.file?.note((.diskFull, 1_795_158_502))
    let number = try #require(Kernel.link("/proc/self").flatMap { Int($0) })
    #expect(
      StoreLock.note(of: path)?.fault?.code == "disk_full" && StoreLock.note(of: path)?.number == number)
    try script.close()
    #expect(StoreLock.note(of: path)?.fault?.code == "disk_full")
    #expect(StoreCondition(of: path).writer == .noneSeen)
    // The next writer clears it.
    try script.open()
    let note = try #require(StoreLock.note(of: path))
    #expect(note.fault == nil)
    for (text, number) in [("", nil), ("4711", nil), ("x y", nil), ("4711 a b\tdisk_full", 4711)]
      as [(String, Int?)]
    {
      try Kernel.replaceFile(Array(StoreLock.path(of: path).utf8), with: Array(text.utf8))
      #expect(StoreLock.note(of: path)?.number == number && StoreLock.note(of: path)?.fault == nil, "\(text)")
    }
  }

  @Test func `is why it can't be read, and nothing is written`() throws {
    #expect(StoreCondition(of: path).fault?.code == .notFound && StoreCondition(of: path).bytes == nil)
    let other = folder.file("other.db")
    try SQLiteConnection(other, .creating).run("CREATE TABLE places (id)")
    #expect(StoreCondition(of: other).fault?.code == .notAStore)
    let script = try StoreScript(path, seed: 23, recording: 10)
    try script.file?.file.run("PRAGMA user_version = 9")
    let newer = StoreCondition(of: path)
    #expect(newer.fault == nil && newer.isNewer && newer.fixes == 10)
    try script.file?.file.run("UPDATE store SET value = '9' WHERE key = 'reads'")
    #expect(StoreCondition(of: path).fault?.code == .newerVersion && StoreCondition(of: path).fixes == nil)
    try script.file?.file.run("PRAGMA user_version = 1; UPDATE fix SET t = 9223372036854775807")
    #expect(StoreCondition(of: path).fault?.code == .damaged)
    #expect(
      Set(Kernel.names(in: folder.path)).isSubset(of: [
        "track.db", "track.db-lock", "track.db-wal", "track.db-shm", "other.db",
      ]))
  }

  @Test func `has the writer of a store by its lock, and no reader`() {
    let table = """
      1: POSIX  ADVISORY  READ 4711 08:01:131 124 124
      2: FLOCK  ADVISORY  WRITE 4715 08:01:131 0 EOF
      2: -> FLOCK  ADVISORY  WRITE 4716 08:01:131 0 EOF
      3: FLOCK  ADVISORY  WRITE 4717 08:01:132 0 EOF
      """
    #expect(LogHolder.processes(in: table, inode: 131, kind: "FLOCK", lock: "WRITE") == [4715])
  }

  @Test func `has the process that its note names as its writer, and no other one`() throws {
    #expect(LogHolder.writer(of: path, "") == .noneSeen, "there is no lock")
    let lock = StoreLock.path(of: path)
    try Kernel.replaceFile(Array(lock.utf8), with: Array("4716 gpsbridge\tdisk_full 60".utf8))
    let inode = try #require(Kernel.identity(lock)?.number)
    func table(_ processes: Int...) -> String {
      processes.map { "1: FLOCK  ADVISORY  WRITE \($0) 08:01:\(inode) 0 EOF" }.joined(separator: "\n")
    }
    // A file of another disk may have the same number.
    guard case .process(let process) = LogHolder.writer(of: path, table(4715, 4716)) else {
      throw Unexpected()
    }
    #expect(process.number == 4716 && process.fault == "disk_full")
    #expect(process.since == UTC(secondsSince1970: 60) && LogHolder.writer(of: path, table(4715)) == .unknown)
    #expect(LogHolder.writer(of: path, table()) == .noneSeen && LogHolder.writer(of: path, nil) == .unknown)
    // A table that changes while it is read lacks locks that are held.
    var readings = [table(), "", table(4715, 4716)][...]
    #expect(LogHolder.writer(of: path, readings.popFirst()) == .process(process))
  }

  @Test func `has the damaged stores beside it, the last one at the end`() throws {
    let names = [
      "20261120T070200Z", "20251120T070200Z", "20261120T070200Z-10", "20261120T070200Z-2",
      "20261120T070200Z-wal", "20261120T070200Z-2-shm", "notes.txt",
    ].map { "\(path).damaged-\($0)" }
    for name in names { try Kernel.replaceFile(Array(name.utf8), with: [0x41]) }
    #expect(StoreCondition(of: path).setAside == [names[1], names[0], names[3], names[2]])
    #expect(StoreCondition(of: folder.file("other.db")).setAside == [])
  }
}
