internal import GPSBase
internal import GPSEventRuntime
internal import GPSSystemCalls

/// A connection for a command that waits for each answer, on the loop that its thread has adopted.
final class DatabaseTask {
  private let loop: EventLoop
  private let connection: PostgreSQLConnection

  init(_ database: String, on loop: EventLoop = .shared) {
    self.loop = loop
    connection = PostgreSQLConnection(on: loop, database) { _ in }
  }

  deinit { connection.assumeIsolated { $0.close() } }

  func run(_ work: SQLWork) -> PostgreSQLConnection.Outcome {
    let outcome = Guarded<PostgreSQLConnection.Outcome?>(nil)
    connection.assumeIsolated { $0.run(work) { found in outcome.withLock { $0 = found } } }
    loop.run(until: nil) { outcome.withLock { $0 != nil } }
    return outcome.withLock { $0 } ?? .failure(SQLFailure(state: "", description: "there is no answer"))
  }
}
