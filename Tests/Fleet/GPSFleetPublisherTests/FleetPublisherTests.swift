import GPSBase
import GPSEventRuntime
import GPSFleetLink
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetPublisher

@Suite struct `A publisher of a store` {
  private let store: SampleStore
  private let broker = FakeBroker()
  private var device: FleetDevice { store.device }

  init() throws { store = try SampleStore() }

  /// Runs a publisher until a status; the usual one is that all is delivered.
  private func run(
    batch: Duration = .zero, limit: Duration = .seconds(20), form: FleetBatch.Form = .compact,
    until isEnough: @escaping @Sendable (FleetPublisher.Status) -> Bool = {
      $0.backlog == 0 && $0.delivered > 0
    }, looking look: (FleetPublisher) async throws -> Void = { _ in }
  ) async throws -> FleetPublisher.Status? {
    let address = try BrokerAddress("mqtt://127.0.0.1")
    var settings = FleetPublisher.Settings(
      store: store.path, device: device, hosts: [FleetLinkSettings(address, client: "")])
    (settings.batch, settings.second, settings.hosts[0].limit) = (batch, 100, limit)
    settings.form = form
    return try await broker.follow(
      { try FleetPublisher(on: $0, settings, makeLine: broker.maker, report: $1) }, until: isEnough,
      looking: look)
  }

  @Test func `sends each entry once, and nothing again in the next run`() async throws {
    try store.write(2000)
    try store.write(700)
    let status = try await run()
    #expect(status?.delivered == 2704 && status?.condition == .delivering && status?.fault == nil)
    var numbers = NumberRanges()
    for batch in broker.batches { numbers.insert(batch.numbers) }
    #expect(numbers.ranges == [1...2704] && Set(broker.batches.map(\.epoch)).count == 2)
    #expect(broker.batches.flatMap(\.fixes).count == 2700 && broker.batches.flatMap(\.records).count == 4)
    let count = broker.batches.count
    try store.write(10)
    let next = try await run()
    #expect(next?.delivered == 12 && broker.batches.count == count + 1)
  }

  @Test func `sends the same entries as JSON, in messages that the collector takes`() async throws {
    try store.write(1500)
    let status = try await run(form: .json)
    let (texts, first) = (broker.batches, broker.state.withLock { $0.payloads.first?.first })
    #expect(status?.delivered == 1502 && first == UInt8(ascii: "{"))
    #expect(broker.state.withLock { $0.payloads }.allSatisfy { $0.count <= FleetBatch.mostBytes })
    broker.state.withLock { $0.batches = [] }
    try Kernel.removeFile(Array(SinkFile.path(of: device, beside: store.path).utf8))
    _ = try await run()
    let packed = broker.batches
    func sorted(_ batches: [FleetBatch]) -> [Int64] { batches.flatMap(\.fixes).map(\.number).sorted() }
    #expect(sorted(texts) == sorted(packed) && Set(texts.flatMap(\.fixes)) == Set(packed.flatMap(\.fixes)))
  }

  @Test func `keeps what no collector has committed for its next run`() async throws {
    try store.write(2000)
    broker.state.withLock { $0.commits = false }
    let acknowledged = broker
    _ = try await run { _ in acknowledged.batches.count >= 4 }
    broker.state.withLock {
      $0.commits = true
      $0.batches = []
    }
    let status = try await run()
    #expect(status?.delivered == 2002 && broker.batches.map(\.numbers.count).reduce(0, +) == 2002)
  }

  @Test func `connects under numbers that rise, with a will, and ends with its state`() async throws {
    try store.write(5)
    for _ in 0..<2 {
      _ = try await run { $0.backlog == 0 && $0.delivered > 0 || $0.condition == .delivering }
    }
    let links = broker.state.withLock { $0.connections }
    let wills = links.compactMap { $0.will.flatMap { FleetPresence.Device($0.payload) } }
    #expect(wills.map(\.connection) == [100, 101] && wills.allSatisfy { !$0.isOnline })
    #expect(
      links[0].client == "gpsbridge-acme-truck" && links[0].will?.topic == "gpsbridge/v1/acme/truck/state")
    #expect(broker.states.map(\.isOnline) == [true, false, true, false])
    let filters = broker.state.withLock { $0.subscriptions }
    #expect(filters.prefix(2) == ["gpsbridge/v1/acme/truck/ack", "gpsbridge/v1/collector/+/state"])
  }

  @Test func `reports refused numbers with their reason`() async throws {
    try store.write(5)
    broker.state.withLock { $0.refusal = "version" }
    let status = try await run { !$0.refused.isEmpty }
    #expect(status?.refused == ["version": 7] && status?.delivered == 0)
    #expect(status?.backlog == 7 && status?.pending == 0)
  }

  @Test func `reports that a subscription is refused, and that no collector subscribes`() async throws {
    try store.write(5)
    broker.state.withLock {
      $0.publishReason = .noSubscribers; $0.commits = false
    }
    let silent = try await run { $0.condition == .noSubscriber }
    #expect(silent?.backlog == 7)
    broker.state.withLock { $0.subscriptionReason = .notAuthorized }
    let refused = try await run { if case .notSubscribed = $0.condition { true } else { false } }
    #expect(refused?.condition == .notSubscribed("it refuses: not authorized"))
  }

  @Test func `sends small messages to a broker of small packets, and reports one that is too small`()
    async throws
  {
    try store.write(40)
    broker.state.withLock { $0.largestPacket = 64 }
    let refused = try await run { if case .notAccepted = $0.condition { true } else { false } }
    #expect(refused?.condition == .notAccepted(149) && broker.batches.isEmpty)
    broker.state.withLock { $0.largestPacket = 600 }
    let status = try await run()
    #expect(status?.delivered == 42 && broker.batches.count > 2, "\(broker.batches.map(\.numbers))")
  }

  @Test(
    arguments: [
      (.unreachable("no route"), .unreachable("no route"), nil),
      (.silent, .unreachable("it does not answer"), .lost("the broker does not answer")),
      (.untrusted("self-signed"), .untrusted("self-signed"), nil),
      (.lost("reset"), .lost("reset"), .lost("reset")),
      (.refused(.badCredentials), .notAdmitted("bad user name or password"), nil),
      (.refused(.unavailable), .refused("server unavailable"), nil),
      (.dismissed(.takenOver), .takenOver, nil),
      (.dismissed(.unavailable), nil, .lost("the broker has ended it: server unavailable")),
    ] as [(FleetLinkEnd, FleetCondition?, FleetCondition?)])
  func `reports why it can't connect, and how a connection ended`(
    end: FleetLinkEnd, before: FleetCondition?, after: FleetCondition?
  ) async throws {
    try store.write(1)
    for (refused, ended, condition) in [(end, nil, before), (nil, end, after)] where condition != nil {
      broker.state.withLock { ($0.refusedBy, $0.endedBy) = (refused, ended) }
      #expect(try await run { $0.condition != .connecting }?.condition == condition)
    }
  }

  @Test func `reports that no connection can be tried`() async throws {
    try store.write(1)
    broker.state.withLock { $0.fault = FleetLinkFault(.file, "the file is gone") }
    #expect(try await run { $0.condition != .connecting }?.condition == .notTried("the file is gone"))
  }

  @Test func `ends a connection if the broker does not answer a subscription`() async throws {
    try store.write(1)
    broker.state.withLock { $0.subscriptionReason = nil }
    let status = try await run(limit: .milliseconds(1)) { $0.condition != .connecting }
    #expect(status?.condition == .notSubscribed("it does not answer"))
  }

  @Test func `advises to check a password only if the broker refuses the device`() {
    let conditions: [FleetCondition] = [
      .notTried("x"), .unreachable("x"), .untrusted("x"), .notAdmitted("x"), .refused("x"), .lost("x"),
      .notSubscribed("x"), .takenOver, .noSubscriber, .notAuthorized, .notAccepted(149), .notAccepted(151),
      .silent, .unlisted, .noCollector,
    ]
    let advice = conditions.compactMap { FleetAdvice($0) }
    #expect(Set(advice.map(\.what)).count == conditions.count)
    #expect(
      advice.filter { $0.line.contains("password") }.map(\.what) == ["the broker does not admit this device"])
    #expect(advice.filter { $0.line.contains("reached") }.map(\.what) == ["the broker can't be reached"])
  }

  @Test func `does not connect with a password without a user`() throws {
    var link = FleetLinkSettings(try BrokerAddress("mqtt://127.0.0.1"), client: "")
    link.password = "secret"
    #expect(throws: FleetLinkFault.self) { try link.checkFiles() }
    link.user = "truck"
    try link.checkFiles()
  }

  @Test func `sends all of another store under the same name`() async throws {
    try store.write(5)
    _ = try await run()
    for end in ["", "-wal", "-shm"] { try Kernel.removeFile(Array((store.path + end).utf8)) }
    try store.write(3)
    broker.state.withLock { $0.batches = [] }
    let status = try await run()
    #expect(status?.delivered == 5 && broker.batches.map(\.numbers) == [1...5])
  }

  @Test func `holds no more for a large backlog than for a small one`() async throws {
    let broker = broker
    var (waiting, draining): ([[Int]], [[Int]]) = ([], [])
    for count in [6000, 60_000] {
      try store.write(count)
      broker.state.withLock {
        $0.commits = false
        $0.batches = []
      }
      _ = try await run(until: { _ in broker.batches.count >= 8 }) {
        // The loop sends on between the two.
        guard broker.batches.count >= 8 else { return }
        let held = await $0.held
        waiting.append([held.batches, held.bytes, held.ranges])
      }
      broker.state.withLock { $0.commits = true }
      var most = [0, 0, 0]
      _ = try await run(looking: {
        let held = await $0.held
        most = [max(most[0], held.batches), max(most[1], held.bytes), max(most[2], held.ranges)]
      })
      draining.append(most)
    }
    #expect(waiting[0][0] == 8 && waiting[0][1] > 0 && waiting[0][2] <= 6, "\(waiting)")
    let small = waiting[0]
    for held in waiting + draining {
      #expect(held[0] <= 8 && held[1] < small[1] * 5 / 4 && held[2] <= small[2] + 6, "\(held)")
    }
  }

  @Test func `sends all of another store that takes the place of its store`() async throws {
    try store.write(5)
    let other = try SampleStore()
    try other.write(30)
    let broker = broker
    let status = try await run(until: { $0.delivered == 32 }) { _ in
      guard broker.batches.count == 1, Kernel.exists(other.path) else { return }
      for end in ["-wal", "-shm"] where Kernel.exists(store.path + end) {
        try Kernel.removeFile(Array((store.path + end).utf8))
      }
      try Kernel.moveFile(Array(other.path.utf8), to: Array(store.path.utf8))
    }
    #expect(status?.backlog == 0 && broker.batches.map(\.numbers) == [1...7, 1...32])
    #expect(Set(broker.batches.map(\.installation)).count == 2)
    #expect(broker.state.withLock { $0.connections }.count == 2)
  }

  @Test func `continues with its files, and shares none with another device`() throws {
    func device(_ tenant: String, _ name: String) throws -> FleetDevice {
      FleetDevice(tenant: try FleetName(tenant, of: .tenant), name: try FleetName(name, of: .device))
    }
    try store.write(10)
    let installation = try StorePages.installation(at: store.path).text
    let text = #"{"v":1,"installation":"\#(installation)","epoch":0,"connection":1,"settled":[[1,4]]}"#
    let folder = store.path.dropLast("track.db".count) + "sinks"
    try Kernel.makeFolder(Array(folder.utf8))
    for file in ["acme.truck.json", "a.b.c.json", "a.b.c@owntracks.json"] {
      try Kernel.replaceFile(Array("\(folder)/\(file)".utf8), with: Array(text.utf8))
    }
    #expect(try PendingEntries(of: self.device, in: store.path).delivered == 4)
    #expect(try PendingEntries(of: device("a", "b.c"), in: store.path).delivered == 4)
    #expect(try PendingEntries.progress(of: device("a", "b.c"), in: store.path).map(\.guest) == [.ownTracks])
    // Its dot is doubled in the names of its files.
    #expect(try PendingEntries(of: device("a.b", "c"), in: store.path).delivered == 0)
    #expect(try PendingEntries.progress(of: device("a.b", "c"), in: store.path).isEmpty)
    let locks = try [device("a", "b.c"), device("a.b", "c")].map { try SinkFile(of: $0, beside: store.path) }
    #expect(Set(locks.map(\.path)).count == 2)
  }

  @Test func `is the only one of its device, and needs a store`() throws {
    try store.write(1)
    let sink = try SinkFile(of: device, beside: store.path)
    #expect(throws: SinkFile.Fault(description: "another program publishes this store as acme/truck")) {
      try SinkFile(of: device, beside: store.path)
    }
    #expect(SinkFile.path(of: device, beside: "/home/u/spår.db") == "/home/u/sinks/acme.truck.json")
    #expect(SinkFile.path(of: device, beside: "spår.db") == "sinks/acme.truck.json")
    #expect(sink.write([]) == nil && SinkFile.cursor(sink.path, of: "", at: Moment(.now)) == nil)
  }
}
