internal import GPSBase
internal import GPSEventRuntime
internal import GPSFleetProtocol
internal import Glibc

/// Writes transactions of a collector through one connection at a time, which it makes anew when it breaks.
actor DatabaseWriter: LoopActor {
  enum Event: Sendable {
    /// The database can be written.
    case available(FleetDatabase, FleetPresence.Collector.Restored?)
    /// It can't be written any more, or the attempt has failed. The writer tries again.
    case away(String)
    case notice(String)
  }

  nonisolated let loop: EventLoop
  private let settings: CollectorSettings
  private let report: @Sendable (Event) -> Void
  private var connection: PostgreSQLConnection?
  private var isAvailable = false
  private var numbers: FleetRows.Numbers = [:]
  private var openDays: Set<Int64> = []
  /// They start over with a committed transaction: a full database accepts connections, and a server restarts in a second.
  private var pauses = RetryPauses(from: .milliseconds(500), to: .seconds(15))
  private var retry: LoopTimer?
  private var isOver = false
  /// Requests without an answer, and the time of the last answer or the first of these requests.
  private var (open, lastMove): (Int, Moment?) = (0, nil)
  /// The positions of committed transactions, new in the table or there before.
  private(set) var (points, duplicates) = (0, 0)
  /// Devices that a program makes up must not fill the memory.
  private let mostNumbers: Int

  init(
    on loop: EventLoop, _ settings: CollectorSettings, mostNumbers: Int = 1_000_000,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    (self.loop, self.settings, self.mostNumbers, self.report) = (loop, settings, mostNumbers, report)
  }

  func connect() {
    guard !isOver else { return }
    let connection = PostgreSQLConnection(on: loop, handler { $0.handle($1) })
    self.connection = connection
    connection.assumeIsolated { $0.connect(settings.database) }
  }

  private func handle(_ event: PostgreSQLConnection.Event) {
    switch event {
    case .connected: checkVersion()
    case .notice(let line): report(.notice(line))
    case .ended(let words): giveUp(words)
    }
  }

  /// Ends the connection and tries again later.
  private func giveUp(_ words: String) {
    guard !isOver, retry == nil else { return }
    connection?.assumeIsolated { $0.close() }
    (connection, isAvailable, open) = (nil, false, 0)
    retry = loop.after(pauses.next(), handler { $0.connectAgain() })
    report(.away(words))
  }

  private func connectAgain() {
    retry = nil
    connect()
  }

  func close() {
    isOver = true
    retry?.cancel()
    connection?.assumeIsolated { $0.close() }
    connection = nil
  }

  private func run(
    _ statements: [SQLStatement], _ then: @escaping @Sendable (PostgreSQLConnection.Outcome) -> Void
  ) {
    guard let connection else { return }
    if open == 0 { lastMove = Moment(.now) }
    open += 1
    connection.assumeIsolated {
      $0.run(
        statements,
        handler { writer, outcome in
          (writer.open, writer.lastMove) = (max(0, writer.open - 1), Moment(.now))
          then(outcome)
        })
    }
  }

  /// How long the database has been silent on a request; nil without an open one.
  func silence(at now: Moment) -> Duration? { open == 0 ? nil : lastMove.map { $0.duration(to: now) } }

  /// The number of devices with rows since the connection to the database began.
  var devices: Int? { isAvailable ? numbers.count : nil }

  private func checkVersion() {
    // Another database may have other numbers and days.
    (numbers, openDays) = ([:], [])
    run([Self.durability, FleetSchema.existence], handler { $0.readVersion($1) })
  }

  private func readVersion(_ outcome: PostgreSQLConnection.Outcome) {
    guard case .success(let answers) = outcome else { return fail(outcome) }
    guard answers.last?.number(0, 0) == 1 else { return giveUp(FleetSchema.refusal(of: 0) ?? "") }
    run([FleetSchema.versionFound, Self.identity], handler { $0.begin($1) })
  }

  private func begin(_ outcome: PostgreSQLConnection.Outcome) {
    guard case .success(let answers) = outcome else { return fail(outcome) }
    if let refusal = FleetSchema.refusal(of: Int(answers.first?.number(0, 0) ?? 0)) { return giveUp(refusal) }
    guard let (database, restored) = Self.identity(in: answers.last) else {
      return giveUp("the database does not report its identity")
    }
    isAvailable = true
    report(.available(database, restored))
  }

  private func fail(_ outcome: PostgreSQLConnection.Outcome) {
    if case .failure(let failure) = outcome { giveUp(failure.description) }
  }

  /// Asks for the identity again, also without transactions: a backup may have been restored.
  func refresh() {
    guard isAvailable else { return }
    run([Self.identity], handler { $0.refreshed($1) })
  }

  private func refreshed(_ outcome: PostgreSQLConnection.Outcome) {
    guard isAvailable, case .success(let answers) = outcome,
      let (database, restored) = Self.identity(in: answers.last)
    else { return }
    report(.available(database, restored))
  }

  /// Rows that are acknowledged must be on the disk, also if the role or the database has another setting.
  private static let durability = SQLStatement(
    """
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') <> 'remote_apply'
    """)
  private static let identity = SQLStatement("SELECT * FROM gpsbridge.identity()")

  private static func identity(in answer: SQLAnswer?) -> (FleetDatabase, FleetPresence.Collector.Restored?)? {
    guard let answer, let name = answer.text(0, 0), let timeline = answer.number(0, 1) else { return nil }
    var restored: FleetPresence.Collector.Restored?
    if let at = answer.number(0, 2), let since = answer.number(0, 3) {
      restored = .init(at: at, since: since)
    }
    return (FleetDatabase(identifier: name, timeline: UInt32(truncatingIfNeeded: timeline)), restored)
  }

  // MARK: - The lock of MQTT 3.1.1

  /// Takes the lock of the group, which ends with the connection; the answer is whether it is ours.
  func lock(_ then: @escaping @Sendable (Bool) -> Void) {
    guard isAvailable else { return then(false) }
    let statement = SQLStatement(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", [.text("gpsbridge.collect." + settings.group)])
    run([statement]) { outcome in
      guard case .success(let answers) = outcome else { return then(false) }
      then(answers.first?.number(0, 0) == 1)
    }
  }

  // MARK: - Transactions

  typealias Written = @Sendable (Result<FleetDatabase, CollectorMachine.Failure>) -> Void

  /// Writes a transaction; the answer is the database that has committed it.
  func write(_ transaction: CollectorMachine.Transaction, _ then: @escaping Written) {
    guard isAvailable else { return loop.async { then(.failure(.away)) } }
    let devices = Set(transaction.deliveries.map(\.device)).union(transaction.states.keys)
    // Before it is known which ones are missing: all devices of the transaction need a number.
    if numbers.count + devices.count > mostNumbers { numbers = [:] }
    let unknown = devices.filter { numbers[$0] == nil }.sorted()
    guard !unknown.isEmpty else { return writeRows(transaction, then) }
    let statement = SQLStatement(
      "SELECT * FROM gpsbridge.device_numbers($1::text[], $2::text[])",
      [.texts(unknown.map(\.tenant.description)), .texts(unknown.map(\.name.description))])
    run(
      [statement],
      handler { writer, outcome in
        guard case .success(let answers) = outcome else { return writer.answer(outcome, then) }
        for row in (answers.first?.rows ?? []).indices { writer.learn(answers[0], row) }
        writer.writeRows(transaction, then)
      })
  }

  private func learn(_ answer: SQLAnswer, _ row: Int) {
    guard let number = answer.number(row, 0), let tenant = answer.text(row, 1),
      let name = answer.text(row, 2),
      let tenant = try? FleetName(tenant, of: .tenant), let name = try? FleetName(name, of: .device)
    else { return }
    numbers[FleetDevice(tenant: tenant, name: name)] = Int32(truncatingIfNeeded: number)
  }

  private func writeRows(_ transaction: CollectorMachine.Transaction, _ then: @escaping Written) {
    let now = Self.now()
    let days = FleetRows.Days(now: now, keep: settings.keep)
    guard
      let rows = FleetRows(transaction, numbers, days: days, now: now, keepsMessages: settings.keepsMessages)
    else {
      then(.failure(.away))
      return giveUp("the database does not number a device")
    }
    let missing = rows.neededDays.subtracting(openDays).sorted()
    guard !missing.isEmpty else { return commit(rows, then) }
    let opening = missing.map { day in
      SQLStatement(
        "SELECT gpsbridge.open_day(($1::timestamptz AT TIME ZONE 'UTC')::date)",
        [.time(day * FleetRows.Days.length)])
    }
    run(
      opening,
      handler { writer, outcome in
        guard case .success = outcome else { return writer.answer(outcome, then) }
        writer.openDays.formUnion(missing)
        writer.commit(rows, then)
      })
  }

  private func commit(_ rows: FleetRows, _ then: @escaping Written) {
    let count = rows.count
    run(
      rows.statements + [Self.identity],
      handler { writer, outcome in
        // The positions are the first statement, if there are any.
        if count > 0, case .success(let answers) = outcome, let new = answers.first?.changed {
          writer.points += new
          writer.duplicates += count - new
        }
        writer.answer(outcome, then)
      })
  }

  private func answer(_ outcome: PostgreSQLConnection.Outcome, _ then: Written) {
    switch outcome {
    case .success(let answers):
      guard let (database, _) = Self.identity(in: answers.last) else { return then(.failure(.away)) }
      pauses.succeeded()
      then(.success(database))
    case .failure(let failure):
      if failure.isConflict { return then(.failure(.conflict)) }
      if failure.isOfValue {
        report(.notice("a transaction was rejected: \(failure)"))
        return then(.failure(.rejected(failure.state)))
      }
      // A full disk, a missing permission, a table that is gone: a new connection finds out.
      then(.failure(.away))
      giveUp(failure.description)
    }
  }

  /// Milliseconds since 1970 by this machine's clock.
  static func now() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}

extension CollectorMachine.Failure: Error {}
