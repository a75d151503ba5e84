import GPSEventRuntime
import GPSFleetLink
import GPSSystemCalls
import GPSWebHost
import Glibc
import TestSupport
import Testing

@testable import GPSFleetCollector
@testable import GPSFleetProtocol
@testable import GPSSockets

private let hasLibrary = (try? FleetLink.checkLibrary()) != nil

/// A broker that accepts each connection and then does one thing: nothing, or end it with a reason.
private final class ScriptedBroker {
  let port: UInt16
  private let listener: CInt
  private var clients: [CInt] = []

  init() throws {
    listener = try Kernel.listen(ServiceAddress("127.0.0.1:0"))[0]
    port = try Kernel.port(of: listener)
  }

  deinit {
    for client in clients { close(client) }
    close(listener)
  }

  private func isReadable(_ descriptor: CInt, within milliseconds: CInt) -> Bool {
    var asked = pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)
    return unsafe poll(&asked, 1, milliseconds) == 1
  }

  /// Whether a client connects within a time.
  func isCalled(within milliseconds: CInt) -> Bool { isReadable(listener, within: milliseconds) }

  /// Reads what the last client sends until it has a part a number of times.
  func take(_ count: Int, times part: String) throws {
    let patience = Patience("\(count) times \(part)")
    guard let client = clients.last else { throw SystemFailure() }
    var (received, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4096))
    while String(decoding: received, as: UTF8.self).ranges(of: part).count < count {
      try patience.check()
      guard isReadable(client, within: 1000) else { continue }
      let size = unsafe recv(client, &buffer, buffer.count, 0)
      guard size > 0 else { throw SystemFailure() }
      received += buffer.prefix(size)
    }
  }

  /// Accepts a client by MQTT 5, and sends more.
  func accept(then more: [UInt8] = []) throws {
    let patience = Patience("a collector at the broker")
    while !isReadable(listener, within: 1000) { try patience.check() }
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { throw SystemFailure() }
    clients.append(client)
    var request = [UInt8](repeating: 0, count: 4096)
    // The library sends the whole packet at once.
    guard unsafe recv(client, &request, request.count, 0) > 0, request[0] == 0x10 else {
      throw SystemFailure()
    }
    let answer: [UInt8] = [0x20, 3, 0, 0, 0] + more
    guard unsafe send(client, answer, answer.count, CInt(MSG_NOSIGNAL)) == answer.count else {
      throw SystemFailure()
    }
  }
}

@Suite(.enabled(if: hasLibrary, "libmosquitto is not installed")) struct `A collector at a broker` {
  /// Runs a collector at the broker until a line of its log holds.
  private func run(
    _ broker: ScriptedBroker, patience: Duration = .seconds(30), until holds: (String) -> Bool,
    _ serve: () throws -> Void, then: (CollectorFigures) throws -> Void = { _ in }
  ) throws {
    var settings = CollectorSettings(name: try FleetName("c1", of: .collector))
    settings.brokers = [try BrokerAddress("mqtt://127.0.0.1:\(broker.port)")]
    settings.database = "host=/nowhere"
    settings.patience = patience
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let lines = Guarded<[String]>([])
    let collector = FleetCollector(on: loop, settings, connection: 1, seed: 1) { line in
      lines.withLock { $0.append(line) }
    }
    loop.sync { collector.assumeIsolated { $0.start() } }
    defer { loop.sync { collector.assumeIsolated { $0.stop() } } }
    try serve()
    try Patience.wait(for: "a line of the log") { lines.withLock { $0.contains(where: holds) } }
    try then(loop.sync { collector.assumeIsolated { $0.figures } })
  }

  @Test func `leaves one that does not answer a subscription, and tries again`() throws {
    let broker = try ScriptedBroker()
    let words = "has not answered a subscription in 1 s"
    try run(broker, patience: .seconds(1), until: { $0.contains(words) }, { try broker.accept() }) {
      figures in
      #expect(figures.connected == 0 && figures.brokers[0].reason == words)
      #expect(figures.health.status == 503)
      try broker.accept()
    }
  }

  @Test func `knows another one of its name by its announcement`() throws {
    func bytes(_ number: Int64, isOnline: Bool = true) -> [UInt8] {
      FleetPresence.Collector(isOnline: isOnline, connection: number).bytes
    }
    var watch = NamesakeWatch(own: 20, topic: "t")
    func takes(_ bytes: [UInt8], from broker: Int = 0) -> Bool { watch.takes(bytes, from: broker) }
    // What an earlier run has left, before the first announcement of this one.
    #expect(!takes(bytes(30)) && !takes(bytes(10, isOnline: false)))
    watch.announces(21)
    for number: Int64 in [20, 21, 30, 10] { #expect(!takes(bytes(number)), "\(number)") }
    #expect(takes(bytes(25)) && takes(bytes(25, isOnline: false)) && !takes([1, 2]))
    // Another broker has announcements of its own.
    #expect(!takes(bytes(25), from: 1) && !takes(bytes(21), from: 1))
    #expect(!takes(bytes(25), from: 1) && takes(bytes(26), from: 1))
  }

  @Test func `announces itself again when a broken connection of its own has announced its end`() throws {
    let broker = try ScriptedBroker()
    let topic = Array(FleetTopic.collector(try FleetName("c1", of: .collector)).description.utf8)
    let will = FleetPresence.Collector(isOnline: false, connection: 1).bytes
    let content = [0, UInt8(topic.count)] + topic + [0] + will
    try #require(content.count < 128)
    try run(broker, patience: .seconds(600), until: { $0.hasPrefix("connected to") }) {
      try broker.accept(then: [0x30, UInt8(content.count)] + content)
      try broker.take(2, times: #""online":true"#)
    }
  }

  @Test func `does not fight with another one of its name`() throws {
    let broker = try ScriptedBroker()
    let taken: [UInt8] = [0xE0, 2, 0x8E, 0]
    try run(broker, until: { $0.contains("another collector is called c1; give each a --name") }) {
      try broker.accept(then: taken)
    } then: { _ in
      // It would be back within a second.
      #expect(!broker.isCalled(within: 1500))
    }
  }
}

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"))
struct `A collector whose database waits` {
  @Test func `is not silent while its own maintenance runs`() throws {
    let database = try Database.shared.get()
    let asked = try database.fresh()
    // The writer and the maintenance each wait for a lock of the test.
    try asked.execute(
      """
      CREATE OR REPLACE FUNCTION gpsbridge.identity()
        RETURNS TABLE (identifier text, timeline int, restored_at bigint, restored_since bigint) LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(77); END $$;
      CREATE OR REPLACE FUNCTION gpsbridge.close_next_day() RETURNS date LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(78); RETURN NULL; END $$
      """)
    _ = try asked.texts("SELECT pg_advisory_lock(77), pg_advisory_lock(78)")
    var settings = CollectorSettings(name: try FleetName("c1", of: .collector))
    settings.database = database.settings()
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let collector = FleetCollector(on: loop, settings, connection: 1, seed: 1) { _ in }
    loop.sync { collector.assumeIsolated { $0.start() } }
    defer { loop.sync { collector.assumeIsolated { $0.stop() } } }
    try Patience.wait(for: "two that wait for a lock") {
      try asked.texts("SELECT objid::text FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").count
        >= 2
    }
    #expect(loop.sync { collector.assumeIsolated { $0.silence } } == nil)
    _ = try asked.texts("SELECT pg_advisory_unlock(78)")
    try Patience.wait(for: "silence") { loop.sync { collector.assumeIsolated { $0.silence } } != nil }
  }
}
