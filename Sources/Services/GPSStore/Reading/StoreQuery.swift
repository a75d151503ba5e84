public import GNSS
internal import GPSEventRuntime
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows
internal import Glibc

/// A selection of fixes; a nil field sets no limit.
///
/// ```swift
/// var query = StoreQuery(from: morning, to: noon)
/// query.box = StoreQuery.Box(around: home, within: 100)
/// query.step = .seconds(10)
/// ```
public struct StoreQuery: Sendable, Hashable {
  /// The key or the name of the device.
  public var device: String?
  /// The first time.
  public var from: UTC?
  /// The last time, inclusive.
  public var to: UTC?
  /// The area.
  public var box: Box?
  /// The minimum time between two fixes of a session.
  public var step: Duration?
  /// The numbers; a query for a trip's fixes reads only the trip's segments.
  package var numbers: ClosedRange<Int64>?

  /// Creates a query.
  public init(
    device: String? = nil, from: UTC? = nil, to: UTC? = nil, box: Box? = nil, step: Duration? = nil
  ) { (self.device, self.from, self.to, self.box, self.step) = (device, from, to, box, step) }

  /// An area between two parallels and two meridians, including its borders.
  public struct Box: Sendable, Hashable {
    /// The borders in degrees; if the west is greater than the east, the area crosses the 180th meridian.
    public var south, north, west, east: Double

    /// Creates an area from its borders in degrees.
    public init(south: Double, north: Double, west: Double, east: Double) {
      (self.south, self.north, self.west, self.east) = (south, north, west, east)
    }

    /// Creates a small area that contains all places within a distance in meters.
    public init(around place: Coordinate, within meters: Double) {
      // By the smallest radius of the earth's curvature, so that the area is rather too large.
      let angle = max(0, meters) / 6_335_000
      let reach = angle * 180 / .pi
      (south, north) = (max(-90, place.latitude - reach), min(90, place.latitude + reach))
      (west, east) = (-180, 180)
      // A circle around a pole crosses every meridian.
      guard south > -90, north < 90 else { return }
      let side = asin(min(1, sin(angle) / cos(place.latitude * .pi / 180))) * 180 / .pi
      guard side < 90 else { return }
      (west, east) = (place.longitude - side, place.longitude + side)
      if west < -180 { west += 360 }
      if east > 180 { east -= 360 }
    }

    /// South, north, west and east in the units of rows, which have seven decimals where a fix may have nine.
    var borders: [Int64] {
      let units = [south, north, west, east].map { Int64(min(max(($0 * 1e7).rounded(.down), -4e9), 4e9)) }
      return [units[0] - 1, units[1] + 1, units[2] - 1, units[3] + 1]
    }

    /// Whether a place is in the area.
    public func contains(_ place: Coordinate) -> Bool {
      guard place.latitude >= south, place.latitude <= north else { return false }
      return west <= east
        ? place.longitude >= west && place.longitude <= east
        : place.longitude >= west || place.longitude <= east
    }
  }

  /// The times in milliseconds; nil if the last one is before the first.
  var times: ClosedRange<Int64>? {
    let first = from.map(TrackRow.milliseconds) ?? .min
    let last = to.map(TrackRow.milliseconds) ?? .max
    return first <= last ? first...last : nil
  }

  var stepMilliseconds: Int64? { step.map { Int64($0 / .milliseconds(1)) } }

  /// An SQL condition for the query's device; ``deviceValues`` has the value for its question mark.
  func ofDevice(_ column: String = "session") -> String {
    device == nil ? "" : "AND \(column) IN (\(StoreSchema.sessionsOfDevice))"
  }

  var deviceValues: [(any SQLiteValue)?] { device.map { [$0] } ?? [] }

  /// An SQL condition for segments whose box overlaps the query's; ``boxValues`` has the values.
  var inBox: String {
    guard let box else { return "" }
    let sides = box.west <= box.east ? "AND" : "OR"
    return "AND north >= ? AND south <= ? AND (east >= ? \(sides) west <= ?)"
  }

  var boxValues: [(any SQLiteValue)?] { box.map { $0.borders.map { $0 } } ?? [] }
}

/// The fixes of a store that match a query, as an asynchronous sequence.
///
/// ```swift
/// for try await fix in store.fixes(from: morning, to: noon) { print(fix.time) }
/// ```
///
/// A helper thread reads fixes in pages of about a thousand, so that no task waits for a disk. Each iteration opens the
/// file again, and may include fixes that the writer adds during the iteration.
public struct StoredFixes: AsyncSequence, Sendable {
  let path: String
  let query: StoreQuery

  /// Begins an iteration.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: FixReader(path, query)) }

  /// An iteration, which closes the store at its end.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: FixReader
    private var page: ArraySlice<StoredFix> = []

    fileprivate init(reader: FixReader) { self.reader = reader }

    /// The next fix; nil after the last one.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(StoreError) -> StoredFix? {
      if let fix = page.popFirst() { return fix }
      page = try await reader.read(isolation: isolation)[...]
      return page.popFirst()
    }

    /// The next fix; nil after the last one.
    public mutating func next() async throws(StoreError) -> StoredFix? {
      try await next(isolation: #isolation)
    }
  }
}

/// Reads pages on helper threads, one at a time.
private final class FixReader: Sendable {
  private struct State {
    var store: TrackStore?
    var pages: FixPages?
  }

  private let path: String
  private let state: Guarded<State>

  init(_ path: String, _ query: StoreQuery) {
    self.path = path
    state = Guarded(State(store: nil, pages: FixPages(query)))
  }

  /// The next page; empty at the end.
  func read(isolation: isolated (any Actor)?) async throws(StoreError) -> [StoredFix] {
    let result: Result<[StoredFix], StoreError> = await withCheckedContinuation(isolation: isolation) {
      waiting in EventLoop.offload { [self] in waiting.resume(returning: page()) }
    }
    return try result.get()
  }

  private func page() -> Result<[StoredFix], StoreError> {
    state.withLock { state in
      guard var pages = state.pages else { return .success([]) }
      do throws(StoreError) {
        let store = if let open = state.store { open } else { try TrackStore(at: path) }
        let page = try store.read(&pages) ?? []
        if page.isEmpty, store.damagedCount > 0 { throw store.loss }
        (state.store, state.pages) = (store, page.isEmpty ? nil : pages)
        return .success(page)
      } catch { return .failure(error) }
    }
  }
}
