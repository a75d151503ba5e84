import Glibc
import GPSSystemCalls
import Testing
import TestSupport
import UBX

@testable import GPSBridge

@Suite struct `A folder of memories` {
  private let scratch: TestFolder
  private let folder: MemoryFolder

  init() throws {
    scratch = try TestFolder()
    folder = MemoryFolder(scratch.path)
  }

  private static func memory(_ number: String, saved: Int64 = 1_795_176_000) -> ReceiverMemory {
    var memory = ReceiverMemory(ReceiverMemory.Owner(number: number, firmware: "SPG 4.04"))
    memory.pieces = (0..<3).map { piece in .mgaDBD(MgaDBD { $0.data = [piece, 7, 7] }) }
    memory.saved = saved
    memory.place = ReceiverMemory.Place(
      latitude: 48.1173, longitude: -11.5167, height: 545.4, accuracy: 2.5, time: saved)
    var start = ReceiverStart(.restored, timeToFix: .milliseconds(3200))
    (start.given, start.taken, start.time) = (3, 2, saved)
    memory.note(start)
    return memory
  }

  @Test func `gives back what was kept, to its owner alone`() throws {
    let memory = Self.memory("dead-beef-01")
    try folder.keep(memory)
    #expect(try folder.memory(of: memory.owner) == memory)
    let other = ReceiverMemory.Owner(number: "dead-beef-02", firmware: "SPG 4.04")
    #expect(try folder.memory(of: other) == nil)
    let newer = ReceiverMemory.Owner(number: "dead-beef-01", firmware: "SPG 4.05")
    #expect(try folder.memory(of: newer) == nil)
  }

  @Test func `keeps the newer memory of a receiver, whichever thread stores it first`() throws {
    let newer = Self.memory("dead-beef-01", saved: 1_795_176_600)
    let other = Self.memory("dead-beef-02")
    let keeper = MemoryKeeper()
    for (memory, number) in [(newer, 3), (Self.memory("dead-beef-01"), 1), (other, 2)] {
      try keeper.keep(memory, number, in: folder)
    }
    #expect(try folder.all() == [newer, other])
  }

  @Test func `is readable by nobody else`() throws {
    let memory = Self.memory("dead-beef-01")
    try folder.keep(memory)
    for ending in ["ubx", "json"] {
      var status = stat()
      #expect(unsafe stat("\(folder.path)/\(memory.owner.name).\(ending)", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `forgets a receiver wholly`() throws {
    try folder.keep(Self.memory("dead-beef-01"))
    try folder.keep(Self.memory("dead-beef-02"))
    try folder.forget(Self.memory("dead-beef-01").owner)
    #expect(try folder.all().map(\.owner.number) == ["dead-beef-02"])
    #expect(try Kernel.entries(folder.path).filter { $0.contains("01-SPG") }.isEmpty)
  }

  @Test func `takes a file that was cut, or is something else, for none`() throws {
    let memory = Self.memory("dead-beef-01")
    let path = "\(folder.path)/\(memory.owner.name).json"
    for text in ["", "{", "{\"v\":1}\n", "[1,2]", String(decoding: memory.text.dropLast(9), as: UTF8.self)] {
      try Kernel.replaceFile(Array(path.utf8), with: Array(text.utf8))
      #expect(try folder.memory(of: memory.owner) == nil, "\(text)")
    }
    // Who has put another's file under this name has not made it ours.
    try Kernel.replaceFile(Array(path.utf8), with: Self.memory("dead-beef-02").text)
    #expect(try folder.memory(of: memory.owner) == nil)
    try folder.forget(memory.owner)
  }

  @Test func `says which file it can't read, and why`() throws {
    let memory = Self.memory("dead-beef-01")
    let path = "\(folder.path)/\(memory.owner.name).json"
    #expect(unsafe mkdir(path, 0o700) == 0)
    let error = #expect(throws: MemoryFileError.self) { try folder.memory(of: memory.owner) }
    #expect(error?.path == path && error?.reason == "Is a directory")
    unsafe rmdir(path)
  }

  @Test func `keeps no more than it should, and the newest of them`() throws {
    for number in 0..<66 {
      try folder.keep(Self.memory("dead-beef-\(number)", saved: 1_795_176_000 + Int64(number)))
    }
    let kept = try folder.all().map(\.owner.number)
    #expect(kept.count == 64 && !kept.contains("dead-beef-0") && kept.contains("dead-beef-65"))
  }

  @Test func `has names that no receiver can lead out of it`() {
    let owner = ReceiverMemory.Owner(number: "../../etc/passwd", firmware: "a/b\u{0}")
    #expect(owner.name == "------etc-passwd-a-b-")
  }

  @Test func `holds starts with the memory against those without it, five of each`() {
    var memory = ReceiverMemory(ReceiverMemory.Owner(number: "1", firmware: "2"))
    func note(_ kind: ReceiverStart.Kind, _ seconds: [Int]) {
      for second in seconds { memory.note(ReceiverStart(kind, timeToFix: .seconds(second))) }
    }
    note(.cold, [27, 26, 28, 30, 25])
    note(.restored, [3, 4, 3, 90])
    #expect(memory.isOfHelp == nil)
    note(.restored, [5])
    #expect(memory.isOfHelp == true)
    note(.restored, [30, 31, 32])
    #expect(memory.isOfHelp == false)
    note(.cold, Array(repeating: 27, count: 30))
    #expect(memory.starts.count == 18, "ten of a kind at most")
  }
}
