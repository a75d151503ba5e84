import Glibc
import GPSSystemCalls
import TestSupport
import Testing

@Suite struct `A whole file` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `is replaced by the new bytes at once, for this user alone`() throws {
    let path = Array("\(folder.path)/a/b/c.json".utf8)
    #expect(throws: Errno.noSuchFile) { try Kernel.wholeFile(path, limit: 16) }
    try Kernel.makeFolder(Array("\(folder.path)/a/b".utf8))
    try Kernel.replaceFile(path, with: Array("one".utf8))
    try Kernel.replaceFile(path, with: Array("other".utf8))
    #expect(try Kernel.wholeFile(path, limit: 16) == Array("other".utf8))
    #expect(Kernel.node("\(folder.path)/a/b/c.json")?.mode == 0o100_600)
    // Nothing is left beside it.
    #expect(Kernel.names(in: "\(folder.path)/a/b") == ["c.json"])
    try Kernel.removeFile(path)
    try Kernel.removeFile(path)
    #expect(Kernel.names(in: "\(folder.path)/a/b").isEmpty)
  }

  @Test func `may be as long as its limit, and no longer`() throws {
    let file = try TemporaryFile([1, 2, 3])
    let path = Array(file.path.utf8)
    #expect(try Kernel.wholeFile(path, limit: 3) == [1, 2, 3])
    #expect(throws: Errno.fileTooLarge) { try Kernel.wholeFile(path, limit: 2) }
    #expect(throws: Errno.fileTooLarge) { try Kernel.wholeFile(Array("/dev/zero".utf8), limit: 1 << 20) }
  }

  @Test func `has the name that its bytes are, and none with a NUL`() throws {
    let path = Array("\(folder.path)/".utf8) + [0xE4, 0x2E, 0x78]
    try Kernel.replaceFile(path, with: [7])
    #expect(try Kernel.wholeFile(path, limit: 1) == [7])
    try Kernel.removeFile(path)
    #expect(throws: Errno.noSuchFile) { try Kernel.replaceFile(path + [0], with: [7]) }
    #expect(throws: Errno.noSuchFile) { try Kernel.makeFolder(path + [0, 0x61]) }
  }

  @Test func `takes away what killed writers left, and nothing of those that still write`() throws {
    let names = ["\(folder.path)/.gpsbridge-new-left", "\(folder.path)/.gpsbridge-new-held"]
    let files = try names.map { name in try Kernel.open(name, for: .creating) }
    try Kernel.lock(files[1])
    try Kernel.close(files[0])
    try Kernel.replaceFile(Array("\(folder.path)/a.json".utf8), with: [1])
    #expect(Kernel.names(in: folder.path) == [".gpsbridge-new-held", "a.json"])
    try Kernel.close(files[1])
    Kernel.removeRemains(in: Array(folder.path.utf8))
    #expect(Kernel.names(in: folder.path) == ["a.json"])
  }

  @Test func `that can't be written leaves nothing behind`() throws {
    try Kernel.makeFolder(Array("\(folder.path)/a/b".utf8))
    // A folder has the name.
    #expect(throws: Errno.isADirectory) {
      try Kernel.replaceFile(Array("\(folder.path)/a".utf8), with: [1])
    }
    #expect(Kernel.names(in: folder.path) == ["a"])
    #expect(throws: Errno.notADirectory) { try Kernel.makeFolder(Array("/dev/null/a".utf8)) }
  }
}
