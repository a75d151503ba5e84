import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// A stick without a battery, whose plug is pulled: with a memory that is kept for it, and without.
@Suite(.timeLimit(.minutes(3))) struct `A start with the memory that was kept` {
  private let scratch: TestFolder

  init() throws { scratch = try TestFolder() }

  private static let dialects: [Dialect] = [.ublox8, .ublox9, .ublox10]

  /// A receiver that knows nothing when it is switched on, and whoever listens to it.
  private final class Stick {
    let time = ManualTime(utcSeconds: Double(Scenario.staticDesk.beginning.secondsSince1970))
    let simulated: SimulatedReceiver
    let receiver: Receiver
    private let notes = Notes<ReceiverEvent.Kind>()
    private let listening: Subscription<Fix, Never>

    init(_ dialect: Dialect, _ folder: MemoryFolder?, seed: UInt64 = 1) {
      var scenario = Scenario.staticDesk
      scenario.dialect = dialect
      scenario.seed = seed
      scenario.powerUp = .cold
      if dialect.speed != nil { scenario.speed = 115_200 }
      simulated = SimulatedReceiver(scenario, time: time)
      var options = ReceiverOptions()
      options.speedMemory = SpeedMemory()
      options.keepsMemory = folder
      receiver = Receiver(simulated, time: time, options: options)
      listening = receiver.fixes.subscribe(.latest)
      receiver.engine.observe { [notes] report in
        if case .event(let event) = report { notes.note(event.kind) }
      }
    }

    private var isRecalling: Bool {
      let engine = receiver.engine
      return engine.loop.sync {
        engine.assumeIsolated { $0.core.settings.known.warmStart?.isRecalling ?? false }
      }
    }

    /// Lets time pass in steps: a file is read in no time of this clock.
    func pass(_ seconds: Int) async {
      for _ in 0..<(seconds * 10) {
        await time.advance(by: .milliseconds(100))
        while isRecalling { await Task.yield() }
      }
    }

    /// Pulls the plug, and puts it in again: everything is forgotten.
    func replug() async {
      simulated.tell { Story.Unplug(for: .seconds(30), waking: .cold) }
      await pass(31)
    }

    var news: [MemoryEvent] {
      notes.entries.compactMap { if case .memory(let news) = $0 { news } else { nil } }
    }
    var starts: [ReceiverStart] {
      notes.entries.compactMap { if case .started(let start) = $0 { start } else { nil } }
    }
  }

  private static func folder(_ scratch: TestFolder) -> MemoryFolder {
    MemoryFolder(scratch.path) { .milliseconds(50) }
  }

  /// Waits for what is written beside the loop.
  private func keeps(_ folder: MemoryFolder, _ condition: (ReceiverMemory) -> Bool) async throws {
    while try !folder.all().contains(where: condition), !Task.isCancelled { await Task.yield() }
  }

  private func clear(_ folder: MemoryFolder) throws {
    for memory in try folder.all() { try folder.forget(memory.owner) }
  }

  @Test(arguments: dialects) func `is there within five seconds, and without it in no less than 25`(
    dialect: Dialect
  ) async throws {
    let folder = Self.folder(scratch)
    let stick = Stick(dialect, folder)
    await stick.pass(120)
    let cold = try #require(stick.starts.first)
    #expect(cold.kind == .cold && cold.timeToFix >= .seconds(25), "\(cold)")
    guard case .kept(let pieces)? = stick.news.first else {
      throw Unexpected("nothing is kept: \(stick.news)")
    }
    try await keeps(folder) { $0.pieces.count == pieces && $0.place != nil }

    await stick.replug()
    await stick.pass(40)
    let warm = try #require(stick.starts.last)
    print("\(dialect.name): cold \(cold.timeToFix), with its memory \(warm.timeToFix)")
    #expect(warm.kind == .restored && warm.timeToFix < .seconds(5), "\(warm)")
    #expect(warm.given == pieces && warm.taken == pieces)
    try await keeps(folder) { $0.starts.map(\.kind) == [.cold, .restored] }
    try clear(folder)
  }

  @Test func `is as long as ever where nothing is kept`() async throws {
    let stick = Stick(.ublox9, nil)
    await stick.pass(90)
    await stick.replug()
    await stick.pass(60)
    #expect(stick.starts.isEmpty && stick.news.isEmpty)
    #expect(stick.receiver.latest?.freshness == .live)
  }

  @Test func `is not given the memory of another stick`() async throws {
    let folder = Self.folder(scratch)
    let one = Stick(.ublox9, folder)
    await one.pass(120)
    try await keeps(folder) { !$0.pieces.isEmpty }
    let other = Stick(.ublox9, folder, seed: 2)
    await other.pass(60)
    #expect(other.news.isEmpty, "\(other.news)")
    #expect(other.starts.map(\.kind) == [.cold])
    try await keeps(folder) { $0.pieces.isEmpty && $0.starts.count == 1 }
    #expect(try folder.all().count == 2)
    try clear(folder)
  }

  @Test func `has no wrong time from a clock that nobody vouches for`() async throws {
    let trusted = Self.folder(scratch)
    let stick = Stick(.ublox9, trusted)
    await stick.pass(120)
    try await keeps(trusted) { !$0.pieces.isEmpty }
    let doubted = MemoryFolder(scratch.path) { nil }
    let again = Stick(.ublox9, doubted)
    // A year ahead, and nobody says that it is right.
    again.time.setUTC(again.time.utcSeconds + 31_536_000)
    await again.pass(60)
    let start = try #require(again.starts.first)
    #expect(start.taken < start.given, "without a time no exact orbit is taken")
    #expect(again.receiver.latest?.freshness == .live)
    try clear(trusted)
  }

  @Test func `is not begun with what is a month old`() async throws {
    let folder = Self.folder(scratch)
    let stick = Stick(.ublox9, folder)
    await stick.pass(120)
    try await keeps(folder) { !$0.pieces.isEmpty }
    let again = Stick(.ublox9, folder)
    again.time.setUTC(again.time.utcSeconds + 30 * 86_400)
    await again.pass(10)
    #expect(again.news.isEmpty)
    try clear(folder)
  }
}
