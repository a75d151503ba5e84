internal import GPSBase
package import GPSEventRuntime
internal import GPSFleetProtocol
internal import GPSFleetLink

/// Takes what devices publish, writes it, and answers what is committed.
package actor FleetCollector: LoopActor {
  /// A connection to a broker, and when the next one is tried.
  private struct Line {
    let broker: BrokerAddress
    var link: FleetLink?
    var pauses: RetryPauses
    var since: Moment?
    /// With MQTT 3.1.1 it subscribes only while it holds the lock of its group.
    var isOld = false
    var isSubscribed = false
    /// Subscriptions without an answer, and the end of the patience with them.
    var unanswered = 0
    /// The subscription to what is announced under our name, which a broker may refuse.
    var ownName: Int?
    var patience: LoopTimer?
    /// The last end that was reported, so that a broker that is away is reported once.
    var complaint = ""
  }

  package nonisolated let loop: EventLoop
  private let settings: CollectorSettings
  private var namesakes: NamesakeWatch
  private let connection: Int64
  private let report: @Sendable (String) -> Void
  private var machine: CollectorMachine
  private var lines: [Line]
  private var writer: DatabaseWriter?
  /// The connection on which days are opened, closed and deleted, while that lasts.
  private var maintenance: PostgreSQLConnection?
  private var isDatabaseThere = false
  /// Whether the database has accepted the last connection, but failed on it: it may be full.
  private var isDatabaseDoubted = false
  private var complaint = ""
  private var wake: (at: Moment, timer: LoopTimer)?
  private var isOver = false
  /// The time of the last commit, in seconds since 1970.
  private var lastCommit: Int64?
  private var lock = GroupLock()
  private var lockTimer: LoopTimer?

  private static let pauseOfRefresh: Duration = .seconds(30)
  private static let pauseOfLock: Duration = .seconds(5)
  private static let pauseOfMaintenance: Duration = .seconds(3600)

  /// Creates a collector, which does nothing until ``start()``.
  ///
  /// - Parameters:
  ///   - loop: The loop on which it lives.
  ///   - settings: Its brokers, its database, and more.
  ///   - connection: A number that rises with each start.
  ///   - seed: For random pauses.
  ///   - report: Takes lines for people; called on the loop.
  package init(
    on loop: EventLoop, _ settings: CollectorSettings, connection: Int64, seed: UInt64,
    _ report: @escaping @Sendable (String) -> Void
  ) {
    (self.loop, self.settings, self.connection, self.report) = (loop, settings, connection, report)
    var own = CollectorMachine.Settings(name: settings.name, connection: connection)
    own.devices = settings.devices
    machine = CollectorMachine(own, seed: seed)
    namesakes = NamesakeWatch(own: connection, topic: FleetTopic.collector(settings.name).description)
    lines = settings.brokers.enumerated().map {
      Line(broker: $1, pauses: RetryPauses.ofFleet(seed: seed &+ UInt64($0)))
    }
  }

  /// The counts since the start as a line.
  package var summary: String {
    let counts = machine.counts
    return "\(counts.fixes) positions in \(counts.batches) messages, \(counts.committed) committed, "
      + "\(counts.refused + counts.foreign) refused, \(counts.full + counts.flood) dropped, "
      + "\(counts.conflicts) repeated"
  }

  var figures: CollectorFigures {
    let now = Self.now
    var figures = CollectorFigures()
    figures.brokers = lines.map { line in
      let isConnected = line.since != nil && line.unanswered == 0
      return .init(
        name: line.broker.description, isConnected: isConnected, reason: isConnected ? "" : line.complaint)
    }
    if isDatabaseThere, !isDatabaseDoubted { figures.database = machine.database }
    (figures.reason, figures.counts, figures.rows) = (complaint, machine.counts, machine.rows)
    (figures.oldest, figures.lastCommit) = (machine.oldest?.duration(to: now), lastCommit)
    writer?.assumeIsolated { writer in
      (figures.points, figures.duplicates, figures.devices) = (
        writer.points, writer.duplicates, writer.devices
      )
    }
    return figures
  }

  /// How long the database has been silent on a request; nil without an open one.
  ///
  /// Nil as well while days are maintained for us: a request may wait for that, and a new process would only ask for the same again.
  var silence: Duration? {
    guard maintenance == nil else { return nil }
    return writer?.assumeIsolated { $0.silence(at: Self.now) }
  }

  package func start() {
    let writer = DatabaseWriter(on: loop, settings, handler { $0.handle($1) })
    self.writer = writer
    writer.assumeIsolated { $0.connect() }
    for place in lines.indices { connect(place) }
    loop.after(Self.pauseOfRefresh, handler { $0.refresh() })
    maintain()
  }

  /// Announces the end, and ends all connections.
  ///
  /// Devices send again the messages that are not committed.
  package func stop() {
    guard !isOver else { return }
    isOver = true
    let state = FleetPresence.Collector(isOnline: false, connection: connection)
    for line in lines {
      line.link?.assumeIsolated { link in
        _ = link.publish(Self.message(settings.name, state), quality: 1)
        link.close()
      }
    }
    writer?.assumeIsolated { $0.close() }
    maintenance?.assumeIsolated { $0.close() }
    wake?.timer.cancel()
  }

  private static func message(_ name: FleetName, _ state: FleetPresence.Collector) -> FleetMessage {
    FleetMessage(FleetTopic.collector(name).description, state.bytes, isRetained: true)
  }

  private static var now: Moment { Moment(.now) }

  // MARK: - Brokers

  private func connect(_ place: Int) {
    guard !isOver else { return }
    let will = Self.message(settings.name, FleetPresence.Collector(isOnline: false, connection: connection))
    var settings = settings.link(to: lines[place].broker, will: will)
    // The nodes of a cluster accept one connection of each name between them. No collector's name has a tilde.
    if place > 0 { settings.client += "~\(place + 1)" }
    let link = FleetLink(on: loop, settings, handler { $0.handle($1, from: place) })
    lines[place].link = link
    (lines[place].isOld, lines[place].isSubscribed) = (false, false)
    let fault = link.assumeIsolated { link -> FleetLinkFault? in
      do throws(FleetLinkFault) { try link.connect() } catch { return error }
      return nil
    }
    if let fault { ended(place, fault.description) }
  }

  private func handle(_ event: FleetLinkEvent, from place: Int) {
    guard !isOver else { return }
    switch event {
    case .connected(let version, _):
      lines[place].since = Self.now
      lines[place].isOld = version == 4
      lines[place].complaint = ""
      report("connected to \(lines[place].broker)\(version == 4 ? " by MQTT 3.1.1" : "")")
      let topic = namesakes.topic
      // Before the announcement, which replaces what another one of our name has announced.
      lines[place].ownName = lines[place].link?.assumeIsolated { $0.subscribe(topic, quality: 1) }
      perform(machine.connected(place, at: Self.now))
      subscribe(place)
    case .message(let message) where message.topic == namesakes.topic:
      if namesakes.takes(message.payload, from: place) { takenOver(place) }
      if namesakes.isEndOfOurs(message.payload) { perform([machine.announcement(to: place)]) }
    case .message(let message):
      perform(machine.received(message.topic, message.payload, from: place, at: Self.now))
    case .subscribed(let number, _) where number == lines[place].ownName: break
    case .subscribed(_, let reason) where reason.isRefusal:
      lines[place].link?.assumeIsolated { $0.close() }
      ended(place, "refuses a subscription: \(reason)")
    case .acknowledged(_, let reason) where reason.isRefusal:
      complain(place, "refuses a message of ours: \(reason)")
    case .subscribed:
      lines[place].unanswered = max(0, lines[place].unanswered - 1)
      if lines[place].unanswered == 0 { lines[place].patience?.cancel() }
    case .acknowledged: break
    case .ended(.dismissed(.takenOver)): takenOver(place)
    case .ended(let end): ended(place, end.description)
    }
    arm()
  }

  private func subscribe(_ place: Int) {
    guard let link = lines[place].link, !lines[place].isSubscribed else { return }
    let (isOld, tenant) = (lines[place].isOld, settings.tenant)
    guard !isOld || lock.isOurs else { return askForLock() }
    lines[place].isSubscribed = true
    let filter = FleetTopic.filter(.fix, of: tenant)
    let group = settings.group
    link.assumeIsolated { link in
      // A state is retained, and a broker does not send retained messages to a group.
      _ = link.subscribe(FleetTopic.filter(.state, of: tenant), quality: 1)
      _ = link.subscribe(isOld ? filter : "$share/\(group)/\(filter)", quality: 1)
    }
    lines[place].unanswered = 2
    lines[place].patience = loop.after(settings.patience, handler { $0.isUnsubscribed(place, link) })
  }

  /// A broker that accepts a connection but no subscription would be silent forever.
  private func isUnsubscribed(_ place: Int, _ link: FleetLink) {
    guard !isOver, lines[place].link === link, lines[place].unanswered > 0 else { return }
    link.assumeIsolated { $0.close() }
    let seconds = settings.patience.components.seconds
    ended(place, "has not answered a subscription in \(seconds) s")
    arm()
  }

  /// Waits for minutes, since another collector of our name has the connection: both would take it back without end.
  private func takenOver(_ place: Int) {
    lines[place].link?.assumeIsolated { $0.close() }
    let words = "is left for some minutes: another collector is called \(settings.name); give each a --name"
    ended(place, words, in: lines[place].pauses.nextAfterTakeover())
  }

  private func ended(_ place: Int, _ words: String, in pause: Duration? = nil) {
    complain(place, words)
    lines[place].patience?.cancel()
    lines[place].unanswered = 0
    if let since = lines[place].since { lines[place].pauses.lasted(since.duration(to: Self.now)) }
    (lines[place].link, lines[place].since) = (nil, nil)
    machine.disconnected(place)
    // A group of few collectors needs no minutes of jitter.
    let pause = pause ?? min(.seconds(10), lines[place].pauses.next())
    loop.after(pause, handler { $0.connect(place) })
  }

  private func complain(_ place: Int, _ words: String) {
    if lines[place].complaint != words { report("\(lines[place].broker) \(words)") }
    lines[place].complaint = words
  }

  /// With MQTT 3.1.1 one collector of a group is active.
  private func askForLock() {
    guard !isOver, lines.contains(where: { $0.isOld && $0.link != nil }), lock.ask() else { return }
    writer?.assumeIsolated { $0.lock(handler { $0.locked($1) }) }
  }

  private func locked(_ isOurs: Bool) {
    guard !isOver else { return }
    if lock.answered(isOurs) { lockTimer = loop.after(Self.pauseOfLock, handler { $0.askAgain() }) }
    guard lock.isOurs else { return }
    report("active: the lock of the group \(settings.group) is ours")
    for place in lines.indices where lines[place].isOld { subscribe(place) }
  }

  private func askAgain() {
    lock.paused()
    askForLock()
  }

  // MARK: - The database

  private func handle(_ event: DatabaseWriter.Event) {
    guard !isOver else { return }
    switch event {
    case .available(let database, let restored):
      // One that is doubted is trusted again after a commit, or when it is still there at the next question.
      if isDatabaseThere == isDatabaseDoubted { trust(database) }
      isDatabaseThere = true
      perform(machine.available(database, restored: restored, at: Self.now))
      askForLock()
    case .away(let words):
      if complaint != words { report("the database is away: \(words)") }
      (isDatabaseDoubted, isDatabaseThere, complaint) = (isDatabaseThere, false, words)
      lockTimer?.cancel()
      guard lock.lost() else { break }
      for place in lines.indices where lines[place].isOld && lines[place].link != nil {
        lines[place].link?.assumeIsolated { $0.close() }
        ended(place, "is left until the lock of the group is ours")
      }
    case .notice(let line): report(line)
    }
    arm()
  }

  private func trust(_ database: FleetDatabase) {
    (isDatabaseDoubted, complaint) = (false, "")
    report("writing to database \(database.identifier), timeline \(database.timeline)")
  }

  private func refresh() {
    guard !isOver else { return }
    writer?.assumeIsolated { $0.refresh() }
    loop.after(Self.pauseOfRefresh, handler { $0.refresh() })
  }

  /// Opens, closes and deletes days on a connection of its own: closing a day takes seconds.
  private func maintain() {
    guard !isOver else { return }
    loop.after(Self.pauseOfMaintenance, handler { $0.maintain() })
    // It can wait for a long transaction of another program.
    guard maintenance == nil else { return report("the days are not maintained: the last run still waits") }
    let connection = PostgreSQLConnection(on: loop) { _ in }
    maintenance = connection
    let statements = FleetSchema.maintenance(keep: settings.keep)
    connection.assumeIsolated { connection in
      connection.connect(settings.database)
      // Each is a transaction, so that none keeps the locks of the ones before.
      for (place, statement) in statements.enumerated() {
        let isLast = place == statements.count - 1
        connection.run([statement], handler { $0.maintained($1, isLast: isLast) })
      }
    }
  }

  private func maintained(_ outcome: PostgreSQLConnection.Outcome, isLast: Bool) {
    guard !isOver, maintenance != nil else { return }
    // Without a connection, the next ones fail as well.
    var isAtEnd = isLast
    if case .failure(let failure) = outcome {
      report("the days are not maintained: \(failure)")
      isAtEnd = isLast || failure.state.isEmpty
    }
    guard isAtEnd else { return }
    maintenance?.assumeIsolated { $0.close() }
    maintenance = nil
  }

  // MARK: - The machine

  private func perform(_ actions: [CollectorMachine.Action]) {
    for action in actions {
      switch action {
      case .announce(let place, let state):
        namesakes.announces(state.connection)
        let message = Self.message(settings.name, state)
        lines[place].link?.assumeIsolated { _ = $0.publish(message, quality: 1) }
      case .acknowledge(let place, let device, let answer):
        let topic = FleetTopic.device(device, .acknowledgement).description
        lines[place].link?.assumeIsolated { _ = $0.publish(FleetMessage(topic, answer.bytes), quality: 0) }
      case .commit(let transaction):
        let number = transaction.number
        writer?.assumeIsolated { $0.write(transaction, handler { $0.written(number, $1) }) }
      }
    }
  }

  private func written(_ number: Int, _ outcome: Result<FleetDatabase, CollectorMachine.Failure>) {
    guard !isOver else { return }
    switch outcome {
    case .success(let database):
      lastCommit = DatabaseWriter.now() / 1000
      if isDatabaseDoubted { trust(database) }
      perform(machine.committed(number, in: database, at: Self.now))
    case .failure(let failure): perform(machine.failed(number, failure, at: Self.now))
    }
    arm()
  }

  /// Sets the timer for what the machine waits for.
  private func arm() {
    let next = machine.nextWake
    guard next != wake?.at else { return }
    wake?.timer.cancel()
    wake = next.map { at in
      (at, loop.after(Self.now.duration(to: at), handler { $0.due() }))
    }
  }

  private func due() {
    guard !isOver else { return }
    wake = nil
    perform(machine.wake(at: Self.now))
    arm()
  }
}
