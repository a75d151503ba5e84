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
