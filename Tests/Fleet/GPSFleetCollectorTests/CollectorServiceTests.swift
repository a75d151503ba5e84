import GPSEventRuntime
import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSFleetCollector
@testable import GPSFleetProtocol
@testable import GPSSockets
@testable import GPSWebHost

/// The socket of a service manager.
private final class Manager {
  private let folder: TestFolder
  let path: String
  private let socket: CInt
  private(set) var notices: [String] = []

  init() throws {
    folder = try TestFolder()
    path = "@" + folder.path
    socket = try Kernel.datagramSocket(at: path)
  }

  deinit { close(socket) }

  private func take() throws {
    while true {
      do throws(Errno) {
        notices.append(String(decoding: try Kernel.receiveDatagram(socket).bytes, as: UTF8.self))
      } catch {
        guard error == .wouldBlock else { throw error }
        return
      }
    }
  }

  /// Takes notices until a condition holds for them.
  func wait(until holds: ([String]) -> Bool) throws {
    let patience = Patience("a notice")
    try take()
    while !holds(notices) {
      try patience.check()
      var asked = pollfd(fd: socket, events: CShort(POLLIN), revents: 0)
      _ = unsafe poll(&asked, 1, 1000)
      try take()
    }
  }
}

@Suite struct `A collector under a service manager` {
  private func activation(_ manager: Manager, watchdog: Duration? = nil) -> Activation {
    Activation(process: 1) { name in
      switch name {
      case "NOTIFY_SOCKET": manager.path
      case "WATCHDOG_USEC": watchdog.map { "\($0.components.attoseconds / 1_000_000_000_000)" }
      default: nil
      }
    }
  }

  private func run(
    _ activation: Activation, silence: @escaping @Sendable () -> Duration? = { nil },
    _ figures: @escaping @Sendable () -> CollectorFigures = { CollectorFigures() },
    then: () throws -> Void
  ) throws {
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let service = CollectorService(on: loop, activation, figures: figures, silence: silence)
    #expect(loop.sync { service.assumeIsolated { $0.start() } } == nil)
    try then()
    loop.sync { service.assumeIsolated { $0.stop() } }
  }

  @Test func `is ready, has a status, and stops`() throws {
    let manager = try Manager()
    let figures = Guarded(CollectorFigures())
    try run(activation(manager), { figures.withLock { $0 } }) {
      try manager.wait { $0.count == 2 }
      #expect(manager.notices[0] == "READY=1")
      #expect(manager.notices[1].hasPrefix("STATUS=0 of 0 brokers, the database is not written"))
      figures.withLock { $0.database = FleetDatabase(identifier: "db-1", timeline: 1) }
      try manager.wait { $0.contains { $0.hasPrefix("STATUS=0 of 0 brokers, database db-1, 0 rows/s") } }
    }
    try manager.wait { $0.last == "STOPPING=1" }
    #expect(!manager.notices.contains("WATCHDOG=1"))
  }

  @Test func `reports progress only while the database answers`() throws {
    let manager = try Manager()
    let silence = Guarded<Duration?>(nil)
    try run(
      activation(manager, watchdog: .milliseconds(20)), silence: { silence.withLock { $0 } }
    ) {
      try manager.wait { $0.count { $0 == "WATCHDOG=1" } >= 3 }
      silence.withLock { $0 = .seconds(119) }
      let before = manager.notices.count
      try manager.wait { $0.dropFirst(before).count { $0 == "WATCHDOG=1" } >= 3 }
      silence.withLock { $0 = .seconds(120) }
    }
    // What follows the last beat is the end alone, however late the loop runs.
    try manager.wait { $0.last == "STOPPING=1" }
  }

  @Test func `sends nothing to the watchdog after a silence of two minutes`() throws {
    let manager = try Manager()
    let asked = Guarded(0)
    try run(
      activation(manager, watchdog: .milliseconds(20)),
      silence: {
        asked.withLock { $0 += 1 }
        return .seconds(120)
      }
    ) {
      try Patience.wait(for: "beats that are due") { asked.withLock { $0 } >= 5 }
    }
    try manager.wait { $0.last == "STOPPING=1" }
    #expect(!manager.notices.contains("WATCHDOG=1"))
  }

  @Test(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"))
  func `is ready and reports progress as the page alone`() throws {
    let manager = try Manager()
    var settings = CollectorSettings(name: try FleetName("c1", of: .collector))
    (settings.database, settings.page) = ("host=/nowhere", "127.0.0.1:0")
    let (activation, loop) = (activation(manager, watchdog: .milliseconds(20)), EventLoop())
    loop.start()
    defer { loop.stop() }
    let parts = try loop.sync { [settings] in
      Result { try CollectorProgram.make(settings, activation, on: loop, connection: 1) }
    }.get()
    #expect(loop.sync { parts.start() }.isEmpty)
    try manager.wait { $0.count { $0 == "WATCHDOG=1" } >= 3 }
    #expect(manager.notices.prefix(2) == ["READY=1", "STATUS=serves the page, collects nothing"])
    loop.sync { parts.stop() }
    try manager.wait { $0.last == "STOPPING=1" }
  }

  @Test func `reports that its manager can't be reached`() {
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let activation = Activation(process: 1) { $0 == "NOTIFY_SOCKET" ? "/nowhere/notify" : nil }
    let service = CollectorService(on: loop, activation, figures: { CollectorFigures() }, silence: { nil })
    #expect(loop.sync { service.assumeIsolated { $0.start() } }?.hasPrefix("notices can't be sent") == true)
  }
}

@Suite(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"))
struct `The collector over HTTP` {
  private func answers(
    _ access: WebHost.Access = WebHost.Access(), _ figures: CollectorFigures = CollectorFigures(),
    to paths: [(path: String, more: String)]
  ) throws -> [(status: String, first: String)] {
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let page = CollectorPage(on: loop, access, database: "host=127.0.0.1 port=1") { figures }
    let port = try loop.sync {
      page.assumeIsolated { page -> Result<UInt16, ServiceFault> in
        do throws(ServiceFault) { return .success(try page.listen("127.0.0.1:0")) } catch {
          return .failure(error)
        }
      }
    }.get()
    defer { loop.sync { page.assumeIsolated { $0.stop() } } }
    return try paths.map { path, more in
      let peer = try Peer(port: port)
      peer.say("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(more)\r\n")
      let status = try peer.line()
      while try !peer.line().isEmpty {}
      return (String(status.split(separator: " ")[1]), try peer.line())
    }
  }

  @Test func `reports its metrics and its health`() throws {
    var figures = CollectorFigures()
    figures.database = FleetDatabase(identifier: "db-1", timeline: 1)
    figures.brokers = [.init(name: "mqtt://127.0.0.1:1883", isConnected: true)]
    let found = try answers(
      WebHost.Access(), figures,
      to: [("/healthz", ""), ("/metrics", ""), ("/", ""), ("/fix.json", ""), ("/healthz?device=x", "")])
    #expect(found.map(\.status) == ["200", "200", "200", "404", "400"])
    #expect(found[0].first == "ok" && found[2].first == "<!doctype html>")
    #expect(found[1].first == "# HELP gpsbridge_collect_broker_up 1 if the broker is connected.")
  }

  @Test func `is not ok without a database`() throws {
    let found = try answers(to: [("/healthz", "")])
    #expect(found[0].status == "503")
    #expect(found[0].first == "the database is not written: it has not answered yet")
  }

  @Test func `demands its token, and no foreign name`() throws {
    var access = WebHost.Access()
    access.token = "0123456789abcdef0123456789abcdef"
    let bearer = "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n"
    let found = try answers(
      access,
      to: [
        ("/metrics", ""), ("/metrics", bearer), ("/metrics", "Authorization: Bearer x\r\n"),
        ("http://evil.example/metrics", bearer),
      ])
    #expect(found.map(\.status) == ["401", "200", "401", "421"])
    #expect(found[3].first.contains("name it with --page-name"))
  }

  @Test func `ends with a status after which a unit tries again, if its address may be there later`() throws {
    func status(_ page: String) throws -> Int32? {
      var settings = CollectorSettings(name: try FleetName("c1", of: .collector))
      (settings.database, settings.page) = ("host=/nowhere", page)
      settings.token = "0123456789abcdef0123456789abcdef"
      let loop = EventLoop()
      loop.start()
      defer { loop.stop() }
      let made = loop.sync { [settings] in
        Result { try CollectorProgram.make(settings, Activation(), on: loop, connection: 1) }
      }
      guard case .failure(let fault as ServiceFault) = made else { return nil }
      return CollectorProgram.status(of: fault)
    }
    // Addresses of RFC 5737, which no machine has, and one in use.
    #expect(try status("192.0.2.1:8949") == 1)
    let socket = try Kernel.listen(ServiceAddress("127.0.0.1:0"))[0]
    defer { close(socket) }
    #expect(try status("127.0.0.1:\(Kernel.port(of: socket))") == 1)
    #expect(try status("/run/page") == 2)
    #expect(try status("words") == 2)
  }

  @Test func `is not open to other machines without a token`() {
    #expect(throws: ServiceFault.self) { try WebHost.Access().address("*:8949") }
    var access = WebHost.Access()
    access.token = "0123456789abcdef0123456789abcdef"
    #expect(throws: Never.self) { try access.address("*:8949") }
  }
}
