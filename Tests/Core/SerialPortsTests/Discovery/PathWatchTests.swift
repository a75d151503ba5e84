import DiscoverySupport
import GPSSystemCalls
import Testing

@testable import SerialPorts

@Suite struct `A watch on a path` {
  private let system: FakeSystem
  private let folder: String
  private let path: String

  init() throws {
    system = try FakeSystem()
    folder = system.root + "/dev"
    path = folder + "/gps"
  }

  private func watch(_ path: String) throws -> PathWatch { try #require(PathWatch(path)) }

  @Test func `has news when the file goes and when it comes`() throws {
    try system.node("gps")
    let watch = try watch(path)
    #expect(watch.follow())
    #expect(!watch.hasNews())
    try system.remove("/dev/gps")
    #expect(watch.hasNews())
    #expect(!watch.hasNews())
    try system.node("gps")
    #expect(watch.hasNews())
  }

  @Test func `has news when this user may open the file now`() throws {
    try system.node("gps")
    let watch = try watch(path)
    #expect(watch.follow())
    permit(path)
    #expect(watch.hasNews())
  }

  @Test func `has no news of the file's neighbors`() throws {
    try system.node("gps")
    let watch = try watch(path)
    #expect(watch.follow())
    try system.node("other")
    #expect(!watch.hasNews())
  }

  @Test func `has news when a link leads elsewhere, or what it leads to goes`() throws {
    try system.write("/dev/serial/one", "")
    try system.node("two")
    try system.link("/dev/gps", to: "serial/one")
    let watch = try watch(path)
    #expect(watch.follow())
    try system.remove("/dev/serial/one")
    #expect(watch.hasNews())
    try system.link("/dev/gps", to: "two")
    #expect(watch.hasNews())
    // From now on the old target is nobody's concern.
    #expect(watch.follow())
    _ = watch.hasNews()
    try system.write("/dev/serial/one", "")
    #expect(!watch.hasNews())
  }

  @Test func `has news when its folder goes`() throws {
    try system.remove("/dev/serial/by-id")
    let watch = try watch(folder + "/serial/by-path/gps")
    #expect(watch.follow())
    try system.remove("/dev/serial/by-path")
    #expect(watch.hasNews())
    #expect(!watch.follow())
  }

  @Test func `ends with links that lead in a circle`() throws {
    try system.link("/dev/one", to: "two")
    try system.link("/dev/two", to: "one")
    #expect(try watch(folder + "/one").follow())
  }

  @Test func `leaves room for other programs, and gives its place back`() throws {
    var watches: [PathWatch] = []
    while let watch = PathWatch(path), watches.count <= PathWatch.most { watches.append(watch) }
    #expect((1...PathWatch.most).contains(watches.count))
    #expect(PathWatch(path) == nil)
    watches.removeLast()
    #expect(PathWatch(path) != nil)
  }

  @Test func `says that it cannot watch where there is no folder, and behind a zero`() throws {
    #expect(try !watch(folder + "/none/gps").follow())
    #expect(try !watch(path + "\0/gps").follow())
  }
}

@Suite struct `A glimpse of the terminals` {
  @Test func `is the same as long as nothing has changed, and tells all apart`() throws {
    let watcher = PortWatcher(.standard)
    guard let first = watcher.glimpse() else {
      // Without the kernel's tree there is nothing to see.
      #expect(watcher.folderDescriptor == nil || (try? Kernel.entries("/sys/class/tty")) == nil)
      return
    }
    #expect(first == watcher.glimpse())
    #expect(Set(first).count == first.count && first.count > 2)
  }

  @Test func `is none of a tree that is not the kernel's: its numbers come again`() throws {
    let system = try FakeSystem()
    #expect(PortWatcher(system.roots).glimpse() == nil)
  }
}

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
    ("tty", false), ("tty1", false), ("console", false), ("pts", false), ("", false), ("tty\u{E9}", false),
  ])
  func `knows ports by their names`(_ name: String, isPort: Bool) {
    #expect(PortNames.isPlausible(name) == isPort)
  }
}

@Suite struct `A follower of a monitor` {
  var follower = SerialPortFollower()

  @Test mutating func `has to catch up first, with the ports that are there`() {
    #expect(follower.isNew)
    #expect(follower.take(NumberedEvent(number: 1, event: .appeared(stick(1)))) == nil)
    #expect(follower.catchUp(with: PortSnapshot(number: 7, ports: [stick(1)])) == [.appeared(stick(1))])
    #expect(!follower.isNew)
  }

  @Test mutating func `is not told again of what was in the snapshot`() {
    _ = follower.catchUp(with: PortSnapshot(number: 7, ports: [stick(1)]))
    #expect(follower.take(NumberedEvent(number: 7, event: .appeared(stick(1)))) == [])
    let next = SerialPortEvent.appeared(stick(2, "ttyACM1"))
    #expect(follower.take(NumberedEvent(number: 8, event: next)) == [next])
  }

  @Test mutating func `is told what came of the events it has missed`() {
    _ = follower.catchUp(with: PortSnapshot(number: 1, ports: [stick(1, "ttyACM0"), stick(2, "ttyACM1")]))
    #expect(follower.take(NumberedEvent(number: 9, event: .appeared(stick(5, "ttyACM4")))) == nil)
    let now = [stick(1, "ttyACM3"), stick(5, "ttyACM4")]
    #expect(
      follower.catchUp(with: PortSnapshot(number: 9, ports: now)).map(\.word)
        == ["-ttyACM1", "ttyACM0>ttyACM3", "+ttyACM4"])
  }

  @Test mutating func `remembers what it has been told one by one`() {
    _ = follower.catchUp(with: PortSnapshot(number: 0, ports: []))
    _ = follower.take(NumberedEvent(number: 1, event: .appeared(stick(1))))
    _ = follower.take(NumberedEvent(number: 2, event: .changed(from: stick(1), to: stick(1, "ttyACM1"))))
    #expect(follower.catchUp(with: PortSnapshot(number: 5, ports: [stick(1, "ttyACM1")])) == [])
    _ = follower.take(NumberedEvent(number: 6, event: .disappeared(stick(1, "ttyACM1"))))
    #expect(follower.catchUp(with: PortSnapshot(number: 8, ports: [])) == [])
  }
}
