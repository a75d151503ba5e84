import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `A store that is moved or removed while it is written`: EmptyStoreSuite {
  private let time = ManualTime(utcSeconds: 1_795_158_502)

  @Test(arguments: [true, false]) func `has a successor, and loses nothing`(isMoved: Bool) async throws {
    let simulated = SimulatedReceiver(.drive, time: time)
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
