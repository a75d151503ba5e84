import GPSSQLiteFiles
import GPSSystemCalls
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
    script.drive(100)
    try script.write()
    #expect(try stored(at: copy) == before && stored(at: script.path) == script.fixes)
    #expect(StoreCheck(at: copy).complaints == [] && StoreCheck(at: copy).packed > 1000)
    #expect(Kernel.node(copy).map { $0.mode & 0o777 } == 0o600)
    #expect(Kernel.names(in: folder.path).allSatisfy { !$0.hasSuffix(".part") })
    // Another program may go on with it.
    #expect(try StoreFile(copy, program: "test", at: 0).next > 1250)
  }

  @Test func `does not replace a file`() throws {
    script.drive(10)
    try script.write()
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
      "UPDATE pack SET data = substr(data, 1, 100) WHERE first = 1",
      "DELETE FROM session",
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
