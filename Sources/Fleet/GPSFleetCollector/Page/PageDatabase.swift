internal import GPSEventRuntime

/// A connection that reads for the page, as the role `gpsbridge_read`; it connects at the first query.
actor PageDatabase: LoopActor {
  typealias Outcome = Result<SQLAnswer, PageQuestion.Fault>

  nonisolated let loop: EventLoop
  private let settings: String
  private let now: @Sendable () -> ContinuousClock.Instant
  private var connection: PostgreSQLConnection?
  private var open = 0
  /// Why the last attempt failed, and when the next one may begin.
  private var away: (fault: PageQuestion.Fault, until: ContinuousClock.Instant)?
  private var isOver = false

  /// The maximum number of queries; others are refused.
  static let mostOpen = 16
  private static let pause = Duration.seconds(2)

  init(on loop: EventLoop, _ settings: String, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    (self.loop, self.settings, self.now) = (loop, settings, now)
  }

  /// Sends a query; the answer comes later, in the order of the queries.
  func ask(_ statement: SQLStatement, _ then: @escaping @Sendable (Outcome) -> Void) {
    if let fault = refusal { return loop.async { then(.failure(fault)) } }
    open += 1
    if connection == nil { connect() }
    connection?.assumeIsolated { connection in
      connection.run([statement], handler { $0.answered($1, then) })
    }
  }

  private var refusal: PageQuestion.Fault? {
    if let away, now() < away.until { return away.fault }
    guard open >= Self.mostOpen || isOver else { return nil }
    return PageQuestion.Fault(
      found: "\(open) questions that the database has not answered", expected: "fewer requests at once",
      remedy: "Ask again in two seconds.")
  }

  /// Sets the role first; if that fails, no query is sent.
  private func connect() {
    connection = PostgreSQLConnection(on: loop, settings, handler { $0.handle($1) })
    connection?.assumeIsolated { $0.run(Self.setup, handler { $0.begin($1) }) }
  }

  /// A page must neither write nor keep the server busy, and planning must not take a second for an answer of
  /// milliseconds.
  private static let setup: SQLWork = [
    SQLStatement(
      """
      SELECT set_config('role', 'gpsbridge_read', false), set_config('default_transaction_read_only', 'on', false),
        set_config('statement_timeout', '10s', false), set_config('search_path', 'gpsbridge, pg_temp', false),
        set_config('jit', 'off', false)
      """),
    FleetSchema.versionFound,
  ]

  private func handle(_ event: PostgreSQLConnection.Event) {
    if case .ended(let words) = event { giveUp(Self.fault(SQLFailure(state: "", description: words))) }
  }

  private func begin(_ outcome: PostgreSQLConnection.Outcome) {
    switch outcome {
    case .failure(let failure): giveUp(Self.fault(failure))
    case .success(let answer):
      if let refusal = FleetSchema.refusal(of: Int(answer.number(0, 0) ?? 0)) {
        let expected = "tables of version \(FleetSchema.version)"
        return giveUp(.init(found: refusal, expected: expected, remedy: "The page asks again by itself."))
      }
      away = nil
    }
  }

  private func answered(_ outcome: PostgreSQLConnection.Outcome, _ then: @Sendable (Outcome) -> Void) {
    open -= 1
    then(outcome.mapError { away?.fault ?? Self.fault($0) })
  }

  /// Ends the connection, and answers all queries with the fault.
  private func giveUp(_ fault: PageQuestion.Fault) {
    guard let ended = connection else { return }
    connection = nil
    away = (fault, now() + Self.pause)
    ended.assumeIsolated { $0.finish(fault.found) }
  }

  func close() {
    isOver = true
    connection?.assumeIsolated { $0.close() }
    connection = nil
  }

  static func fault(_ failure: SQLFailure) -> PageQuestion.Fault {
    switch failure.state {
    case "":
      .init(
        found: "no connection to the database (\(failure.description))", expected: "PostgreSQL at --database",
        remedy: "The page asks again by itself.")
    case "57014":
      .init(
        found: "a search of more than ten seconds", expected: "fewer positions to look through",
        remedy: "Ask for a shorter time; past days are found faster.")
    case "22023", "42501":
      .init(
        found: failure.description, expected: "a user with the role gpsbridge_page",
        remedy: "Run: GRANT gpsbridge_page TO the user of --database.")
    case "3F000", "42P01":
      .init(
        found: failure.description, expected: "the tables of a fleet",
        remedy: "Run: gpsbridge-collect --create.")
    default:
      .init(found: failure.description, expected: "an answer", remedy: "The page asks again by itself.")
    }
  }
}
