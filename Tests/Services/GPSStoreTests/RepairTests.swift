import GNSS
import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import Glibc
import GPSTrackRows
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `Repairing a store`: EmptyStoreSuite {
  private var other: String { folder.file("other.db") }

  /// A store of 300 fixes, with two minutes without fixes.
  @discardableResult private func script(
    _ name: String = "track.db", after seconds: Int = 0
  ) throws -> [StoredFix] {
    let script = try StoreScript(folder.file(name), seed: 7)
    script.wait(seconds)
    for _ in 0..<3 {
      try script.record(100)
      script.wait(60)
    }
    try script.close()
    return script.fixes
  }

  private func change(_ statements: String, _ name: String = "track.db") throws {
    try SQLiteConnection(folder.file(name), .writing).run(statements)
  }

  private func copy(_ path: String, to other: String) throws {
    try Kernel.replaceFile(Array(other.utf8), with: try #require(Kernel.contents(of: path, limit: 1 << 26)))
  }

  /// Makes the first page of a table noise.
  private func ruin(_ table: String) throws {
    let page = try Int(#require(try number("SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")))
    var bytes = try #require(Kernel.contents(of: path, limit: 1 << 26))
    for place in ((page - 1) * 4096)..<(page * 4096) { bytes[place] = 0xEE }
    try Kernel.replaceFile(Array(path.utf8), with: bytes)
  }

  // MARK: - What is read

  @Test func `reads what only the log has`() throws {
    let script = try StoreScript(path, seed: 7, recording: 300)
    let other = folder.file("copy.db")
    for end in ["", "-wal"] { try copy(path + end, to: other + end) }
    let repaired = try StoreCare.repair(other, into: other)
    #expect(try stored(at: other) == script.fixes && repaired.fixes == 300 && !repaired.leavesLog)
    // The log of a file whose begin is noise can't be moved.
    try script.close()
    try script.open()
    try script.record(10)
    var noise = try #require(Kernel.contents(of: path, limit: 1 << 26))
    for place in 0..<4096 { noise[place] = 0xEE }
    try Kernel.replaceFile(Array((path + "2").utf8), with: noise)
    try copy(path + "-wal", to: path + "2-wal")
    #expect(try StoreCare.repair(path + "2", into: other + "3").leavesLog)
  }

  @Test func `is refused while a reader keeps the log`() throws {
    try script()
    let reader = try SQLiteConnection(path, .reading)
    try reader.run("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM fix") == 300)
    let script = try StoreScript(path, seed: 8)
    script.wait(1000)
    script.drive(20)
    try script.close()
    let error = #expect(throws: StoreError.self) { try StoreCare.repair(path, into: other) }
    #expect(error?.code == .busy && error?.reason.hasPrefix("another program reads an old state") == true)
    #expect(!Kernel.exists(other))
    try reader.run("ROLLBACK")
    #expect(try StoreCare.repair(path, into: other).fixes == 320)
  }

  @Test func `is refused while the damaged store is written`() throws {
    let script = try StoreScript(path, seed: 7, recording: 100)
    let error = #expect(throws: StoreError.self) { try StoreCare.repair(path, into: other) }
    #expect(error?.code == .busy && !Kernel.exists(other))
    try script.close()
    #expect(try StoreCare.repair(path, into: other).fixes == 100)
  }

  @Test func `counts what is lost up to the end of the segments`() throws {
    let fixes = try script()
    let last = try #require(fixes.last?.number)
    try change("DELETE FROM fix WHERE seq > \(last - 50)")
    let repaired = try StoreCare.repair(path, into: path)
    #expect(repaired.fixes == 250 && repaired.lost == 50 && repaired.last == last)
    #expect(try number("SELECT sum(count) FROM dropped WHERE cause = 'damaged'") == 50)
  }

  @Test func `leaves the numbers of a store that is not added as they are`() async throws {
    for seconds in [300, 120] {
      try await record(seconds)
      if seconds == 300 { try ruin("fix") }
    }
    let query = "SELECT last FROM dropped WHERE cause = 'set_aside'"
    let last = try #require(try number(query))
    let repaired = try StoreCare.repair(path, into: path)
    #expect(try number(query) == last && repaired.lost == 0 && repaired.fixes > 50)
    #expect(try number("SELECT count(*) FROM dropped") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func `takes a hole of many numbers at once`() throws {
    let fixes = try script()
    let begin = fixes[99].number
    let far: Int64 = 1 << 40
    try change(
      """
      DELETE FROM segment; UPDATE fix SET seq = seq + \(far) WHERE seq > \(begin);
      UPDATE gap SET seq = seq + \(far) WHERE seq > \(begin);
      UPDATE event SET seq = seq + \(far) WHERE seq > \(begin);
      INSERT INTO dropped VALUES (\(begin + 1), \(begin + far), \(far), 0, 'max_size');
      """)
    let repaired = try StoreCare.repair(path, into: path)
    #expect(repaired.fixes == 300 && repaired.lost == 0)
    #expect(try stored(at: path).map(\.row) == fixes.map(\.row))
  }

  @Test(arguments: [
    "INSERT INTO dropped VALUES (5, 9223372036854775807, 1, 0, 'x')",
    "INSERT INTO segment VALUES (5, 9223372036854775807, 1, 0, 1, 0, 0, 0, 0, 0, 0)",
    "INSERT INTO event VALUES (9007199254740991, 1, 9223372036854775807, -9223372036854775807, 'x', NULL)",
    "INSERT INTO event VALUES (9007199254740992, 1, 1795158000000, 0, 'x', NULL)",
    "UPDATE fix SET mono = 9223372036854775807",
    "UPDATE fix SET seq = 9007199254740992, mono = 9223372036854775807 WHERE seq = (SELECT max(seq) FROM fix)",
    "UPDATE session SET began = -9223372036854775807, epoch = 9223372036854775807",
  ]) func `believes no number that is out of range`(statement: String) throws {
    try script("damaged.db")
    try change(statement, "damaged.db")
    try script(after: 10_000)
    let before = try stored(at: path)
    let damaged = folder.file("damaged.db")
    guard !statement.contains("9007199254740992") else {
      // After the last number there is none for the fixes of the second store.
      let error = #expect(throws: StoreError.self) { try StoreCare.repair(damaged, into: path) }
      #expect(error?.reason.contains("has number 9007199254740992") == true)
      #expect(try stored(at: path) == before && StoreCare.repair(damaged, into: damaged).fixes == 300)
      return
    }
    #expect(try StoreCare.repair(damaged, into: path).fixes == 600)
    #expect(try stored(at: path).suffix(300).map(\.row) == before.map(\.row))
  }

  // MARK: - What is left

  @Test func `adds a damaged store once, even without its sessions`() throws {
    let fixes = try script()
    try ruin("session")
    #expect(try StoreCare.repair(path, into: other).fixes == fixes.count)
    let error = #expect(throws: StoreError.self) { try StoreCare.repair(path, into: other) }
    #expect(error?.code == .failed && error?.reason.contains("content of the damaged store") == true)
    #expect(try stored(at: other).count == fixes.count)
    // A third store that is added keeps the note.
    try script("third.db", after: 10_000)
    #expect(try StoreCare.repair(folder.file("third.db"), into: other).fixes == 2 * fixes.count)
    #expect(throws: StoreError.self) { try StoreCare.repair(path, into: other) }
  }

  @Test func `leaves nothing after an error, and no file of others is touched`() throws {
    // The name of the store before has too many bytes.
    let long = folder.file(String(repeating: "x", count: 233))
    try script()
    try copy(path, to: long)
    let whole = try #require(Kernel.contents(of: long, limit: 1 << 26))
    try Kernel.replaceFile(Array((long + ".repair").utf8), with: Array("mine".utf8))
    let names = Set(Kernel.names(in: folder.path))
    let error = #expect(throws: StoreError.self) { try StoreCare.repair(long, into: long) }
    #expect(error?.code == .failed)
    let lock = String(repeating: "x", count: 233) + "-lock"
    #expect(Set(Kernel.names(in: folder.path)) == names.union([lock]))
    #expect(Kernel.contents(of: long, limit: 1 << 26) == whole)
    #expect(Kernel.text(long + ".repair", limit: 100) == "mine")
    // Beside something else, nothing is written.
    let letter = folder.file("letter.txt")
    try Kernel.replaceFile(Array(letter.utf8), with: [UInt8](repeating: 0x41, count: 8192))
    #expect(throws: StoreError.self) { try StoreCare.repair(letter, into: letter) }
    #expect(!Kernel.exists(letter + "-lock"))
  }

  @Test func `is put in place at once, and an error leaves the names as they were`() throws {
    try script()
    let before = try #require(Kernel.identity(path)?.number)
    try Kernel.replaceFile(Array((path + "-wal").utf8), with: Array("log".utf8))
    let names = Kernel.names(in: folder.path)
    let absent = folder.file("absent")
    #expect(throws: StoreError.self) { try StoreAside.replace(path, by: absent, "damaged", at: 0) }
    #expect(Kernel.names(in: folder.path) == names && Kernel.identity(path)?.number == before)
    try script("new.db")
    let new = try #require(Kernel.identity(folder.file("new.db"))?.number)
    let name = try #require(try StoreAside.replace(path, by: folder.file("new.db"), "damaged", at: 0))
    #expect(Kernel.identity(path)?.number == new && Kernel.identity(name)?.number == before)
    #expect(Kernel.text(name + "-wal", limit: 100) == "log" && !Kernel.exists(path + "-wal"))
  }

  @Test func `keeps the owner of the file that it replaces, and is for nobody else`() throws {
    try script()
    var model = try #require(Kernel.node(path))
    let isRoot = Kernel.user().number == 0
    if isRoot { (model.user, model.group) = (4711, 4712) }
    for name in isRoot ? [folder.path, path, path + "-lock"] : [] {
      #expect(unsafe chown(name, model.user, model.group) == 0)
    }
    _ = try StoreCare.repair(path, into: path)
    try Kernel.removeFile(Array((path + "-lock").utf8))
    _ = try StoreCare.repair(path, into: other)
    for name in [path, other, other + "-lock"] {
      let node = try #require(Kernel.node(name))
      #expect(node.mode == 0o100600 && node.user == model.user && node.group == model.group, "\(name)")
    }
  }
}
