internal import GPSEventRuntime
internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSSockets
internal import GPSWebHost

/// Receives reports, keeps what the page needs, and answers requests, on the loop of the first receiver.
actor WebEngine: LoopService {
  nonisolated let loop: EventLoop
  nonisolated let receivers: [Receiver]
  nonisolated let time: any TimeSource
  nonisolated let options: WebOptions
  nonisolated let recordings: ServedRecordings?
  /// The state that can be read from any thread.
  nonisolated let shown = Guarded(Shown())
  /// The map's tiles; nil until the file was opened successfully.
  var tiles: TileFile?
  var views: [ReceiverView]
  var ring: RecordRing
  var history: TrackHistory
  var counts = WebCounts()
  /// Requests that wait for the store.
  var asked = PastQueue()
  /// Whether the store was asked for what the history had before a restart.
  var isFilled = false
  /// Files that are being received, by number.
  var files: [Int: OpenedFile] = [:]
  var lastFile = 0
  let openFiles = OpenCount(most: OpenedFile.mostOpen)
  /// Bodies in progress, by number.
  private var bodies: [Int: OpenBody] = [:]
  var listeners = 0
  /// Timers for the next records of recordings, by the number of the body.
  private var dues: [Int: any TimerHandle] = [:]
  private var lastBody = 0
  private var listenings: [ReceiverListening] = []
  private(set) lazy var host = WebHost(on: loop, options.access, now: { [time] in time.now }, self)
  private var second: (any TimerHandle)?
  nonisolated let life = ServiceLife()
  /// Whether resuming the listeners is scheduled.
  private var tellsSoon = false

  /// The part of the state that can be read from any thread.
  struct Shown: Sendable {
    var counts = WebCounts()
    /// Whether it has an address; it can have only one, since names and cookie depend on it.
    var isListening = false
  }

  /// After this time without data a listener gets a tick; checked each second, so after at most 5.5 s.
  private static let silence = Duration.milliseconds(4500)

  init(_ receivers: [Receiver], _ options: WebOptions) {
    precondition(!receivers.isEmpty, "a page needs a receiver")
    (self.receivers, self.options) = (receivers, options)
    recordings = options.recordings.map { ServedRecordings($0) }
    (loop, time) = (receivers[0].loop, receivers[0].time)
    views = receivers.indices.map { place in
      let receiver = receivers[place]
      let name = options.names.indices.contains(place) ? options.names[place] : nil
      return ReceiverView(
        name ?? receiver.place?.node ?? "receiver \(place + 1)", keepsName: receivers.count > 1,
        of: receiver)
    }
    ring = RecordRing(boot: Self.newBoot())
    history = TrackHistory(receivers: receivers.count)
  }

  var moment: LiveMoment { LiveMoment(time.now, utcSeconds: time.utcSeconds) }
  var utc: UTC { moment.utc(time.now) }

  /// Four letters, very likely different at each start of the program.
  private static func newBoot() -> String {
    String((0..<4).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
  }

  // MARK: - Life

  /// Begins to receive reports.
  nonisolated func begin() {
    later { engine in
      engine.listenings = engine.receivers.enumerated().map { place, receiver in
        receiver.onReport(
          including: .verdicts, engine.handler(calledOn: receiver.loop) { $0.take($1, from: place) })
      }
      engine.fillHistory(of: engine.receivers[0].place)
      engine.waitASecond()
    }
  }

  func close() {
    for listening in listenings { listening.cancel() }
    listenings = []
    second?.cancel()
    host.stop()
  }

  // MARK: - Listening

  /// Listens on an address before it returns, so that the caller gets an error at once.
  ///
  /// - Returns: The port.
  nonisolated func listen(_ text: String) throws(ServiceFault) -> UInt16 {
    let address = try options.access.address(text)
    guard !shown.withLock(\.isListening) else {
      throw ServiceFault(.refused, text, "the page has an address already")
    }
    if let path = options.tiles {
      do throws(SQLiteFault) {
        let tiles = try TileFile(path)
        later { $0.tiles = tiles }
      } catch { throw ServiceFault(.tiles, text, "the tiles of \(path) can't be shown: \(error.words)") }
    }
    do throws(Errno) {
      let sockets = try Kernel.listen(address)
      shown.withLock { $0.isListening = true }
      let port = try Kernel.port(of: sockets[0])
      later { $0.serve(sockets, text) }
      return port
    } catch { throw ServiceFault(error, text) }
  }

  private func serve(_ sockets: [CInt], _ text: String) {
    guard !isOver else { return sockets.forEach(WebHost.close) }
    do throws(ServiceFault) { try host.serve(sockets, text) } catch { stop(error) }
  }

  // MARK: - Reports

  private func take(_ report: Report, from place: Int) {
    let now = moment
    let made = views[place].take(report, at: now)
    if case .event(let event) = report, case .opened(let device, _) = event.kind {
      fillHistory(of: device)
    }
    if case .epoch(let epoch) = report, !epoch.fix.isUnreported {
      history.take(
        epoch.fix, signal: views[place].medianSignal, from: place, received: now.utc(epoch.received),
        at: epoch.received, isSuspect: epoch.isSuspect)
    }
    guard !made.isEmpty else { return }
    for record in made { views[place].keep(ring.append(record, from: place, at: now.instant)) }
    tellSoon()
  }

  /// Schedules the listeners to resume once all records of this turn have arrived, so they are sent together.
  ///
  /// Sending each record by itself is slowest when a loop is busiest, and the loop would never catch up.
  private func tellSoon() {
    guard !tellsSoon else { return }
    tellsSoon = true
    later { engine in
      engine.tellsSoon = false
      engine.host.resumeAll()
      engine.host.run()
    }
  }

  // MARK: - Each second

  private func waitASecond() {
    guard !isOver else { return }
    let look = handler { engine in
      engine.lookAround()
      engine.waitASecond()
    }
    second = time.after(.seconds(1), on: loop, look)
  }

  /// Sends a tick to listeners without recent data, and closes idle connections.
  private func lookAround() {
    let (now, tick) = (time.now, EventText.tick(at: utc))
    var isTold = false
    for body in bodies.values where body.hears(tick, ifSilentSince: now - Self.silence) { isTold = true }
    if isTold { host.resumeAll() }
    host.look()
  }

  // MARK: - Bodies

  private func add(_ body: OpenBody) -> Int {
    lastBody += 1
    bodies[lastBody] = body
    if body.isListener { listeners += 1 }
    tellCounts()
    return lastBody
  }

  private func give(_ number: Int, _ room: UnsafeMutableRawBufferPointer) -> HTTPStep {
    guard let body = bodies[number] else { return .end }
    switch unsafe body.fill(room, from: ring, history, at: time.now) {
    case .wrote(let count): return .wrote(count)
    case .wait: return .wait
    case .later:
      loop.after(.zero, handler { $0.goOn(number) })
      return .wait
    case .waitFor(let duration):
      goOn(number, in: duration)
      return .wait
    case .end: return .end
    case .broken: return .broken
    case .leftBehind:
      counts.droppedListeners += 1
      return .broken
    }
  }

  /// Resumes a body that had no data.
  private func goOn(_ number: Int) { host.resume(number) }

  private func goOn(_ number: Int, in duration: Duration) {
    dues[number]?.cancel()
    dues[number] = time.after(duration, on: loop, handler { $0.goOn(number) })
  }

  private func finish(_ number: Int) {
    guard let body = bodies.removeValue(forKey: number) else { return }
    if body.isListener { listeners -= 1 }
    dues.removeValue(forKey: number)?.cancel()
    tellCounts()
  }

  func tellCounts() {
    counts.listeners = listeners
    shown.withLock { [counts] in $0.counts = counts }
  }
}

extension WebEngine: HTTPHandler {
  nonisolated func runLater() { loop.after(.zero, handler { $0.host.run() }) }

  nonisolated func answer(_ request: WebRequest) -> WebAnswer { here { $0.reply(to: request) } }

  nonisolated func receive(_ request: WebRequest) -> HTTPUpload { here { $0.upload(request) } }

  nonisolated func take(_ bytes: [UInt8], of upload: Int) { here { $0.files[upload]?.take(bytes) } }

  nonisolated func finish(upload: Int) -> WebAnswer { here { $0.finishFile(upload) } }

  nonisolated func drop(upload: Int) { here { $0.files[upload] = nil } }

  nonisolated func begin(_ body: any WebBody) -> Int {
    here { engine in
      switch body as? PageBody {
      case .events(let filter): engine.add(OpenBody(.events(engine.cursor(filter))))
      case .playing(let player): engine.add(OpenBody(.playing(player)))
      case .slices(let slices): engine.add(OpenBody(.slices(SlicedBody(slices))))
      case nil: preconditionFailure("a page has no other bodies")
      }
    }
  }

  nonisolated func fill(_ body: Int, _ room: UnsafeMutableRawBufferPointer) -> HTTPStep {
    // The daemon calls on our loop and waits, so nothing else writes there meanwhile.
    nonisolated(unsafe) let room = unsafe room
    return here { unsafe $0.give(body, room) }
  }

  nonisolated func listenerWasSlow() {
    here { engine in
      engine.counts.droppedListeners += 1
      engine.tellCounts()
    }
  }

  nonisolated func end(_ body: Int) { here { $0.finish(body) } }
}
