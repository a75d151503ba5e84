import GPSSystemCalls
import TestSupport
import Testing

@Suite struct `The identity of a file system entry` {
  @Test func `is later than that of an entry which was there long before, and not the other way round`()
    throws
  {
    let terminal = try PseudoTerminal()
    let new = try #require(Kernel.identity(terminal.path))
    let old = try #require(Kernel.identity("/etc/passwd"))
    #expect(new.isMadeAfter(old))
    #expect(!old.isMadeAfter(new))
    #expect(!new.isMadeAfter(new))
  }

  @Test func `is not later because an entry was read and written`() throws {
    let old = try #require(Kernel.identity("/etc/passwd"))
    let same = try #require(Kernel.identity("/etc/passwd"))
    #expect(same.isSame(as: old))
    #expect(!same.isMadeAfter(old))
  }
}
