internal import GPSBase
internal import GPSEventRuntime
internal import GPSFleetProtocol

/// A connection for commits, which is made anew when it breaks; it can be used once it has committed a probe.
actor DatabaseLine: LoopActor {
  enum Event: Sendable {
    case available(FleetDatabase)
    /// It can't be used any more, or the attempt has failed. The line tries again.
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
    let connection = PostgreSQLConnection(on: loop, handler { $0.handle($1) })
    self.connection = connection
    connection.assumeIsolated { connection in
      connection.connect(settings)
      connection.run([Self.limits, FleetSchema.existence], handler { $0.checkVersion($1) })
    }
  }

  /// The limits of a session, each shorter than the time in which a batch is answered; an answer must not precede the disk.
  ///
  /// As statements, since a pooler may refuse them as options of the connection.
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
    case .connected: break
    case .notice(let line): report(.notice(line))
    case .ended(let words): giveUp(.away, words)
    }
  }

  private func checkVersion(_ outcome: PostgreSQLConnection.Outcome) {
    guard case .success(let answers) = outcome else { return fail(outcome) }
    guard answers.last?.number(0, 0) == 1 else { return giveUp(.schema, FleetSchema.refusal(of: 0) ?? "") }
    connection?.assumeIsolated {
      $0.run([FleetSchema.versionFound], handler { $0.begin($1) })
    }
  }

  private func begin(_ outcome: PostgreSQLConnection.Outcome) {
    guard case .success(let answers) = outcome else { return fail(outcome) }
    if let refusal = FleetSchema.refusal(of: Int(answers.first?.number(0, 0) ?? 0)) {
      return giveUp(.schema, refusal)
    }
    connection?.assumeIsolated { $0.run([Self.probe, Self.identity], handler { $0.finish($1) }) }
  }

  private func finish(_ outcome: PostgreSQLConnection.Outcome) {
    guard case .success(let answers) = outcome else { return fail(outcome) }
    guard let database = FleetDatabase(answers.last, 0, 0) else {
      return giveUp(.schema, "the database does not report its identity")
    }
    isAvailable = true
    report(.available(database))
  }

  private func fail(_ outcome: PostgreSQLConnection.Outcome) {
    // Without a state, the end of the connection follows as an event.
    guard case .failure(let failure) = outcome, !failure.state.isEmpty else { return }
    giveUp(failure.word, failure.description)
  }

  /// Runs a transaction.
  func run(
    _ statement: SQLStatement, _ then: @escaping @Sendable (PostgreSQLConnection.Outcome) -> Void
  ) {
    guard isAvailable, let connection else {
      return loop.async { then(.failure(SQLFailure(state: "", description: "there is no connection"))) }
    }
    connection.assumeIsolated { $0.run([statement], then) }
  }

  /// A group is committed: the next pauses are short.
  func succeeded() { pauses.succeeded() }

  /// Makes the connection anew, after a pause.
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
  init?(_ answer: SQLAnswer?, _ row: Int, _ column: Int) {
    guard let answer, let identifier = answer.text(row, column), let timeline = answer.number(row, column + 1)
    else { return nil }
    self.init(identifier: identifier, timeline: UInt32(truncatingIfNeeded: timeline))
  }
}

extension SQLFailure {
  /// The word of an answer while the database fails in this way.
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
