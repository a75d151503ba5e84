internal import GPSBase
package import GPSEventRuntime
package import GPSFleetLink
package import GPSFleetProtocol
internal import GPSStore
internal import GPSTrackRows

/// Hands the positions of a store to a guest, on an event loop, with a connection and a cursor of its own.
///
/// ```
/// store ──▶ StorePages ──▶ GuestMachine ──▶ FleetLink ──▶ broker ──▶ OwnTracks, Home Assistant
///                             │   ▲                          │
///                         SinkFile └──── acknowledgement ◀────┘
/// ```
package actor GuestPublisher: LoopActor {
  package struct Settings: Sendable {
    package var guest: Guest
    package var store: String
    package var device: FleetDevice
    /// How to connect to each host; the client's name and the will are the publisher's.
    package var hosts: [FleetLinkSettings]
    /// Which positions are left out.
    package var thinning = FleetBatch.Thinning.none
    /// Everything since this time is sent again, in milliseconds since 1970.
    package var again: Int64?
    /// This program's version.
    package var version = ""
    /// Milliseconds since 1970.
    package var clock: @Sendable () -> Int64

    package init(
      _ guest: Guest, store: String, device: FleetDevice, hosts: [FleetLinkSettings],
      clock: @escaping @Sendable () -> Int64
    ) {
      (self.guest, self.store, self.device, self.hosts) = (guest, store, device, hosts)
      self.clock = clock
    }
  }

  /// How far it is.
  package struct Status: Sendable, Hashable {
    package let guest: Guest
    package let topic: String
    package let condition: FleetCondition
    /// The number of messages that the broker has since the start, and of entries that are not handed over.
    package let (handedOver, pending): (Int, Int64)
    /// Why the store can't be read, or the cursor not be written; nil if both work.
    package let fault: String?
  }

  package nonisolated let loop: EventLoop
  private let settings: Settings
  private let makeLine: PublisherLine.Maker
  private let report: @Sendable (Status) -> Void
  private var pages: StorePages
  private let sink: SinkFile
  private var machine: GuestMachine
  private var line: PublisherLine?
  /// The number of the connection, so that events of an earlier one count no more.
  private var lineNumber = 0
  /// From the broker's numbers of messages to the machine's.
  private var tokens: [Int: Int] = [:]
  private var isAccepted = false
  private var timer: LoopTimer?
  private var isStopped = false
  private var (isWriting, mustWrite) = (false, false)
  private var (fault, storeFault): (String?, String?)
  private var status: Status?
  private var last: Int64 = 0

  /// Between two looks at the store.
  private static let lookInterval: Duration = .seconds(1)

  /// Opens the store and takes the lock of the cursor.
  ///
  /// - Throws: A `StoreError`, or a ``SinkFile/Fault``.
  package init(
    on loop: EventLoop, _ settings: Settings, makeLine: @escaping PublisherLine.Maker = PublisherLine.real,
    report: @escaping @Sendable (Status) -> Void
  ) throws {
    (self.loop, self.settings, self.makeLine, self.report) = (loop, settings, makeLine, report)
    let installation = try StorePages.installation(at: settings.store)
    pages = Self.pages(settings, installation)
    sink = try SinkFile(of: settings.device, for: settings.guest, beside: settings.store)
    let cursor = SinkFile.cursor(sink.path, of: installation.text, at: Moment(.now))
    machine = Self.machine(settings, cursor ?? FleetCursor(installation: installation.text))
  }

  private static func pages(_ settings: Settings, _ installation: (bytes: [UInt8], text: String))
    -> StorePages
  {
    StorePages(
      path: settings.store, installation: installation, thinning: settings.guest.thinning(settings.thinning))
  }

  private static func machine(_ settings: Settings, _ cursor: FleetCursor) -> GuestMachine {
    let first = settings.device.host(of: settings.hosts.count)
    return GuestMachine(
      settings.guest.kind, hosts: settings.hosts.count, firstHost: first, cursor: cursor,
      seed: .random(in: 0 ... .max))
  }

  /// Begins to connect, and to read the store.
  package func start() {
    perform(machine.start(at: now))
    guard let again = settings.again, settings.guest.kind == .each else { return look() }
    find(since: again, isFirst: true)
  }

  /// Finds what to send again; while the store can't be read, that is tried again.
  private func find(since again: Int64, isFirst: Bool = false) {
    let pages = pages
    loop.offload(
      { pages.find(since: again) },
      then: handler { publisher, result in
        // All of another store is sent anyway.
        guard !publisher.isStopped, publisher.pages === pages else { return }
        switch result {
        case .number(let number):
          publisher.machine.sendAgain(from: number)
          publisher.perform(publisher.machine.wake(at: publisher.now))
        case .nothing: break
        case .failed:
          publisher.loop.after(Self.lookInterval, publisher.handler { $0.find(since: again) })
        }
        if isFirst { publisher.look() }
      })
  }

  /// Ends the connection and writes the cursor.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    timer?.cancel()
    disconnect()
    sink.close(machine.cursor.bytes(at: now))
  }

  /// Ends the connection; the broker publishes no will then.
  private func disconnect() {
    if isAccepted, let farewell = settings.guest.farewell(of: settings.device) { _ = line?.publish(farewell) }
    line?.close()
    (line, lineNumber, isAccepted) = (nil, lineNumber + 1, false)
  }

  /// The number of messages in memory.
  package var held: Int { machine.held }

  private var now: Moment { Moment(.now) }

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
      (storeFault, last) = (nil, news.last)
      if let epoch = news.epoch { perform(machine.opened(epoch, first: news.first, at: now)) }
      perform(machine.news(last: news.last, at: now))
    case .failure(.unreadable(let error)):
      storeFault = error.description
      perform([])
    case .failure(.replaced): beginAnew()
    }
    loop.after(Self.lookInterval, handler { $0.look() })
  }

  /// Sends all of another store that has the path.
  private func beginAnew() {
    let installation: (bytes: [UInt8], text: String)
    do throws(StoreError) { installation = try StorePages.installation(at: settings.store) } catch {
      storeFault = error.description
      return perform([])
    }
    pages = Self.pages(settings, installation)
    machine = Self.machine(settings, FleetCursor(installation: installation.text))
    disconnect()
    perform(machine.start(at: now))
  }

  private func read(_ work: @escaping @Sendable (StorePages, Settings) -> GuestMachine.Page) {
    let (pages, settings) = (pages, settings)
    loop.offload(
      { work(pages, settings) },
      then: handler { publisher, page in
        guard publisher.pages === pages else { return }
        publisher.perform(publisher.machine.page(page, at: publisher.now))
      })
  }

  private static func page(
    _ numbers: ClosedRange<Int64>, of pages: StorePages, _ settings: Settings
  ) -> GuestMachine.Page {
    guard let found = pages.positions(numbers, limit: numbers.upperBound) else { return .failed }
    let seconds = settings.clock().floored(by: 1000)
    return .items(
      found.numbers,
      found.fixes.compactMap { fix in
        GuestMessage.ownTracks(fix, epoch: found.epoch, of: settings.device, at: seconds).map {
          GuestMachine.Item(number: fix.number, payload: $0)
        }
      })
  }

  private static func newest(upTo last: Int64, of pages: StorePages, _ settings: Settings)
    -> GuestMachine.Page
  {
    let newest: TrackColumns.Entry?
    do throws(StorePages.Fault) { newest = try pages.newest(upTo: last) } catch { return .failed }
    guard let fix = newest else { return .nothing }
    // By the clock of this machine, as it was when the position arrived.
    let age = Duration.milliseconds(settings.clock() - fix.row.milliseconds - fix.row.lag)
    // A clock that was set back makes no position live for longer.
    let rest = min(settings.guest.age, settings.guest.age - age)
    let isLive = rest > .zero
    return .newest(
      GuestMachine.Item(number: fix.number, payload: GuestMessage.last(fix, isLive: isLive)),
      isLiveFor: isLive ? rest : nil, then: GuestMessage.last(fix, isLive: false))
  }

  // MARK: - What the machine asks for

  private func perform(_ actions: [GuestMachine.Action]) {
    guard !isStopped else { return }
    for action in actions { perform(action) }
    timer?.cancel()
    timer = machine.nextWake.map { due in
      loop.after(now.duration(to: due), handler { $0.perform($0.machine.wake(at: $0.now)) })
    }
    let status = Status(
      guest: settings.guest, topic: settings.guest.topic(of: settings.device), condition: machine.condition,
      handedOver: machine.handedOver, pending: machine.pending, fault: fault ?? storeFault)
    guard status != self.status else { return }
    self.status = status
    report(status)
  }

  private func perform(_ action: GuestMachine.Action) {
    switch action {
    case .connect(let host): connect(host)
    case .read(let numbers): read { Self.page(numbers, of: $0, $1) }
    case .readNewest:
      let last = last
      read { Self.newest(upTo: last, of: $0, $1) }
    case .send(let token, let payload):
      send(token, FleetMessage(settings.guest.topic(of: settings.device), payload, isRetained: true))
    case .save: save()
    }
  }

  private func send(_ token: Int, _ message: FleetMessage) {
    guard let line else { return }
    if let number = line.publish(message) { return tokens[number] = token }
    // It is too large for the broker; or the connection has ended, which is reported first.
    let number = lineNumber
    let reason = UInt8(clamping: FleetReason.packetTooLarge.rawValue)
    later {
      guard $0.lineNumber == number else { return }
      $0.perform($0.machine.published(token, reason: reason, at: $0.now))
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

  private func connect(_ host: Int) {
    lineNumber += 1
    (tokens, isAccepted) = ([:], false)
    var link = settings.hosts[host]
    link.client = settings.device.client + settings.guest.suffix
    link.will = settings.guest.will(of: settings.device, at: settings.clock().floored(by: 1000))
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
    (line, lineNumber, isAccepted) = (nil, lineNumber + 1, false)
    perform(machine.disconnected(end, at: now))
  }

  private func take(_ event: FleetLinkEvent) {
    guard !isStopped else { return }
    switch event {
    case .connected:
      isAccepted = true
      for message in settings.guest.greeting(of: settings.device, program: settings.version) {
        send(0, message)
      }
      perform(machine.connected(at: now))
    case .acknowledged(let number, let reason):
      guard let token = tokens.removeValue(forKey: number) else { return }
      perform(machine.published(token, reason: UInt8(clamping: reason.rawValue), at: now))
    case .ended(let end): ended(FleetEnd(end, isAccepted: isAccepted))
    case .subscribed, .message: break
    }
  }
}
