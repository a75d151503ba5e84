internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFormats
internal import GPSSQLiteFiles
internal import GPSSockets
internal import GPSSystemCalls
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
  /// Whether the history from before a restart was requested from the store.
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
        name ?? receiver.place?.node ?? "receiver \(place + 1)", keepsName: receivers.count > 1, of: receiver)
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
    try life.admit(text)
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
    if case .event(let event) = report, case .opened(let device, _) = event.kind { fillHistory(of: device) }
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
    if body.listener != nil { listeners += 1 }
    tellCounts()
    return lastBody
  }

  private func give(_ number: Int, _ room: UnsafeMutableRawBufferPointer) -> HTTPStep {
    guard let body = bodies[number] else { return .end }
    switch unsafe body.fill(room, from: ring, history, at: time.now) {
    case .wrote(let count): return .wrote(count)
    case .wait: return .wait
    case .later:
      loop.after(.zero, handler { $0.host.resume(number) })
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

  private func goOn(_ number: Int, in duration: Duration) {
    dues[number]?.cancel()
    dues[number] = time.after(duration, on: loop, handler { $0.host.resume(number) })
  }

  private func finish(_ number: Int) {
    guard let body = bodies.removeValue(forKey: number) else { return }
    if body.listener != nil { listeners -= 1 }
    dues.removeValue(forKey: number)?.cancel()
    tellCounts()
  }

  private func endSignedOut() {
    for (number, body) in bodies where body.listener.map(host.isOpen) == false { cutOff(number) }
  }

  /// Ends a body that is still being sent.
  private func cutOff(_ number: Int) {
    finish(number)
    host.resume(number)
  }

  /// Makes room for a listener: the holder of the most listeners loses its oldest one.
  ///
  /// - Returns: The refusal; nil if there is room.
  func refusal(ofListener holder: Holder, _ method: String) -> WebAnswer? {
    guard listeners >= options.limits.listeners else { return nil }
    let held = bodies.filter { $0.value.listener != nil }.sorted { $0.key < $1.key }
    if method == "GET", let place = Holder.place(in: held.compactMap(\.value.listener), for: holder) {
      cutOff(held[place].key)
      return nil
    }
    return WebAnswer(
      503, saying: "\(listeners) clients listen already, which is the limit",
      headers: [WebField("Retry-After", "10")])
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
      case .events(let filter, let holder): engine.add(OpenBody(.events(engine.cursor(filter)), of: holder))
      case .playing(let player, let holder): engine.add(OpenBody(.playing(player), of: holder))
      case .slices(let slices): engine.add(OpenBody(.slices(SlicedBody(slices)), of: nil))
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

// Answers to requests: the guard first, then the page's files, then the table of routes.

extension WebEngine {
  func reply(to request: WebRequest) -> WebAnswer {
    defer { tellCounts() }
    counts.answered += 1
    let refusal = host.refusal(of: request)
    if refusal != nil {
      counts.refused += 1
      endSignedOut()
    }
    return (refusal ?? serve(request)).complete
  }

  private func serve(_ request: WebRequest) -> WebAnswer {
    if let (subject, until) = host.shared(at: request.path) { return shared(subject, until) }
    if let file = PageStore.shared[request.path] { return file.answer(to: request) }
    if let place = TilePlace(path: request.path), let tiles { return Self.tile(place, of: tiles) }
    guard let route = WebRoute(rawValue: request.path) else {
      return WebAnswer(404, saying: "there is no such address; /api.json lists them")
    }
    if let refusal = route.refusal(of: request.query) { return refusal.answer }
    switch route {
    case .plain: return plainPage()
    case .events: return playedEvents(request) ?? events(request)
    case .fix: return fix(request)
    case .history:
      let isPast = request.parameter("day") != nil
      return recordedHistory(request)
        ?? track(request, HistoryRecords.type, nil) { HistoryRecords($0, devices: $1, hasArrivals: !isPast) }
    case .geoJSON: return track(request, GeoJSONTrack.type, "geojson") { GeoJSONTrack($0, devices: $1) }
    case .gpx: return track(request, GPXTrack.type, "gpx") { GPXTrack($0, devices: $1) }
    case .days: return dayList()
    case .recordings: return recordingList()
    case .decode: return FileRefusal.empty.answer
    case .tiles:
      return WebAnswer(
        404, saying: "Z, X and Y are numbers, such as /tiles/3/4/2; /api.json shows whether there are tiles")
    case .code: return WebRoute.code(request)
    case .share: return share(request)
    case .metrics: return metrics(request)
    case .health: return health(request)
    case .schema: return PageStore.shared.schema.answer(to: request)
    case .api:
      return WebAnswer(200, "application/json", WebRoute.table(version: options.version, tiles: tiles))
    }
  }

  /// The names by which requests select a receiver.
  var names: [String] { views.map(\.name) }

  /// The indices of the receivers that a request selects; all if it names none.
  func places(_ request: WebRequest) throws(RefusedQuery) -> [Int] {
    guard let name = request.parameter("device") else { return Array(receivers.indices) }
    guard let place = names.firstIndex(of: name) else {
      throw RefusedQuery("device", found: name, expected: "one of " + names.joined(separator: ", "))
    }
    return [place]
  }

  // MARK: - Events

  private func events(_ request: WebRequest) -> WebAnswer {
    var filter = EventFilter()
    do throws(RefusedQuery) {
      if request.parameter("device") != nil { filter.receiver = try places(request).first }
      filter.types = try Self.types(request)
      for name in ["from", "speed"] {
        guard let text = request.parameter(name) else { continue }
        throw RefusedQuery(name, found: text, expected: "a recording with it, such as recording=walk.gbr")
      }
    } catch { return error.answer }
    filter.last = request.header("Last-Event-ID") ?? request.parameter("last")
    return stream(to: request) { PageBody.events(filter, of: $0) }
  }

  /// An event stream with its body, or why no more clients may listen.
  private func stream(to request: WebRequest, _ body: (Holder) -> PageBody) -> WebAnswer {
    let holder = host.holder(of: request)
    if let refusal = refusal(ofListener: holder, request.method) { return refusal }
    var answer = WebAnswer(
      200, "text/event-stream", [], headers: [Self.fresh, WebField("X-Accel-Buffering", "no")])
    answer.body = .generated(body(holder))
    return answer
  }

  static func types(_ request: WebRequest) throws(RefusedQuery) -> Set<RecordType>? {
    guard let text = request.parameter("types") else { return nil }
    var types: Set<RecordType> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let type = RecordType(rawValue: String(word)) else {
        let known = RecordType.allCases.map(\.rawValue).joined(separator: ", ")
        throw RefusedQuery("types", found: String(word), expected: "some of " + known)
      }
      types.insert(type)
    }
    return types
  }

  /// The position of a new listener, and the bytes to send first.
  func cursor(_ filter: EventFilter) -> EventCursor {
    let start = EventStart(filter.last, in: ring)
    var greeting = EventText.retry
    greeting += EventText(version: options.version).hello(
      ring, devices, hasRecordings: recordings != nil, hasDays: options.past != nil, at: utc)
    var next = ring.next
    switch start {
    case .resumed(let number, let missed):
      if let missed { greeting += EventText.missed(missed) }
      next = number
    case .unknownID, .new:
      if start == .unknownID { greeting += EventText.missed(nil) }
      let known = views.indices.filter { filter.receiver == nil || filter.receiver == $0 }
        .flatMap { views[$0].greeting }
        .filter { filter.types?.contains($0.type) ?? true }
      for entry in known.sorted(by: { $0.number < $1.number }) { greeting += frame(ofNow: entry) }
    }
    return EventCursor(filter, greeting: greeting, next: next, at: time.now)
  }

  /// The frame of a record in a greeting; a fix that is no longer live gets its current state and age.
  private func frame(ofNow entry: RecordRing.Entry) -> [UInt8] {
    let latest = receivers[entry.receiver].latest?.at(time.now)
    guard entry.type == .fix, let latest, latest.freshness != .live else { return entry.frame }
    return ring.frame(views[entry.receiver].fix(at: moment, latest, nil), entry.number)
  }

  private var devices: [EventText.Device] {
    views.indices.map { place in
      let state = receivers[place].latest?.at(time.now).freshness ?? .lost
      return EventText.Device(name: views[place].name, state: state.rawValue, product: views[place].product)
    }
  }

  private static func tile(_ place: TilePlace, of tiles: TileFile) -> WebAnswer {
    // The file does not change while the program runs.
    let headers = [WebField("Cache-Control", "private, max-age=86400")]
    do throws(SQLiteFault) {
      guard let bytes = try tiles.tile(place) else { return WebAnswer(204, tiles.type, [], headers: headers) }
      return WebAnswer(200, tiles.type, bytes, headers: headers)
    } catch { return WebAnswer(500, saying: "the tile can't be read: \(error.words)") }
  }

  // MARK: - The last fix, and the track

  private func fix(_ request: WebRequest) -> WebAnswer {
    let place: Int
    do throws(RefusedQuery) {
      // If the request names no receiver, use the first healthy one.
      let wanted = try places(request)
      place = wanted.first { health($0).isWell } ?? wanted[0]
    } catch { return error.answer }
    let (receiver, view) = (receivers[place], views[place])
    let latest = receiver.latest?.at(time.now)
    let state = "\((latest?.freshness ?? .lost).rawValue)-\(receiver.verdict.code.rawValue)"
    let tag = "\"\(ring.boot)-\(place)-\(view.epochs)-\(state)\""
    let headers = [WebField("ETag", tag), WebField("Cache-Control", "no-cache")]
    if request.hasTag(tag) { return WebAnswer(304, "application/json", [], headers: headers) }
    // Without a trustworthy position, the answer includes the verdict.
    let verdict = health(place).isWell ? nil : receiver.verdict
    return WebAnswer(200, "application/json", view.fix(at: moment, latest, verdict), headers: headers)
  }

  private static let fresh = WebField("Cache-Control", "no-store")

  /// A file name for a track that is valid on all systems: `gpsbridge-dev-ttyACM0-2026-11-23.gpx`.
  private static func fileName(_ device: String?, day: some StringProtocol, _ ending: String) -> String {
    let words = (device ?? "").split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return (["gpsbridge"] + words.map(String.init) + [String(day)]).joined(separator: "-") + "." + ending
  }

  /// The headers of a track; with an ending, browsers store it as a file.
  private static func headers(of device: String?, day: some StringProtocol, _ ending: String?) -> [WebField] {
    guard let ending else { return [fresh] }
    let name = fileName(device, day: day, ending)
    return [fresh, WebField("Content-Disposition", "attachment; filename=\"\(name)\"")]
  }

  /// The track of the day that a request names, or else the one in memory.
  private func track(
    _ request: WebRequest, _ type: String, _ ending: String?,
    _ slices: @escaping @Sendable (TrackQuery, [String]) -> any WebSlices
  ) -> WebAnswer {
    if let day = request.parameter("day") { return pastTrack(request, day, type, ending, slices) }
    do throws(RefusedQuery) {
      let query = try TrackQuery(request, devices: names)
      let headers = Self.headers(
        of: query.receiver.map { names[$0] }, day: Timestamp.text(utc).prefix(10), ending)
      return WebAnswer(200, type, slices: slices(query, names), headers: headers)
    } catch { return error.answer }
  }

  // Health and metrics of the receivers and the page, for monitoring.

  func metrics(_ request: WebRequest) -> WebAnswer {
    var page = PageMetrics(version: options.version)
    (page.listeners, page.droppedListeners) = (listeners, counts.droppedListeners)
    return MetricsText.answer(
      to: request, page, receivers.indices.map(figures), tellsPosition: options.tellsPositionInMetrics)
  }

  func health(_ request: WebRequest) -> WebAnswer {
    HealthAnswer.answer(to: request, receivers.indices.map(health), faults: options.faults())
  }

  /// The current health of a receiver, the same for all routes so that they agree.
  func health(_ place: Int) -> ReceiverHealth {
    let (receiver, view) = (receivers[place], views[place])
    return ReceiverHealth(
      device: view.name, freshness: receiver.latest?.at(time.now).freshness ?? .lost,
      isOpen: receiver.condition.isOpen,
      isSuspect: view.epoch?.isSuspect ?? false, words: receiver.verdict.what)
  }

  private func figures(_ place: Int) -> ReceiverMetrics {
    let (receiver, view) = (receivers[place], views[place])
    var figures = ReceiverMetrics(device: view.name)
    // An epoch's values count only as long as its position does and is trustworthy.
    if health(place).isWell, let epoch = view.epoch { figures.take(epoch.fix) }
    if receiver.condition.isOpen, let sky = view.sky {
      figures.satellites = SatelliteMetrics.byConstellation(sky.satellites)
    }
    figures.isUp =
      switch receiver.state {
      case .fix, .noFix, .lost: true
      default: false
      }
    let now = time.now
    figures.fixAge = receiver.latest?.lastKnown?.age(at: now).map { max(0, $0.inSeconds) }
    figures.verdict = receiver.verdict.code
    let totals = receiver.counts
    (figures.receivedBytes, figures.badChecksums) = (totals.bytes, totals.badChecksums)
    (figures.epochs, figures.reconnects) = (view.epochs, view.reconnects)
    return figures
  }

  // Files that a browser sends to see their tracks: decoded in pieces while they arrive, and never stored.

  nonisolated static let uploads = UploadRule(path: WebRoute.decode.rawValue, most: OpenedFile.most)

  /// Decides about a request whose body follows.
  func upload(_ request: WebRequest) -> HTTPUpload {
    defer { tellCounts() }
    counts.answered += 1
    if let refusal = host.refusal(of: request) {
      counts.refused += 1
      return .refused(refusal.complete)
    }
    // Only the one path gets this far with a body.
    if let refusal = WebRoute.decode.refusal(of: request.query) { return .refused(refusal.answer.complete) }
    guard let place = openFiles.place() else {
      let refusal = Self.tooBusy("\(OpenedFile.mostOpen) files are being read, which is the limit")
      return .refused(refusal.complete)
    }
    lastFile += 1
    files[lastFile] = OpenedFile(place)
    return .accepted(lastFile, patience: UploadRule.patience(with: request))
  }

  func finishFile(_ number: Int) -> WebAnswer {
    (files.removeValue(forKey: number)?.answer() ?? FileRefusal.empty.answer).complete
  }

  // Past days, from a track store: their list, their tracks, and the memory that a restart would lose.

  /// The days of the store, as JSON.
  func dayList() -> WebAnswer {
    guard let past = options.past else { return Self.noStore }
    return later {
      do throws(PastFault) { return WebAnswer(200, "application/json", try past.days().json) } catch {
        return Self.refusal(error)
      }
    }
  }

  private func pastTrack(
    _ request: WebRequest, _ text: String, _ type: String, _ ending: String?,
    _ slices: @escaping @Sendable (TrackQuery, [String]) -> any WebSlices
  ) -> WebAnswer {
    guard let past = options.past else { return Self.noStore }
    guard let day = DayText.parse(text) else {
      return RefusedQuery("day", found: text, expected: "a day, such as 2026-11-20").answer
    }
    var query = TrackQuery()
    do throws(RefusedQuery) {
      (query.step, query.hasMore) = (try TrackQuery.step(of: request), try TrackQuery.more(of: request))
    } catch { return error.answer }
    guard let place = asked.tracks.place() else {
      return Self.tooBusy("\(PastQueue.mostTracks) days are being sent, which is the limit")
    }
    let device = request.parameter("device")
    return later { [query] in
      do throws(PastFault) {
        let track = try past.track(on: day, of: device)
        let headers = Self.headers(of: track.device, day: text, ending)
        let body = PastSlices(slices(query, [track.device]), of: TrackHistory(track.rows), place)
        return WebAnswer(200, type, slices: body, headers: headers)
      } catch { return Self.refusal(error, day: text, device) }
    }
  }

  /// An answer created on a helper thread, since it waits for a disk.
  private func later(_ read: @escaping PastQueue.Reading) -> WebAnswer {
    guard let number = asked.add(read) else {
      return Self.tooBusy("\(PastQueue.mostWaiting) requests wait for the store, which is the limit")
    }
    readNext()
    return WebAnswer(waitingFor: number)
  }

  private func readNext() {
    guard let (number, read) = asked.next() else { return }
    loop.offload(
      read,
      then: handler { engine, answer in
        engine.asked.hasRead()
        engine.host.deliver(answer, to: number)
        engine.readNext()
      })
  }

  // MARK: - Memory

  /// Inserts the store's positions of the past day before the ones in memory, once the receiver is known.
  func fillHistory(of place: DevicePlace?) {
    // A store has the track of one receiver.
    guard let past = options.past, receivers.count == 1, !isFilled, let key = place?.key else { return }
    isFilled = true
    let since = UTC(secondsSince1970: utc.secondsSince1970 - TrackHistory.usualSeconds)
    loop.offload(
      {
        // Without an answer the history begins now; requests for a day report the reason.
        try? past.rows(of: key, since: since, most: Int(TrackHistory.usualSeconds))
      },
      then: handler { engine, rows in
        // The store may have been busy: the next opening of the device asks again.
        if let rows { engine.history.fill(with: rows, of: 0) } else { engine.isFilled = false }
      })
  }

  // MARK: - Refusals

  private static var noStore: WebAnswer {
    WebAnswer(404, saying: "no track store is served; keep one with --store FILE")
  }

  private static func tooBusy(_ words: String) -> WebAnswer {
    WebAnswer(503, saying: words, headers: [WebField("Retry-After", "2")])
  }

  private static func refusal(
    _ fault: PastFault, day: String = "any day", _ device: String? = nil
  ) -> WebAnswer {
    switch fault {
    case .nothing: WebAnswer(404, saying: "nothing is stored on \(day); /days.json lists the days")
    case .whichDevice(let known):
      RefusedQuery("device", found: device ?? "", expected: "one of " + known.joined(separator: ", ")).answer
    case .busy(let words): tooBusy("the track store can't be read now: \(words)")
    case .unreadable(let words): WebAnswer(500, saying: "the track store can't be read: \(words)")
    }
  }

  // Recordings of a folder: their list, their histories, and playing them as if they were live.

  func recordingList() -> WebAnswer {
    guard let folder = recordings else { return Self.noRecordings }
    do throws(ServedRecordings.Fault) {
      return WebAnswer(200, "application/json", slices: try RecordingList(folder), headers: [Self.fresh])
    } catch {
      let reason =
        switch error {
        case .unknown: "it is not there"
        case .denied: "this user may not read it"
        case .tooMany: "no descriptor is left"
        case .failed(let words): words
        }
      return WebAnswer(503, saying: "the folder of recordings can't be read: \(reason)")
    }
  }

  /// The fixes of the recording that a request names; nil if it names none.
  func recordedHistory(_ request: WebRequest) -> WebAnswer? {
    guard let name = request.parameter("recording") else { return nil }
    do throws(RefusedRecording) {
      let query = try RefusedRecording.orQuery { () throws(RefusedQuery) in
        try TrackQuery(request, devices: [name])
      }
      let slices = RecordingHistory(query, name, try recording(name))
      return WebAnswer(200, HistoryRecords.type, slices: slices, headers: [Self.fresh])
    } catch { return error.answer }
  }

  /// The recording that a request wants to play; nil if it names none.
  func playedEvents(_ request: WebRequest) -> WebAnswer? {
    guard let name = request.parameter("recording") else { return nil }
    do throws(RefusedRecording) {
      var playback = RecordingPlayer.Playback()
      try RefusedRecording.orQuery { () throws(RefusedQuery) in
        playback.types = try Self.types(request)
        playback.from = try TrackQuery.moment("from", of: request, isEnd: false)
        playback.speed = try Self.speed(request)
      }
      let file = try recording(name)
      let device = EventText.Device(name: name, state: FixMoment.recorded.state)
      let greeting =
        EventText.retry
        + EventText(version: options.version).hello(
          ring, [device], hasRecordings: true, hasDays: options.past != nil, at: utc)
      return stream(to: request) {
        PageBody.playing(RecordingPlayer(file, name, playback, greeting: greeting, at: time.now), of: $0)
      }
    } catch { return error.answer }
  }

  private static func speed(_ request: WebRequest) throws(RefusedQuery) -> Double {
    guard let text = request.parameter("speed") else { return 1 }
    guard let speed = TrackQuery.number(text), 0.1...1000 ~= speed else {
      throw RefusedQuery("speed", found: text, expected: "a number from 0.1 to 1000")
    }
    return speed
  }

  /// Opens a recording that is not empty.
  private func recording(_ name: String) throws(RefusedRecording) -> ServedRecording {
    guard let folder = recordings else { throw RefusedRecording(answer: Self.noRecordings) }
    let file: ServedRecording
    do throws(ServedRecordings.Fault) { file = try folder.file(name) } catch {
      throw RefusedRecording(name, error)
    }
    if let reason = RecordingReader.refusal(of: file) {
      throw RefusedRecording(name, 422, "it is not a recording: \(reason)")
    }
    return file
  }

  private static var noRecordings: WebAnswer {
    WebAnswer(404, saying: "no recordings are served; name a folder of them with --recordings DIR")
  }
}

/// Why a recording can't be served, as an answer.
struct RefusedRecording: Error, Sendable {
  var answer: WebAnswer

  init(answer: WebAnswer) { self.answer = answer }

  init(_ name: String, _ status: Int, _ words: String, headers: [WebField] = []) {
    // The name comes from outside and becomes part of an answer.
    answer = WebAnswer(
      status, saying: "recording=\(VisibleText.replaced(name, limit: 64)): \(words)", headers: headers)
  }

  init(_ name: String, _ fault: ServedRecordings.Fault) {
    switch fault {
    case .unknown: self.init(name, 404, "there is no recording of that name; /recordings.json lists them")
    case .denied: self.init(name, 403, "the user of this program may not read it")
    case .tooMany:
      self.init(
        name, 503, "\(ServedRecordings.mostOpen) are being read, which is the limit",
        headers: [WebField("Retry-After", "2")])
    case .failed(let words): self.init(name, 500, "it can't be read: \(words)")
    }
  }

  /// Reads a parameter, and rethrows its refusal as the refusal of a recording.
  static func orQuery<Value>(_ read: () throws(RefusedQuery) -> Value) throws(RefusedRecording) -> Value {
    do throws(RefusedQuery) { return try read() } catch { throw RefusedRecording(answer: error.answer) }
  }
}
