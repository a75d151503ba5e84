internal import GPSBase
package import GPSEventRuntime
package import GPSFleetLink
package import GPSFleetProtocol
internal import GPSStore
internal import GPSTrackRows

/// Sends a store to the collectors of a fleet, on an event loop; helper threads read the store and write the cursor.
///
/// ```
/// store ──▶ StorePages ──▶ PublisherMachine ──▶ FleetLink ──▶ broker ──▶ collector
///                                 │   ▲                                     │
///                             SinkFile └──────────── acknowledgement ◀──────┘
/// ```
package actor FleetPublisher: LoopActor {
  package struct Settings: Sendable {
    package var store: String
    package var device: FleetDevice
    /// How to connect to each host; the client's name and the will are the publisher's.
    package var hosts: [FleetLinkSettings]
    package var batch: Duration = .seconds(60)
    /// Which positions are left out.
    package var thinning = FleetBatch.Thinning.none
    /// How batches are written.
    package var form = FleetBatch.Form.compact
    /// Everything since this time is sent again, in milliseconds since 1970.
    package var again: Int64?
    /// The second since 2020, from which connections are numbered without a cursor.
    package var second: Int64 = 0

    package init(store: String, device: FleetDevice, hosts: [FleetLinkSettings]) {
      (self.store, self.device, self.hosts) = (store, device, hosts)
    }
  }

  /// How far a publisher is.
  package struct Status: Sendable, Hashable {
    package let condition: FleetCondition
    /// The number of entries delivered since the start, and of undelivered ones, with the refused.
    package let (delivered, backlog): (Int, Int64)
    package let refused: [String: UInt64]
    /// The number of entries to send: a refused one is not sent again.
    package var pending: Int64 { max(0, backlog - Int64(clamping: refused.values.reduce(0, +))) }
    /// Why the store can't be read, or the cursor not be written; nil if both work.
    package let fault: String?
  }

  package nonisolated let loop: EventLoop
  private let settings: Settings
  private let makeLine: PublisherLine.Maker
  private let report: @Sendable (Status) -> Void
  private var pages: StorePages
  private let sink: SinkFile
  private var machine: PublisherMachine
  private var line: PublisherLine?
  /// The number of the connection, so that events of an earlier one count no more.
  private var lineNumber = 0
  /// From the broker's numbers of messages to batches, and the subscriptions that are not answered.
  private var tokens: [Int: Int] = [:]
  private var subscriptions: Set<Int> = []
  private var largestPacket: Int?
  /// Whether the broker has accepted the connection.
  private var isAccepted = false
  /// The time within which the broker must answer the subscriptions.
  private var limit: Duration = .zero
  private var timer: LoopTimer?
  private var isStopped = false
  private var (isWriting, mustWrite) = (false, false)
  /// Why the cursor can't be written, and why the store can't be read.
  private var (fault, storeFault): (String?, String?)
  private var last: Status?

  /// Between two looks at the store.
  private static let lookInterval: Duration = .seconds(1)

  /// Opens the store and takes the lock of the cursor.
  ///
  /// - Parameters:
  ///   - loop: The loop on which it lives.
  ///   - settings: The store, the device and the brokers.
  ///   - makeLine: Makes a connection.
  ///   - report: Called on the loop when the status has changed.
  /// - Throws: A `StoreError`, or a ``SinkFile/Fault``.
  package init(
    on loop: EventLoop, _ settings: Settings, makeLine: @escaping PublisherLine.Maker = PublisherLine.real,
    report: @escaping @Sendable (Status) -> Void
  ) throws {
    (self.loop, self.settings, self.makeLine, self.report) = (loop, settings, makeLine, report)
    let installation = try StorePages.installation(at: settings.store)
    pages = StorePages(
      path: settings.store, installation: installation, thinning: settings.thinning, form: settings.form)
    sink = try SinkFile(of: settings.device, beside: settings.store)
    machine = Self.machine(
      settings,
      SinkFile.cursor(sink.path, of: installation.text, at: Moment(.now))
        ?? FleetCursor(installation: installation.text))
  }

  private static func machine(_ settings: Settings, _ cursor: FleetCursor) -> PublisherMachine {
    var machine = PublisherMachine.Settings()
    machine.hosts = settings.hosts.count
    machine.firstHost = settings.device.host(of: settings.hosts.count)
    machine.batch = settings.batch
    machine.second = settings.second
    return PublisherMachine(machine, cursor: cursor, seed: .random(in: 0 ... .max))
  }

  /// Begins to connect, and to read the store.
  package func start() {
    if let again = settings.again { perform(machine.sendAgain(since: again, at: now)) }
    perform(machine.start(at: now))
    look()
  }

  /// Ends the connection and writes the cursor.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    timer?.cancel()
    let offline = FleetPresence.Device(isOnline: false, connection: machine.cursor.connection)
    _ = line?.publish(FleetMessage(topic(.state), offline.bytes, isRetained: true))
    line?.close()
    line = nil
    sink.close(machine.cursor.bytes(at: now))
  }

  /// The batches in memory, with the one that is read, their bytes, and the ranges of numbers.
  package var held: (batches: Int, bytes: Int, ranges: Int) { machine.held }

  /// How often the store was opened and searched.
  package var effort: StorePages.Effort { pages.effort }

  private var now: Moment { Moment(.now) }

  private func topic(_ lane: FleetTopic.Lane) -> String { "\(FleetTopic.device(settings.device, lane))" }

  // MARK: - The store

  private func look() {
    guard !isStopped else { return }
    let (pages, epoch) = (pages, machine.cursor.epoch)
    loop.offload(
      { () -> Result<StorePages.News, StorePages.Fault> in
        do throws(StorePages.Fault) { return .success(try pages.news(after: epoch)) } catch {
          return .failure(error)
        }
      }, then: handler { $0.take($1) })
  }

  private func take(_ news: Result<StorePages.News, StorePages.Fault>) {
    guard !isStopped else { return }
    switch news {
    case .success(let news):
      storeFault = nil
      if let epoch = news.epoch { perform(machine.opened(epoch, first: news.first, at: now)) }
      perform(machine.news(last: news.last, at: now))
    case .failure(.unreadable(let error)):
      storeFault = error.description
      perform([])
    case .failure(.replaced): beginAnew()
    }
    loop.after(Self.lookInterval, handler { $0.look() })
  }

  /// Sends all of another store that has the path: its numbers mean other entries.
  private func beginAnew() {
    let installation: (bytes: [UInt8], text: String)
    do throws(StoreError) { installation = try StorePages.installation(at: settings.store) } catch {
      storeFault = error.description
      return perform([])
    }
    pages = StorePages(
      path: settings.store, installation: installation, thinning: settings.thinning, form: settings.form)
    var cursor = FleetCursor(installation: installation.text)
    cursor.connection = machine.cursor.connection
    machine = Self.machine(settings, cursor)
    line?.close()
    (line, lineNumber) = (nil, lineNumber + 1)
    perform(machine.start(at: now))
  }

  private func find(_ search: FleetSearch) {
    let pages = pages
    loop.offload(
      { pages.find(since: search.since) },
      then: handler { publisher, result in
        guard publisher.pages === pages else { return }
        publisher.perform(publisher.machine.found(result, for: search, at: publisher.now))
      })
  }

  // MARK: - What the machine asks for

  private func perform(_ actions: [PublisherMachine.Action]) {
    guard !isStopped else { return }
    for action in actions { perform(action) }
    setTimer()
    let refused = machine.cursor.refused.mapValues(\.count)
    let status = Status(
      condition: machine.condition, delivered: machine.settledCount, backlog: machine.backlog,
      refused: refused,
      fault: fault ?? storeFault)
    guard status != last else { return }
    last = status
    report(status)
  }

  private func perform(_ action: PublisherMachine.Action) {
    switch action {
    case .connect(let host, let connection): connect(host, connection)
    case .disconnect:
      line?.close()
      ended(.asked)
    case .announce(let state): _ = line?.publish(FleetMessage(topic(.state), state.bytes, isRetained: true))
    case .read(let request):
      let pages = pages
      loop.offload(
        { pages.page(request) },
        then: handler { publisher, page in
          guard publisher.pages === pages else { return }
          publisher.perform(publisher.machine.page(page, at: publisher.now))
        })
    case .send(let token, let payload): send(token, payload)
    case .save: save()
    case .find(let search): find(search)
    }
  }

  private func send(_ token: Int, _ payload: [UInt8]) {
    guard let line else { return }
    if let number = line.publish(FleetMessage(topic(.fix), payload)) { return tokens[number] = token }
    // It is too large for the broker; or the connection has ended, which is reported first.
    let number = lineNumber
    let reason = UInt8(clamping: FleetReason.packetTooLarge.rawValue)
    later {
      guard $0.lineNumber == number else { return }
      $0.perform($0.machine.published(token, reason: reason, at: $0.now))
    }
  }

  private func setTimer() {
    timer?.cancel()
    timer = machine.nextWake.map { due in
      loop.after(now.duration(to: due), handler { $0.perform($0.machine.wake(at: $0.now)) })
    }
  }

  /// Writes the cursor on a helper thread, one write at a time.
  private func save() {
    guard !isWriting else { return mustWrite = true }
    (isWriting, mustWrite) = (true, false)
    let (sink, bytes) = (sink, machine.cursor.bytes(at: now))
    loop.offload(
      { sink.write(bytes) },
      then: handler { publisher, fault in
        publisher.isWriting = false
        publisher.fault = fault
        if publisher.mustWrite { publisher.save() }
      })
  }

  // MARK: - The connection

  private func connect(_ host: Int, _ connection: Int64) {
    lineNumber += 1
    (tokens, subscriptions, largestPacket, isAccepted) = ([:], [], nil, false)
    var link = settings.hosts[host]
    (link.client, limit) = (settings.device.client, link.limit)
    let will = FleetPresence.Device(isOnline: false, connection: connection)
    link.will = FleetMessage(topic(.state), will.bytes, isRetained: true)
    let number = lineNumber
    let line = makeLine(
      loop, link,
      handler { publisher, event in
        if publisher.lineNumber == number { publisher.take(event) }
      })
    self.line = line
    do throws(FleetLinkFault) { try line.connect() } catch {
      // Within a call of the machine.
      let words = error.description
      later { if $0.lineNumber == number { $0.ended(.notTried(words)) } }
    }
  }

  private func ended(_ end: FleetEnd) {
    (line, lineNumber) = (nil, lineNumber + 1)
    perform(machine.disconnected(end, at: now))
  }

  private func take(_ event: FleetLinkEvent) {
    guard !isStopped else { return }
    switch event {
    case .connected(_, let largest):
      (isAccepted, largestPacket) = (true, largest > 0 ? largest : nil)
      for filter in [topic(.acknowledgement), FleetTopic.collectors] {
        if let number = line?.subscribe(filter) { subscriptions.insert(number) }
      }
      let number = lineNumber
      loop.after(limit, handler { if $0.lineNumber == number { $0.endUnsubscribed() } })
    case .subscribed(let number, let reason):
      guard subscriptions.remove(number) != nil else { return }
      guard !reason.isRefusal else {
        line?.close()
        return ended(.notSubscribed("it refuses: \(reason)"))
      }
      // An answer to a batch that was sent before would be lost.
      if subscriptions.isEmpty { perform(machine.connected(mostBytes: largestPacket, at: now)) }
    case .acknowledged(let number, let reason):
      guard let token = tokens.removeValue(forKey: number) else { return }
      perform(machine.published(token, reason: UInt8(clamping: reason.rawValue), at: now))
    case .message(let message): take(message)
    case .ended(let end): ended(FleetEnd(end, isAccepted: isAccepted))
    }
  }

  private func endUnsubscribed() {
    guard !isStopped, !subscriptions.isEmpty else { return }
    line?.close()
    ended(.notSubscribed("it does not answer"))
  }

  private func take(_ message: FleetMessage) {
    switch FleetTopic(message.topic) {
    case .device(settings.device, .acknowledgement):
      guard let answer = FleetAcknowledgement(message.payload) else { return }
      perform(machine.acknowledged(answer, at: now))
    case .collector(let name):
      guard let state = FleetPresence.Collector(message.payload) else { return }
      perform(machine.collector(name, state, at: now))
    case .device, nil: break
    }
  }
}
