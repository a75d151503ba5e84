internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSSQLiteFiles
internal import GPSWebHost

// Answers to requests: the guard first, then the page's files, then the table of routes.

extension WebEngine {
  func reply(to request: WebRequest) -> WebAnswer {
    defer { tellCounts() }
    counts.answered += 1
    let refusal = host.refusal(of: request)
    if refusal != nil { counts.refused += 1 }
    return (refusal ?? serve(request)).complete
  }

  private func serve(_ request: WebRequest) -> WebAnswer {
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
      return recordedHistory(request)
        ?? pastTrack(request, HistoryRecords.type, nil) {
          HistoryRecords($0, devices: $1, hasArrivals: false)
        }
        ?? track(request, HistoryRecords.type, nil) { HistoryRecords($0, devices: $1) }
    case .geoJSON:
      return pastTrack(request, GeoJSONTrack.type, "geojson") { GeoJSONTrack($0, devices: $1) }
        ?? track(request, GeoJSONTrack.type, "geojson") { GeoJSONTrack($0, devices: $1) }
    case .gpx:
      return pastTrack(request, GPXTrack.type, "gpx") { GPXTrack($0, devices: $1) }
        ?? track(request, GPXTrack.type, "gpx") { GPXTrack($0, devices: $1) }
    case .days: return dayList()
    case .recordings: return recordingList()
    case .decode: return FileRefusal.empty.answer
    case .tiles:
      return WebAnswer(
        404, saying: "Z, X and Y are numbers, such as /tiles/3/4/2; /api.json shows whether there are tiles")
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
  private func places(_ request: WebRequest) throws(RefusedQuery) -> [Int] {
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
    if let refusal = tooManyListeners { return refusal }
    var answer = Self.eventStream
    answer.body = .generated(PageBody.events(filter))
    return answer
  }

  /// The head of an event stream.
  static var eventStream: WebAnswer {
    WebAnswer(
      200, "text/event-stream", [],
      headers: [WebField("Cache-Control", "no-store"), WebField("X-Accel-Buffering", "no")])
  }

  /// The refusal of a listener above the limit; nil if there is room.
  var tooManyListeners: WebAnswer? {
    guard listeners >= options.limits.listeners else { return nil }
    return WebAnswer(
      503, saying: "\(listeners) clients listen already, which is the limit",
      headers: [WebField("Retry-After", "10")])
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
      for entry in known.sorted(by: { $0.number < $1.number }) { greeting += entry.frame }
    }
    return EventCursor(filter, greeting: greeting, next: next, at: time.now)
  }

  private var devices: [EventText.Device] {
    views.indices.map { place in
      let state = receivers[place].latest?.at(time.now).freshness ?? .lost
      return EventText.Device(name: views[place].name, state: state.rawValue, product: views[place].product)
    }
  }

  /// A tile from the file.
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

  /// A file name for a track that is valid on all systems: `gpsbridge-dev-ttyACM0-2026-11-23.gpx`.
  static func fileName(_ device: String?, day: some StringProtocol, _ ending: String) -> String {
    let words = (device ?? "").split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return (["gpsbridge"] + words.map(String.init) + [String(day)]).joined(separator: "-") + "." + ending
  }

  private func track(
    _ request: WebRequest, _ type: String, _ ending: String?,
    _ slices: (TrackQuery, [String]) -> any WebSlices
  ) -> WebAnswer {
    do throws(RefusedQuery) {
      let query = try TrackQuery(request, devices: names)
      var headers = [WebField("Cache-Control", "no-store")]
      if let ending {
        let device = query.receiver.map { names[$0] }
        let file = Self.fileName(device, day: Timestamp.text(utc).prefix(10), ending)
        headers.append(WebField("Content-Disposition", "attachment; filename=\"\(file)\""))
      }
      return WebAnswer(200, type, slices: slices(query, names), headers: headers)
    } catch { return error.answer }
  }

  /// The page without scripts.
  func plainPage() -> WebAnswer {
    var page = PlainPage()
    for (place, receiver) in receivers.enumerated() {
      let known = receiver.latest?.lastKnown
      page.add(
        health(place), views[place].epoch?.fix, known, age: known?.age(at: moment.instant), receiver.verdict)
    }
    return WebAnswer(200, "text/html; charset=utf-8", page.finish())
  }
}
