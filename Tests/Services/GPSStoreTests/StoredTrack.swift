import GNSS
import GPSSQLiteFiles
import GPSTrackRows

@testable import GPSStore

/// A store that a test fills by hand.
struct StoredTrack {
  private let file: StoreFile
  private var next: Int64
  private var sessions: [StoreSession] = []
  private var entries: [StoreEntry] = []
  private var segments: [StoreSegment] = []

  init(at path: String) throws {
    file = try StoreFile(path, program: "test", at: 1_795_158_502_000)
    next = file.next
  }

  /// A store whose first session is one of a device.
  init(at path: String, _ key: String, kind: String = "live", began: Int64 = 1_795_158_502_000) throws {
    try self.init(at: path)
    begin(key, kind: kind, began: began)
  }

  mutating func begin(_ key: String, kind: String = "live", began: Int64 = 1_795_158_502_000) {
    sessions.append(
      StoreSession(number: sessions.count, key: key, name: "Receiver \(key)", kind: kind, began: began))
  }

  @discardableResult mutating func add(
    _ milliseconds: Int64, _ latitude: Double, _ longitude: Double, speed: Double? = nil,
    accuracy: Double? = nil, marks: TrackRow.Flags = []
  ) -> Int64 {
    var fix = Fix()
    (fix.mode, fix.quality) = (.threeDimensional, .autonomous)
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    fix.time = TrackRow.instant(milliseconds)
    fix.speed = speed
    if let accuracy { fix.errors = ErrorEstimate(horizontal: accuracy, vertical: nil, source: .receiver) }
    let row = TrackRow(fix, signal: nil, received: TrackRow.instant(milliseconds), marks: marks)
    let session = sessions.count - 1
    if segments.isEmpty || !segments[segments.count - 1].add(next, session, row),
      let segment = StoreSegment(next, session, row)
    {
      segments.append(segment)
    }
    append(.fix(row))
    return next - 1
  }

  mutating func addGap(_ from: Int64, _ to: Int64, _ cause: String, verdict: String? = nil) {
    append(.gap(from: from, to: to, cause: cause, verdict: verdict))
  }

  mutating func addEvent(_ at: Int64, _ kind: String, _ detail: String? = nil) {
    append(.event(at: at, kind: kind, detail: detail))
  }

  private mutating func append(_ content: StoreEntry.Content) {
    entries.append(StoreEntry(number: next, session: sessions.count - 1, monotonic: 0, content: content))
    next += 1
  }

  /// Writes it; the store is closed when this value goes.
  func write() throws { try file.write(entries, sessions, segments) }
}
