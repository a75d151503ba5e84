import DiscoverySupport
import GPSSystemCalls
import Testing

@testable import SerialPorts

@Suite struct `A watch on the folder of devices` {
  @Test func `has news when a port comes, gets its permissions, and goes`() throws {
    let system = try FakeSystem()
    let watch = try FolderWatch(system.root + "/dev")
    #expect(!watch.hasNews())
    try system.node("ttyACM0")
    #expect(watch.hasNews())
    #expect(!watch.hasNews())
    permit(system.root + "/dev/ttyACM0")
    #expect(watch.hasNews())
    try system.remove("/dev/ttyACM0")
    #expect(watch.hasNews())
  }

  @Test func `has no news of other devices`() throws {
    let system = try FakeSystem()
    let watch = try FolderWatch(system.root + "/dev")
    for name in ["null", "tty", "tty5", "sda1"] { try system.node(name) }
    #expect(!watch.hasNews())
  }

  @Test func `says why it cannot watch`() {
    #expect(throws: Errno(2)) { try FolderWatch("/nowhere") }
    #expect(throws: Errno(20)) { try FolderWatch("/proc/self/status") }
  }

  @Test func `takes an overflow for news, and torn records for none`() {
    let overflow: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(FolderNews.parse(overflow[...]).contains(where: FolderWatch.concernsPorts))
    #expect(FolderNews.parse(overflow.dropLast()).isEmpty)
    let long: [UInt8] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x74]
    #expect(!FolderNews.parse(long[...]).contains(where: FolderWatch.concernsPorts))
    #expect(FolderNews.parse([]).isEmpty)
  }

  @Test(arguments: [
    ("ttyACM0", true), ("ttyUSB12", true), ("ttyS0", true), ("ttyAMA0", true), ("rfcomm0", true),
    ("tty", false),
    ("tty1", false), ("console", false), ("pts", false), ("", false), ("tty\u{E9}", false),
  ])
  func `knows ports by their names`(_ name: String, isPort: Bool) {
    #expect(PortNames.isPlausible(name) == isPort)
  }
}
