public import GNSS
internal import GPSGeodesy
internal import GPSSQLiteFiles
internal import GPSTrackRows

extension TrackStore {
  /// Returns the trips of a time span, in the order in which they began.
  ///
  /// - Parameters:
  ///   - times: The time span, which includes each trip that overlaps it; nil for all.
  ///   - device: The key of the device; nil for all.
  /// - Returns: The trips, including one that has not ended.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func trips(in times: ClosedRange<UTC>? = nil, of device: String? = nil) throws(StoreError) -> [Trip]
  { try journey(in: times, of: device).trips }

  /// Returns the stops of a time span, in the order in which they began.
  ///
  /// - Parameters:
  ///   - times: The time span, which includes each stop that overlaps it; nil for all.
  ///   - device: The key of the device; nil for all.
  /// - Returns: The stops, including one that has not ended.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func stops(in times: ClosedRange<UTC>? = nil, of device: String? = nil) throws(StoreError) -> [Stop]
  { try journey(in: times, of: device).stops }

  /// Both at once, since they are derived together from the fixes.
  package func journey(
    in times: ClosedRange<UTC>? = nil, of device: String? = nil
  ) throws(StoreError) -> (trips: [Trip], stops: [Stop]) {
    let span =
      times.map { TrackRow.milliseconds($0.lowerBound)...TrackRow.milliseconds($0.upperBound) } ?? .min
      ... .max
    return try askAtOnce { () throws(SQLiteFault) in
      let devices = try file.rows(
        "SELECT id, key FROM device WHERE key = coalesce(?, key) ORDER BY id", [device]
      ) { row in row.number(0).flatMap { id in row.text(1).map { (id, $0) } } }
      var (trips, stops): ([Trip], [Stop]) = ([], [])
      for (id, key) in devices {
        let motion = try DerivedMotion(of: id, in: span, file, rows.damage ?? DamagedParts())
        for span in motion.spans {
          switch span {
          case .trip(let trip): trips.append(Trip(trip, of: key, isOpen: false))
          case .stop(let stop): stops.append(Stop(stop, of: key, isOpen: false))
          }
        }
        if let trip = motion.machine.openTrip { trips.append(Trip(trip, of: key, isOpen: true)) }
        if let stop = motion.machine.openStop { stops.append(Stop(stop, of: key, isOpen: true)) }
      }
      guard let times else { return (trips, stops) }
      return (trips.filter { $0.times.overlaps(times) }, stops.filter { $0.times.overlaps(times) })
    }
  }

  /// Returns the distance in meters of a device since its first fix, including fixes that were removed.
  ///
  /// - Parameter device: The key of the device; nil for the sum of all.
  /// - Returns: The distance.
  /// - Throws: A ``StoreError`` if the store can't be read.
  public func odometer(of device: String? = nil) throws(StoreError) -> Double {
    try ask { () throws(SQLiteFault) in
      let millimeters = try file.number(
        """
        SELECT total(distance) FROM (
          SELECT key, distance FROM device UNION ALL
          SELECT key, segment.distance FROM segment JOIN session ON session.id = segment.session
          JOIN device ON device.id = session.device)
        WHERE key = coalesce(?, key)
        """, [device])
      return Double(millimeters ?? 0) / 1000
    }
  }

  /// The distance in meters derived from the stored fixes of all devices, for comparisons.
  package func derivedWay() throws(StoreError) -> Double {
    try askAtOnce { () throws(SQLiteFault) in
      var way = 0.0
      for device in try file.devices() { way += try DerivedMotion(of: device, file).machine.way }
      return way
    }
  }
}
