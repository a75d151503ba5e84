import GPSSystemCalls
import TestSupport
import Testing

@Suite struct `A pseudo-terminal` {
  @Test func `passes bytes on as they are, and hangs up while nobody has it open`() throws {
    let (near, path) = try Kernel.openPseudoTerminal()
    defer { try? Kernel.close(near) }
    #expect(Kernel.node(path)?.isPseudoTerminal == true)
    Kernel.forgetUnread(inTerminal: path)
    #expect(try Kernel.isHungUp(near))
    let far = try Kernel.open(path, for: .device)
    #expect(try !Kernel.isHungUp(near))
    let bytes: [UInt8] = [0x24, 0x0D, 0x0A, 0x03, 0x04, 0xFF]
    #expect(try Kernel.write(near, bytes.span) == bytes.count)
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = try Kernel.read(far, into: &buffer)
    #expect(Array(buffer[..<count]) == bytes)
    try Kernel.close(far)
    #expect(try Kernel.isHungUp(near))
  }

  @Test func `forgets what nobody has read`() throws {
    let (near, path) = try Kernel.openPseudoTerminal()
    defer { try? Kernel.close(near) }
    let far = try Kernel.open(path, for: .device)
    defer { try? Kernel.close(far) }
    _ = try Kernel.write(near, [UInt8](repeating: 1, count: 500).span)
    Kernel.forgetUnread(inTerminal: path)
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(throws: Errno.wouldBlock) { try Kernel.read(far, into: &buffer) }
  }

  @Test func `has a group, if there is one of that name`() {
    #expect(Kernel.groupNumber("root") == 0 && Kernel.groupNumber("no such group") == nil)
  }
}

@Suite struct `A link to a terminal` {
  @Test func `is replaced in one step, and leaves nothing beside it`() throws {
    let folder = "/tmp/gpsbridge-links-\(Kernel.ownProcess())"
    try Kernel.makeFolder(Array(folder.utf8))
    let link = folder + "/tty"
    try Kernel.replaceLink(link, to: "/dev/pts/1")
    try Kernel.replaceLink(link, to: "/dev/pts/2")
    #expect(Kernel.link(link) == "/dev/pts/2")
    #expect(try Kernel.entries(folder) == ["tty"])
    #expect(throws: Errno.noSuchFile) { try Kernel.replaceLink(folder + "/none/tty", to: "x") }
    #expect(throws: Errno.noSuchFile) { try Kernel.replaceLink(link + "\0", to: "x") }
    try Kernel.removeFile(Array(link.utf8))
  }
}
