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
package actor FleetPublisher: StorePublisher {
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
  let settings: Settings
  private let report: @Sendable (Status) -> Void
  var parts: PublisherParts
  var machine: PublisherMachine
  /// The subscriptions that are not answered.
  private var subscriptions: Set<Int> = []
  private var largestPacket: Int?
  /// The time within which the broker must answer the subscriptions.
  private var limit: Duration = .zero
  private var last: Status?

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
    (self.loop, self.settings, self.report) = (loop, settings, report)
    (parts, machine) = try Self.open(settings.store, settings, as: settings.device, makeLine)
  }

  static func pages(_ settings: Settings, _ installation: PublisherParts.Installation) -> StorePages {
    StorePages(
      path: settings.store, installation: installation, thinning: settings.thinning, form: settings.form)
  }

  static func machine(_ settings: Settings, _ cursor: FleetCursor) -> PublisherMachine {
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
  package func stop() { end() }

  var farewell: FleetMessage? {
    let offline = FleetPresence.Device(isOnline: false, connection: machine.cursor.connection)
    return FleetMessage(topic(.state), offline.bytes, isRetained: true)
  }

  /// The batches in memory, with the one that is read, their bytes, and the ranges of numbers.
  package var held: (batches: Int, bytes: Int, ranges: Int) { machine.held }

  /// How often the store was opened and searched.
  package var effort: StorePages.Effort { parts.pages.effort }

  private func topic(_ lane: FleetTopic.Lane) -> String { "\(FleetTopic.device(settings.device, lane))" }

  private func find(_ search: FleetSearch) {
    let pages = parts.pages
    loop.offload(
      { pages.find(since: search.since) },
      then: handler { publisher, result in
        guard publisher.parts.pages === pages else { return }
        publisher.perform(publisher.machine.found(result, for: search, at: publisher.now))
      })
  }

  // MARK: - What the machine asks for

  func reportStatus() {
    let status = Status(
      condition: machine.condition, delivered: machine.settledCount, backlog: machine.backlog,
      refused: machine.cursor.refused.mapValues(\.count), fault: parts.fault ?? parts.storeFault)
    guard status != last else { return }
    last = status
    report(status)
  }

  func perform(_ action: PublisherMachine.Action) {
    switch action {
    case .connect(let host, let connection): connect(host, connection)
    case .disconnect:
      parts.line?.close()
      ended(.asked)
    case .announce(let state):
      _ = parts.line?.publish(FleetMessage(topic(.state), state.bytes, isRetained: true))
    case .read(let request): read { $0.page(request) }
    case .send(let token, let payload): send(token, FleetMessage(topic(.fix), payload))
    case .save: save()
    case .find(let search): find(search)
    }
  }

  // MARK: - The connection

  private func connect(_ host: Int, _ connection: Int64) {
    (subscriptions, largestPacket) = ([], nil)
    var link = settings.hosts[host]
    (link.client, limit) = (settings.device.client, link.limit)
    let will = FleetPresence.Device(isOnline: false, connection: connection)
    link.will = FleetMessage(topic(.state), will.bytes, isRetained: true)
    connect(link)
  }

  func take(other event: FleetLinkEvent) {
    switch event {
    case .connected(_, let largest):
      largestPacket = largest > 0 ? largest : nil
      for filter in [topic(.acknowledgement), FleetTopic.collectors] {
        if let number = parts.line?.subscribe(filter) { subscriptions.insert(number) }
      }
      let number = parts.lineNumber
      loop.after(limit, handler { if $0.parts.lineNumber == number { $0.endUnsubscribed() } })
    case .subscribed(let number, let reason):
      guard subscriptions.remove(number) != nil else { return }
      guard !reason.isRefusal else {
        parts.line?.close()
        return ended(.notSubscribed("it refuses: \(reason)"))
      }
      // An answer to a batch that was sent before would be lost.
      if subscriptions.isEmpty { perform(machine.connected(mostBytes: largestPacket, at: now)) }
    case .message(let message): take(message)
    case .acknowledged, .ended: break
    }
  }

  private func endUnsubscribed() {
    guard !parts.isStopped, !subscriptions.isEmpty else { return }
    parts.line?.close()
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
