internal import GPSBase
package import GPSEventRuntime
package import GPSFleetProtocol
internal import GPSStore
internal import GPSTrackRows

/// Sends a store to a collector of a fleet, or to a program that reads OwnTracks' JSON, on an event loop.
///
/// ```
/// store ──▶ StorePages ──▶ PublisherMachine ──▶ BatchPost ──▶ proxy ──▶ collector
///                                 │   ▲             │
///                             SinkFile └── answer ──┘
/// ```
///
/// Helper threads read the store and the token, and write the cursor.
package actor FleetPublisher: LoopActor {
  package struct Settings: Sendable {
    package var store: String
    package var post: PostSettings
    package var batch: Duration = .seconds(60)
    package var thinning = FleetBatch.Thinning.none
    /// The time, in milliseconds since 1970, from which everything is sent again.
    package var again: Int64?
    package var clock: @Sendable () -> Int64

    package init(store: String, post: PostSettings, clock: @escaping @Sendable () -> Int64) {
      (self.store, self.post, self.clock) = (store, post, clock)
    }
  }

  package struct Status: Sendable, Hashable {
    package let receiver: PostSettings.Receiver
    package let condition: FleetCondition
    /// The number of entries delivered since the start, and of undelivered ones, including refused ones.
    package let (delivered, backlog): (Int, Int64)
    package let refused: [String: UInt64]
    /// Whether a position without an accuracy was sent to a program that may drop it.
    package let lacksAccuracy: Bool
    /// The number of entries to send, excluding refused ones.
    package var pending: Int64 { max(0, backlog - Int64(clamping: refused.values.reduce(0, +))) }
    /// Why the store or the token can't be read, or the cursor can't be written; nil without a fault.
    package let fault: String?
  }

  /// The news of the store, and the settings with another token or password; nil if it is the same one.
  private typealias Look = (
    news: Result<StorePages.News, StorePages.Fault>, renewed: Result<PostSettings, FleetFault>?
  )

  package nonisolated let loop: EventLoop
  private let settings: Settings
  private let report: @Sendable (Status) -> Void
  private let makeLine: PostLine.Maker
  private let sink: SinkFile
  private var post: PostSettings
  private var line: PostLine?
  private var pages: StorePages
  private var machine: PublisherMachine
  private var timer: LoopTimer?
  private var isStopped = false
  private var ended: (@Sendable () -> Void)?
  private var (isWriting, mustWrite) = (false, false)
  /// The faults of writing the cursor, reading the store, and reading the token.
  private var (sinkFault, storeFault, secretFault): (String?, String?, String?) = (nil, nil, nil)
  private var last: Status?

  private static let lookInterval: Duration = .seconds(1)

  /// Opens the store and takes the lock of the cursor; throws a `StoreError`, or a ``SinkFile/Fault``.
  package init(
    on loop: EventLoop, _ settings: Settings, makeLine: @escaping PostLine.Maker = PostLine.real,
    report: @escaping @Sendable (Status) -> Void
  ) throws {
    (self.loop, self.settings, self.report, post) = (loop, settings, report, settings.post)
    self.makeLine = makeLine
    let installation = try StorePages.installation(at: settings.store)
    sink = try SinkFile(settings.post.sink, beside: settings.store)
    pages = Self.pages(settings, installation)
    let cursor = SinkFile.cursor(sink.path, of: installation.text, at: Moment(.now))
    machine = Self.machine(settings, cursor ?? FleetCursor(installation: installation.text))
  }

  private static func pages(_ settings: Settings, _ installation: StorePages.Installation) -> StorePages {
    StorePages(
      path: settings.store, installation: installation, thinning: settings.thinning,
      receiver: settings.post.receiver, clock: settings.clock)
  }

  private static func machine(
    _ settings: Settings, _ cursor: FleetCursor, firstToken: Int = 1
  ) -> PublisherMachine {
    var machine = PublisherMachine.Settings()
    machine.batch = settings.batch
    if settings.post.receiver != .collector { (machine.batch, machine.isReceiptEnough) = (.zero, true) }
    return PublisherMachine(machine, cursor: cursor, seed: .random(in: 0 ... .max), firstToken: firstToken)
  }

  private var now: Moment { Moment(.now) }

  package func start() {
    line = makeLine(loop, post, handler { $0.perform($0.machine.answered($1.number, $1.reply, at: $0.now)) })
    if let again = settings.again { perform(machine.sendAgain(since: again, at: now)) }
    look()
  }

  /// Waits at most five seconds for pending answers, writes the cursor, and reports the end.
  package func stop(_ ended: @escaping @Sendable () -> Void) {
    guard !isStopped else { return ended() }
    self.ended = ended
    perform(machine.stop(at: now))
  }

  // MARK: - The store and the token

  private func look() {
    guard !isStopped else { return }
    let (pages, epoch, post) = (pages, machine.cursor.epoch, machine.isBarred ? post : nil)
    loop.offload(
      { () -> Look in
        let news = Result { () throws(StorePages.Fault) in try pages.news(after: epoch) }
        return (news, post.flatMap(Self.renewed))
      }, then: handler { $0.take($1) })
  }

  private static func renewed(_ post: PostSettings) -> Result<PostSettings, FleetFault>? {
    var next = post
    do throws(FleetFault) { try next.readSecret() } catch { return .failure(error) }
    return next == post ? nil : .success(next)
  }

  private func take(_ look: Look) {
    guard !isStopped else { return }
    secretFault = nil
    switch look.renewed {
    case .success(let next):
      post = next
      line?.renew(next)
      perform(machine.credentialsChanged(at: now))
    case .failure(let fault): secretFault = fault.description
    case nil: break
    }
    switch look.news {
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

  /// Sends all of a new store at the same path, since its numbers mean other entries.
  private func beginAnew() {
    let installation: StorePages.Installation
    do throws(StoreError) { installation = try StorePages.installation(at: settings.store) } catch {
      storeFault = error.description
      return perform([])
    }
    pages = Self.pages(settings, installation)
    let cursor = FleetCursor(installation: installation.text)
    machine = Self.machine(settings, cursor, firstToken: machine.nextToken)
    perform(machine.wake(at: now))
  }

  private func read<Outcome: Sendable>(
    _ work: @escaping @Sendable (StorePages) -> Outcome,
    then: @escaping @Sendable (isolated FleetPublisher, Outcome) -> Void
  ) {
    let pages = pages
    loop.offload(
      { work(pages) },
      then: handler { publisher, outcome in
        if publisher.pages === pages { then(publisher, outcome) }
      })
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
        publisher.sinkFault = fault
        if publisher.mustWrite { publisher.save() }
      })
  }

  // MARK: - What the machine asks for

  private func perform(_ actions: [PublisherMachine.Action]) {
    guard !isStopped else { return }
    for action in actions { perform(action) }
    guard !isStopped else { return }
    timer?.cancel()
    timer = machine.nextWake.map { due in
      loop.after(now.duration(to: due), handler { $0.perform($0.machine.wake(at: $0.now)) })
    }
    reportStatus()
  }

  private func perform(_ action: PublisherMachine.Action) {
    switch action {
    case .read(let request): read({ $0.page(request) }, then: { $0.perform($0.machine.page($1, at: $0.now)) })
    case .send(let token, let payload): line?.post(token, payload)
    case .find(let time):
      read({ $0.find(since: time) }, then: { $0.perform($0.machine.found($1, at: $0.now)) })
    case .save: save()
    case .stop: end()
    }
  }

  private func end() {
    isStopped = true
    timer?.cancel()
    line?.close()
    line = nil
    sink.close(machine.cursor.bytes(at: now))
    ended?()
  }

  private func reportStatus() {
    let status = Status(
      receiver: post.receiver, condition: machine.condition, delivered: machine.settledCount,
      backlog: machine.backlog, refused: machine.cursor.refused.mapValues(\.count),
      lacksAccuracy: pages.lacksAccuracy, fault: sinkFault ?? storeFault ?? secretFault)
    guard status != last else { return }
    last = status
    report(status)
  }
}
