import GNSS
import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import GPSTrackRows
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `The room that a store takes`: EmptyStoreSuite {
  @Test func `is limited by removing the oldest, packed or not, and one row counts them`() throws {
    let script = try StoreScript(path, seed: 11)
    let limits = StoreLimits(maxSize: 600_000)
    var gone = 0
    for round in 0..<40 {
      script.drive(500)
      script.wait(round % 3 == 0 ? 2 * day : 60)
      try script.seal(3)
      gone += try script.makeRoom(limits)
      let size = try (number("PRAGMA page_count") ?? 0) * (number("PRAGMA page_size") ?? 0)
      #expect(size <= 600_000, "round \(round)")
    }
    #expect(gone > 1000 && script.fixes.count > 2000 && gone + script.fixes.count == 20_000)
    #expect(try stored() == script.fixes && StoreCheck(at: path).complaints == [])
    #expect(try number("SELECT count(*) FROM dropped") == 1)
    let numbers = try number("SELECT max(seq) FROM fix") ?? 0
    let kept = try number("SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM gap)") ?? 0
    #expect(try number("SELECT count FROM dropped") == numbers - kept - Int64(script.fixes.count))
    // The next opening goes on with its numbers.
    try script.close()
    try script.open()
    try script.record(1)
    #expect(try stored() == script.fixes)
  }

  @Test func `is freed of what is too old, and a clock that is years ahead costs nothing`() throws {
    let script = try StoreScript(path, seed: 12)
    let limits = StoreLimits(keep: .seconds(30 * day))
    for _ in 0..<10 {
      script.drive(300)
      script.wait(5 * day)
    }
    script.drive(10)
    script.ahead = 40_000 * day
    let gone = try script.makeRoom(limits)
    #expect(gone == 1500, "five drives are older than 30 days by the receiver's time")
    #expect(try stored() == script.fixes)
    script.ahead = -10_000 * day
    #expect(try script.makeRoom(limits) == 0)
    try #require(script.makeRoom(StoreLimits()) == 0)
    #expect(try number("SELECT count(*) FROM dropped WHERE cause = 'too_old'") == 1)
  }

  @Test func `is not freed of newer fixes by a receiver or an import that is years behind`() throws {
    let script = try StoreScript(path, seed: 13)
    script.drive(600)
    script.receiverAhead = -7000 * day
    script.drive(300)
    #expect(try script.makeRoom(StoreLimits(keep: .seconds(30 * day))) == 0)
    #expect(try stored() == script.fixes && script.fixes.count == 900)
  }

  @Test func `is freed of a packed segment that is damaged`() throws {
    let script = try StoreScript(path, seed: 14)
    script.drive(600)
    script.wait(40 * day)
    script.drive(300)
    #expect(try script.seal(1) > 0)
    try script.file?.file.run("UPDATE pack SET data = x'00'")
    try script.file?.file.run("UPDATE segment SET t1 = t1 WHERE first IN (SELECT first FROM pack)")
    #expect(try script.makeRoom(StoreLimits(keep: .seconds(30 * day))) == 600)
    #expect(try stored() == script.fixes && script.fixes.count == 300)
  }

  @Test func `is left as it is if times are damaged`() throws {
    let script = try StoreScript(path, seed: 15, recording: 600)
    try script.file?.file.run("UPDATE segment SET t0 = -9223372036854775807, t1 = 9223372036854775807")
    #expect(try script.makeRoom(StoreLimits(keep: .seconds(30 * day))) == 0)
    let bounds = [UTC(secondsSince1970: StoreScript.begin), UTC(secondsSince1970: StoreScript.begin + 1000)]
    let error = #expect(throws: StoreError.self) { try TrackStore(at: path).knownDays(bounds) }
    #expect(error?.code == .damaged)
  }

  @Test func `is not taken from others: it waits, says so in one event, and goes on`() async throws {
    let (time, free) = (ManualTime(utcSeconds: 1_795_158_502), Guarded<Int64>(1 << 40))
    let simulated = SimulatedReceiver(.drive, time: time)
    let writer = try writer(simulated.receiver, leaving: 1000, of: free)
    let listening = simulated.receiver.onReport { [writer] in writer.take($0) }
    await time.advance(by: .seconds(60))
    free.withLock { $0 = 999 }
    await time.advance(by: .seconds(120))
    #expect(writer.fault?.code == .diskFull && writer.fault?.reason.contains("999") == true)
    #expect(writer.counts.waiting > 100 && writer.counts.dropped == 0)
    free.withLock { $0 = 1000 }
    await time.advance(by: .seconds(11))
    #expect(writer.fault == nil)
    try await writer.settled()
    let counts = writer.counts
    #expect(try counts.kept == counts.made && counts.made > 150 && stored().count == counts.made)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'not_written'") == 1)
    listening.cancel()
    await writer.stop()
  }

  @Test func `is that of its oldest fixes where it is limited and the disk is full`() throws {
    let script = try StoreScript(path, seed: 13, recording: 4000)
    let pages = try number("PRAGMA page_count")
    #expect(try script.makeRoom(StoreLimits(), isTight: true) == 0)
    #expect(try script.makeRoom(StoreLimits(maxSize: 1 << 30), isTight: true) > 2000)
    try script.record(2000)
    #expect(try number("PRAGMA page_count") == pages && stored() == script.fixes)
  }

  @Test func `of its log is kept by a reader, who is found in the kernel's table of locks`() throws {
    let table = """
      1: POSIX  ADVISORY  READ 4711 08:01:131 124 124
      2: POSIX  ADVISORY  WRITE 4712 08:01:131 120 120
      3: POSIX  ADVISORY  READ 4713 08:01:132 124 124
      4: POSIX  ADVISORY  READ 4714 08:01:131 128 128
      5: FLOCK  ADVISORY  WRITE 4715 08:01:131 0 EOF
      6: POSIX  ADVISORY  READ 4716 08:01:131 127 127
      """
    #expect(LogHolder.processes(in: table, inode: 131) == [4711, 4716])
    #expect(LogHolder.processes(in: "", inode: 131) == [])
  }
}

@Suite struct `What is forgotten`: StoreSuite {
  let folder: TestFolder
  private let script: StoreScript
  /// A place that nothing else has the digits of: 0x1ADB0CF5 and 0x3ADE68B1 ten-millionths of a degree.
  private let marked: Coordinate
  private let digits: [[UInt8]] = [[0x1A, 0xDB, 0x0C, 0xF5], [0x3A, 0xDE, 0x68, 0xB1]]

  init() throws {
    folder = try TestFolder()
    marked = try #require(Coordinate(latitude: 45.0563317, longitude: 98.7654321))
    script = try StoreScript(folder.file("track.db"), seed: 7)
  }

  /// A drive, a stay at the marked place, and a drive.
  private func makeTrack() throws -> StoreQuery {
    try script.record(700)
    let from = script.now
    for _ in 0..<4 { try script.record(150, at: marked) }
    let to = script.now - 1000
    script.drive(700)
    script.wait(60)
    try script.record(10)
    return StoreQuery(from: TrackRow.instant(from), to: TrackRow.instant(to))
  }

  /// How often some bytes are in the files of the folder.
  private func copies(of bytes: [UInt8]) -> Int {
    Kernel.names(in: folder.path).reduce(0) {
      $0 + places(of: bytes, in: Kernel.contents(of: folder.file($1), limit: 1 << 24) ?? [])
    }
  }

  private func holds(_ content: [UInt8], _ bytes: [UInt8]) -> Bool { places(of: bytes, in: content) > 0 }

  private func places(of bytes: [UInt8], in content: [UInt8]) -> Int {
    guard content.count >= bytes.count else { return 0 }
    var count = 0
    for start in 0...(content.count - bytes.count) where content[start] == bytes[0] {
      if content[start..<(start + bytes.count)].elementsEqual(bytes) { count += 1 }
    }
    return count
  }

  private func blobs() throws -> [[UInt8]] {
    let query = try SQLiteConnection(script.path, .reading).prepare("SELECT data FROM pack ORDER BY first")
    var blobs: [[UInt8]] = []
    while try query.next() { blobs.append(query.bytes(0)) }
    return blobs
  }

  @Test func `leaves no byte of a place in the folder, and all else as it was`() throws {
    let query = try makeTrack()
    #expect(digits.allSatisfy { copies(of: $0) > 500 })
    let gone = try script.forget(query)
    #expect(gone.fixes == 600 && digits.map { copies(of: $0) } == [0, 0])
    #expect(try stored() == script.fixes && script.fixes.count == 1410)
    #expect(StoreCheck(at: script.path).complaints == [])
    #expect(try number("SELECT sum(count) FROM dropped WHERE cause = 'forgotten'") == 600)
  }

  @Test func `leaves no byte of a place in packed fixes either`() throws {
    let query = try makeTrack()
    script.wait(9 * day)
    #expect(try script.seal() > 1)
    let before = try blobs()
    #expect(digits.allSatisfy { copies(of: $0) > 0 }, "the boxes of segments have it")
    let gone = try script.forget(query)
    #expect(gone.fixes == 600 && digits.map { copies(of: $0) } == [0, 0])
    #expect(try stored() == script.fixes && script.fixes.count == 1410)
    #expect(StoreCheck(at: script.path).complaints == [])
    let kept = try blobs()
    let cut = before.filter { !kept.contains($0) }
    #expect(cut.count >= 1)
    // What the fixes that stay have in common with the ones that go may be there.
    let gonePieces = cut.flatMap { blob in
      stride(from: 0, to: blob.count - 24, by: 8).map { Array(blob[$0..<($0 + 24)]) }
    }.filter { piece in !kept.contains { holds($0, piece) } }
    #expect(gonePieces.count > 50 && gonePieces.allSatisfy { copies(of: $0) == 0 })
  }

  @Test func `is an area alone, if one is given`() throws {
    let query = try makeTrack()
    let all = StoreQuery(box: StoreQuery.Box(around: marked, within: 50))
    let before = try number("SELECT count(*) FROM event")
    let gone = try script.forget(all)
    #expect(gone.fixes == 600 && gone.events + gone.gaps == 0 && digits.map { copies(of: $0) } == [0, 0])
    #expect(try number("SELECT count(*) FROM event") == before)
    #expect(try script.forget(query).fixes == 0, "nothing is left there")
  }

  @Test func `is the events of its time too, and gaps end where it begins`() throws {
    script.drive(100)
    let from = script.now + 30_000
    script.wait(60)
    script.drive(100)
    script.ahead = 3600
    script.drive(5)
    script.ahead = 0
    try script.record(5)
    #expect(try number("SELECT count(*) FROM event WHERE kind = 'clock_stepped'") == 2)
    let gone = try script.forget(StoreQuery(from: TrackRow.instant(from), to: TrackRow.instant(script.now)))
    #expect(gone.fixes == 110 && gone.events == 1, "the other event has a time of the wrong clock")
    #expect(try number("SELECT t1 FROM gap") == from - 1 && gone.gaps == 0 && stored() == script.fixes)
  }

  @Test func `is gone for a program that only knows the path, and copies are named`() throws {
    let query = try makeTrack()
    try script.close()
    let copy = script.path + ".damaged-0"
    try StoreCare.backUp(script.path, to: copy)
    #expect(try StoreCare.count(query, at: script.path) == 600)
    let gone = try StoreCare.forget(query, at: script.path, program: "test")
    #expect(gone.fixes == 600 && gone.copies == [copy])
    try Kernel.removeFile(Array(copy.utf8))
    #expect(try digits.map { copies(of: $0) } == [0, 0] && StoreCare.count(query, at: script.path) == 0)
    #expect(StoreCheck(at: script.path).fixes == 1410)
  }

  @Test func `is not gone while a program writes the store, and no store is made by a wrong path`() throws {
    let query = try makeTrack()
    let error = #expect(throws: StoreError.self) { try StoreCare.forget(query, at: script.path) }
    #expect(error?.code == .busy && error?.remedy != nil)
    let wrong = #expect(throws: StoreError.self) { try StoreCare.forget(query, at: folder.file("other.db")) }
    #expect(wrong?.code == .notFound && !Kernel.exists(folder.file("other.db")))
  }
}
