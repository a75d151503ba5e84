import GNSS
import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

private let day = 86_400

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
    script.drive(1)
    try script.write()
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
    let script = try StoreScript(path, seed: 15)
    script.drive(600)
    try script.write()
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
    let script = try StoreScript(path, seed: 13)
    script.drive(4000)
    try script.write()
    let pages = try number("PRAGMA page_count")
    #expect(try script.makeRoom(StoreLimits(), isTight: true) == 0)
    #expect(try script.makeRoom(StoreLimits(maxSize: 1 << 30), isTight: true) > 2000)
    script.drive(2000)
    try script.write()
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
