import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@Suite struct `Opening a path` {
  @Test func `with a NUL in it opens no other file`() {
    #expect(throws: Errno.noSuchFile) { try Kernel.open("/dev/null\0x", for: .reading) }
    #expect(Kernel.node("/dev/null\0x") == nil)
    #expect(!Kernel.exists("/dev/null\0x") && !Kernel.mayReadAndWrite("/dev/null\0x"))
    #expect(Kernel.link("/proc/self/exe\0x") == nil)
    #expect(throws: Errno.noSuchFile) { try Kernel.entries("/proc\0x") }
  }

  @Test func `that leads nowhere says why`() {
    #expect(throws: Errno.noSuchFile) { try Kernel.open("/nowhere/a", for: .reading) }
    #expect(throws: Errno.notADirectory) { try Kernel.open("/dev/null/a", for: .reading) }
    #expect(throws: Errno.isADirectory) { try Kernel.open("/proc", for: .overwriting) }
  }

  @Test func `to make a file keeps one that is there, unless it is to be overwritten`() throws {
    let file = try TemporaryFile(Array("old".utf8))
    #expect(throws: Errno.exists) { try Kernel.open(file.path, for: .creating) }
    #expect(Kernel.contents(of: file.path) == Array("old".utf8))
    let descriptor = try Kernel.open(file.path, for: .overwriting)
    let bytes = Array("new!".utf8)
    let written = try Kernel.write(descriptor, bytes.span)
    #expect(written == 4)
    try Kernel.synchronize(descriptor)
    try Kernel.close(descriptor)
    #expect(Kernel.text(file.path, limit: 64) == "new!")
  }

  @Test func `gives a descriptor that is closed once`() throws {
    let descriptor = try Kernel.open("/dev/null", for: .reading)
    try Kernel.close(descriptor)
    #expect(throws: Errno.badDescriptor) { try Kernel.close(-1) }
  }
}

@Suite struct `A file` {
  @Test(arguments: [0, 1, 4095, 4096, 4097, 65_536, 200_000])
  func `is read to its end`(_ length: Int) throws {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = try TemporaryFile(bytes)
    let descriptor = try Kernel.open(file.path, for: .reading)
    let found = try Kernel.read(descriptor, limit: 1 << 20)
    #expect(found == bytes)
    try Kernel.close(descriptor)
    #expect(Kernel.contents(of: file.path, limit: 1 << 20) == bytes)
  }

  @Test(arguments: [0, 1, 4096, 65_536, 65_537])
  func `is read to a limit`(_ limit: Int) throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    let file = try TemporaryFile(bytes)
    #expect(Kernel.contents(of: file.path, limit: limit) == Array(bytes[..<limit]))
  }

  @Test func `that cannot be read counts as absent`() {
    #expect(Kernel.contents(of: "/nowhere") == nil && Kernel.contents(of: "/proc") == nil)
    #expect(Kernel.names(in: "/nowhere") == [])
  }

  @Test func `is told from a device and from a folder`() throws {
    let file = try TemporaryFile([])
    let node = try #require(Kernel.node(file.path))
    #expect(node.isFile && !node.isCharacterDevice)
    let device = try #require(Kernel.node("/dev/null"))
    #expect(device.isCharacterDevice && !device.isFile && !device.isPseudoTerminal)
    #expect(device.major == 1 && device.minor == 3)
    #expect(Kernel.node("/proc").map { $0.isFile || $0.isCharacterDevice } == false)
  }
}

@Suite struct `A link` {
  @Test func `has a target, as written and as a path`() throws {
    #expect(Kernel.link("/proc/self/fd/nothing") == nil)
    #expect(Kernel.destination(ofLink: "/dev/null") == nil)
    let descriptor = try Kernel.open("/dev/null", for: .reading)
    #expect(Kernel.link("/proc/self/fd/\(descriptor)") == "/dev/null")
    try Kernel.close(descriptor)
    #expect(Kernel.realPath("/proc/self/root/dev/null") == "/dev/null")
  }

  @Test(arguments: [
    ("/sys/class/tty/../../devices/a", "/sys/devices/a"), ("//a//./b/", "/a/b"), ("/../a", "/a"), ("/", ""),
  ])
  func `is followed by its text alone`(_ path: String, _ expected: String) {
    #expect(Kernel.normalized(path) == expected)
  }
}

@Suite struct `A pipe without a reader` {
  @Test func `is an error, and ends no program`() throws {
    let descriptor = try brokenPipe()
    let bytes: [UInt8] = [1, 2, 3]
    for _ in 0..<3 {
      #expect(throws: Errno.brokenPipe) { _ = try Kernel.writeToPipe(descriptor, bytes.span) }
    }
    let isHungUp = try Kernel.isHungUp(descriptor)
    #expect(isHungUp)
    try Kernel.close(descriptor)
  }
}

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

@Suite struct `The identity of a file system entry` {
  @Test func `is later than that of an entry which was there long before, and not the other way round`()
    throws
  {
    let terminal = try PseudoTerminal()
    let new = try #require(Kernel.identity(terminal.path))
    let old = try #require(Kernel.identity("/etc/passwd"))
    #expect(new.isMadeAfter(old) && !old.isMadeAfter(new) && !new.isMadeAfter(new))
    // Nor is it because the entry was read.
    let same = try #require(Kernel.identity("/etc/passwd"))
    #expect(same.isSame(as: old) && !same.isMadeAfter(old))
  }
}

@Suite struct `An errno` {
  @Test func `keeps its number, and has the C library's words`() {
    #expect(Errno(5).rawValue == 5 && Errno.accessDenied.words == "Permission denied")
    #expect(Errno(4095).words.contains("4095"))
  }

  @Test func `of a device that has gone is one of three`() {
    for error in [Errno.inputOutput, .noSuchAddress, .noSuchDevice] { #expect(error.isGone) }
    #expect(!Errno.wouldBlock.isGone && !Errno.noSuchFile.isGone)
  }
}
