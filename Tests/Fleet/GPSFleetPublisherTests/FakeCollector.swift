import GPSBase
import GPSEventRuntime
import GPSFleetProtocol
import GPSSystemCalls

@testable import GPSFleetPublisher

/// A collector in this process, or a program that accepts what OwnTracks sends.
final class FakeCollector: Sendable {
  struct State: Sendable {
    /// The settings of each post, and the last ones.
    var posts: [PostSettings] = []
    var renewed: PostSettings?
    var batches: [FleetBatch] = []
    var payloads: [[UInt8]] = []
    var closed = 0
    /// Whether it answers at once; what it does not answer then, it answers while the publisher ends.
    var answers = true
    var held: [@Sendable () -> Void] = []
    var word = FleetAnswer.Word.committed
    /// What it replies in place of a collector's answer.
    var reply: FleetReply?
    /// The only token that it knows; nil for all.
    var token: String?
    /// Called after each batch.
    var noticed: (@Sendable () -> Void)?
  }

  let state = Guarded(State())

  var batches: [FleetBatch] { state.withLock { $0.batches } }
  var payloads: [[UInt8]] { state.withLock { $0.payloads } }

  /// Makes posts to this collector.
  var maker: PostLine.Maker {
    { [self] loop, settings, report in
      state.withLock {
        $0.posts.append(settings)
        $0.renewed = settings
      }
      return PostLine(
        post: { [self] number, payload in
          let reply = take(payload)
          let answer: @Sendable () -> Void = { loop.async { report((number, reply)) } }
          if state.withLock(\.answers) { answer() } else { state.withLock { $0.held.append(answer) } }
          state.withLock { $0.noticed }?()
        },
        renew: { [self] settings in state.withLock { $0.renewed = settings } },
        close: { [self] in state.withLock { $0.closed += 1 } })
    }
  }

  private func take(_ payload: [UInt8]) -> FleetReply {
    let batch = try? FleetBatch(payload)
    return state.withLock { state in
      state.payloads.append(payload)
      if let batch { state.batches.append(batch) }
      if let reply = state.reply { return reply }
      var answer = FleetAnswer(state.word)
      if let token = state.token, state.renewed?.secret != token { answer.word = .unknownToken }
      (answer.epoch, answer.numbers) = (batch?.epoch, batch?.numbers)
      answer.database = FleetDatabase(identifier: "db", timeline: 1)
      return .answered(status: answer.word.status, body: answer.bytes)
    }
  }

  /// Runs a publisher until a status, which is looked at after each batch as well; then it is stopped.
  func follow(
    _ settings: FleetPublisher.Settings, until isEnough: @escaping @Sendable (FleetPublisher.Status) -> Bool,
    looking look: (FleetPublisher) async throws -> Void = { _ in }
  ) async throws -> FleetPublisher.Status? {
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let (statuses, input) = AsyncStream.makeStream(of: FleetPublisher.Status?.self)
    let publisher = try FleetPublisher(on: loop, settings, makeLine: maker) { input.yield($0) }
    await publisher.start()
    defer { withExtendedLifetime(publisher) {} }
    state.withLock { $0.noticed = { input.yield(nil) } }
    var last: FleetPublisher.Status?
    for await status in statuses {
      last = status ?? last
      try await look(publisher)
      guard let last, isEnough(last) else { continue }
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      await publisher.stop { end.finish() }
      for answer in state.withLock(\.held) { answer() }
      for await _ in ends {}
      return last
    }
    return nil
  }
}
