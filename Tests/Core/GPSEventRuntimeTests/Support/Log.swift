import GPSEventRuntime
import GPSSystemCalls

/// What happened, in order; from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let all = Guarded<[Entry]>([])

  var entries: [Entry] { all.withLock { $0 } }

  func add(_ entry: Entry) { all.withLock { $0.append(entry) } }
}

/// Says when it dies.
final class Mortal: Sendable {
  private let atEnd: @Sendable () -> Void

  init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

  deinit { atEnd() }

  func live() {}
}

extension EventLoop {
  /// Runs the loop on this thread, from one job until somebody stops it.
  func run(_ first: @escaping @Sendable (EventLoop) -> Void) {
    async { [self] in first(self) }
    run()
  }

  /// Runs a closure when nothing else is left of this turn and the next ones.
  func afterTurns(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    if count == 0 { body() } else { after(.zero) { [self] in afterTurns(count - 1, body) } }
  }

  /// Runs the loop on a thread of its own while a body runs, and stops it behind that.
  func whileRunning<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    start()
    defer { stop() }
    return try body()
  }
}
