import GPSEventRuntime
import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSFleetCollector
@testable import GPSFleetProtocol
@testable import GPSSockets
@testable import GPSWebHost

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
    _ activation: Activation, _ figures: @escaping @Sendable () -> CollectorFigures = { CollectorFigures() },
    then: () throws -> Void
  ) throws {
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let service = CollectorService(on: loop, activation, figures: figures)
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
      #expect(manager.notices[1].hasPrefix("STATUS=the database is not written"))
      figures.withLock { $0.database = FleetDatabase(identifier: "db-1", timeline: 1) }
      try manager.wait { $0.contains { $0.hasPrefix("STATUS=database db-1, 0 devices, 0 rows/s") } }
    }
    try manager.wait { $0.last == "STOPPING=1" }
    #expect(!manager.notices.contains("WATCHDOG=1"))
  }

  @Test func `reports progress to the watchdog`() throws {
    let manager = try Manager()
    try run(activation(manager, watchdog: .milliseconds(20))) {
      try manager.wait { $0.count { $0 == "WATCHDOG=1" } >= 3 }
    }
    try manager.wait { $0.last == "STOPPING=1" }
  }

  @Test(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"))
  func `is ready and reports progress as the page alone`() throws {
    let manager = try Manager()
    var settings = CollectorSettings()
    (settings.database, settings.page) = ("host=/nowhere", "127.0.0.1:0")
    let (activation, loop) = (activation(manager, watchdog: .milliseconds(20)), EventLoop())
    loop.start()
    defer { loop.stop() }
    let parts = try loop.sync { [settings] in
      Result { try CollectorProgram.make(settings, activation, on: loop) }
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
    let service = CollectorService(on: loop, activation, figures: { CollectorFigures() })
    #expect(loop.sync { service.assumeIsolated { $0.start() } }?.hasPrefix("notices can't be sent") == true)
  }
}

@Suite(.enabled(if: HTTPLibrary.open() == nil, "libmicrohttpd is not installed"))
struct `The collector over HTTP` {
  private final class Served {
    private let loop = EventLoop()
    private let host: CollectorHost
    private let collector: FleetCollector?
    let port: UInt16

    init(_ settings: CollectorSettings, hasPage: Bool, collects: Bool = true) throws {
      let loop = loop
      loop.start()
      let collector = collects ? FleetCollector(on: loop, settings) { _ in } : nil
      let host = CollectorHost(on: loop, settings, collector, hasPage: hasPage)
      (self.host, self.collector) = (host, collector)
      port = try loop.sync {
        collector?.assumeIsolated { $0.start() }
        return host.assumeIsolated { host -> Result<UInt16, ServiceFault> in
          do throws(ServiceFault) { return .success(try host.listen("127.0.0.1:0")) } catch {
            return .failure(error)
          }
        }
      }.get()
    }

    deinit {
      let (host, collector) = (host, collector)
      loop.sync {
        host.assumeIsolated { $0.stop() }
        collector?.assumeIsolated { $0.stop() }
      }
      loop.stop()
    }

    /// The status of an answer on a connection of its own.
    func status(_ path: String, _ more: String = "") throws -> Int {
      let peer = try Peer(port: port)
      peer.say("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(more)\r\n")
      return Int(try peer.line().split(separator: " ")[1]) ?? 0
    }

    /// Sends a request on a connection that is kept; returns the status, the headers and the body.
    func ask(
      _ peer: Peer, _ head: String, _ more: String = "", body: [UInt8]? = nil
    ) throws -> (status: Int, headers: [String], body: String) {
      let length = body.map { "Content-Length: \($0.count)\r\n" } ?? ""
      peer.say("\(head) HTTP/1.1\r\nHost: fleet.example\r\n\(length)\(more)\r\n")
      if let body { peer.say(body) }
      let status = try peer.line().split(separator: " ")
      var headers: [String] = []
      while case let line = try peer.line(), !line.isEmpty { headers.append(line) }
      return (Int(status[1]) ?? 0, headers, try peer.line())
    }
  }

  private var unwritten: CollectorSettings {
    var settings = CollectorSettings()
    settings.database = "host=127.0.0.1 port=1"
    return settings
  }

  @Test func `reports its metrics and its health, beside batches and beside the page`() throws {
    for hasPage in [false, true] {
      let served = try Served(unwritten, hasPage: hasPage)
      #expect(try served.status("/healthz") == 503)
      #expect(try served.status("/metrics") == 200)
      #expect(try served.status("/healthz?device=x") == 400)
      #expect(try served.status("/") == (hasPage ? 200 : 404))
      #expect(try served.status("/v1/batch") == (hasPage ? 404 : 405))
    }
  }

  @Test func `answers batches that it does not take, and keeps the connection`() throws {
    let served = try Served(unwritten, hasPage: false)
    let peer = try Peer(port: served.port)
    func post(_ token: String?, _ body: [UInt8]) throws -> (status: Int, headers: [String], body: String) {
      try served.ask(
        peer, "POST /v1/batch", token.map { "Authorization: Bearer \($0)\r\n" } ?? "", body: body)
    }
    for token in [nil, "x", "gb1.k3v9q0ta.short"] {
      let answer = try post(token, [UInt8](repeating: 0, count: 100_000))
      #expect(answer.status == 401 && answer.headers.contains("WWW-Authenticate: Bearer"))
      #expect(answer.body.hasPrefix(#"{"v":1,"error":"unknown_token""#))
    }
    // A page's headers would be larger than the answer.
    let empty = try post(nil, [])
    #expect(empty.status == 401)
    #expect(!empty.headers.contains { $0.hasPrefix("Content-Security-Policy") })
    let large = try served.ask(
      peer, "POST /v1/batch", body: [UInt8](repeating: 0, count: FleetBatch.mostBytes + 1))
    #expect(large.status == 413 && large.body == #"{"v":1,"error":"too_large"}"#)
  }

  @Test func `demands its token for the metrics, and no foreign name`() throws {
    var settings = unwritten
    settings.token = "0123456789abcdef0123456789abcdef"
    let served = try Served(settings, hasPage: true)
    let bearer = "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n"
    #expect(try served.status("/metrics") == 401)
    #expect(try served.status("/metrics", bearer) == 200)
    #expect(try served.status("/metrics", "Authorization: Bearer x\r\n") == 401)
    #expect(try served.status("http://evil.example/metrics", bearer) == 421)
  }

  @Test(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .onDatabase)
  func `answers batches after their commit, several on one connection`() throws {
    let database = try Database.shared.get()
    let asked = try database.fresh()
    let one = try SampleDevice("one", in: asked)
    var settings = CollectorSettings()
    (settings.database, settings.token) = (
      database.settings(role: "gpsbridge_collect"), String(repeating: "x", count: 32)
    )
    let served = try Served(settings, hasPage: false)
    let peer = try Peer(port: served.port)
    let authorization = "Authorization: Bearer \(one.token)\r\n"
    try Patience.wait(for: "a commit") {
      try served.ask(peer, "POST /v1/batch", authorization, body: one.batch(1...5).bytes).status == 200
    }
    for first: Int64 in [6, 11] {
      let answer = try served.ask(
        peer, "POST /v1/batch", authorization, body: one.batch(first...first + 4).bytes)
      #expect(answer.status == 200)
      let read = FleetAnswer(status: answer.status, Array(answer.body.utf8), retryAfter: nil)
      #expect(read?.word == .committed && read?.numbers == first...first + 4)
      try asked.expect("SELECT max(last)::text FROM gpsbridge.batch", ["\(first + 4)"])
    }
    let refused = try served.ask(peer, "POST /v1/batch", authorization, body: [1, 2, 3])
    #expect(refused.status == 422 && refused.body.contains("damaged"))
  }

  @Test func `ends with a status after which a unit tries again, if its address may be there later`() throws {
    func status(_ page: String) throws -> Int32? {
      var settings = CollectorSettings()
      (settings.database, settings.listen) = ("host=/nowhere", page)
      settings.token = "0123456789abcdef0123456789abcdef"
      let loop = EventLoop()
      loop.start()
      defer { loop.stop() }
      let made = loop.sync { [settings] in
        Result { try CollectorProgram.make(settings, Activation(), on: loop) }
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
