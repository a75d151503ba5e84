import GPSBase
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import Glibc
import TestSupport
import Testing

@testable import GPSFleetPublisher

@Suite struct `A publisher of a store` {
  private let store: SampleStore
  private let collector = FakeCollector()
  private let folder: TestFolder
  private let address: FleetAddress

  init() throws {
    store = try SampleStore()
    folder = try TestFolder()
    address = try FleetAddress("https://fleet.example")
  }

  private func post(_ receiver: PostSettings.Receiver = .collector) -> PostSettings {
    PostSettings(address, receiver)
  }

  private func settings(_ post: PostSettings, at milliseconds: Int64 = 1_795_158_510_000)
    -> FleetPublisher.Settings
  {
    var settings = FleetPublisher.Settings(store: store.path, post: post) { milliseconds }
    settings.batch = .zero
    return settings
  }

  /// Runs a publisher until a status; the usual one is that all is delivered.
  private func run(
    _ change: (inout FleetPublisher.Settings) -> Void = { _ in },
    until isEnough: @escaping @Sendable (FleetPublisher.Status) -> Bool = {
      $0.backlog == 0 && $0.delivered > 0
    }, looking look: (FleetPublisher) async throws -> Void = { _ in }
  ) async throws -> FleetPublisher.Status? {
    var settings = settings(post())
    change(&settings)
    return try await collector.follow(settings, until: isEnough, looking: look)
  }

  // MARK: - Batches

  @Test func `sends each entry once, and nothing again in the next run`() async throws {
    try store.write(2000)
    try store.write(700)
    let status = try await run()
    #expect(status?.delivered == 2704 && status?.condition == .delivering && status?.fault == nil)
    var numbers = NumberRanges()
    for batch in collector.batches { numbers.insert(batch.numbers) }
    #expect(numbers.ranges == [1...2704] && Set(collector.batches.map(\.epoch)).count == 2)
    #expect(collector.batches.flatMap(\.fixes).count == 2700)
    #expect(collector.batches.flatMap(\.records).count == 4)
    let count = collector.batches.count
    try store.write(10)
    let next = try await run()
    #expect(next?.delivered == 12 && collector.batches.count == count + 1)
    #expect(
      FoundSink.all(of: store.path).map(\.words) == [
        "published to fleet.example: 2716 entries delivered, 0 left"
      ])
  }

  @Test func `keeps what no collector has committed for its next run`() async throws {
    try store.write(2000)
    collector.state.withLock { $0.reply = .answered(status: 200, body: Array("<html>".utf8)) }
    let status = try await run(until: { $0.condition == .otherStatus(200) })
    #expect(status?.delivered == 0 && status?.pending == 2002)
    collector.state.withLock {
      $0.reply = nil
      $0.batches = []
    }
    let next = try await run()
    #expect(next?.delivered == 2002)
    #expect(collector.batches.map(\.numbers.count).reduce(0, +) == 2002)
  }

  @Test func `counts what is answered while it ends`() async throws {
    try store.write(2000)
    let collector = collector
    collector.state.withLock { $0.answers = false }
    let status = try await run(until: { _ in collector.batches.count == 4 })
    let pending = try PendingEntries(for: post(), in: store.path)
    #expect(status?.delivered == 0 && pending.delivered == 2002 && pending.count == 0)
    #expect(collector.state.withLock { $0.closed } == 1)
  }

  @Test func `reports refused numbers with their reason`() async throws {
    try store.write(5)
    collector.state.withLock { $0.word = .version }
    let status = try await run(until: { !$0.refused.isEmpty })
    #expect(status?.refused == ["version": 7] && status?.delivered == 0)
    #expect(status?.backlog == 7 && status?.pending == 0)
  }

  @Test func `uses another token as soon as the file has one`() async throws {
    try store.write(5)
    let file = folder.file("token")
    @Sendable func write(_ letter: String) throws {
      let token = "gb1.abcdefgh." + String(repeating: letter, count: 43) + "\n"
      try Kernel.replaceFile(Array(file.utf8), with: Array(token.utf8))
      _ = unsafe chmod(file, 0o600)
    }
    try write("a")
    collector.state.withLock { $0.token = "gb1.abcdefgh." + String(repeating: "b", count: 43) }
    var post = post()
    post.secretFile = file
    try post.check()
    let settings = settings(post)
    let refused = FleetCondition.refused(.unknownToken, owner: nil)
    let status = try await collector.follow(settings) { status in
      if status.condition == refused { try? write("b") }
      return status.delivered == 7
    }
    #expect(status?.condition == .delivering && collector.state.withLock { $0.posts }.count == 1)
  }

  @Test func `sends all of another store under the same path`() async throws {
    try store.write(5)
    _ = try await run()
    for end in ["", "-wal", "-shm"] { try Kernel.removeFile(Array((store.path + end).utf8)) }
    try store.write(3)
    collector.state.withLock { $0.batches = [] }
    let status = try await run()
    #expect(status?.delivered == 5 && collector.batches.map(\.numbers) == [1...5])
  }

  @Test func `sends all of another store that takes the place of its store`() async throws {
    try store.write(5)
    let other = try SampleStore()
    try other.write(30)
    let collector = collector
    let status = try await run(until: { $0.delivered == 32 }) { _ in
      guard collector.batches.count == 1, Kernel.exists(other.path) else { return }
      for end in ["-wal", "-shm"] where Kernel.exists(store.path + end) {
        try Kernel.removeFile(Array((store.path + end).utf8))
      }
      try Kernel.moveFile(Array(other.path.utf8), to: Array(store.path.utf8))
    }
    #expect(status?.backlog == 0 && collector.batches.map(\.numbers) == [1...7, 1...32])
    #expect(Set(collector.batches.map(\.installation)).count == 2)
  }

  @Test func `sends again as asked once the store can be read`() async throws {
    try store.write(20)
    _ = try await run()
    collector.state.withLock { $0.batches = [] }
    let (path, aside) = (Array(store.path.utf8), Array((store.path + ".aside").utf8))
    var settings = settings(post())
    settings.again = 0
    let isMoved = Guarded(false)
    let status = try await collector.follow(settings) { status in
      if status.fault != nil { try? Kernel.moveFile(aside, to: path) }
      return status.delivered == 21
    } looking: { _ in
      if !isMoved.withLock(\.self) {
        isMoved.withLock { $0 = true }
        try? Kernel.moveFile(path, to: aside)
      }
    }
    // The first position has number 2.
    #expect(status?.delivered == 21 && collector.batches.map(\.numbers) == [2...22])
  }

  @Test func `is the only one for a collector, and needs a store`() throws {
    try store.write(1)
    let sink = try SinkFile("fleet.example", beside: store.path)
    #expect(
      throws: SinkFile.Fault(description: "another program publishes this store to fleet.example")
    ) { try SinkFile("fleet.example", beside: store.path) }
    _ = try SinkFile("other.example", beside: store.path)
    #expect(SinkFile.path("fleet.example", beside: "/home/u/spår.db") == "/home/u/sinks/fleet.example.json")
    #expect(SinkFile.path("fleet.example", beside: "spår.db") == "sinks/fleet.example.json")
    #expect(sink.write([]) == nil && SinkFile.cursor(sink.path, of: "", at: Moment(.now)) == nil)
  }

  // MARK: - OwnTracks

  @Test func `posts each position for OwnTracks once, in order, and calls it accepted`() async throws {
    try store.write(100)
    collector.state.withLock { $0.reply = .answered(status: 200, body: Array("[]".utf8)) }
    let post = post(try .ownTracks("acme", "truck"))
    let status = try await collector.follow(settings(post)) { $0.backlog == 0 && $0.delivered > 0 }
    #expect(status?.condition == .delivering && status?.lacksAccuracy == true)
    let messages = try collector.payloads.map { try JSON5Reader.read($0) }
    #expect(
      messages.map { $0["tst"]?.number } == (1_795_158_503..<1_795_158_603).map { Optional(Double($0)) })
    #expect(messages.allSatisfy { $0["topic"]?.text == "owntracks/acme/truck" })
    #expect(messages.first?["created_at"]?.number == 1_795_158_510)
    #expect(
      FoundSink.all(of: store.path).map(\.words)
        == ["sent to fleet.example@owntracks: 102 entries accepted or left out, 0 left"])
    // The cursor of a collector at the same host is another one.
    #expect(try PendingEntries(for: self.post(), in: store.path).delivered == 0)
    try store.write(10)
    let next = try await collector.follow(settings(post)) { $0.backlog == 0 && $0.delivered > 0 }
    // The gap at the end has no message, and is not counted.
    #expect(next?.delivered == 11 && collector.payloads.count == 110)
  }
}
