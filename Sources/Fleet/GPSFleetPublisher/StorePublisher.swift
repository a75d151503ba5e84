internal import GPSBase
internal import GPSEventRuntime
internal import GPSFleetLink
internal import GPSFleetProtocol
internal import GPSStore

/// The machine of a publisher for collectors or for a guest.
protocol StoreMachine: Sendable {
  associatedtype Action: Sendable
  associatedtype Page: Sendable

  var cursor: FleetCursor { get }
  var nextWake: Moment? { get }
  mutating func start(at now: Moment) -> [Action]
  mutating func disconnected(_ end: FleetEnd, at now: Moment) -> [Action]
  mutating func news(last: Int64, at now: Moment) -> [Action]
  mutating func opened(_ epoch: UInt32, first: Int64, at now: Moment) -> [Action]
  mutating func page(_ page: Page, at now: Moment) -> [Action]
  mutating func published(_ token: Int, reason: UInt8, at now: Moment) -> [Action]
  mutating func wake(at now: Moment) -> [Action]
}

extension PublisherMachine: StoreMachine {}
extension GuestMachine: StoreMachine {}

/// The state of a publisher beside its machine.
struct PublisherParts {
  /// A store's installation, as bytes and as text.
  typealias Installation = (bytes: [UInt8], text: String)

  let store: String
  let sink: SinkFile
  let makeLine: PublisherLine.Maker
  var pages: StorePages
  var line: PublisherLine?
  /// The number of the connection, so that events of an earlier one count no more.
  var lineNumber = 0
  /// From the broker's numbers of messages to the machine's.
  var tokens: [Int: Int] = [:]
  /// Whether the broker has accepted the connection.
  var isAccepted = false
  var timer: LoopTimer?
  var isStopped = false
  var (isWriting, mustWrite) = (false, false)
  /// Why the cursor can't be written, and why the store can't be read.
  var (fault, storeFault): (String?, String?) = (nil, nil)
  /// The last number of the store.
  var last: Int64 = 0

  init(_ store: String, _ sink: SinkFile, _ makeLine: @escaping PublisherLine.Maker, _ pages: StorePages) {
    (self.store, self.sink, self.makeLine, self.pages) = (store, sink, makeLine, pages)
  }
}

/// Sends a store over a line, as its machine asks; helper threads read the store and write the cursor.
protocol StorePublisher: LoopActor {
  associatedtype Machine: StoreMachine
  associatedtype Settings: Sendable

  var settings: Settings { get }
  var parts: PublisherParts { get set }
  var machine: Machine { get set }
  /// The message before a connection is ended; the broker publishes no will then.
  var farewell: FleetMessage? { get }

  static func pages(_ settings: Settings, _ installation: PublisherParts.Installation) -> StorePages
  static func machine(_ settings: Settings, _ cursor: FleetCursor) -> Machine
  func perform(_ action: Machine.Action)
  /// Reports the status if it has changed.
  func reportStatus()
  /// Takes a connection, a subscription or a message.
  func take(other event: FleetLinkEvent)
}

extension StorePublisher {
  /// Opens a store and takes the lock of the cursor.
  static func open(
    _ store: String, _ settings: Settings, as device: FleetDevice, for guest: Guest? = nil,
    _ makeLine: @escaping PublisherLine.Maker
  ) throws -> (PublisherParts, Machine) {
    let installation = try StorePages.installation(at: store)
    let sink = try SinkFile(of: device, for: guest, beside: store)
    let cursor = SinkFile.cursor(sink.path, of: installation.text, at: Moment(.now))
    return (
      PublisherParts(store, sink, makeLine, pages(settings, installation)),
      machine(settings, cursor ?? FleetCursor(installation: installation.text))
    )
  }

  /// Ends the connection and writes the cursor.
  func end() {
    guard !parts.isStopped else { return }
    parts.isStopped = true
    parts.timer?.cancel()
    disconnect()
    parts.sink.close(machine.cursor.bytes(at: now))
  }

  var now: Moment { Moment(.now) }
  /// Between two looks at the store.
  static var lookInterval: Duration { .seconds(1) }

  // MARK: - The store

  func look() {
    guard !parts.isStopped else { return }
    let (pages, epoch) = (parts.pages, machine.cursor.epoch)
    loop.offload(
      { () -> Result<StorePages.News, StorePages.Fault> in
        do throws(StorePages.Fault) { return .success(try pages.news(after: epoch)) } catch {
          return .failure(error)
        }
      }, then: handler { $0.take($1) })
  }

  private func take(_ news: Result<StorePages.News, StorePages.Fault>) {
    guard !parts.isStopped else { return }
    switch news {
    case .success(let news):
      (parts.storeFault, parts.last) = (nil, news.last)
      if let epoch = news.epoch { perform(machine.opened(epoch, first: news.first, at: now)) }
      perform(machine.news(last: news.last, at: now))
    case .failure(.unreadable(let error)):
      parts.storeFault = error.description
      perform([])
    case .failure(.replaced): beginAnew()
    }
    loop.after(Self.lookInterval, handler { $0.look() })
  }

  /// Sends all of another store that has the path: its numbers mean other entries.
  private func beginAnew() {
    let installation: PublisherParts.Installation
    do throws(StoreError) { installation = try StorePages.installation(at: parts.store) } catch {
      parts.storeFault = error.description
      return perform([])
    }
    parts.pages = Self.pages(settings, installation)
    var cursor = FleetCursor(installation: installation.text)
    cursor.connection = machine.cursor.connection
    machine = Self.machine(settings, cursor)
    disconnect()
    perform(machine.start(at: now))
  }

  /// Reads a page for the machine.
  func read(_ work: @escaping @Sendable (StorePages) -> Machine.Page) {
    let pages = parts.pages
    loop.offload(
      { work(pages) },
      then: handler { publisher, page in
        guard publisher.parts.pages === pages else { return }
        publisher.perform(publisher.machine.page(page, at: publisher.now))
      })
  }

  /// Writes the cursor on a helper thread, one write at a time.
  func save() {
    guard !parts.isWriting else { return parts.mustWrite = true }
    (parts.isWriting, parts.mustWrite) = (true, false)
    let (sink, bytes) = (parts.sink, machine.cursor.bytes(at: now))
    loop.offload(
      { sink.write(bytes) },
      then: handler { publisher, fault in
        publisher.parts.isWriting = false
        publisher.parts.fault = fault
        if publisher.parts.mustWrite { publisher.save() }
      })
  }

  // MARK: - What the machine asks for

  func perform(_ actions: [Machine.Action]) {
    guard !parts.isStopped else { return }
    for action in actions { perform(action) }
    parts.timer?.cancel()
    parts.timer = machine.nextWake.map { due in
      loop.after(now.duration(to: due), handler { $0.perform($0.machine.wake(at: $0.now)) })
    }
    reportStatus()
  }

  func send(_ token: Int, _ message: FleetMessage) {
    guard let line = parts.line else { return }
    if let number = line.publish(message) { return parts.tokens[number] = token }
    // It is too large for the broker; or the connection has ended, which is reported first.
    let number = parts.lineNumber
    let reason = UInt8(clamping: FleetReason.packetTooLarge.rawValue)
    later {
      guard $0.parts.lineNumber == number else { return }
      $0.perform($0.machine.published(token, reason: reason, at: $0.now))
    }
  }

  // MARK: - The connection

  func connect(_ link: FleetLinkSettings) {
    parts.lineNumber += 1
    (parts.tokens, parts.isAccepted) = ([:], false)
    let number = parts.lineNumber
    let line = parts.makeLine(
      loop, link,
      handler { publisher, event in
        if publisher.parts.lineNumber == number { publisher.take(event) }
      })
    parts.line = line
    do throws(FleetLinkFault) { try line.connect() } catch {
      // Within a call of the machine.
      let words = error.description
      later { if $0.parts.lineNumber == number { $0.ended(.notTried(words)) } }
    }
  }

  private func take(_ event: FleetLinkEvent) {
    guard !parts.isStopped else { return }
    switch event {
    case .acknowledged(let number, let reason):
      guard let token = parts.tokens.removeValue(forKey: number) else { return }
      perform(machine.published(token, reason: UInt8(clamping: reason.rawValue), at: now))
    case .ended(let end): ended(FleetEnd(end, isAccepted: parts.isAccepted))
    case .connected:
      parts.isAccepted = true
      take(other: event)
    case .subscribed, .message: take(other: event)
    }
  }

  /// Ends the connection.
  private func disconnect() {
    if parts.isAccepted, let farewell { _ = parts.line?.publish(farewell) }
    parts.line?.close()
    forgetLine()
  }

  func ended(_ end: FleetEnd) {
    forgetLine()
    perform(machine.disconnected(end, at: now))
  }

  private func forgetLine() {
    (parts.line, parts.lineNumber, parts.isAccepted) = (nil, parts.lineNumber + 1, false)
  }
}
