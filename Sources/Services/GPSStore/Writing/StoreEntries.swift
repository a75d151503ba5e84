internal import GPSTrackRows

/// A time span in which one program stored the data of one device.
struct StoreSession: Sendable, Hashable {
  /// The number within this opening of the store; the file assigns the final number.
  var number: Int
  var key: String
  var name: String
  /// `live`, `simulated` or `recorded`.
  var kind: String
  /// Milliseconds since 1970 by this machine's clock.
  var began: Int64
}

/// A row with its position in the common sequence of fixes, events and gaps.
struct StoreEntry: Sendable {
  enum Content: Sendable {
    case fix(TrackRow)
    case event(at: Int64, kind: String, detail: String?)
    case gap(from: Int64, to: Int64, cause: String, verdict: String?)
    /// Numbers without an entry, up to `last`.
    case dropped(last: Int64, at: Int64, cause: String)
  }

  var number: Int64
  /// The session's number within this opening.
  var session: Int
  /// Milliseconds since the session began, by a clock that never jumps.
  var monotonic: Int64
  var content: Content

  var isFix: Bool { if case .fix = content { true } else { false } }
}

/// The times and places of at most 256 fixes of a session with increasing times.
struct StoreSegment: Sendable, Hashable {
  private(set) var first: Int64
  private(set) var last: Int64
  private(set) var session: Int
  private(set) var times: ClosedRange<Int64>
  private(set) var latitudes: ClosedRange<Int64>
  private(set) var longitudes: ClosedRange<Int64>
  private(set) var fastest: Int64?
  private var count = 1

  static let mostFixes = 256
  /// A step of more than this many milliseconds is a jump of the date.
  private static let longestStep: Int64 = 86_400_000

  /// Begins with a fix; nil if it has no position.
  init?(_ number: Int64, _ session: Int, _ row: TrackRow) {
    guard let (latitude, longitude, speed) = Self.facts(of: row) else { return nil }
    (first, last, self.session, fastest) = (number, number, session, speed)
    times = row.milliseconds...row.milliseconds
    (latitudes, longitudes) = (latitude...latitude, longitude...longitude)
  }

  /// Adds a fix; returns false if it belongs to the next segment.
  mutating func add(_ number: Int64, _ session: Int, _ row: TrackRow) -> Bool {
    guard count < Self.mostFixes, session == self.session, Self.isNext(row.milliseconds, times.upperBound)
    else { return false }
    return extend(number, row)
  }

  /// Adds a fix without a limit on their number; returns false if it has no position.
  @discardableResult mutating func extend(_ number: Int64, _ row: TrackRow) -> Bool {
    guard let (latitude, longitude, speed) = Self.facts(of: row) else { return false }
    last = number
    count += 1
    times = times.lowerBound...max(times.upperBound, row.milliseconds)
    latitudes = min(latitudes.lowerBound, latitude)...max(latitudes.upperBound, latitude)
    longitudes = min(longitudes.lowerBound, longitude)...max(longitudes.upperBound, longitude)
    if let speed { fastest = max(fastest ?? speed, speed) }
    return true
  }

  /// Whether a fix may be in the same segment as the previous one.
  static func isNext(_ row: TrackRow, after last: TrackRow) -> Bool {
    isNext(row.milliseconds, last.milliseconds)
  }

  private static func isNext(_ time: Int64, _ last: Int64) -> Bool {
    time >= last && time - last <= longestStep
  }

  private static func facts(of row: TrackRow) -> (latitude: Int64, longitude: Int64, speed: Int64?)? {
    row.units.map { ($0.latitude, $0.longitude, row.speedUnits) }
  }
}
