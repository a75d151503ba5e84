internal import CGPSFleetFiles
internal import GPSBase
internal import GPSEventRuntime
internal import GPSPageFiles
internal import GPSWebHost

/// The page of a fleet: its files, and the database's answers to its queries.
///
/// It needs only the database, and shows committed data.
actor FleetPage: LoopActor {
  nonisolated let loop: EventLoop
  /// Positions that all pages request every two seconds must not wait for a search.
  private let positions: PageDatabase
  private let searches: PageDatabase
  var deliver: @Sendable ((answer: WebAnswer, number: Int)) -> Void = { _ in }

  private static let files = Dictionary(
    FleetPageFiles.all.map { ($0.path, WebFile(type: $0.type, bytes: $0.bytes)) },
    uniquingKeysWith: { first, _ in first })

  init(on loop: EventLoop, database: String, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.loop = loop
    positions = PageDatabase(on: loop, database, now: now)
    searches = PageDatabase(on: loop, database, now: now)
  }

  /// Answers a request, or promises an answer for its number; nil if the path is not one of this page.
  func answer(_ request: WebRequest, as number: Int) -> WebAnswer? {
    if let file = Self.files[request.path] { return file.answer(to: request) }
    guard PageQuestion.paths.contains(request.path) else { return nil }
    let question: PageQuestion
    do throws(PageQuestion.Fault) { question = try PageQuestion(request.path, request.query) } catch {
      return Self.answer(400, error)
    }
    return ask(question.isSlow ? searches : positions, question.statement, as: number) {
      Self.answer($0, to: request)
    }
  }

  /// Promises whether the database answers, as a line of text.
  func health(as number: Int) -> WebAnswer {
    ask(positions, SQLStatement("SELECT 1"), as: number) { outcome in
      switch outcome {
      case .success: WebAnswer(200, saying: "ok")
      case .failure(let fault): WebAnswer(503, saying: fault.found)
      }
    }
  }

  private func ask(
    _ database: PageDatabase, _ statement: SQLStatement, as number: Int,
    _ answer: @escaping @Sendable (PageDatabase.Outcome) -> WebAnswer
  ) -> WebAnswer {
    let deliver = deliver
    database.assumeIsolated { $0.ask(statement) { deliver((answer($0), number)) } }
    return WebAnswer(waitingFor: number)
  }

  func close() { for database in [positions, searches] { database.assumeIsolated { $0.close() } } }

  private static func answer(_ outcome: PageDatabase.Outcome, to request: WebRequest) -> WebAnswer {
    switch outcome {
    case .failure(let fault): return answer(503, fault, [WebField("Retry-After", "2")])
    case .success(let answer):
      guard let begin = answer.text(0, 0), let lasting = answer.text(0, 1) else {
        return self.answer(
          503, .init(found: "an answer without a row", expected: "one row", remedy: "Ask again."))
      }
      // The tag is that of the part that lasts: the time alone is not news.
      let tag = WebFile(type: json, bytes: Array(lasting.utf8)).tag
      let headers = [WebField("ETag", tag), WebField("Cache-Control", "no-cache")]
      return request.hasTag(tag)
        ? WebAnswer(304, json, [], headers: headers)
        : WebAnswer(200, json, Array((begin + lasting + "\n").utf8), headers: headers)
    }
  }

  private static let json = "application/json"

  private static func answer(
    _ status: Int, _ fault: PageQuestion.Fault, _ headers: [WebField] = []
  ) -> WebAnswer {
    let line = JSONWriter.line { writer in
      writer.member("found", fault.found)
      writer.member("expected", fault.expected)
      writer.member("remedy", fault.remedy)
    }
    return WebAnswer(status, json, line, headers: headers)
  }
}

/// The files of the page of a fleet: its own, and the shared ones of the receiver's page.
enum FleetPageFiles {
  static let all: [PageFile] =
    (own + PageFile.all.filter { shared.contains($0.path) }).sorted { $0.path < $1.path }

  static let own = unsafe PageFile.all(in: gpsbridge_fleet_page_files)

  /// The paths of the shared files: the map with its coasts and hands, colors, units and choices.
  static let shared: Set<String> = [
    "/borders.bin", "/canvas.js", "/choices.js", "/coast.bin", "/dark.css", "/geography.js", "/gestures.js",
    "/icon.svg", "/idle.js", "/map.js", "/style.css", "/theme.js", "/track.js", "/units.js",
  ]
}
