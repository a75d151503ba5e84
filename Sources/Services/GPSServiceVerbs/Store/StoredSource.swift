internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSStore

/// The fixes of a track store, for a command that reads recordings.
struct StoredSource: PastFixes {
  private let store: TrackStore
  let path: String
  /// The store's name in messages.
  let name: String
  /// The selection by flags.
  let query: StoreQuery

  /// Opens the store that a source names; nil if it names something else.
  init?(_ source: SourceName, _ parsed: ParsedArguments) throws(ToolError) {
    guard case .store(let argument) = source else { return nil }
    query = try StoreQuery(parsed)
    path = try StorePlace.path(argument.bytes, parsed.table)
    name = source.shown
    do throws(StoreError) { store = try TrackStore(at: path) } catch { throw ToolError(reading: error) }
  }

  func read(_ take: (Fix, FixMoment, String) -> Bool) throws(ToolError) -> WatchStats {
    let devices = try devices()
    return try read(query) { fix, stored in take(fix, stored.moment, devices[stored.session] ?? "") }
  }

  /// The key of each session's device.
  func devices() throws(ToolError) -> [Int64: String] {
    do throws(StoreError) { return try store.devices(query) } catch { throw ToolError(reading: error) }
  }

  /// Passes fixes to a closure until it returns false.
  ///
  /// - Parameters:
  ///   - query: The fixes to select.
  ///   - mayBeEmpty: Whether to accept a result without fixes.
  ///   - take: Called with each fix, numbered from 1, and its position in the store.
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
      let span = query.from == nil && query.to == nil ? "" : " of that time"
      let nothing: ToolError
      do throws(StoreError) {
        nothing = try store.nothing(
          query.device, "in \(name)\(span)", remedy: "gpsbridge track days lists the days; ")
      } catch { throw ToolError(reading: error) }
      throw nothing
    }
    return WatchStats(epochs: counts, suspect: suspect)
  }

  /// Prints a note about unreadable positions, which cause a status other than 0.
  func end() -> ExitCode { store.end() }

  /// The trips and stops of a query's time, in the order in which they began.
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

  static func query(_ query: StoreQuery, of trip: Trip) -> StoreQuery {
    var query = query
    (query.device, query.numbers) = (trip.device, trip.numbers)
    query.from = query.from.map { max($0, trip.times.lowerBound) } ?? trip.times.lowerBound
    query.to = query.to.map { min($0, trip.times.upperBound) } ?? trip.times.upperBound
    return query
  }
}

extension TrackStore {
  /// Ends reading: prints a note about unreadable positions, which cause a status other than 0.
  func end() -> ExitCode {
    guard let first = damage.first, let last = damage.last else { return .done }
    let clock = MachineClock()
    ErrorReport.say(
      "note: \(Plural.of(damagedCount, "position")) from \(clock.words(first.from)) to \(clock.words(last.to)) "
        + "can't be read, since the store is damaged; gpsbridge track check shows more\n")
    return .dataProblems
  }
}

extension StoredFix {
  var moment: FixMoment {
    var moment = FixMoment(
      received: received, state: FixMoment.recorded.state, isSimulated: isSimulated, isSuspect: isSuspect)
    (moment.signal, moment.isTimeCorrected, moment.isTimeWrong) = (signal, hasCorrectedTime, hasWrongTime)
    return moment
  }
}
