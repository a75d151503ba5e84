internal import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// The motion that follows from the stored fixes of a device.
private struct DerivedMotion {
  private(set) var machine: MotionMachine
  /// The number of the last fix.
  private(set) var upto: Int64 = 0
  private(set) var spans: [MotionMachine.Span] = []
  /// The millimeters of each segment.
  private(set) var ways: [Int64: Int64]
  /// The millimeters of imports.
  let imported: Int64
  /// The millimeters of fixes that are not stored any more.
  let gone: Int64

  /// Derives the motion.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - file: The store.
  ///   - gone: The millimeters of fixes that are not stored any more; nil if the segments' ways are right.
  /// - Throws: A fault of the file.
  init(of device: Int64, in file: SQLiteConnection, gone: Int64? = nil) throws(SQLiteFault) {
    let found = try file.number(
      """
      SELECT way - (SELECT coalesce(sum(segment.way), 0) FROM segment JOIN session ON session.id = segment.session
        WHERE session.device = device.id AND first <= upto) FROM device WHERE id = \(device)
      """)
    self.gone = gone ?? max(0, min(found ?? 0, MotionMachine.mostMillimeters))
    machine = MotionMachine(way: Double(self.gone) / 1000)
    let imports = try ImportedMotion(of: device, in: file)
    (spans, ways, imported) = (imports.spans, imports.ways, imports.way)
    try MotionReplay(file).forEach(of: device, after: 0) { fix in take(fix) }
    upto = imports.numbers.reduce(upto) { max($0, $1.upperBound) }
  }

  /// Drops millimeters of fixes that are not stored any more: others count for them.
  mutating func drop(_ way: Int64) { machine.add(meters: -Double(max(0, min(gone, way))) / 1000) }

  /// Keeps a way in millimeters that is longer than what follows from the fixes.
  mutating func keep(way: Int64) {
    machine.add(meters: Double(max(0, way - machine.millimeters - imported)) / 1000)
  }

  private mutating func take(_ fix: ReplayedFix) {
    upto = fix.number
    let before = machine.millimeters
    spans += machine.take(fix)
    ways[fix.segment, default: 0] += machine.millimeters - before
  }
}

extension StoreFile {
  /// Makes way, trips and stops of all devices again from the stored fixes, in one transaction; returns the trips.
  func rebuildTrips() throws(StoreError) -> Int {
    do throws(SQLiteFault) {
      try file.transaction { () throws(SQLiteFault) in try MotionTables.rebuild(in: file) }
      return Int(try file.number("SELECT count(*) FROM trip") ?? 0)
    } catch { throw StoreError(error, path) }
  }
}

extension MotionTables {
  /// Makes way, trips and stops of all devices again from the stored fixes.
  ///
  /// Trips and stops before the first stored fix stay: what they were made from is gone.
  ///
  /// - Parameters:
  ///   - file: The store, in a transaction.
  ///   - keepsWay: Whether the devices keep their way: it is not that of the stored fixes then.
  /// - Throws: A fault of the file.
  static func rebuild(in file: SQLiteConnection, keepsWay: Bool = false) throws(SQLiteFault) {
    let tables = try MotionTables(file)
    for device in try file.devices() { try tables.rebuild(device, in: file, keepsWay: keepsWay) }
  }

  private func rebuild(_ device: Int64, in file: SQLiteConnection, keepsWay: Bool) throws(SQLiteFault) {
    let way = keepsWay ? try file.number("SELECT way FROM device WHERE id = \(device)") ?? 0 : 0
    var motion = try DerivedMotion(of: device, in: file, gone: keepsWay ? 0 : nil)
    motion.keep(way: way)
    if motion.gone > 0 { motion.drop(try recounted(device, motion, in: file)) }
    let first = motion.ways.keys.min() ?? .max
    for table in ["trip", "stop"] {
      try file.run("DELETE FROM \(table) WHERE device = \(device) AND last >= \(first)")
    }
    try set(motion.ways, in: file)
    for span in motion.spans { try add(span, of: device) }
    try save(motion.machine, upto: motion.upto, imported: motion.imported, of: device)
  }

  /// The millimeters of imports that did not count until now: what covered their times is gone.
  private func recounted(
    _ device: Int64, _ motion: DerivedMotion, in file: SQLiteConnection
  ) throws(SQLiteFault) -> Int64 {
    let query = try file.prepare(
      """
      SELECT first, segment.way FROM segment JOIN session ON session.id = segment.session
      WHERE device = ? AND kind = 'import'
      """)
    try query.bind(1, device)
    var stored: [Int64: Int64] = [:]
    while try query.next() { if let first = query.number(0) { stored[first] = query.number(1) } }
    return motion.ways.reduce(0) { sum, segment in
      sum + (stored[segment.key].map { segment.value - $0 } ?? 0)
    }
  }
}

extension TrackStore {
  /// Compares way, trips and stops with the stored fixes; returns what does not follow from them.
  package func motionFault() throws(StoreError) -> String? {
    try askAtOnce { () throws(SQLiteFault) in
      for device in try file.devices() {
        let derived = try DerivedMotion(of: device, in: file)
        // Where older fixes are gone, so are the trips that they belonged to.
        guard derived.gone == 0 else { continue }
        if let words = try fault(of: device, derived) { return "device \(device): \(words)" }
      }
      return nil
    }
  }

  private func fault(of device: Int64, _ derived: DerivedMotion) throws(SQLiteFault) -> String? {
    var (machine, upto, _) = try MotionTables.motion(of: device, in: file)
    try MotionReplay(file).forEach(of: device, after: upto) { _ = machine.take($0) }
    guard machine == derived.machine else {
      return "its way is \(machine.millimeters) mm, and \(derived.machine.millimeters) follow from its fixes"
    }
    let sum = try file.number(
      "SELECT sum(way) FROM segment JOIN session ON session.id = segment.session WHERE device = \(device)")
    let expectedSum = derived.ways.values.reduce(0, +)
    guard sum ?? 0 == expectedSum else {
      return "its segments have \(sum ?? 0) mm, and \(expectedSum) follow"
    }
    // A packed segment and the rest of the one that it ends in share a way by the number of their fixes.
    let isPacked = try file.number("SELECT 1 FROM pack LIMIT 1") != nil
    let getWay = try file.prepare("SELECT way FROM segment WHERE first = ?")
    for (segment, way) in isPacked ? [:] : derived.ways {
      defer { getWay.reset() }
      try getWay.bind(1, segment)
      let found = try getWay.next() ? getWay.number(0) : nil
      guard found == way else { return "segment \(segment) has \(found ?? -1) mm, and \(way) follow" }
    }
    let expected = derived.spans.map { MotionTables.row($0, of: device) }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    var found: [[Int64]] = []
    for (table, columns) in [("trip", 13), ("stop", 7)] {
      let rows = try file.prepare("SELECT * FROM \(table) WHERE device = \(device)")
      while try rows.next() { found.append((0..<columns).map { rows.number($0) ?? -1 }) }
    }
    found.sort { $0.lexicographicallyPrecedes($1) }
    return found == expected ? nil : "its trips and stops are \(found), and \(expected) follow"
  }
}

extension SQLiteConnection {
  /// The devices of a store.
  func devices() throws(SQLiteFault) -> [Int64] {
    let query = try prepare("SELECT id FROM device ORDER BY id")
    var devices: [Int64] = []
    while try query.next() { if let id = query.number(0) { devices.append(id) } }
    return devices
  }
}

/// A fix that motion is made from.
struct ReplayedFix: Sendable {
  let number: Int64
  /// The first number of its segment.
  let segment: Int64
  /// Nil if it does not show motion.
  let sample: MotionMachine.Sample?
}

extension ReplayedFix {
  init(_ fix: StoredFix, segment: Int64) {
    (number, self.segment) = (fix.number, segment)
    sample = MotionMachine.Sample(
      fix.number, session: fix.session, monotonic: fix.monotonicMilliseconds, fix.row)
  }
}

extension MotionMachine {
  /// Takes the next fix, unless it shows no motion; returns the trips and stops that have ended.
  mutating func take(_ fix: ReplayedFix) -> [Span] {
    guard let sample = fix.sample else { return [] }
    return take(sample)
  }
}

/// Reads the fixes of a device in the order in which they came, without imports (``ImportedMotion``).
struct MotionReplay {
  private let file: SQLiteConnection

  init(_ file: SQLiteConnection) { self.file = file }

  /// Passes the fixes after a number to a closure.
  func forEach(
    of device: Int64, after number: Int64, _ body: (ReplayedFix) throws(SQLiteFault) -> Void
  ) throws(SQLiteFault) {
    let rows = try SegmentRows<StoredFix>(file)
    var fixes: [StoredFix] = []
    for segment in try segments(of: device, after: number) {
      var next: Int64? = max(segment.numbers.lowerBound, number + 1)
      while let from = next {
        fixes.removeAll(keepingCapacity: true)
        next = try rows.read(segment, from: from, into: &fixes)
        for fix in fixes where fix.session == segment.session {
          try body(ReplayedFix(fix, segment: segment.numbers.lowerBound))
        }
      }
    }
  }

  private func segments(
    of device: Int64, after number: Int64
  ) throws(SQLiteFault) -> [SegmentPlace] {
    let query = try file.prepare(
      """
      SELECT first, last, segment.session FROM segment JOIN session ON session.id = segment.session
      WHERE device = ? AND last > ? AND kind <> 'import' ORDER BY first
      """)
    try query.bind(1, device)
    try query.bind(2, number)
    var found: [SegmentPlace] = []
    while try query.next() {
      guard let first = query.number(0), let last = query.number(1), let session = query.number(2),
        first <= last
      else { throw SQLiteFault(.wrongRows, "a segment has no numbers") }
      found.append(SegmentPlace(numbers: first...last, session: session))
    }
    return found
  }
}

extension MotionMachine.Sample {
  /// Creates the sample of a stored fix; nil if it does not show motion: it is suspect, or has no place or a wrong
  /// time.
  init?(_ number: Int64, session: Int64, monotonic: Int64, _ row: TrackRow) {
    guard let place = row.coordinate, !row.isSuspect, !row.flags.contains(.wrongTime) else { return nil }
    let error = row.horizontalError ?? row.dilution.map { $0 * Self.errorOfDilution } ?? Self.usualError
    self.init(
      number: number, session: session, time: row.milliseconds,
      monotonic: max(-Self.mostMonotonic, min(monotonic, Self.mostMonotonic)), place: place,
      speed: row.groundSpeed.flatMap { (0...Self.mostSpeed).contains($0) ? $0 : nil }, error: max(0, error))
  }

  /// Meters.
  private static let (errorOfDilution, usualError) = (5.0, 10.0)
}
