internal import GPSBridgeTool
internal import GNSS
internal import GPSFormats
internal import GPSStore

/// The fixes of a track store, for a command that reads recordings.
struct StoredSource: PastFixes {
  private let store: TrackStore
  let path: String
  /// The store's name in messages.
  let name: String

  /// Opens the store that a source names; nil if it names something else.
  init?(_ source: SourceName, _ table: CommandTable) throws(ToolError) {
    guard case .store(let argument) = source else { return nil }
    path = try StorePlace.path(argument.bytes, table)
    name = source.shown
    do throws(StoreError) { store = try TrackStore(at: path) } catch { throw ToolError(reading: error) }
  }

  func read(_ take: (Fix, FixMoment) -> Bool) throws(ToolError) -> WatchStats {
    try read(StoreQuery()) { fix, stored in
      take(
        fix,
        FixMoment(
          received: stored.received, state: "recorded", isSimulated: stored.isSimulated,
          isSuspect: stored.isSuspect))
    }
  }

  /// Passes fixes to a closure until it returns false.
  ///
  /// - Parameters:
  ///   - query: Which fixes.
  ///   - mayBeEmpty: Whether there may be no such fixes.
  ///   - take: Called with each fix, numbered from 1, and with its place in the store.
  /// - Returns: The number of fixes.
  /// - Throws: A complaint if the store can't be read, or has no such fixes.
  func read(
    _ query: StoreQuery, mayBeEmpty: Bool = false, _ take: (Fix, StoredFix) -> Bool
  ) throws(ToolError) -> WatchStats {
    var counts = EpochCounts()
    var suspect = 0
    do throws(StoreError) {
      try store.visitFixes(query) { stored in
        var fix = stored.fix
        counts.epochs += 1
        counts.fixes += 1
        fix.epoch = counts.epochs
        if stored.isSuspect { suspect += 1 }
        return take(fix, stored)
      }
    } catch { throw ToolError(reading: error) }
    guard counts.epochs > 0 || mayBeEmpty else {
      throw ToolError(
        code: "nothing_stored", exit: .nothingKnown, message: "nothing is stored in \(name)",
        reason: query == StoreQuery() ? nil : "not in the time of --from and --to",
        hint: "gpsbridge track days lists the days")
    }
    return WatchStats(epochs: counts, suspect: suspect)
  }

  /// The trips and stops of a query's time, as they began.
  func journey(_ query: StoreQuery) throws(ToolError) -> (trips: [Trip], stops: [Stop]) {
    let from = query.from ?? UTC(secondsSince1970: 0)
    let times = from...max(from, query.to ?? UTC(secondsSince1970: 253_402_300_798))
    do throws(StoreError) {
      let (trips, stops) = try store.journey(in: times, of: query.device)
      return (
        trips.sorted { $0.times.lowerBound < $1.times.lowerBound },
        stops.sorted { $0.times.lowerBound < $1.times.lowerBound }
      )
    } catch { throw ToolError(reading: error) }
  }

  /// The query for the fixes of a trip.
  static func query(_ query: StoreQuery, of trip: Trip) -> StoreQuery {
    var query = query
    (query.device, query.numbers) = (trip.device, trip.numbers)
    query.from = query.from.map { max($0, trip.times.lowerBound) } ?? trip.times.lowerBound
    query.to = query.to.map { min($0, trip.times.upperBound) } ?? trip.times.upperBound
    return query
  }

  /// The ends of a window with times of day on a day; 23:00 to 01:00 goes past midnight.
  static func bounds(
    _ bounds: (from: TimeWindow.Bound?, to: TimeWindow.Bound?), on day: CivilDate
  ) -> (from: TimeWindow.Bound?, to: TimeWindow.Bound?) {
    func instant(_ bound: TimeWindow.Bound?, _ day: CivilDate) -> UTC? {
      switch bound {
      case nil: nil
      case .instant(let instant): instant
      case .timeOfDay(let second):
        UTC(secondsSince1970: Int64(day.daysSince1970) * 86_400 + Int64(second))
      }
    }
    let from = instant(bounds.from, day)
    var to = instant(bounds.to, day)
    if case .timeOfDay = bounds.to, let from, let end = to, end < from {
      to = instant(bounds.to, from.date.advanced(by: 1))
    }
    return (from.map { .instant($0) }, to.map { .instant($0) })
  }

  /// The query for a window.
  static func query(_ from: TimeWindow.Bound?, _ to: TimeWindow.Bound?) -> StoreQuery {
    var query = StoreQuery()
    if case .instant(let instant) = from { query.from = instant }
    if case .instant(let instant) = to { query.to = instant }
    return query
  }
}
