internal import CGPSPostgreSQL
internal import GPSBase
internal import Glibc

// The only Swift code that calls libpq. Unchecked but safe: one thread at a time uses a client, first a helper
// thread, then the loop's.

@safe final class PostgreSQLClient: @unchecked Sendable {
  enum Part {
    case answer(SQLAnswer)
    case failure(SQLFailure)
    /// All statements are answered, and committed unless one failed.
    case end
  }

  private let pointer: OpaquePointer?
  private let notices = Notices()
  private var isScript = false

  /// Connects on a helper thread, and waits; options that the connection string omits have defaults for a service.
  init(_ settings: String) {
    let pairs = [
      // A host that does not answer is given up, and so is one that is only a copy.
      ("connect_timeout", "10"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
      ("target_session_attrs", "read-write"), ("application_name", "gpsbridge-collect"),
      // Later ones win.
      ("dbname", settings), ("client_encoding", "UTF8"),
    ]
    unsafe pointer = Self.withPointers(pairs.map(\.0)) { keys in
      unsafe Self.withPointers(pairs.map(\.1)) { values in unsafe PQconnectdbParams(keys, values, 1) }
    }
    unsafe PQsetNoticeProcessor(pointer, noticeCame, Unmanaged.passUnretained(notices).toOpaque())
    _ = unsafe PQsetnonblocking(pointer, 1)
    // Details and contexts may have values of devices, and are no help for people.
    _ = unsafe PQsetErrorVerbosity(pointer, PQERRORS_TERSE)
  }

  deinit { unsafe PQfinish(pointer) }

  var isConnected: Bool { unsafe PQstatus(pointer) == CONNECTION_OK }

  var message: String {
    guard let text = unsafe PQerrorMessage(pointer) else { return "out of memory" }
    return unsafe Self.line(String(cString: text))
  }

  /// A duplicate of the socket, which the caller closes: libpq closes its own when the connection breaks.
  func descriptor() -> CInt? {
    let theirs = unsafe PQsocket(pointer)
    let ours = theirs < 0 ? -1 : fcntl(theirs, F_DUPFD_CLOEXEC, 3)
    return ours < 0 ? nil : ours
  }

  func send(_ work: SQLWork) -> Bool {
    switch work {
    case .script(let text):
      isScript = true
      return unsafe PQsendQuery(pointer, text) == 1
    case .statements(let statements):
      isScript = false
      guard unsafe PQenterPipelineMode(pointer) == 1 else { return false }
      for statement in statements where !send(statement) { return false }
      return unsafe PQpipelineSync(pointer) == 1
    }
  }

  private func send(_ statement: SQLStatement) -> Bool {
    let values = statement.values
    // The bytes of all parameters, one after the other, stay in place during the call.
    let bytes = values.flatMap { $0.bytes ?? [] }
    var places: [Int?] = []
    var place = 0
    for value in values {
      places.append(value.bytes == nil ? nil : place)
      place += value.bytes?.count ?? 0
    }
    return unsafe (bytes + [0]).withUnsafeBytes { all in
      let start = unsafe all.assumingMemoryBound(to: CChar.self).baseAddress
      let pointers = unsafe places.map { place in unsafe place.flatMap { unsafe start?.advanced(by: $0) } }
      return unsafe PQsendQueryParams(
        pointer, statement.text.text, CInt(values.count), values.map(\.type), pointers,
        values.map { CInt($0.bytes?.count ?? 0) }, values.map { _ in 1 }, 1) == 1
    }
  }

  /// Sends waiting data; returns whether more waits for room in the socket, or nil if the connection is broken.
  func flush() -> Bool? {
    switch unsafe PQflush(pointer) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Reads arrived data; returns whether the connection is intact.
  func read() -> Bool { unsafe PQconsumeInput(pointer) == 1 }

  /// The next part of the answer; nil if it has not arrived.
  func next() -> Part? {
    while unsafe PQisBusy(pointer) == 0 {
      guard let result = unsafe PQgetResult(pointer) else {
        // In a pipeline it separates the answers.
        if isScript { return .end }
        guard isConnected else { return .failure(SQLFailure(state: "", description: message)) }
        continue
      }
      defer { unsafe PQclear(result) }
      switch unsafe PQresultStatus(result) {
      case PGRES_PIPELINE_SYNC:
        _ = unsafe PQexitPipelineMode(pointer)
        return .end
      // The statements after one that has failed.
      case PGRES_PIPELINE_ABORTED: continue
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return unsafe .answer(Self.answer(result))
      default: return unsafe .failure(Self.failure(result))
      }
    }
    return nil
  }

  /// The notices since the last call.
  func takeNotices() -> [String] {
    defer { notices.lines.removeAll() }
    return notices.lines
  }

  private static func answer(_ result: OpaquePointer) -> SQLAnswer {
    var answer = SQLAnswer()
    for row in 0..<(unsafe PQntuples(result)) {
      answer.rows.append(
        (0..<(unsafe PQnfields(result))).map { column -> [UInt8]? in
          guard unsafe PQgetisnull(result, row, column) == 0 else { return nil }
          let count = unsafe Int(PQgetlength(result, row, column))
          return unsafe [UInt8](UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count))
        })
    }
    return answer
  }

  private static func failure(_ result: OpaquePointer) -> SQLFailure {
    // The field's code is the letter C.
    let state = unsafe PQresultErrorField(result, CInt(UInt8(ascii: "C"))).map { unsafe String(cString: $0) }
    let words = unsafe PQresultErrorMessage(result).map { unsafe String(cString: $0) }
    return SQLFailure(state: state ?? "", description: line(words ?? ""))
  }

  static func line(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return VisibleText.replaced(line, limit: 300)
  }

  /// Passes texts as an array of C strings that ends with NULL.
  private static func withPointers<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    let pointers = unsafe copies.map { unsafe UnsafePointer<CChar>($0) } + [nil]
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}

/// Notices that the server has sent.
private final class Notices { var lines: [String] = [] }

private func noticeCame(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?) {
  guard let context = unsafe context, let text = unsafe text else { return }
  let notices = unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue()
  // A server that sends many lines must not fill the memory.
  if notices.lines.count < 100 { unsafe notices.lines.append(PostgreSQLClient.line(String(cString: text))) }
}
