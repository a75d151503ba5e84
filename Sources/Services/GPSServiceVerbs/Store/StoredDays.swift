internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSStore
internal import GPSTrackRows
internal import GPSWeb

struct StoredDay {
  var date: CivilDate
  var device: String
  var sum: KnownDay
  var hasOthers: Bool

  /// `2026-11-20   25.0 km, 23 h 59 min known (100 %)`.
  var line: String {
    let share = HumanText.fixed(min(1, sum.known / 86_400) * 100, 0)
    let name = hasOthers ? "   \(VisibleText.replaced(device))" : ""
    return
      "\(MachineClock.text(date))   \(HumanText.distance(sum.distance)), \(HumanText.time(sum.known)) known (\(share) %)\(name)"
  }

  /// The days with data of each device; the first and the last day are limited to the query's time.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - query: The time and the device.
  ///   - clock: The clock that defines the start of days.
  /// - Returns: The days, device by device.
  /// - Throws: A ``StoreError`` if the store can't be read.
  static func all(
    in store: TrackStore, _ query: StoreQuery, _ clock: MachineClock
  ) throws(StoreError) -> [StoredDay] {
    var days: [StoredDay] = []
    let devices = try devices(in: store, query)
    for device in devices {
      guard let span = try store.span(of: device) else { continue }
      let from = max(span.lowerBound, query.from ?? span.lowerBound)
      let to = min(span.upperBound, query.to ?? span.upperBound)
      guard from <= to else { continue }
      let first = clock.date(from).daysSince1970
      let last = min(clock.date(to).daysSince1970, first + longest)
      let dates = (first...last).map { CivilDate(daysSince1970: $0) }
      var bounds = (dates + [CivilDate(daysSince1970: last + 1)]).map { clock.day($0).lowerBound }
      if query.from != nil { bounds[0] = max(bounds[0], from) }
      if query.to != nil {
        bounds[bounds.count - 1] = min(
          bounds[bounds.count - 1], TrackRow.instant(TrackRow.milliseconds(to) + 1))
      }
      for (date, sum) in zip(dates, try store.knownDays(bounds, device: device)) where sum.first != nil {
        days.append(StoredDay(date: date, device: device, sum: sum, hasOthers: devices.count > 1))
      }
    }
    return days
  }

  /// The devices with a session in a time span.
  static func devices(in store: TrackStore, _ query: StoreQuery) throws(StoreError) -> [String] {
    var devices: [String] = []
    for session in try store.sessions(query) where !devices.contains(session.device) {
      devices.append(session.device)
    }
    return devices
  }

  /// The maximum number of days, so that a wrong clock does not cause a list of millennia.
  private static let longest = 40_000
}

/// The days of the current store, for the page; each query opens the file again.
struct StoredDays: PastTrack {
  let path: String
  var clock = MachineClock()
  /// The present moment.
  var now: @Sendable () -> UTC = { Tool.now }

  func days() throws(PastFault) -> PastDays {
    let found = try asking { (store) throws(StoreError) in try StoredDay.all(in: store, StoreQuery(), clock) }
    let days = found.compactMap { day -> PastDay? in
      guard let first = day.sum.first, let last = day.sum.last else { return nil }
      return PastDay(
        day: MachineClock.text(day.date), device: Self.shown(day.device), times: clock.day(day.date),
        first: first, last: last, known: day.sum.known, distance: day.sum.distance)
    }
    let today = clock.day(of: now(), 0)
    return PastDays(
      today: clock.day(today.lowerBound), until: today.upperBound, days: days.sorted { $0.day < $1.day })
  }

  func track(on day: CivilDate, of device: String?) throws(PastFault) -> PastTrackRows {
    let times = clock.day(day)
    let query = StoreQuery(from: times.lowerBound, to: times.upperBound)
    let devices = try asking { (store) throws(StoreError) in try StoredDay.devices(in: store, query) }
    guard !devices.isEmpty else { throw .nothing }
    let found = device.map { name in devices.filter { Self.shown($0) == name } } ?? devices
    guard let key = found.first, found.count == 1 else { throw .whichDevice(devices.map(Self.shown)) }
    let rows = try asking { (store) throws(StoreError) in try store.rows(in: times, of: key) }
    guard rows.contains(where: \.hasPosition) else { throw .nothing }
    return PastTrackRows(device: Self.shown(key), rows: rows)
  }

  func rows(of key: String, since: UTC, most: Int) throws(PastFault) -> [TrackRow] {
    try asking { (store) throws(StoreError) in try store.lastRows(of: key, since: since, most: most) }
  }

  /// The name of a device in records, which is text from a file.
  private static func shown(_ device: String) -> String { VisibleText.replaced(device) }

  private func asking<Answer>(
    _ question: (TrackStore) throws(StoreError) -> Answer
  ) throws(PastFault) -> Answer {
    do throws(StoreError) { return try question(TrackStore(at: path)) } catch {
      // The client gets no path.
      let words = error.reason + (error.remedy.map { "; \($0)" } ?? "")
      throw error.code == .busy ? .busy(words) : .unreadable(words)
    }
  }
}
