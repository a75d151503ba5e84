internal import GPSGeodesy
internal import GPSSQLiteFiles

/// The motion derived from the fixes of a device in a time span; only the distance of each segment is stored.
struct DerivedMotion {
  private(set) var machine: MotionMachine
  private(set) var spans: [MotionMachine.Span] = []
  /// The distance in millimeters of each segment whose motion is known, because all of it was read.
  private(set) var ways: [Int64: Int64] = [:]

  /// Derives the motion.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - times: The time in milliseconds; trips and stops that overlap it are complete.
  ///   - file: The store.
  ///   - damage: Collects the unreadable positions.
  /// - Throws: A fault of the file.
  init(
    of device: Int64, in times: ClosedRange<Int64> = .min ... .max, _ file: SQLiteConnection,
    _ damage: DamagedParts = DamagedParts()
  ) throws(SQLiteFault) {
    machine = MotionMachine(radius: try StoredWay.radius(in: file))
    let (begin, settled) = try Self.begin(of: device, before: times.lowerBound, in: file)
    var last: MotionReplay.Step?
    try MotionReplay(of: device, from: begin, in: times, file, damage).forEach { step in
      if step.isApart, step.sample.time > times.upperBound, machine.isOver(at: times.upperBound) {
        return false
      }
      // A logger that was off shows no way.
      if let last, last.isImport || step.isImport, step.sample.time - last.sample.time >= MotionMachine.pause
      {
        spans += machine.interrupt()
      }
      last = step
      let before = machine.millimeters
      spans += machine.take(step.sample)
      if step.sample.time >= settled { ways[step.segment, default: 0] += machine.millimeters - before }
      return true
    }
  }

  /// The time from which fixes must be read for a given time, and the time from which their motion is known.
  ///
  /// No segment spans `settled`, so each later segment is counted from its start; each segment that spans `time` is
  /// later.
  ///
  /// ```
  ///    ├─ moves ─┼─ rests ─┼─ rests ─┼─ moves ─┼─ moves ─┤ time
  ///    begin                         settled
  /// ```
  private static func begin(
    of device: Int64, before time: Int64, in file: SQLiteConnection
  ) throws(SQLiteFault) -> (begin: Int64, settled: Int64) {
    guard time > .min else { return (.min, .min) }
    let query = try file.prepare(
      """
      SELECT t0, t1, segment.distance FROM segment JOIN session ON session.id = segment.session
      WHERE device = ? AND t0 < ? ORDER BY t0 DESC
      """, [device, time])
    /// The earliest start of the segments that span a time; the time itself without any.
    func firstBegin(across time: Int64) throws(SQLiteFault) -> Int64 {
      try file.number(
        """
        SELECT min(t0) FROM segment JOIN session ON session.id = segment.session
        WHERE device = ?1 AND t0 < ?2 AND t1 >= ?2
        """, [device, time]) ?? time
    }
    var (begin, moves, settled): (Int64, Int64, Int64?) = (time, time, nil)
    var limit = try firstBegin(across: time)
    func settle(at time: Int64) throws(SQLiteFault) {
      guard settled == nil, time <= limit else { return }
      let (first, second) = (try firstBegin(across: time), try firstBegin(across: begin))
      if first == time, second == begin { settled = time } else { limit = min(first, second) }
    }
    while try query.next() {
      guard let first = query.number(0), let last = query.number(1) else { continue }
      if begin - last >= MotionMachine.pause { try settle(at: begin) }
      begin = min(begin, first)
      guard query.number(2) == 0 else {
        if let settled { return (begin, settled) }
        moves = begin
        continue
      }
      if min(moves, limit) - begin >= 2 * MotionMachine.pause { try settle(at: min(moves, limit)) }
    }
    return (.min, settled ?? .min)
  }
}

/// The distances that a store keeps.
///
/// ```
/// segment   distance  of its fixes, with each transaction
/// device    distance  of what is no longer stored
/// store     radius    of a rest, with which they were made
/// ```
enum StoredWay {
  /// The radius in meters of a rest; nil to derive it from the accuracies.
  static func radius(in file: SQLiteConnection) throws(SQLiteFault) -> Double? {
    try file.number("SELECT CAST(value AS INTEGER) FROM store WHERE key = 'radius'").flatMap {
      $0 > 0 ? Double($0) / 1000 : nil
    }
  }

  /// Sets the radius, and recomputes the distances if it changed.
  static func use(radius: Double?, in file: SQLiteConnection) throws(SQLiteFault) {
    let millimeters = radius.map { Int64(($0 * 1000).rounded()) } ?? 0
    guard try self.radius(in: file) != (millimeters > 0 ? Double(millimeters) / 1000 : nil) else { return }
    try file.transaction { () throws(SQLiteFault) in
      try file.set("radius", "\(millimeters)")
      for device in try file.devices() { try recount(of: device, file) }
    }
  }

  /// Recomputes the distances of a device's segments in a time span, in the open transaction.
  static func recount(
    of device: Int64, in times: ClosedRange<Int64> = .min ... .max, _ file: SQLiteConnection
  ) throws(SQLiteFault) {
    let setWay = try file.prepare("UPDATE segment SET distance = ? WHERE first = ?")
    for (segment, way) in try DerivedMotion(of: device, in: times, file).ways {
      try setWay.run([way, segment])
    }
  }

  /// Recomputes the distances of all segments; the rest stays with the devices.
  ///
  /// - Parameter file: The store, in a transaction; each device has the sum of its distances (``add(upTo:in:)``).
  /// - Throws: A fault of the file.
  static func recountAll(in file: SQLiteConnection) throws(SQLiteFault) {
    for device in try file.devices() { try recount(of: device, file) }
    try file.run(
      """
      UPDATE device SET distance = distance - (SELECT coalesce(sum(segment.distance), 0) FROM segment
        JOIN session ON session.id = segment.session WHERE session.device = device.id)
      """)
  }

  /// Adds the distances of segments to their devices before the segments are removed or recomputed.
  static func add(upTo number: Int64 = .max, in file: SQLiteConnection) throws(SQLiteFault) {
    try file.run(
      """
      UPDATE device SET distance = distance + (SELECT coalesce(sum(segment.distance), 0) FROM segment
        JOIN session ON session.id = segment.session WHERE session.device = device.id AND first <= \(number))
      """)
  }

  /// The machine that continues with the motion of a device up to now.
  static func machine(of device: Int64, in file: SQLiteConnection) throws(SQLiteFault) -> MotionMachine {
    // Minutes of it are enough: it rests or moves, and where.
    let places = try file.rows(
      """
      SELECT first, last, session FROM segment WHERE session IN
        (SELECT id FROM session WHERE device = ? AND kind <> 'import') ORDER BY first DESC LIMIT 2
      """, [device], SegmentPlace.init)
    let rows = try SegmentRows<StoredFix>(file, DamagedParts())
    var machine = MotionMachine(radius: try radius(in: file))
    for place in places.reversed() {
      for sample in try rows.all(of: place).compactMap(MotionMachine.Sample.init) { _ = machine.take(sample) }
    }
    return machine
  }
}

extension SQLiteConnection {
  func devices() throws(SQLiteFault) -> [Int64] {
    try rows("SELECT id FROM device ORDER BY id") { $0.number(0) }
  }
}
