internal import GPSBase
internal import GPSEventRuntime
internal import GPSFleetProtocol
internal import GPSSockets

/// Commits the batches of devices, then answers.
actor FleetCollector: LoopActor {
  nonisolated let loop: EventLoop
  private let settings: CollectorSettings
  private let report: @Sendable (String) -> Void
  var answer: @Sendable ([(request: Int, answer: FleetAnswer)]) -> Void = { _ in }
  private var machine: CommitMachine
  private var lines: [DatabaseLine] = []
  private var maintenance: FleetMaintenance?
  private var database: FleetDatabase?
  /// Why batches are not committed, and the word for it, so that it is reported once.
  private var complaint: (word: FleetAnswer.Word, words: String)?
  private var wake: (at: Moment, timer: LoopTimer)?
  private var isOver = false

  init(on loop: EventLoop, _ settings: CollectorSettings, _ report: @escaping @Sendable (String) -> Void) {
    (self.loop, self.settings, self.report) = (loop, settings, report)
    var own = CommitMachine.Settings()
    own.lines = settings.connections
    machine = CommitMachine(own, at: Self.now)
  }

  private static var now: Moment { Moment(.now) }

  func start() {
    for place in 0..<settings.connections {
      let line = DatabaseLine(on: loop, settings.database, handler { $0.handle($1, of: place) })
      lines.append(line)
      line.assumeIsolated { $0.connect() }
    }
    let maintenance = FleetMaintenance(on: loop, settings.database, report)
    self.maintenance = maintenance
    maintenance.assumeIsolated { $0.start() }
    arm()
  }

  /// Ends all connections; devices send unanswered batches again.
  func stop() {
    isOver = true
    for line in lines { line.assumeIsolated { $0.close() } }
    maintenance?.assumeIsolated { $0.close() }
    wake?.timer.cancel()
  }

  // MARK: - Requests

  func admit(_ token: DeviceToken?, _ size: Int) -> FleetAnswer? {
    isOver ? FleetAnswer(.away) : machine.admit(token, size, at: Self.now)
  }

  /// Accepts a complete body; its answer comes in a later turn.
  func take(_ body: [UInt8], of token: DeviceToken, as request: Int, admitted size: Int) {
    let delivery = CommitMachine.Delivery(token: token, content: Self.content(of: body), bytes: size)
    later(keepsAlive: true) { collector in
      collector.perform(collector.machine.received(request, delivery, at: Self.now))
    }
  }

  func drop(admitted size: Int) { machine.dropped(size) }

  private static func content(of body: [UInt8]) -> CommitMachine.Delivery.Content {
    do throws(FleetBatch.Fault) { return .batch(BatchRows(try FleetBatch(body))) } catch {
      let head = FleetBatch.head(of: body)
      return .refused(
        error, detail: nil, epoch: head?.epoch, numbers: head?.numbers, sample: Array(body.prefix(4096)))
    }
  }

  // MARK: - The database

  private func handle(_ event: DatabaseLine.Event, of place: Int) {
    guard !isOver else { return }
    switch event {
    case .available(let found):
      perform(machine.available(place, at: Self.now))
      let isNews = database != found || complaint != nil
      database = found
      if isNews, machine.trouble(at: Self.now) == nil { reportDatabase() }
    case .away(let word, let words):
      complain(word, words)
      perform(machine.lost(place, word, at: Self.now))
    case .notice(let line): report(line)
    }
  }

  private func reportDatabase() {
    complaint = nil
    if let database { report("writing to database \(database.identifier), timeline \(database.timeline)") }
  }

  private func complain(_ word: FleetAnswer.Word, _ words: String) {
    if complaint?.word != word { report("batches are not committed (\(word.rawValue)): \(words)") }
    complaint = (word, words)
  }

  private func perform(_ actions: [CommitMachine.Action]) {
    var answers: [(request: Int, answer: FleetAnswer)] = []
    for action in actions {
      switch action {
      case .answer(let request, let answer): answers.append((request, answer))
      case .report(let line): report(line)
      case .reconnect(let place):
        if complaint == nil { complain(.away, "the database does not answer a request") }
        lines[place].assumeIsolated { $0.reconnect() }
      case .probe(let place):
        lines[place].assumeIsolated { $0.run(DatabaseLine.probe, handler { $0.probed(place, $1) }) }
      case .commit(let group):
        let statement = group.statement
        lines[group.line].assumeIsolated { $0.run(statement, handler { $0.ended(group, $1) }) }
      }
    }
    if !answers.isEmpty { answer(answers) }
    arm()
  }

  private func probed(_ place: Int, _ outcome: PostgreSQLConnection.Outcome) {
    guard !isOver else { return }
    switch outcome {
    case .success: perform(machine.probed(place, at: Self.now))
    case .failure(let failure):
      complain(failure.word, failure.description)
      lines[place].assumeIsolated { $0.reconnect() }
      perform(machine.lost(place, failure.word, at: Self.now))
    }
  }

  private func ended(_ group: CommitMachine.Group, _ outcome: PostgreSQLConnection.Outcome) {
    guard !isOver else { return }
    switch outcome {
    case .success(let answer):
      let found = group.database(in: answer)
      if let found { database = found }
      if complaint != nil { reportDatabase() }
      lines[group.line].assumeIsolated { $0.succeeded() }
      perform(
        machine.committed(
          group.number, group.outcomes(in: answer), group.rows(in: answer), in: found, at: Self.now))
    case .failure(let failure):
      // The end of the connection is an event of its own.
      guard !failure.state.isEmpty else { return }
      if case .unavailable(let word) = failure.meaning { complain(word, failure.description) }
      perform(machine.failed(group.number, failure.meaning, at: Self.now))
    }
  }

  // MARK: - Time and figures

  private func arm() {
    let next = machine.nextWake
    guard next != wake?.at else { return }
    wake?.timer.cancel()
    wake = next.map { at in (at, loop.after(max(.zero, Self.now.duration(to: at)), handler { $0.due() })) }
  }

  private func due() {
    guard !isOver else { return }
    wake = nil
    perform(machine.wake(at: Self.now))
  }

  var figures: CollectorFigures {
    let now = Self.now
    var figures = CollectorFigures()
    figures.database = machine.trouble(at: now) == nil ? database : nil
    (figures.reason, figures.counts) = (complaint?.words ?? "", machine.counts)
    figures.devices = machine.devices
    (figures.batches, figures.rows) = (machine.batches, machine.rows)
    (figures.oldest, figures.sinceCommit) = (
      machine.oldest?.duration(to: now), machine.lastCommit?.duration(to: now)
    )
    return figures
  }

  var summary: String {
    let counts = machine.counts
    let others = counts.answers.filter { $0.key != .committed }.values.reduce(0, +)
    return
      "\(counts.fresh + counts.late) positions in \(counts.answers[.committed] ?? 0) batches, \(others) others answered, "
      + "\(counts.conflicts) transactions repeated"
  }
}

/// The database of a collector, its addresses, and the clients that it admits.
struct CollectorSettings: Sendable {
  var database = ""
  /// The address for batches, with metrics and health; nil to collect nothing.
  var listen: String?
  /// The address of the page, with metrics and health; nil for none.
  var page: String?
  /// The addresses of proxies, which have many connections.
  var proxies: Set<EndAddress> = []
  var connections = 2
  /// The token that the page and the metrics demand, and names of the machine besides its address.
  var (token, names): (String?, [String]) = (nil, [])
}
