internal import GPSBase
internal import GPSEventRuntime

/// Maintains the days for all collectors: creates, closes and deletes them, and deletes rows that tenants do not keep.
///
/// Each step is a separate transaction, so that none keeps the locks of earlier ones. If several collectors ask at
/// once, the database lets only one of them act.
actor FleetMaintenance: LoopActor {
  nonisolated let loop: EventLoop
  private let settings: String
  private let report: @Sendable (String) -> Void
  private var connection: PostgreSQLConnection?
  /// The remaining steps, in order.
  private var steps: [String] = []
  private var minutes = 0
  private var complaint = ""
  private var isOver = false

  private static let pause = Duration.seconds(60)
  private static let (eachMinute, eachHour) = (["open", "settle", "drop"], ["expire", "close"])

  init(on loop: EventLoop, _ settings: String, _ report: @escaping @Sendable (String) -> Void) {
    (self.loop, self.settings, self.report) = (loop, settings, report)
  }

  /// Performs due steps now, and again each minute.
  func start() {
    guard !isOver else { return }
    loop.after(Self.pause, handler { $0.start() })
    defer { minutes += 1 }
    // The index of a day takes long.
    guard connection == nil else { return }
    steps = minutes % 60 == 0 ? Self.eachMinute + Self.eachHour : Self.eachMinute
    connection = PostgreSQLConnection(on: loop, settings) { _ in }
    connection?.assumeIsolated { $0.run([Self.limits], handler { $0.limited($1) }) }
  }

  private static let limits = SQLStatement(
    "SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', '5s', false)")

  private func limited(_ outcome: PostgreSQLConnection.Outcome) {
    if case .failure(let failure) = outcome { return end(failure.description) }
    next()
  }

  private func next() {
    guard let step = steps.first else { return end("") }
    connection?.assumeIsolated {
      $0.run(
        [SQLStatement("SELECT * FROM gpsbridge.maintain($1::text)", [.text(step)])], handler { $0.done($1) })
    }
  }

  private func done(_ outcome: PostgreSQLConnection.Outcome) {
    switch outcome {
    case .failure(let failure):
      // A step that fails does not keep the others from their turn; without a connection, they fail as well.
      guard !failure.state.isEmpty else { return end(failure.description) }
      complain(failure.description)
      steps.removeFirst()
    case .success(let answer):
      for row in answer.rows.indices { answer.text(row, 0).map(report) }
      if answer.number(max(0, answer.rows.count - 1), 1) != 1 { steps.removeFirst() }
    }
    next()
  }

  private func end(_ words: String) {
    connection?.assumeIsolated { $0.close() }
    connection = nil
    complain(words)
  }

  private func complain(_ words: String) {
    if !words.isEmpty, complaint != words { report("the days are not maintained: \(words)") }
    if !words.isEmpty { complaint = words }
  }

  func close() {
    isOver = true
    end("")
  }
}
