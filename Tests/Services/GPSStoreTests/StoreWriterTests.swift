import GNSS
import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import Glibc
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `A store of what a receiver reports`: EmptyStoreSuite {
  /// The places that a receiver reports, in order.
  private final class Places: Sendable {
    private let places = Guarded<[Coordinate]>([])
    private let listening = Guarded<ReceiverListening?>(nil)
    var all: [Coordinate] { places.withLock { $0 } }

    init(of receiver: Receiver) {
      let places = places
      let listening = receiver.onReport { report in
        guard case .epoch(let epoch) = report, let location = epoch.newLocation else { return }
        places.withLock { $0.append(location.coordinate) }
      }
      self.listening.withLock { $0 = listening }
    }
  }

  @Test func `has each fix once, in its order, where the receiver reported it`() async throws {
    let places = Places(of: simulated.receiver)
    let writer = try await record(300, of: simulated)
    let fixes = try stored()
    #expect(fixes.count > 200 && fixes.count == places.all.count)
    for (fix, place) in zip(fixes, places.all) {
      let found = try #require(fix.coordinate)
      #expect(
        abs(found.latitude - place.latitude) < 5.1e-8 && abs(found.longitude - place.longitude) < 5.1e-8)
    }
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.number < $1.number && $0.time < $1.time })
    #expect(fixes.allSatisfy { $0.isSimulated && !$0.isSuspect && !$0.hasWrongTime })
    let counts = writer.counts
    #expect(counts.made == fixes.count && counts.kept == fixes.count && counts.dropped + counts.waiting == 0)
    #expect(try TrackStore(at: path).lastKnown() == fixes.last)
  }

  @Test func `is behind by a second at most, without being asked`() async throws {
    let places = Places(of: simulated.receiver)
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(100))
    let before = places.all.count
    await time.advance(by: .seconds(1))
    await time.advance(by: .milliseconds(1))
    #expect(try stored().count >= before && writer.counts.kept >= before && before > 50)
    await writer.stop()
  }

  @Test func `has what was reported before it is settled`() async throws {
    let places = Places(of: simulated.receiver)
    let writer = try StoreWriter(simulated.receiver, at: path, limits: StoreLimits(commit: .seconds(3600)))
    await time.advance(by: .seconds(60))
    #expect(try stored().count == 0)
    try await writer.settled()
    #expect(try stored().count == places.all.count && writer.lastSettled >= Int64(places.all.count))
    #expect(!places.all.isEmpty)
    await writer.stop()
  }

  @Test func `is found by time, and by nothing else`() async throws {
    try await record(400)
    let fixes = try stored()
    let (first, last) = (fixes[100], fixes[270])
    var found: [StoredFix] = []
    try TrackStore(at: path).forEachFix(from: first.time, to: last.time) { found.append($0) }
    #expect(found == Array(fixes[100...270]))
    try TrackStore(at: path).forEachFix(from: last.time, to: first.time) { _ in
      Issue.record("the end is first")
    }
  }

  @Test func `goes on after each opening with new numbers and a new epoch, and knows the gap`() async throws {
    var epochs: [Int64] = []
    // The clock of the third run is not set, and says 1970.
    for seconds in [1_795_158_502, 1_795_162_102, 100, 100] as [Double] {
      time.setUTC(seconds)
      var scenario = Scenario.drive
      scenario.start = UTC(secondsSince1970: 1_795_158_502 + Int64(epochs.count) * 3600)
      epochs.append(try await record(60, of: SimulatedReceiver(scenario, time: time)).epoch)
    }
    #expect(
      zip(epochs, epochs.dropFirst()).allSatisfy { $0 < $1 } && epochs[0] == 1_795_158_502 - 1_577_836_800)
    let fixes = try stored()
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.number < $1.number })
    #expect(Set(fixes.map(\.session)).count == 4)
    #expect(try number("SELECT count(*) FROM gap WHERE cause = 'not_running' AND t1 - t0 > 3000000") == 3)
    #expect(try number("SELECT count(*) FROM session WHERE ended IS NULL") == 0)
  }

  @Test func `has the tracks of two receivers, each with its own gaps`() async throws {
    let drive = SimulatedReceiver(.drive, time: time)
    let walk = SimulatedReceiver(.walk, time: time) {
      Story.Wait(for: .seconds(60))
      Story.Unplug(for: .seconds(30))
    }
    let writer = try StoreWriter(
      of: drive.receiver, and: [walk.receiver], at: path, program: "test", listens: true)
    await time.advance(by: .seconds(300))
    await writer.stop()
    let store = try TrackStore(at: path)
    let keys = [drive, walk].map { $0.receiver.place?.key ?? "" }
    #expect(Set(try store.devices().values) == Set(keys) && Set(keys).count == 2)
    var count = 0
    for (key, gaps) in zip(keys, [[], ["disconnected"]]) {
      let fixes = try stored(StoreQuery(device: key))
      #expect(fixes.count > 150 && Set(fixes.map(\.session)).count == 1, "\(key)")
      #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.time < $1.time }, "\(key)")
      #expect(try store.gaps(StoreQuery(device: key)).filter { $0.seconds > 29 }.map(\.cause) == gaps)
      let (first, last) = (try #require(fixes.first).time, try #require(fixes.last).time)
      let known = try store.summary(of: first...last, device: key).known
      #expect(abs(known - Double(fixes.count)) < 15, "\(key): \(known) of \(fixes.count)")
      count += fixes.count
    }
    #expect(count == writer.counts.kept && StoreCheck(at: path).complaints.isEmpty)
    // They take turns of ten seconds, not of one.
    #expect(try #require(try number("SELECT count(*) FROM segment")) < count / 6)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'detached'") == 1)
  }

  @Test func `knows that the cable was out`() async throws {
    let simulated = SimulatedReceiver(.drive, time: time) {
      Story.Wait(for: .seconds(60))
      Story.Unplug(for: .seconds(30))
    }
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(240))
    await writer.stop()
    let gaps = try TrackStore(at: path).gaps().filter { $0.seconds > 29 }
    #expect(gaps.map(\.cause) == ["disconnected"] && gaps[0].verdict.map { $0 != "good" } == true, "\(gaps)")
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'detached'") == 1)
    #expect(try number("SELECT count(*) FROM device") == 1)
    #expect(try number("SELECT count(*) FROM session") == 1, "the same device is back")
    let numbers = try number(
      """
      SELECT count(DISTINCT seq) = max(seq) FROM
      (SELECT seq FROM fix UNION ALL SELECT seq FROM event UNION ALL SELECT seq FROM gap)
      """)
    #expect(numbers == 1, "one sequence without a hole")
  }

  @Test func `begins without a store that another program writes, and has all of it when that ends`()
    async throws
  {
    let other = Guarded<StoreFile?>(try StoreFile(path, program: "other", at: 1_795_158_502_000))
    let places = Places(of: simulated.receiver)
    #expect(throws: StoreError.self) { try StoreWriter(of: simulated.receiver, at: path, program: "test") }
    let writer = try StoreWriter(
      of: simulated.receiver, at: path, program: "test", listens: true, startsAnyway: true)
    #expect(writer.fault?.code == .busy)
    await time.advance(by: .seconds(60))
    #expect(writer.fault?.code == .busy && writer.counts.kept == 0 && writer.counts.waiting > 30)
    other.withLock { $0 = nil }
    await time.advance(by: .seconds(20))
    #expect(writer.fault == nil && writer.epoch > 0)
    await writer.stop()
    #expect(try stored().count == places.all.count && writer.counts.kept == places.all.count)
    #expect(writer.counts.dropped == 0 && writer.counts.waiting == 0)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'not_written' AND at = 1795158502000") == 1)
    #expect(StoreCheck(at: path).complaints.isEmpty)
    // What is no store and never becomes one is refused all the same.
    try Kernel.replaceFile(Array(folder.file("letter").utf8), with: Array("Dear Sir".utf8))
    for name in [folder.file("letter"), folder.file("none/track.db")] {
      #expect(throws: StoreError.self) {
        try StoreWriter(of: simulated.receiver, at: name, program: "test", startsAnyway: true)
      }
    }
  }

  @Test func `is read where no file can be made beside it, unless it was not closed`() async throws {
    try await record(60)
    let count = try stored().count
    // Nothing can be made in the place of the shared memory, as on a medium that can't be written.
    for ending in ["-shm", "-wal"] { try? Kernel.removeFile(Array((path + ending).utf8)) }
    #expect(unsafe symlink("/nonexistent/shared", path + "-shm") == 0)
    #expect(try stored().count == count && count > 20 && StoreCheck(at: path).complaints.isEmpty)
    try Kernel.replaceFile(Array((path + "-wal").utf8), with: [UInt8](repeating: 7, count: 4096))
    let error = #expect(throws: StoreError.self) { try TrackStore(at: path) }
    #expect(
      error?.reason.contains("its log *-wal can't be read") == true && error?.remedy != nil,
      "\(String(describing: error))")
  }

  @Test func `keeps in memory what can't be written, and writes it when the disk is well again`() async throws
  {
    let places = Places(of: simulated.receiver)
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(60))
    // A table that is gone fails like a disk, and can be brought back.
    let other = try SQLiteConnection(path, .writing)
    try other.run("ALTER TABLE fix RENAME TO away")
    await time.advance(by: .seconds(100))
    let counts = writer.counts
    #expect(writer.fault?.code == .failed && counts.waiting > 50 && counts.dropped == 0)
    #expect(counts.made == counts.kept + counts.waiting)
    await #expect(throws: StoreError.self) { try await writer.settled() }
    try other.run("ALTER TABLE away RENAME TO fix")
    await time.advance(by: .seconds(11))
    #expect(writer.fault == nil)
    try await writer.settled()
    #expect(try stored().count == places.all.count && writer.counts.waiting == 0)
    await writer.stop()
  }

  @Test func `counts what it had to drop: kept and dropped are what was made`() async throws {
    let simulated = SimulatedReceiver(.staticDesk, time: time)
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(60))
    let other = try SQLiteConnection(path, .writing)
    try other.run("ALTER TABLE fix RENAME TO away")
    await time.advance(by: .seconds(3900))
    try other.run("ALTER TABLE away RENAME TO fix")
    await time.advance(by: .seconds(11))
    await writer.stop()
    let counts = writer.counts
    #expect(counts.dropped > 500 && counts.waiting == 0 && counts.kept + counts.dropped == counts.made)
    #expect(try stored().count == counts.kept)
    #expect(try number("SELECT count(*) FROM dropped WHERE cause = 'store_failed'") ?? 0 > 0)
  }

  @Test func `closes nothing of other threads when it is refused to a second writer`() throws {
    let first = try StoreLock(of: path)
    let (path, isOver, stolen) = (path, Guarded(false), Guarded(0))
    onThreads(2) { number in
      if number == 0 {
        for _ in 0..<10_000 { _ = try? StoreLock(of: path) }
        isOver.withLock { $0 = true }
      }
      // A new descriptor gets the number that was closed last.
      while !isOver.withLock({ $0 }) {
        do { try Kernel.close(Kernel.open("/dev/null", for: .reading)) } catch { stolen.withLock { $0 += 1 } }
      }
    }
    #expect(stolen.withLock { $0 } == 0)
    withExtendedLifetime(first) {}
  }

  @Test func `has one writer, which the second one is told by name`() async throws {
    let writer = try StoreWriter(simulated.receiver, at: path)
    let error = #expect(throws: StoreError.self) { try StoreWriter(simulated.receiver, at: path) }
    #expect(error?.code == .busy)
    #expect(
      error?.reason.contains("(process \(Kernel.link("/proc/self") ?? "?"))") == true,
      "\(error?.reason ?? "")")
    #expect(try TrackStore(at: path).lastKnown() == nil, "readers need no lock")
    await writer.stop()
    let next = try StoreWriter(simulated.receiver, at: path)
    await next.stop()
  }

  @Test func `keeps SQLite's locks while it is read in the same program`() async throws {
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(30))
    // Other tests of this process have locks on other files.
    let files = ["", "-shm", "-wal"].compactMap { Kernel.identity(path + $0)?.number }
    let locks = {
      Kernel.text("/proc/locks", limit: 1 << 20)?.split(separator: "\n").count { line in
        line.contains("POSIX") && files.contains { line.contains(":\($0) ") }
      }
    }
    let before = try #require(locks())
    for _ in 0..<3 { _ = try TrackStore(at: path).lastKnown() }
    #expect(locks() == before && before > 0)
    await writer.stop()
  }

  @Test func `may be in a folder that a link leads to, and be called like SQLite's memory`() async throws {
    let link = folder.file("link")
    try #require(unsafe symlink(".", link) == 0)
    for path in [link + "/track.db", folder.file(":memory:")] {
      let writer = try StoreWriter(simulated.receiver, at: path)
      await time.advance(by: .seconds(30))
      await writer.stop()
      #expect(try TrackStore(at: path).lastKnown() != nil, "\(path)")
    }
    #expect(try TrackStore(at: path).lastKnown() != nil)
  }

  @Test func `is private to its user`() async throws {
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(30))
    for name in Kernel.names(in: folder.path) {
      #expect(Kernel.node(folder.file(name)).map { $0.mode & 0o777 } == 0o600, "\(name)")
    }
    await writer.stop()
    #expect(Kernel.names(in: folder.path) == ["track.db", "track.db-lock"], "the log is in the file")
  }
}

@Suite struct `A file that is no store` {
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  /// Opens a file for writing and for reading, which must both fail and leave it as it is.
  private func codes(_ path: String) -> Set<String> {
    let before = Kernel.contents(of: path, limit: 1 << 20)
    let receiver = SimulatedReceiver(.drive, time: ManualTime()).receiver
    let writing = #expect(throws: StoreError.self) { try StoreWriter(receiver, at: path) }
    let reading = #expect(throws: StoreError.self) { try TrackStore(at: path) }
    #expect(Kernel.contents(of: path, limit: 1 << 20) == before)
    #expect(!Kernel.exists(path + "-lock"), "no lock beside it")
    return Set([writing, reading].compactMap { $0?.code.rawValue })
  }

  @Test func `is refused, and not written`() throws {
    let other = folder.file("foreign.db")
    try SQLiteConnection(other, .creating).run("CREATE TABLE places (id)")
    #expect(codes(other) == ["not_a_store"])
    let text = folder.file("walk.nmea")
    try Kernel.replaceFile(Array(text.utf8), with: Array(repeating: UInt8(ascii: "$"), count: 5000))
    #expect(codes(text) == ["not_a_store"] && codes(folder.path) == ["not_a_store"])
  }

  @Test func `is refused where a link, or another program's lock, has its name`() throws {
    let (link, target) = (folder.file("link.db"), folder.file("target"))
    try Kernel.replaceFile(Array(target.utf8), with: [])
    try #require(unsafe symlink(target, link) == 0)
    #expect(codes(link) == ["not_a_store"] && Kernel.node(target)?.size == 0)
    let store = folder.file("track.db")
    let receiver = SimulatedReceiver(.drive, time: ManualTime()).receiver
    let notes = Array(String(repeating: "notes\n", count: 40).utf8)
    try Kernel.replaceFile(Array((store + "-lock").utf8), with: notes)
    let error = #expect(throws: StoreError.self) { try StoreWriter(receiver, at: store) }
    #expect(error?.code == .notAStore && error?.remedy != nil)
    #expect(Kernel.contents(of: store + "-lock", limit: 1000) == notes)
  }

  @Test func `is refused if it has views`() throws {
    let path = folder.file("foreign.db")
    let file = try SQLiteConnection(path, .creating)
    try StoreSchema.create(in: file, installation: "1", program: "test", at: 0)
    try file.run(
      """
      DROP TABLE fix; CREATE VIEW fix AS WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n)
      SELECT seq, 1 AS session, 0 AS mono, seq AS t FROM n
      """)
    #expect(codes(path) == ["store_damaged"])
  }

  @Test func `is refused, and stays where it is, if it has numbers out of range`() throws {
    for change in [
      "INSERT INTO fix (seq, session, mono, t, lag, flags) VALUES (9223372036854775807, 1, 0, 0, 0, 0)",
      "INSERT INTO fix (seq, session, mono, t, lag, flags) VALUES (1, 1, 0, -9223372036854775808, 0, 0)",
      """
      INSERT INTO device (id, key, name) VALUES (1, 'usb-1', '');
      INSERT INTO session VALUES (1, 1, 9223372036854775807, 'live', 0, NULL, NULL, '')
      """,
    ] {
      let damaged = try TestFolder()
      let path = damaged.file("track.db")
      let file = try SQLiteConnection(path, .creating)
      try StoreSchema.create(in: file, installation: "1", program: "test", at: 0)
      try file.run(change)
      let error = #expect(throws: StoreError.self) {
        try TrackImport(into: path, program: "test", at: UTC(secondsSince1970: 0))
      }
      #expect(error?.code == .damaged, "\(change)")
      let simulated = SimulatedReceiver(.drive, time: ManualTime(utcSeconds: 1_795_158_502))
      let refused = #expect(throws: StoreError.self) { try StoreWriter(simulated.receiver, at: path) }
      #expect(refused?.code == .damaged, "\(change)")
      #expect(!Kernel.names(in: damaged.path).contains { $0.hasPrefix("track.db.") })
    }
  }

  @Test func `but a store of a higher version is refused with both numbers`() throws {
    let later = folder.file("foreign.db")
    try SQLiteConnection(later, .creating).run(
      "PRAGMA application_id = \(StoreSchema.application); PRAGMA user_version = 9; CREATE TABLE fix (seq)")
    #expect(codes(later) == ["newer_version"])
    let error = #expect(throws: StoreError.self) { try TrackStore(at: later) }
    #expect(error?.reason == "its version is 9; this program knows version 1" && error?.remedy != nil)
  }

  @Test func `but a store whose tables are half made is damage`() throws {
    let half = folder.file("foreign.db")
    try SQLiteConnection(half, .creating).run("PRAGMA application_id = \(StoreSchema.application)")
    #expect(codes(half) == ["store_damaged"])
  }

  @Test func `and one that does not exist is not made by reading`() {
    let error = #expect(throws: StoreError.self) { try TrackStore(at: folder.file("absent.db")) }
    #expect(error?.code == .notFound && Kernel.names(in: folder.path).isEmpty)
  }
}
