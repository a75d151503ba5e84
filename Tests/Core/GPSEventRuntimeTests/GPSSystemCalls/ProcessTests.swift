import GPSSystemCalls
import TestSupport
import Testing

@Suite struct `A process` {
  /// The fields between the foreground group of the terminal and the start.
  private let rest = "4194304 1 2 3 4 5 6 7 8 20 0 1 0"

  @Test(arguments: ["bash", "a b", "x) S 1 1 1 0 (y", ")", "(", "", "tmux: server"])
  func `is described with any name`(_ name: String) throws {
    let line = "812 (\(name)) S 1 812 812 34816 812 \(rest) 4711 9 9\n"
    let process = try #require(Kernel.Process(stat: line))
    #expect(process.number == 812 && process.name == name && process.isSessionLeader)
    #expect(process.terminal == 34816 && process.started == 4711)
  }

  @Test func `without a terminal has none, and numbers above 255 are those of the device`() {
    let line = { (terminal: Int32) in "7 (x) S 1 7 5 \(terminal) 7 \(self.rest) 1" }
    #expect(Kernel.Process(stat: line(0))?.terminal == nil)
    #expect(Kernel.Process(stat: line(0))?.isSessionLeader == false)
    // Terminal 300 is major 136, minor 300: the upper part of the minor number is in front.
    #expect(Kernel.Process(stat: line(136 << 8 | 300 & 0xFF | 1 << 20))?.terminal == 0x10_882C)
    #expect(Kernel.Process(stat: line(-1))?.terminal == 0xFFFF_FFFF)
  }

  @Test(arguments: ["", "1", "1 (x", "1 (x) S 1 2", "x (y) S 1 1 1 0", "1 )x( S"])
  func `is not described by a line that is cut`(_ line: String) { #expect(Kernel.Process(stat: line) == nil) }

  @Test func `is no longer the one that had its number`() throws {
    var own = try #require(Kernel.process(Kernel.ownProcess()))
    #expect(Kernel.isRunning(own))
    own.started -= 1
    #expect(!Kernel.isRunning(own))
    #expect(try Kernel.processNumbers().contains(Kernel.ownProcess()))
  }
}

@Suite struct `The identity of a path` {
  @Test func `is another one for a terminal that has only the number of the earlier one`() throws {
    let (first, path) = try Kernel.openPseudoTerminal()
    let earlier = try #require(Kernel.identity(path))
    #expect(try #require(Kernel.identity(path)).isSame(as: earlier))
    // Who may open it changes one of its times only.
    try Kernel.permit(path, 0o600)
    #expect(try #require(Kernel.identity(path)).isSame(as: earlier))
    // The kernel's clock for files moves in steps of up to 10 ms.
    let end = Kernel.monotonicNanoseconds() + 30_000_000
    try Kernel.close(first)
    Kernel.sleep(untilMonotonicNanoseconds: end)
    let (second, again) = try Kernel.openPseudoTerminal()
    defer { try? Kernel.close(second) }
    guard again == path else { return }
    #expect(try !#require(Kernel.identity(again)).isSame(as: earlier))
  }

  @Test func `of a link changes when the link is made anew with the same target`() throws {
    let link = "/tmp/gpsbridge-identity-\(Kernel.ownProcess())"
    try Kernel.replaceLink(link, to: "/dev/pts/77")
    defer { try? Kernel.removeFile(Array(link.utf8)) }
    let before = try #require(Kernel.identity(link, ofLink: true))
    #expect(Kernel.identity(link) == nil)
    try Kernel.replaceLink(link, to: "/dev/pts/77")
    #expect(try !#require(Kernel.identity(link, ofLink: true)).isSame(as: before))
  }
}
