import GPSBridge
import GPSDProtocol
import Glibc
import SimulatedGPS
import GPSSockets
import GPSSystemCalls
import TestSupport
import Testing
import GPSBase

@testable import GPSServices

/// A machine with a service manager, which starts a server as often as it is told to.
final class ManagedHouse {
  let manager: FakeManager
  let listener: CInt
  let port: UInt16
  private(set) var time = ManualTime(utcSeconds: 1_795_158_480)
  private(set) var server: LocationServer?
  private(set) var complaints: [String] = []
  var scenario = Scenario.staticDesk
  var watchdog: Duration?
  /// What a person has named beside what is passed, and whether it was passed.
  var named: [ServiceOutput] = []
  private(set) var takenOver: [Bool] = []

  init(_ name: String) throws {
    manager = try FakeManager(name)
    listener = try #require(try Kernel.listen(.host("127.0.0.1", port: 0)).first)
    port = try Kernel.port(of: listener)
  }

  /// A machine whose service was started.
  convenience init(started name: String) throws {
    try self.init(name)
    try start()
  }

  deinit {
    server?.stop()
    close(listener)
  }

  /// Starts a process of the service: with what the manager passes, and more.
  func start(_ more: [Activation.Passed] = []) throws {
    time = ManualTime(utcSeconds: time.utcSeconds)
    let server = LocationServer(SimulatedReceiver(scenario, time: time).receiver)
    var passed = ServiceManager(
      manager.passes(listener) + more, notifySocket: manager.path, watchdog: watchdog)
    complaints = passed.complaints
    takenOver = named.map { passed.takesOver($0) }
    #expect(passed.listens && passed.addresses == ["127.0.0.1:\(port)"])
    server.attach(passed)
    self.server = server
    try manager.wait(for: "READY=1")
  }

  /// Ends the process as SIGTERM does, and starts another one.
  func restart() async throws {
    let old = try #require(server)
    old.stop(within: .seconds(1))
    // One that takes nothing has its second.
    await wait(.seconds(2))
    try await old.run()
    try manager.take()
    try start()
  }

  func wait(_ duration: Duration) async { await time.advance(by: duration) }
}

@Suite(.timeLimit(.minutes(5))) struct `A server under a service manager` {
  private func isObject(_ line: String) -> Bool { (try? JSON5Reader.read(Array(line.utf8))) != nil }

  @Test func `listens where it was passed a socket, and says when it is ready`() async throws {
    let house = try ManagedHouse(started: "ready")
    #expect(house.manager.notices.first == "READY=1" && house.complaints == [])
    let peer = try Peer(port: house.port).watch()
    await house.wait(.seconds(40))
    #expect(try peer.linesUpToNow().contains { Peer.name($0) == "TPV" })
  }

  @Test func `says how things stand, once a second and only what has changed`() async throws {
    let house = try ManagedHouse(started: "status")
    let peer = try Peer(port: house.port).watch()
    for _ in 0..<6 {
      await house.wait(.seconds(10))
      // Of a client that does not read, lines are dropped.
      _ = try peer.linesUpToNow()
    }
    try house.manager.take()
    let told = house.manager.notices.filter { $0.hasPrefix("STATUS=") }
    let last = try #require(told.last)
    #expect(
      last.hasPrefix("STATUS=live 3D, ") && last.hasSuffix(" satellites, 1 client, 0 dropped"), "\(told)")
    #expect(told.count <= 62)
    for (one, next) in zip(told, told.dropFirst()) { #expect(one != next) }
  }

  @Test func `says that it lives at half of the time that the manager waits`() async throws {
    let house = try ManagedHouse("watchdog")
    house.watchdog = .seconds(10)
    try house.start()
    await house.wait(.milliseconds(5100))
    try house.manager.wait(for: "WATCHDOG=1")
  }

  @Test func `goes on with its clients after a restart, without a greeting or a cut line`() async throws {
    let house = try ManagedHouse(started: "restart")
    let (watcher, sentences) = (try Peer(port: house.port), try Peer(port: house.port))
    try watcher.watch()
    try sentences.watch(#"{"nmea":true}"#)
    await house.wait(.seconds(40))
    var asked = 0
    for _ in 0..<3 {
      let (objects, lines) = (try watcher.linesUpToNow(), try sentences.linesUpToNow())
      asked += 1
      #expect(objects.contains { Peer.name($0) == "TPV" } && objects.allSatisfy(isObject))
      #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("$G") && $0.dropLast(2).last == "*" })
      try await house.restart()
      #expect(house.manager.stored.count == 2)
      await house.wait(.seconds(40))
    }
    watcher.say("?WATCH;")
    let policy = try watcher.lines(through: "WATCH").last
    #expect(policy?.contains(#""enable":true,"json":true,"nmea":false"#) == true)
    // Its greeting, and the answers to what was asked.
    #expect(watcher.heard.count { Peer.name($0) == "VERSION" } == 1 + asked)
    #expect(try #require(house.server).counts.resumed == 2 && !watcher.hasEnded && !sentences.hasEnded)
  }

  @Test func `has each client kept under one name, which says what it wants`() async throws {
    let house = try ManagedHouse(started: "names")
    let peer = try Peer(port: house.port)
    try peer.lines(through: "VERSION")
    try house.manager.wait { $0.stored.count == 1 }
    let first = try #require(StoredClientName(house.manager.stored[0].name))
    #expect(!first.policy.isEnabled)
    peer.say(#"?WATCH={"raw":2,"json":false,"timing":true}"#)
    try peer.lines(through: "WATCH")
    try house.manager.wait { $0.removed.contains(first.text) && $0.stored.count == 1 }
    let second = try #require(StoredClientName(house.manager.stored[0].name))
    #expect(second.policy.isEnabled && second.policy.raw == 2 && second.policy.timing)
    #expect(second.number == first.number && second.device == .any)
    try await house.restart()
    let other = try Peer(port: house.port)
    try other.lines(through: "VERSION")
    try house.manager.wait { $0.stored.count == 2 }
    let numbers = house.manager.stored.compactMap { StoredClientName($0.name)?.number }
    #expect(Set(numbers).count == 2, "numbers go on above the highest")
  }

  @Test func `ends a client that it lets go, though the manager has a copy of its connection`() async throws {
    let house = try ManagedHouse(started: "browser")
    let peer = try Peer(port: house.port)
    try peer.lines(through: "VERSION")
    try house.manager.wait { $0.stored.count == 1 }
    let name = house.manager.stored[0].name
    peer.say("GET / HTTP/1.1\r\n")
    #expect(peer.waitForEnd())
    try house.manager.wait { $0.removed.contains(name) }
    #expect(house.manager.stored.isEmpty)
  }

  @Test func `does not have one kept that has the beginning of a line, and not its end`() async throws {
    let house = try ManagedHouse(started: "cut")
    let stuck = try Peer(port: house.port, receiveBuffer: 2048).watch()
    // While it takes nothing it is kept or not; in part of a line, it is not.
    for _ in 0..<100 where try #require(house.server).counts.kept > 0 || house.manager.removed.count < 2 {
      await house.wait(.seconds(20))
      try house.manager.take()
      if try #require(house.server).counts.slowClosed > 0 { break }
    }
    try house.manager.take()
    #expect(house.manager.stored.isEmpty)
    try await house.restart()
    #expect(stuck.waitForEnd(), "it has ended with the server")
    #expect(try #require(house.server).counts.resumed == 0)
  }

  @Test func `does not wait for a manager that has no time`() async throws {
    let house = try ManagedHouse(started: "busy")
    let peers = try (0..<60).map { _ in try Peer(port: house.port) }
    for peer in peers { try peer.watch() }
    // Sixty connections, with two names each, and a queue of ten: who did not come in goes in with the next round.
    await house.wait(.seconds(2))
    try house.manager.wait { $0.stored.count == 60 }
    let names = house.manager.stored.compactMap { StoredClientName($0.name) }
    #expect(names.allSatisfy(\.policy.isEnabled) && Set(names.map(\.number)).count == 60)
  }

  @Test func `tells that it reads settings again, and what was wrong with them`() async throws {
    let house = try ManagedHouse(started: "reload")
    let server = try #require(house.server)
    server.tellReload("the file is\nnone")
    try house.manager.wait(for: "STATUS=settings were not reloaded: the file is")
    let notices = house.manager.notices
    let begin = try #require(notices.firstIndex { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
    #expect(notices[begin + 1] == "READY=1")
    #expect(notices.allSatisfy { $0.hasPrefix("RELOADING") || !$0.contains("\n") }, "one line is one line")
    server.tellReload(nil)
    try house.manager.wait { manager in
      manager.notices.last.map { $0.hasPrefix("STATUS=") && !$0.contains("again") } == true
    }
  }

  @Test func `says that it ends, and leaves the clients to the manager`() async throws {
    let house = try ManagedHouse(started: "stopping")
    let peer = try Peer(port: house.port).watch()
    _ = try peer.linesUpToNow()
    let server = try #require(house.server)
    server.stop(within: .seconds(1))
    try await server.run()
    try house.manager.wait(for: "STOPPING=1")
    #expect(house.manager.stored.count == 1)
    // A client that speaks meanwhile is answered behind the restart.
    peer.say("?POLL;")
    try house.start()
    try peer.lines(through: "POLL")
  }

  @Test func `tells what was passed and is of no use, and closes it`() async throws {
    let house = try ManagedHouse("garbage")
    var pair: [CInt] = [-1, -1]
    unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair)
    let datagrams = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
    let stranger = dup(try #require(try Kernel.listen(.path("@gpsbridge-stranger-\(getpid())")).first))
    let own = try #require(try Kernel.listen(.path("@gpsbridge-mine-\(getpid())")).first)
    defer { for one in [pair[1], own] { close(one) } }
    try house.start([
      .init(descriptor: pair[0], name: "gpsd.e9.\u{1B}[31m"), .init(descriptor: datagrams, name: "gpsd"),
      .init(descriptor: stranger, name: "http"), .init(descriptor: own, name: "gpsd"),
      .init(descriptor: 1_000_000, name: "gpsd"),
    ])
    #expect(house.complaints.count == 5, "\(house.complaints)")
    #expect(house.complaints.allSatisfy { $0.unicodeScalars.allSatisfy(VisibleText.isHarmless) })
    for one in [pair[0], datagrams, stranger] { #expect(fcntl(one, F_GETFD) < 0, "\(one) is closed") }
    #expect(fcntl(own, F_GETFD) >= 0, "it is somebody else's in this process")
    try house.manager.wait { $0.removed.contains("http") }
    try Peer(port: house.port).watch()
  }

  @Test func `takes two of one number for what they are`() async throws {
    let house = try ManagedHouse("twins")
    var (one, two): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
    unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &one)
    unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &two)
    defer { for end in [one[1], two[1]] { close(end) } }
    let name = "gpsd.e1j1n0r0t0s0x0p0.any.7"
    try house.start([.init(descriptor: one[0], name: name), .init(descriptor: two[0], name: name)])
    #expect(house.complaints.count == 1)
    var buffer: [UInt8] = [0]
    #expect(try Kernel.read(two[1], into: &buffer) == 0, "the second one has ended")
    await house.wait(.seconds(5))
    #expect(try #require(house.server).counts.clients == 1)
  }
}
