import GNSS
import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import GPSTrackRows
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

/// The pages of a store that is closed, for a test that damages them.
private struct Pages {
  private let path: String
  private var bytes: [UInt8]
  static let size = 4096

  init(_ path: String) throws {
    self.path = path
    bytes = try #require(Kernel.contents(of: path, limit: 1 << 26))
  }

  var count: Int { bytes.count / Self.size }

  /// Makes pages noise; the first one is 1, as in SQLite.
  mutating func ruin(_ pages: [Int], seed: UInt64 = 1) {
    var random = SeededGenerator(seed: seed)
    for place in pages.flatMap({ (($0 - 1) * Self.size)..<($0 * Self.size) }) {
      bytes[place] = .random(in: 0 ... .max, using: &random)
    }
  }

  /// Turns a bit in the middle of bytes that are found in the file.
  mutating func turn(in part: [UInt8]) throws { bytes[try place(of: part) + part.count / 2] ^= 4 }

  /// Replaces bytes that are found in the file by as many others.
  mutating func replace(_ part: [UInt8], by other: [UInt8]) throws {
    let place = try place(of: part)
    bytes.replaceSubrange(place..<(place + part.count), with: other)
  }

  private func place(of part: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0] == part[0] && bytes[$0...].starts(with: part) })
  }

  /// The last page below a page, whose number is in its header.
  func lastChild(of page: Int) -> Int {
    let start = (page - 1) * Self.size + 8
    return bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func cut(to count: Int) { bytes.removeLast(bytes.count - count * Self.size) }

  func write() throws { try Kernel.replaceFile(Array(path.utf8), with: bytes) }
}

@Suite final class `A damaged store`: EmptyStoreSuite {
  private func rootPage(of table: String) throws -> Int {
    try Int(#require(try number("SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")))
  }

  /// Damages the store, which is closed.
  private func damage(_ change: (inout Pages) throws -> Void) throws {
    var pages = try Pages(path)
    try change(&pages)
    try pages.write()
  }

  /// A store of some fixes at one a second, with other sessions and some pages packed.
  private func script(_ fixes: Int, packs: Int = 0, seed: UInt64 = 7) throws -> [StoredFix] {
    let script = try StoreScript(path, seed: seed)
    for part in 0..<4 {
      try script.record(fixes / 4)
      script.wait(60)
      if part == 1 { try script.crash() }
    }
    if packs > 0 {
      script.wait(9 * 86_400)
      try script.seal(packs)
    }
    try script.close()
    return script.fixes
  }

  /// Makes all pages of fixes noise while a writer has them open; it reads them again, since another program has written.
  ///
  /// Returns a descriptor that must stay open while the writer is: closing it would release SQLite's locks.
  private func damageOpenStore() throws -> CInt {
    let other = try SQLiteConnection(path, .writing)
    // A connection that has read nothing has no log to move.
    #expect(try other.number("SELECT count(*) FROM fix") ?? 0 > 100)
    try other.checkpoint(.truncating)
    #expect(Kernel.node(path + "-wal")?.size == 0)
    var random = SeededGenerator(seed: 1)
    let node = try #require(Kernel.node(path))
    let descriptor = try Kernel.open(path, for: .lockFile)
    var noise = (0..<Int(node.size)).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
    let whole = try #require(Kernel.contents(of: path, limit: 1 << 26))
    noise.replaceSubrange(..<(2 * Pages.size), with: whole[..<(2 * Pages.size)])
    _ = try Kernel.write(descriptor, noise.span)
    try other.run("PRAGMA user_version = \(StoreSchema.version)")
    return descriptor
  }

  /// Ends a writer whose store was damaged as ``damageOpenStore()`` does it: the new one has all fixes since.
  private func expectSuccessor(
    of before: [StoredFix], _ writer: StoreWriter, _ descriptor: CInt, named name: String
  ) async throws -> [StoredFix] {
    await writer.stop()
    try Kernel.close(descriptor)
    let fixes = try stored()
    #expect(writer.counts.dropped == 0 && writer.counts.waiting == 0)
    #expect(before.count + fixes.count <= writer.counts.kept && fixes.count > 50)
    #expect(try #require(fixes.first).number > #require(before.last).number)
    #expect(StoreCheck(at: path).complaints.isEmpty)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'set_aside' AND detail = '\(name)'") == 1)
    return fixes
  }

  // MARK: - Recording goes on

  @Test(arguments: [true, false])
  func `is set aside when it is opened, and a new one goes on after its numbers`(hasLock: Bool) async throws {
    let first = try await record(300)
    let before = try stored()
    let count = try Pages(path).count
    let last = try #require(before.last?.number)
    // The end of the fixes is lost; the pages before it are not.
    try damage { $0.cut(to: count - 1) }
    // The mark of a store is in its header; SQLite does not read it of a file that was cut off.
    if !hasLock { try Kernel.removeFile(Array(StoreLock.path(of: path).utf8)) }
    let writer = try await record(120)
    let name = try #require(writer.setAside)
    #expect(name.hasPrefix(path + ".damaged-2026"))
    #expect(Kernel.node(name)?.size == Int64(4096 * (count - 1)))
    let fixes = try stored()
    #expect(fixes.count == writer.counts.kept && fixes.count > 50 && writer.counts.dropped == 0)
    #expect(writer.epoch > first.epoch && StoreCheck(at: path).complaints.isEmpty)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'set_aside'") == 1 && last > 100)
  }

  @Test func `is set aside while it is written, and no fix is lost`() async throws {
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(300))
    let before = try stored()
    let descriptor = try damageOpenStore()
    await time.advance(by: .seconds(60))
    let name = try #require(writer.setAside)
    #expect(writer.fault == nil)
    await time.advance(by: .seconds(60))
    let fixes = try await expectSuccessor(of: before, writer, descriptor, named: name)
    let isWhole = try number(
      """
      SELECT count(*) = max(seq) - min(seq) + 1 FROM
      (SELECT seq FROM fix UNION ALL SELECT seq FROM event UNION ALL SELECT seq FROM gap)
      """)
    #expect(isWhole == 1 && fixes.last?.number == writer.lastSettled)
  }

  @Test func `that begins with noise was a store if a lock is beside it`() async throws {
    try await record(60)
    try damage { $0.ruin([1]) }
    let writer = try await record(60)
    #expect(writer.setAside != nil && writer.counts.kept > 20)
    // Without one, it is a file of another program.
    let other = folder.file("letter.txt")
    try Kernel.replaceFile(Array(other.utf8), with: [UInt8](repeating: 0x41, count: 8192))
    #expect(throws: StoreError.self) { try StoreWriter(simulated.receiver, at: other) }
  }

  @Test func `waits in memory while it can't be set aside, and is set aside as soon as it can`() async throws
  {
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(300))
    let before = try stored()
    let descriptor = try damageOpenStore()
    // Another file is in the place of the lock: it can't be taken.
    let lock = Array(StoreLock.path(of: path).utf8)
    try Kernel.replaceFile(lock, with: Array("a letter".utf8))
    await time.advance(by: .seconds(60))
    #expect(writer.setAside == nil && writer.fault != nil && writer.counts.waiting > 30)
    try Kernel.removeFile(lock)
    await time.advance(by: .seconds(30))
    let name = try #require(writer.setAside)
    #expect(writer.fault == nil && Kernel.exists(name))
    await time.advance(by: .seconds(30))
    _ = try await expectSuccessor(of: before, writer, descriptor, named: name)
  }

  @Test(arguments: [false, true])
  func `that was set aside before a power cut has its successor at the next start`(isEmpty: Bool) async throws
  {
    let first = try await record(300)
    let last = try #require(try stored().last?.number)
    let installation = try SQLiteConnection(path, .reading).text(
      "SELECT value FROM store WHERE key = 'installation'")
    let (name, _) = try StoreAside.set(path, at: 1_795_158_502_000)
    try Kernel.replaceFile(Array("\(path).damaged-20200101T000000Z".utf8), with: Array("older".utf8))
    if isEmpty { try Kernel.replaceFile(Array(path.utf8), with: []) }
    let writer = try await record(60)
    #expect(writer.setAside == name && writer.epoch > first.epoch)
    #expect(try #require(try stored().first).number > last)
    #expect(try number("SELECT last FROM dropped WHERE cause = 'set_aside'") == last)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'set_aside' AND detail = '\(name)'") == 1)
    #expect(
      try SQLiteConnection(path, .reading).text("SELECT value FROM store WHERE key = 'installation'")
        == installation)
    // A successor that is there stays what it is.
    #expect(try await record(60).setAside == nil)
  }

  @Test func `is not one that a clock past the year 2156 has written`() async throws {
    let future = ManualTime(utcSeconds: 6_000_000_000)
    for _ in 0..<3 {
      let simulated = SimulatedReceiver(.drive, time: future)
      let writer = try StoreWriter(simulated.receiver, at: path)
      await future.advance(by: .seconds(60))
      await writer.stop()
      #expect(writer.setAside == nil && writer.counts.kept > 20 && writer.epoch < UInt32.max)
    }
    // The clock is right again.
    let writer = try await record(60)
    #expect(writer.setAside == nil && writer.counts.kept > 20 && StoreCheck(at: path).complaints.isEmpty)
  }

  @Test(arguments: [0, 0x4750_4B47])
  func `of another program is left alone, also where its tables can't be read`(application: Int) throws {
    let other = folder.file("other.db")
    try SQLiteConnection(other, .creating).run(
      "PRAGMA application_id = \(application); CREATE TABLE places (id)")
    var bytes = try #require(Kernel.contents(of: other, limit: 1 << 20))
    for place in 100..<Pages.size { bytes[place] = 0xA5 }
    try Kernel.replaceFile(Array(other.utf8), with: bytes)
    let lock = Array(StoreLock.path(of: other).utf8)
    func open() throws { _ = try StoreWriter(SimulatedReceiver(.drive, time: time).receiver, at: other) }
    for note in [nil, "", "4711 a lock of another form\n"] {
      if let note { try Kernel.replaceFile(lock, with: Array(note.utf8)) }
      let error = #expect(throws: StoreError.self) { try open() }
      #expect(error?.code == (application == 0 ? .damaged : .notAStore))
      #expect(Kernel.contents(of: other, limit: 1 << 20) == bytes)
    }
    #expect(!Kernel.names(in: folder.path).contains { $0.hasPrefix("other.db.") })
  }

  // MARK: - Reading

  /// One turned bit anywhere in the file, or noise of 64 bytes on six of its pages.
  ///
  /// With the last seeds, a damaged size of a value is more than SQLite takes, the last number is nonsense, a segment
  /// reaches into others, an index leads back, a column has lost its name, the last fix its number, another one has a higher
  /// number, a segment begins within another one, the devices
  /// can't be read, and the row of the last segment is out of order.
  @Test(arguments: [
    (1, SeededGenerator.seed), (6, SeededGenerator.seed), (6, 1_737_537_186), (6, 11), (6, 12), (6, 113),
    (6, 7), (1, 9), (1, 237), (1, 345), (6, 328), (6, 352),
  ]) func `gives each fix that can be read, and counts the others`(pages count: Int, seed: UInt64) throws {
    let before = try script(4000, packs: 5)
    let whole = try #require(Kernel.contents(of: path, limit: 1 << 26))
    let known = Dictionary(uniqueKeysWithValues: before.map { ($0.number, $0.row) })
    var random = SeededGenerator(seed: seed)
    // Each of these tables has one page: noise in a number there hides one of a fix, or looks like one.
    let others = try ["event", "gap", "dropped", "segment", "session"].map(rootPage)
    var (refused, lost, wrong) = (0, 0, 0)
    for trial in 0..<60 {
      var bytes = whole
      var isExact = true
      for _ in 0..<count {
        let place = Int.random(in: count == 1 ? bytes.indices : 0..<(bytes.count - 64), using: &random)
        if count == 1 {
          bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        } else {
          isExact = isExact && !others.contains(place / 4096 + 1) && !others.contains((place + 63) / 4096 + 1)
          for place in place..<(place + 64) { bytes[place] = .random(in: 0 ... .max, using: &random) }
        }
      }
      try Kernel.replaceFile(Array(path.utf8), with: bytes)
      let text = "seed \(seed), trial \(trial)"
      do {
        let store = try TrackStore(at: path)
        var read: [StoredFix] = []
        try store.visitFixes(StoreQuery()) {
          read.append($0)
          return true
        }
        let all = read.count + store.damagedCount
        #expect(abs(all - before.count) <= (isExact ? 0 : 2), "\(text): \(all)")
        #expect(Set(read.map(\.number)).count == read.count, "\(text)")
        #expect(read.allSatisfy { known[$0.number] != nil }, "\(text)")
        wrong += read.count { known[$0.number] != $0.row }
        lost += store.damagedCount
        let summary = try store.summary(
          of: TrackRow.instant(-62_135_596_800_000)...TrackRow.instant(253_402_300_799_999))
        #expect(summary.fixes <= before.count, "\(text)")
        let hasGap = store.damagedCount == 0 || summary.gaps.contains { $0.cause == "damaged" }
        #expect(
          hasGap || !isExact, "\(text) \(summary.fixes) \(store.damagedCount) \(summary.gaps.map(\.cause))")
        _ = try store.journey()
      } catch {
        // What names the fixes is damaged: a repair has them.
        #expect(
          error.code == .damaged || error.code == .notAStore || error.code == .newerVersion,
          "\(text): \(error)")
        refused += 1
      }
    }
    // A value of a plain row that stays within its segment shows no damage.
    #expect(wrong <= 60 * count && lost > 0 && refused < 30, "seed \(seed): \(wrong) \(lost) \(refused)")
    print(
      "damage of \(count): \(refused) of 60 refused, \(lost) lost, \(wrong) with another value; seed \(seed)")
  }

  /// The fixes that are read of the store, and the number of those that are not.
  private func counted() throws -> (read: Int, lost: Int) {
    let store = try TrackStore(at: path)
    var count = 0
    try store.visitFixes(StoreQuery()) { _ in
      count += 1
      return true
    }
    return (count, store.damagedCount)
  }

  @Test func `is counted where a segment beside it ends early`() throws {
    let before = try scriptWithTurnedBit().before
    // Of the numbers after its end, each neighbor counts those without a fix.
    try SQLiteConnection(path, .writing).run(
      """
      UPDATE segment SET last = last - 15
        WHERE first = (SELECT first FROM pack ORDER BY first LIMIT 1 OFFSET 1)
      """)
    let (read, lost) = try counted()
    #expect(read + lost == before.count && lost > 400, "\(read) \(lost)")
  }

  @Test func `of a segment's times leaves its fixes to be read`() throws {
    let before = try script(4000, packs: 5)
    // The types of a row's times and its box: a time of six bytes becomes a text of none.
    try damage { try $0.replace([5, 5, 4, 4, 4, 4], by: [13, 5, 4, 4, 4, 4]) }
    #expect(try counted() == (before.count, 0))
  }

  @Test func `of a segment's number loses nothing of the one before it`() throws {
    let before = try script(4000, packs: 5)
    // SQLite, which bisects, meets this one of 11 rows on the way to no other one.
    let first = try #require(try number("SELECT first FROM segment ORDER BY first LIMIT 1 OFFSET 7"))
    #expect(try number("SELECT count(*) FROM segment") == 11)
    let (high, low) = (UInt8(0x80 | first >> 7), UInt8(first & 0x7F))
    // Its number, and the size of its head: without one, all columns are NULL.
    try damage { try $0.replace([high, low, 12, 0], by: [0x80, low, 0, 0]) }
    let (read, lost) = try counted()
    #expect(read == before.count && lost == 0, "\(read) \(lost)")
  }

  @Test func `of packed fixes keeps nothing else from being forgotten, and is forgotten with its time`()
    throws
  {
    let (before, numbers, times) = try scriptWithTurnedBit()
    let other = StoreQuery(to: TrackRow.instant(times.lowerBound - 60_000))
    let rest = before.filter { $0.milliseconds < times.lowerBound - 60_000 }.count
    let gone = try StoreCare.forget(other, at: path)
    #expect(gone.fixes >= rest && gone.unreadable == 0 && rest > 300)
    // A place elsewhere does not touch it; its own time does, also a part of it.
    var elsewhere = StoreQuery()
    elsewhere.box = StoreQuery.Box(south: -11, north: -10, west: 169, east: 170)
    #expect(try StoreCare.forget(elsewhere, at: path).unreadable == 0)
    let middle = TrackRow.instant((times.lowerBound + times.upperBound) / 2)
    let its = try StoreCare.forget(StoreQuery(from: middle, to: middle), at: path)
    #expect(its.unreadable == before.filter { numbers.contains($0.number) }.count)
    #expect(StoreCheck(at: path).complaints.isEmpty)
    #expect(try stored().allSatisfy { !numbers.contains($0.number) })
  }

  /// A store with a turned bit in its third packed segment, and the numbers and the times of that.
  private func scriptWithTurnedBit() throws -> (
    before: [StoredFix], numbers: ClosedRange<Int64>, times: ClosedRange<Int64>
  ) {
    let before = try script(4000, packs: 5)
    let file = try SQLiteConnection(path, .reading)
    let query = try file.prepare(
      "SELECT pack.first, last, data, t0, t1 FROM pack JOIN segment USING (first) ORDER BY 1 LIMIT 1 OFFSET 2"
    )
    #expect(try query.next())
    let numbers = try #require(query.number(0))...(try #require(query.number(1)))
    let times = try #require(query.number(3))...(try #require(query.number(4)))
    let data = query.bytes(2)
    query.reset()
    try damage { try $0.turn(in: data) }
    return (before, numbers, times)
  }

  @Test func `is named by a task that reads it, after all that can be read`() async throws {
    let before = try scriptWithTurnedBit().before
    let store = try TrackStore(at: path)
    var count = 0
    let error = await #expect(throws: StoreError.self) { for try await _ in store.fixes() { count += 1 } }
    #expect(error?.code == .damaged && count > 3000)
    var passed = 0
    #expect(throws: StoreError.self) { try store.forEachFix { _ in passed += 1 } }
    #expect(passed == count && store.damagedCount == before.count - count && store.damage.count == 1)
    #expect(throws: StoreError.self) { try store.entries(1...4000, limit: 5000) }
    let condition = StoreCondition(of: path)
    #expect(condition.damagedCount == store.damagedCount && condition.fault == nil)
  }

  @Test func `is found by its writer, which goes on`() async throws {
    let before = try scriptWithTurnedBit().before
    let writer = try await record(60)
    #expect(writer.damagedCount > 300 && writer.fault == nil && writer.setAside == nil)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'damaged'") == 1)
    let (read, lost) = try counted()
    #expect(lost == writer.damagedCount && read + lost == before.count + writer.counts.kept)
  }

  // MARK: - Repair

  @Test(arguments: [0, 3]) func `gives back all fixes but those on its damaged pages`(packs: Int) throws {
    let seed = SeededGenerator.seed
    let before = try script(4000, packs: packs)
    var random = SeededGenerator(seed: seed)
    let naming = try rootPage(of: "segment")
    var pages = try Pages(path)
    let ruined = Set((0..<5).map { _ in Int.random(in: 1...pages.count, using: &random) })
    pages.ruin(ruined.sorted(), seed: seed)
    try pages.write()
    let repaired = try StoreCare.repair(path, into: path)
    let after = try stored()
    #expect(repaired.fixes == after.count && repaired.replaced != nil, "seed \(seed)")
    // A plain page has some 70 of these fixes, a packed one some 400.
    #expect(before.count - after.count <= 5 * (packs > 0 ? 450 : 80), "seed \(seed), pages \(ruined)")
    // Numbers at the end that no page names are not known to be missing.
    let isNamed = !ruined.contains(naming)
    let counted = isNamed ? before : before.filter { $0.number <= repaired.last }
    #expect(repaired.lost >= counted.count - after.count, "seed \(seed), pages \(ruined)")
    let known = Dictionary(uniqueKeysWithValues: before.map { ($0.number, $0.row) })
    #expect(after.allSatisfy { known[$0.number] == $0.row }, "seed \(seed)")
    #expect(StoreCheck(at: path).complaints.isEmpty, "seed \(seed)")
    // The first number of a hole stands for the gap that it is.
    let lost = try number(
      """
      SELECT (SELECT coalesce(sum(count), 0) FROM dropped WHERE cause = 'damaged')
        + (SELECT count(*) FROM gap WHERE cause = 'damaged')
      """)
    #expect(lost == Int64(repaired.lost), "seed \(seed)")
    let names = Kernel.names(in: folder.path)
    #expect(!names.contains { $0.hasSuffix(".repair") || $0.hasSuffix(".repair-lock") })
  }

  @Test(arguments: [true, false])
  func `counts fixes at its end that the page of segments names`(isNamed: Bool) throws {
    let before = try script(4000)
    let roots = try (fix: rootPage(of: "fix"), segment: rootPage(of: "segment"))
    try damage { $0.ruin([$0.lastChild(of: roots.fix)] + (isNamed ? [] : [roots.segment])) }
    let repaired = try StoreCare.repair(path, into: path)
    let (last, end) = try (#require(stored().last).number, #require(before.last).number)
    #expect(last < end && repaired.last == (isNamed ? end : last))
    #expect(try isNamed ? repaired.lost == before.count - stored().count : repaired.lost == 0)
  }

  @Test func `gives back all fixes where pages above them are damaged`() throws {
    let before = try script(4000)
    // The schema, and the root of the fixes.
    try damage { try $0.ruin([1, rootPage(of: "fix")]) }
    #expect(throws: StoreError.self) { try TrackStore(at: path) }
    let repaired = try StoreCare.repair(path, into: path)
    #expect(try stored() == before && repaired.lost == 0 && StoreCheck(at: path).complaints.isEmpty)
  }

  @Test func `with a turned bit in a packed segment loses this segment alone`() throws {
    let (before, numbers, _) = try scriptWithTurnedBit()
    #expect(!StoreCheck(at: path).complaints.isEmpty)
    _ = try StoreCare.repair(path, into: path)
    let after = try stored()
    let expected = before.filter { !numbers.contains($0.number) }
    #expect(after.count == expected.count && numbers.count > 300)
    #expect(after == expected, "\(numbers)")
    #expect(try number("SELECT count(*) FROM gap WHERE cause = 'damaged' AND t1 - t0 > 300000") == 1)
    #expect(StoreCheck(at: path).complaints.isEmpty)
  }

  @Test func `that is cut short gives back what is left, and an empty file nothing`() throws {
    let before = try script(4000)
    try damage { $0.cut(to: $0.count / 2) }
    _ = try StoreCare.repair(path, into: path)
    let after = try stored()
    #expect(after.count > before.count / 3 && Array(before.prefix(after.count)) == after)
    let empty = folder.file("empty")
    try Kernel.replaceFile(Array(empty.utf8), with: [])
    let error = #expect(throws: StoreError.self) { try StoreCare.repair(empty, into: empty) }
    #expect(error?.code == .notAStore && Kernel.node(empty)?.size == 0)
    #expect(throws: StoreError.self) { try StoreCare.repair(folder.file("absent"), into: path) }
    #expect(throws: StoreError.self) { try StoreCare.repair(folder.path, into: path) }
    #expect(try stored() == after)
  }

  @Test func `and the store that was begun after it become one`() async throws {
    try await record(300)
    let before = try stored()
    try damage { try $0.ruin([rootPage(of: "fix")]) }
    time.setUTC(1_795_162_102)
    let writer = try await record(120)
    let between = try stored()
    let aside = try #require(writer.setAside)
    let repaired = try StoreCare.repair(aside, into: path)
    let after = try stored()
    #expect(after.map(\.row) == (before + between).map(\.row) && repaired.fixes == after.count)
    #expect(after.suffix(between.count).map(\.number) == between.map(\.number), "numbers stay")
    #expect(StoreCheck(at: path).complaints.isEmpty && repaired.replaced.map(Kernel.exists) == true)
    #expect(try number("SELECT count(DISTINCT session) FROM fix") == 2)
    #expect(try number("SELECT count(*) FROM device") == 1)
    #expect(try TrackStore(at: path).lastKnown()?.row == between.last?.row)
    // Once is enough.
    let error = #expect(throws: StoreError.self) { try StoreCare.repair(aside, into: path) }
    #expect(try error?.code == .failed && stored() == after)
  }
}
