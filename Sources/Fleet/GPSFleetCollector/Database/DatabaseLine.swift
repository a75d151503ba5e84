internal import GPSBase
internal import GPSEventRuntime
internal import GPSFleetProtocol

/// A connection for commits, which is replaced when it breaks; it can be used once it has committed a probe.
actor DatabaseLine: LoopActor {
  enum Event: Sendable {
    case available(FleetDatabase)
    /// The connection ended, or the attempt failed; the line retries.
    case away(FleetAnswer.Word, String)
    case notice(String)
  }

  nonisolated let loop: EventLoop
  private let settings: String
  private let report: @Sendable (Event) -> Void
  private var connection: PostgreSQLConnection?
  private var isAvailable = false
  private var pauses = RetryPauses(from: .milliseconds(500), to: .seconds(15))
  private var retry: LoopTimer?
  private var isOver = false

  init(on loop: EventLoop, _ settings: String, _ report: @escaping @Sendable (Event) -> Void) {
    (self.loop, self.settings, self.report) = (loop, settings, report)
  }

  func connect() {
    retry = nil
    guard !isOver else { return }
    connection = PostgreSQLConnection(on: loop, settings, handler { $0.handle($1) })
    begin([Self.limits, FleetSchema.versionFound]) { line, answer in
      if let refusal = FleetSchema.refusal(of: Int(answer.number(0, 0) ?? 0)) {
        return line.giveUp(.schema, refusal)
      }
      line.commitProbe()
    }
  }

  /// The limits of a session, each shorter than the time limit for an answer, which must not precede the write to disk.
  ///
  /// They are statements, since a pooler may refuse them as connection options.
  private static let limits = SQLStatement(
    """
    SELECT set_config('lock_timeout', '5s', false), set_config('statement_timeout', '10s', false),
      set_config('idle_in_transaction_session_timeout', '10s', false), set_config('jit', 'off', false),
      set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
        ELSE current_setting('synchronous_commit') END, false)
    """)
  static let probe = SQLStatement("SELECT gpsbridge.probe()")
  private static let identity = SQLStatement("SELECT * FROM gpsbridge.identity()")

  private func handle(_ event: PostgreSQLConnection.Event) {
    switch event {
    case .notice(let line): report(.notice(line))
    case .ended(let words): giveUp(.away, words)
    }
  }

  private func commitProbe() {
    begin([Self.probe, Self.identity]) { line, answer in
      guard let database = FleetDatabase(answer, 0, 0) else {
        return line.giveUp(.schema, "the database does not report its identity")
      }
      line.isAvailable = true
      line.report(.available(database))
    }
  }

  /// Runs a transaction before the connection can be used.
  private func begin(_ work: SQLWork, _ then: @escaping @Sendable (isolated DatabaseLine, SQLAnswer) -> Void)
  {
    let answered = handler { (line: isolated DatabaseLine, outcome: PostgreSQLConnection.Outcome) in
      switch outcome {
      case .success(let answer): then(line, answer)
      // Without a state, the end of the connection follows as an event.
      case .failure(let failure):
        if !failure.state.isEmpty { line.giveUp(failure.word, failure.refusal ?? failure.description) }
      }
    }
    connection?.assumeIsolated { $0.run(work, answered) }
  }

  func run(_ statement: SQLStatement, _ then: @escaping @Sendable (PostgreSQLConnection.Outcome) -> Void) {
    guard isAvailable, let connection else {
      return loop.async { then(.failure(SQLFailure(state: "", description: "there is no connection"))) }
    }
    connection.assumeIsolated { $0.run([statement], then) }
  }

  /// Handles a committed group, after which the next pauses are short.
  func succeeded() { pauses.succeeded() }

  /// Replaces the connection, after a pause.
  func reconnect() {
    guard !isOver, retry == nil else { return }
    connection?.assumeIsolated { $0.close() }
    (connection, isAvailable) = (nil, false)
    retry = loop.after(pauses.next(), handler { $0.connect() })
  }

  private func giveUp(_ word: FleetAnswer.Word, _ words: String) {
    guard !isOver, retry == nil else { return }
    reconnect()
    report(.away(word, words))
  }

  func close() {
    isOver = true
    retry?.cancel()
    connection?.assumeIsolated { $0.close() }
    connection = nil
  }
}

extension FleetDatabase {
  /// The database that a row of an answer names; its columns are the identifier and the timeline.
  init?(_ answer: SQLAnswer, _ row: Int, _ column: Int) {
    guard let identifier = answer.text(row, column), let timeline = answer.number(row, column + 1) else {
      return nil
    }
    self.init(identifier: identifier, timeline: UInt32(truncatingIfNeeded: timeline))
  }
}

extension SQLFailure {
  /// The word in an answer while the database fails in this way.
  var word: FleetAnswer.Word {
    switch state {
    // No room on the disk or in memory; a lock, or a statement that took too long; a table, a schema, a function or a right that is missing.
    case "53100", "53200": .noRoom
    case "55P03", "57014": .locked
    case "42P01", "3F000", "42883", "42501", "42703": .schema
    default: .away
    }
  }
}
