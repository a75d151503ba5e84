public import GNSS
internal import GPSBase
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

extension TrackStore {
  /// Returns the trips of a time span, in the order in which they began.
  ///
  /// - Parameters:
  ///   - times: The time span; a trip belongs to it with any part. Nil for all.
  ///   - device: The key of the device; nil for all.
  /// - Returns: The trips, also one that has not ended.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func trips(in times: ClosedRange<UTC>? = nil, of device: String? = nil) throws(StoreError) -> [Trip]
  { try trips(in: times, of: device) {} }

  /// The same; a test writes before the trips that have not ended are read.
  func trips(
    in times: ClosedRange<UTC>? = nil, of device: String? = nil, meanwhile: () -> Void
  ) throws(StoreError) -> [Trip] {
    let span = Self.milliseconds(times)
    return try askAtOnce { () throws(SQLiteFault) in
      let query = try file.prepare(
        """
        SELECT key, first, last, t0, t1, lat0, lon0, lat1, lon1, trip.way, straight, moving, fastest
        FROM trip JOIN device ON device.id = trip.device WHERE t0 <= ? AND t1 >= ? AND key = coalesce(?, key)
        ORDER BY first
        """)
      try Self.bind(query, span, device)
      var trips: [Trip] = []
      while try query.next() {
        guard let key = query.text(0), let numbers = Self.range(query, 1), let times = Self.times(query, 3),
          let start = StoredPlace.coordinate(query.number(5), query.number(6)),
          let end = StoredPlace.coordinate(query.number(7), query.number(8)), let way = query.number(9),
          let straight = query.number(10), let moving = query.number(11), let fastest = query.number(12)
        else { throw SQLiteFault(.wrongRows, "a trip has numbers out of range") }
        trips.append(
          Trip(
            device: key, numbers: numbers, times: times, start: start, end: end, meters: Double(way) / 1000,
            straightMeters: Double(straight) / 1000, moving: .milliseconds(moving),
            fastest: Double(fastest) / 100, isOpen: false))
      }
      meanwhile()
      for (key, machine) in try machines(of: device) {
        guard let trip = machine.openTrip, trip.began <= span.upperBound, trip.ended >= span.lowerBound
        else { continue }
        trips.append(Trip(trip, of: key))
      }
      return trips
    }
  }

  /// Returns the stops of a time span, in the order in which they began.
  ///
  /// - Parameters:
  ///   - times: The time span; a stop belongs to it with any part. Nil for all.
  ///   - device: The key of the device; nil for all.
  /// - Returns: The stops, also one that has not ended.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func stops(in times: ClosedRange<UTC>? = nil, of device: String? = nil) throws(StoreError) -> [Stop]
  {
    let span = Self.milliseconds(times)
    return try askAtOnce { () throws(SQLiteFault) in
      let query = try file.prepare(
        """
        SELECT key, first, last, t0, t1, lat, lon FROM stop JOIN device ON device.id = stop.device
        WHERE t0 <= ? AND t1 >= ? AND key = coalesce(?, key) ORDER BY first
        """)
      try Self.bind(query, span, device)
      var stops: [Stop] = []
      while try query.next() {
        guard let key = query.text(0), let numbers = Self.range(query, 1), let times = Self.times(query, 3),
          let place = StoredPlace.coordinate(query.number(5), query.number(6))
        else { throw SQLiteFault(.wrongRows, "a stop has numbers out of range") }
        stops.append(Stop(device: key, numbers: numbers, times: times, place: place, isOpen: false))
      }
      for (key, machine) in try machines(of: device) {
        guard let stop = machine.openStop, stop.began <= span.upperBound, stop.ended >= span.lowerBound
        else { continue }
        stops.append(Stop(stop, of: key))
      }
      return stops
    }
  }

  /// Returns the meters that a device has moved since its first fix, also before what is still stored.
  ///
  /// - Parameter device: The key of the device; nil for the sum of all.
  /// - Returns: The meters.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func odometer(of device: String? = nil) throws(StoreError) -> Double {
    try askAtOnce { () throws(SQLiteFault) in
      let query = try file.prepare(
        """
        SELECT total(way) FROM (
          SELECT key, way FROM device UNION ALL
          SELECT key, segment.way FROM segment JOIN session ON session.id = segment.session
          JOIN device ON device.id = session.device WHERE first > upto)
        WHERE key = coalesce(?, key)
        """)
      try query.bind(1, device)
      return try query.next() ? Double(query.number(0) ?? 0) / 1000 : 0
    }
  }

  /// Makes way, trips and stops again from the stored fixes, by the rules of this version.
  ///
  /// The way of fixes that are no longer stored stays in the odometer. The store must have no other writer.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - program: The name of the program, for the lock.
  /// - Returns: The number of trips that have ended.
  /// - Throws: A ``StoreError``; for another writer, with its name.
  @discardableResult public static func rebuildTrips(
    at path: String, program: String = "GPSStore"
  ) throws(StoreError) -> Int {
    guard Kernel.exists(path) else { throw StoreError(Errno.noSuchFile, path) }
    return try StoreFile(path, program: program, at: 0).rebuildTrips()
  }

  /// The motion of each device until its last fix.
  private func machines(of device: String?) throws(SQLiteFault) -> [(key: String, machine: MotionMachine)] {
    let query = try file.prepare("SELECT id, key FROM device WHERE key = coalesce(?, key) ORDER BY id")
    try query.bind(1, device)
    var devices: [(id: Int64, key: String)] = []
    while try query.next() {
      if let id = query.number(0), let key = query.text(1) { devices.append((id, key)) }
    }
    let replay = MotionReplay(file)
    var found: [(key: String, machine: MotionMachine)] = []
    for (id, key) in devices {
      var (machine, upto, _) = try MotionTables.motion(of: id, in: file)
      try replay.forEach(of: id, after: upto) { _ = machine.take($0) }
      found.append((key, machine))
    }
    return found
  }

  private static func milliseconds(_ times: ClosedRange<UTC>?) -> ClosedRange<Int64> {
    guard let times else { return .min ... .max }
    return TrackRow.milliseconds(times.lowerBound)...TrackRow.milliseconds(times.upperBound)
  }

  private static func bind(
    _ query: SQLiteStatement, _ span: ClosedRange<Int64>, _ device: String?
  ) throws(SQLiteFault) {
    try query.bind(1, span.upperBound)
    try query.bind(2, span.lowerBound)
    try query.bind(3, device)
  }

  private static func range(_ query: SQLiteStatement, _ column: Int) -> ClosedRange<Int64>? {
    guard let first = query.number(column), let last = query.number(column + 1), first <= last else {
      return nil
    }
    return first...last
  }

  private static func times(_ query: SQLiteStatement, _ column: Int) -> ClosedRange<UTC>? {
    guard let range = range(query, column), TrackRow.isTime(range.lowerBound),
      TrackRow.isTime(range.upperBound)
    else { return nil }
    return TrackRow.instant(range.lowerBound)...TrackRow.instant(range.upperBound)
  }
}
