import GPSBase
import GPSEventRuntime
import GPSFleetLink
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetPublisher

@Suite struct `A publisher for a guest` {
  private let store: SampleStore
  private let broker = FakeBroker()
  private var device: FleetDevice { store.device }

  init() throws { store = try SampleStore() }

  /// Runs a publisher until the broker has messages enough, or a status is reached; then it is stopped.
  private func run(
    _ guest: Guest, at milliseconds: Int64 = 1_795_158_510_000, again: Int64? = nil,
    prepare: () throws -> Void = {},
    until isEnough: @escaping @Sendable (GuestPublisher.Status, [FleetMessage]) -> Bool
  ) async throws -> GuestPublisher.Status? {
    let address = try BrokerAddress("mqtt://127.0.0.1")
    var settings = GuestPublisher.Settings(
      guest, store: store.path, device: device, hosts: [FleetLinkSettings(address, client: "")]
    ) { milliseconds }
    (settings.version, settings.again) = ("1.2", again)
    return try await broker.follow(
      { loop, report throws -> GuestPublisher in
        let publisher = try GuestPublisher(on: loop, settings, makeLine: broker.maker, report: report)
        try prepare()
        return publisher
      }, until: { [broker] status in isEnough(status, broker.state.withLock { $0.others }) })
  }

  private var others: [FleetMessage] { broker.state.withLock { $0.others } }

  private func json(_ message: FleetMessage) throws -> JSON5 { try JSON5Reader.read(message.payload) }

  @Test func `hands OwnTracks each position once, in order, and nothing again in the next run`() async throws
  {
    try store.write(1500)
    let status = try await run(.ownTracks) { status, _ in status.handedOver > 0 && status.pending == 0 }
    #expect(status?.handedOver == 1500 && status?.condition == .delivering && status?.fault == nil)
    #expect(others.allSatisfy { $0.topic == "owntracks/acme/truck" && $0.isRetained })
    var times: [Double?] = []
    for message in others { times.append(try json(message)["tst"]?.number) }
    let expected: [Double?] = (1_795_158_503..<1_795_160_003).map { Double($0) }
    #expect(times == expected)
    let link = try #require(broker.state.withLock { $0.connections.first })
    #expect(link.client == "gpsbridge-acme-truck@owntracks")
    #expect(link.will?.isRetained == false && link.will?.topic == "owntracks/acme/truck")
    #expect(
      link.will?.payload == Array(#"{"_type":"lwt","tst":1795158510}"#.utf8) && broker.batches.isEmpty)
    try store.write(10)
    let next = try await run(.ownTracks) { status, _ in status.handedOver > 0 && status.pending == 0 }
    #expect(next?.handedOver == 10 && others.count == 1510)
    let guests = try PendingEntries.progress(of: device, in: store.path)
    #expect(guests.map({ $0.guest }) == [.ownTracks])
    #expect(guests[0].progress == GuestProgress(isEach: true, settled: 1514, last: 1514))
    // The collectors' cursor is another one.
    #expect(
      FoundSink.all(of: store.path).map { $0.words } == [
        "sent as acme.truck@owntracks: 1514 entries handed over or left out, 0 to go"
      ])
    let delivered = try PendingEntries(of: device, in: store.path).delivered
    #expect(delivered == 0)
  }

  @Test func `keeps what no program reads`() async throws {
    try store.write(100)
    broker.state.withLock { $0.publishReason = .noSubscribers }
    let status = try await run(.ownTracks) { status, _ in status.condition == .noSubscriber }
    #expect(status?.handedOver == 0)
    broker.state.withLock {
      $0.publishReason = .success
      $0.others = []
    }
    let next = try await run(.ownTracks) { status, _ in status.handedOver > 0 && status.pending == 0 }
    #expect(next?.handedOver == 100 && others.count == 100)
  }

  @Test(arguments: [.ownTracks, .live(every: .seconds(5), homeAssistant: false)] as [Guest])
  func `reports that a position is too large for the broker`(guest: Guest) async throws {
    try store.write(20)
    broker.state.withLock { $0.largestPacket = 100 }
    let status = try await run(guest) { status, _ in status.condition == .notAccepted(149) }
    #expect(status?.handedOver == 0 && others.allSatisfy { $0.topic == "gpsbridge/v1/acme/truck/live" })
  }

  @Test func `reports that a configuration is too large for the broker`() async throws {
    try store.write(20)
    broker.state.withLock { $0.largestPacket = 500 }
    let status = try await run(.live(every: .seconds(5), homeAssistant: true)) { status, _ in
      status.condition == .notAccepted(149) && status.handedOver == 1
    }
    #expect(status != nil && !others.contains { $0.topic.hasPrefix("homeassistant/device_tracker") })
  }

  @Test func `sends the newest position as a live one, and announces its connection`() async throws {
    try store.write(20)
    _ = try await run(.live(every: .seconds(5), homeAssistant: false)) { status, _ in status.handedOver == 1 }
    let topics = others.map(\.topic)
    let root = "gpsbridge/v1/acme/truck"
    #expect(
      topics == ["\(root)/live", "\(root)/last", "\(root)/live"] && others.allSatisfy({ $0.isRetained }))
    #expect(others[0].payload == GuestMessage.online && others[2].payload == GuestMessage.offline)
    let last = try json(others[1])
    #expect(last["seq"]?.number == 21 && last["live"]?.bool == true && last["lat"]?.number == 47.50019)
    let link = broker.state.withLock { $0.connections.first }
    #expect(link?.will == FleetMessage("\(root)/live", GuestMessage.offline, isRetained: true))
  }

  @Test func `does not call an old position a live one`() async throws {
    try store.write(20)
    // 31 s after the last position arrived.
    _ = try await run(.live(every: .seconds(5), homeAssistant: false), at: 1_795_158_553_000) { status, _ in
      status.handedOver == 1
    }
    let last = try json(others[1])
    #expect(last["live"]?.bool == false && last["seq"]?.number == 21)
  }

  @Test func `lets Home Assistant find the device`() async throws {
    try store.write(20)
    _ = try await run(.live(every: .seconds(5), homeAssistant: true)) { status, _ in status.handedOver == 1 }
    let found = others.prefix(3)
    #expect(
      found.map({ $0.topic })
        == ["device_tracker", "binary_sensor", "sensor"].map { "homeassistant/\($0)/acme/truck/config" })
    #expect(found.allSatisfy({ $0.isRetained }))
    let configurations = try found.map { try json($0) }
    #expect(
      configurations.map { $0["unique_id"]?.text }
        == ["device_tracker", "binary_sensor", "sensor"].map { "gpsbridge/acme/truck/\($0)" })
    // What the receiver did not report is no 0.
    #expect(
      configurations[0]["json_attributes_template"]?.text?.contains(
        "('gps_accuracy', f.h_acc_m | default(none))") == true)
    for configuration in configurations {
      #expect(configuration["availability_topic"]?.text == "gpsbridge/v1/acme/truck/live")
      #expect(configuration["device"]?["sw_version"]?.text == "1.2")
    }
    #expect(others[3].payload == GuestMessage.online)
  }

  @Test func `sends again as asked once the store can be read`() async throws {
    try store.write(20)
    _ = try await run(.ownTracks) { status, _ in status.handedOver == 20 }
    let (path, aside) = (Array(store.path.utf8), Array((store.path + ".aside").utf8))
    let status = try await run(.ownTracks, again: 0, prepare: { try Kernel.moveFile(path, to: aside) }) {
      status, _ in
      if status.fault != nil { try? Kernel.moveFile(aside, to: path) }
      return status.handedOver == 20
    }
    #expect(status?.handedOver == 20 && others.count == 40)
  }

  @Test func `publishes that it is offline before it sends another store`() async throws {
    try store.write(20)
    let other = try SampleStore()
    try other.write(30)
    let (path, next) = (store.path, other.path)
    _ = try await run(.live(every: .seconds(1), homeAssistant: false)) { status, messages in
      if status.handedOver == 1, messages.count == 2, Kernel.exists(next) {
        for end in ["-wal", "-shm"] { try? Kernel.removeFile(Array((path + end).utf8)) }
        try? Kernel.moveFile(Array(next.utf8), to: Array(path.utf8))
      }
      return messages.count == 5 && status.handedOver == 1
    }
    let root = "gpsbridge/v1/acme/truck"
    #expect(others.map(\.topic) == ["live", "last", "live", "live", "last", "live"].map { "\(root)/\($0)" })
    #expect(others[2].payload == GuestMessage.offline && others[3].payload == GuestMessage.online)
  }

  @Test func `has words for how far a file beside a store is`() {
    func words(_ name: String, _ settled: UInt64, _ refused: UInt64 = 0) -> String {
      FoundSink(name: name, settled: settled, refused: refused, last: 22).words
    }
    #expect(words("a.b", 1) == "published as a.b: 1 entry delivered, 21 left")
    #expect(words("a.b", 10, 5) == "published as a.b: 10 entries delivered, 5 refused by a collector, 7 left")
    #expect(words("a.b@owntracks", 1) == "sent as a.b@owntracks: 1 entry handed over or left out, 21 to go")
    #expect(words("a.b@live", 21) == "sent as a.b@live: up to entry 21 handed over; the store has 22")
  }

  @Test func `has a note about each condition, and delivers nothing`() throws {
    func status(_ condition: FleetCondition, _ count: Int = 0) -> GuestPublisher.Status {
      GuestPublisher.Status(
        guest: .ownTracks, topic: "owntracks/acme/truck", condition: condition, handedOver: count, pending: 7,
        fault: nil)
    }
    var notes = GuestNotes()
    #expect(notes.report.isEmpty && notes.take(status(.connecting)) == [])
    #expect(notes.take(status(.delivering)) == ["owntracks: connected"])
    let missing = notes.take(status(.noSubscriber))
    #expect(missing.count == 1 && missing[0].hasPrefix("owntracks: no program reads owntracks/acme/truck "))
    #expect(notes.take(status(.noSubscriber)) == [] && notes.take(status(.notAuthorized)).count == 1)
    let lost = notes.take(status(.lost("it was closed"), 60))
    #expect(lost.count == 1 && lost[0].hasPrefix("owntracks: the connection to the broker broke"))
    #expect(notes.report == "owntracks: 60 messages handed over since the start, 7 entries to go\n")
  }
}
