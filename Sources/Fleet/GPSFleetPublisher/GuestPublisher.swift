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
package actor GuestPublisher: StorePublisher {
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
  let settings: Settings
  private let report: @Sendable (Status) -> Void
  var parts: PublisherParts
  var machine: GuestMachine
  private var status: Status?

  /// Opens the store and takes the lock of the cursor.
  ///
  /// - Throws: A `StoreError`, or a ``SinkFile/Fault``.
  package init(
    on loop: EventLoop, _ settings: Settings, makeLine: @escaping PublisherLine.Maker = PublisherLine.real,
    report: @escaping @Sendable (Status) -> Void
  ) throws {
    (self.loop, self.settings, self.report) = (loop, settings, report)
    (parts, machine) = try Self.open(
      settings.store, settings, as: settings.device, for: settings.guest, makeLine)
  }

  static func pages(_ settings: Settings, _ installation: PublisherParts.Installation) -> StorePages {
    StorePages(
      path: settings.store, installation: installation, thinning: settings.guest.thinning(settings.thinning))
  }

  static func machine(_ settings: Settings, _ cursor: FleetCursor) -> GuestMachine {
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
    let pages = parts.pages
    loop.offload(
      { pages.find(since: again) },
      then: handler { publisher, result in
        // All of another store is sent anyway.
        guard !publisher.parts.isStopped, publisher.parts.pages === pages else { return }
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
  package func stop() { end() }

  var farewell: FleetMessage? { settings.guest.farewell(of: settings.device) }

  /// The number of messages in memory.
  package var held: Int { machine.held }

  // MARK: - The store

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

  func reportStatus() {
    let status = Status(
      guest: settings.guest, topic: settings.guest.topic(of: settings.device), condition: machine.condition,
      handedOver: machine.handedOver, pending: machine.pending, fault: parts.fault ?? parts.storeFault)
    guard status != self.status else { return }
    self.status = status
    report(status)
  }

  func perform(_ action: GuestMachine.Action) {
    let settings = settings
    switch action {
    case .connect(let host): connect(host)
    case .read(let numbers): read { Self.page(numbers, of: $0, settings) }
    case .readNewest:
      let last = parts.last
      read { Self.newest(upTo: last, of: $0, settings) }
    case .send(let token, let payload):
      send(token, FleetMessage(settings.guest.topic(of: settings.device), payload, isRetained: true))
    case .save: save()
    }
  }

  // MARK: - The connection

  private func connect(_ host: Int) {
    var link = settings.hosts[host]
    link.client = settings.device.client + settings.guest.suffix
    link.will = settings.guest.will(of: settings.device, at: settings.clock().floored(by: 1000))
    connect(link)
  }

  func take(other event: FleetLinkEvent) {
    guard case .connected = event else { return }
    let greeting = settings.guest.greeting(of: settings.device, program: settings.version)
    for message in greeting { send(0, message) }
    perform(machine.connected(at: now))
  }
}
