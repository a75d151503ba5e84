internal import GPSBase
internal import GPSEventRuntime
internal import GPSSystemCalls

/// A connection for a command that waits for each answer, on the loop that its thread has adopted.
final class DatabaseTask {
  private let loop: EventLoop
  private let connection: PostgreSQLConnection

  init(_ database: String, on loop: EventLoop = .shared) {
    self.loop = loop
    connection = PostgreSQLConnection(on: loop) { _ in }
    connection.assumeIsolated { $0.connect(database) }
  }

  deinit { connection.assumeIsolated { $0.close() } }

  /// Runs statements as one transaction.
  func run(_ statements: [SQLStatement]) -> PostgreSQLConnection.Outcome {
    wait { connection, then in connection.run(statements, then) }
  }

  /// Runs a script of this program as one transaction.
  func run(script: String) -> PostgreSQLConnection.Outcome {
    wait { connection, then in connection.run(script: script, then) }
  }

  private func wait(
    _ ask:
      @Sendable (isolated PostgreSQLConnection, @escaping @Sendable (PostgreSQLConnection.Outcome) -> Void) ->
      Void
  ) -> PostgreSQLConnection.Outcome {
    let outcome = Guarded<PostgreSQLConnection.Outcome?>(nil)
    connection.assumeIsolated { ask($0) { found in outcome.withLock { $0 = found } } }
    loop.run(until: nil) { outcome.withLock { $0 != nil } }
    return outcome.withLock { $0 } ?? .failure(SQLFailure(state: "", description: "there is no answer"))
  }
}
