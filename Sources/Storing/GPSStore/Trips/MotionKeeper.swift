internal import GNSS
internal import GPSSQLiteFiles

/// Keeps the way, the trips and the stops of each device, in the transactions that write its fixes.
///
/// ```
/// segment   way       of its fixes, with each transaction
/// device    way, motion, upto    when a segment is full, when a file is imported, and when the store is closed
/// trip, stop          when they have ended
/// ```
///
/// After a power cut, the motion of a device and its fixes after `upto` give what there was; the next writer begins
/// with that.
final class MotionKeeper {
  private struct Device {
    var machine: MotionMachine
    /// The last fix that it has taken, and the last one that the file knows of.
    var (upto, saved): (Int64, Int64)
    /// The millimeters of its imports.
    var imported: Int64
  }

  private struct State {
    var devices: [Int64: Device] = [:]
    /// The first session of each device whose import has no motion yet.
    var imports: [Int64: Int64] = [:]
    /// The segment of the last fix, and its device.
    var open: (first: Int64, device: Int64)?
    /// Millimeters, by the first numbers of segments.
    var ways: [Int64: Int64] = [:]
  }

  private let file: SQLiteConnection
  private let tables: MotionTables
  /// The state in the file, and the state after the transaction.
  private var (written, next) = (State(), State())

  init(_ file: SQLiteConnection) throws(SQLiteFault) {
    self.file = file
    tables = try MotionTables(file)
  }

  /// Begins a transaction.
  func begin() {
    next = written
    if let open = next.open { next.ways = next.ways.filter { $0.key == open.first } }
  }

  /// The transaction is in the file.
  func commit() { written = next }

  /// Takes a device, before the fixes of a new session of it are written.
  func open(_ device: Int64, session: Int64, isImport: Bool) throws(SQLiteFault) {
    if isImport, next.imports[device] == nil { next.imports[device] = session }
    guard next.devices[device] == nil else { return }
    let (machine, upto, imported) = try MotionTables.motion(of: device, in: file)
    var found = Device(machine: machine, upto: upto, saved: upto, imported: imported)
    try MotionReplay(file).forEach(of: device, after: upto) { fix in
      _ = found.machine.take(fix)
      found.upto = fix.number
    }
    next.devices[device] = found
  }

  /// Takes a fix that is written, of a segment.
  func take(_ fix: ReplayedFix, of device: Int64) throws(SQLiteFault) {
    if let open = next.open, open.first != fix.segment { try save(open.device) }
    next.open = (fix.segment, device)
    guard var known = next.devices[device] else { return }
    // The dictionary must not hold a second copy while the machine changes.
    next.devices[device] = nil
    defer { next.devices[device] = known }
    let before = known.machine.millimeters
    known.upto = fix.number
    for span in known.machine.take(fix) { try tables.add(span, of: device) }
    next.ways[fix.segment, default: 0] += known.machine.millimeters - before
  }

  /// The millimeters of a segment.
  func way(ofSegment first: Int64) -> Int64 { next.ways[first] ?? 0 }

  /// Brings the motion of all devices up to their last fix: a program that was killed did not write it.
  ///
  /// Sealing joins the segments before `upto` with later ones, and their ways would be lost.
  func catchUp() throws(SQLiteFault) {
    let behind = try file.prepare(
      """
      SELECT 1 FROM segment JOIN session ON session.id = segment.session WHERE device = ?1 AND last > ?2
      AND first >= coalesce((SELECT max(first) FROM segment WHERE first <= ?2), 0) LIMIT 1
      """)
    for device in try file.devices() {
      let (stored, upto, imported) = try MotionTables.motion(of: device, in: file)
      try behind.bind(1, device)
      try behind.bind(2, upto)
      defer { behind.reset() }
      guard try behind.next() else { continue }
      behind.reset()
      var (machine, last) = (stored, upto)
      var spans: [MotionMachine.Span] = []
      try MotionReplay(file).forEach(of: device, after: upto) { fix in
        spans += machine.take(fix)
        last = fix.number
      }
      try file.transaction { () throws(SQLiteFault) in
        for span in spans { try tables.add(span, of: device) }
        try tables.save(machine, upto: last, imported: imported, of: device)
      }
    }
  }

  /// Writes the motion of all devices.
  func saveAll() throws(SQLiteFault) {
    for (device, session) in next.imports {
      guard var known = next.devices[device] else { continue }
      let motion = try ImportedMotion(of: device, since: session, in: file)
      try tables.replace(motion, of: device, in: file)
      known.imported += motion.way - motion.storedWay
      known.upto = motion.numbers.reduce(known.upto) { max($0, $1.upperBound) }
      next.devices[device] = known
    }
    next.imports = [:]
    for device in next.devices.keys { try save(device) }
  }

  private func save(_ device: Int64) throws(SQLiteFault) {
    guard var known = next.devices[device], known.upto > known.saved else { return }
    try tables.save(known.machine, upto: known.upto, imported: known.imported, of: device)
    known.saved = known.upto
    next.devices[device] = known
  }
}

/// The statements that write motion.
struct MotionTables {
  private let saveDevice: SQLiteStatement
  private let addTrip: SQLiteStatement
  private let addStop: SQLiteStatement

  init(_ file: SQLiteConnection) throws(SQLiteFault) {
    saveDevice = try file.prepare("UPDATE device SET way = ?, upto = ?, motion = ? WHERE id = ?")
    // A power cut may have taken the end of a trip; what is made again has the same first number.
    let marks = Array(repeating: "?", count: 13).joined(separator: ", ")
    addTrip = try file.prepare("INSERT OR REPLACE INTO trip VALUES (\(marks))")
    addStop = try file.prepare("INSERT OR REPLACE INTO stop VALUES (?, ?, ?, ?, ?, ?, ?)")
  }

  /// The motion of a device as it was written, the number of its last fix then, and the millimeters of its imports.
  static func motion(
    of device: Int64, in file: SQLiteConnection
  ) throws(SQLiteFault) -> (machine: MotionMachine, upto: Int64, imported: Int64) {
    let query = try file.prepare("SELECT way, upto, motion FROM device WHERE id = ?")
    try query.bind(1, device)
    guard try query.next() else { return (MotionMachine(), 0, 0) }
    let way = max(0, min(query.number(0) ?? 0, MotionMachine.mostMillimeters))
    let upto = max(0, min(query.number(1) ?? 0, StoreSchema.mostNumber))
    // Motion by other rules, or a damaged one: the way goes on, and a trip begins anew.
    let machine =
      NumberList(bytes: query.bytes(2)).flatMap { MotionMachine($0) }
      ?? MotionMachine(way: Double(way) / 1000)
    return (machine, upto, max(0, way - machine.millimeters))
  }

  func save(
    _ machine: MotionMachine, upto: Int64, imported: Int64, of device: Int64
  ) throws(SQLiteFault) {
    try saveDevice.bind(1, machine.millimeters + imported)
    try saveDevice.bind(2, upto)
    try saveDevice.bind(3, machine.numbers.bytes)
    try saveDevice.bind(4, device)
    try saveDevice.run()
  }

  func add(_ span: MotionMachine.Span, of device: Int64) throws(SQLiteFault) {
    let statement = if case .trip = span { addTrip } else { addStop }
    for (place, number) in Self.row(span, of: device).enumerated() { try statement.bind(place + 1, number) }
    try statement.run()
  }

  /// The columns of a trip or a stop.
  static func row(_ span: MotionMachine.Span, of device: Int64) -> [Int64] {
    switch span {
    case .trip(let trip):
      let (start, end) = (StoredPlace(trip.start), StoredPlace(trip.end))
      return [
        trip.first, trip.last, device, trip.began, trip.ended, start.latitude, start.longitude, end.latitude,
        end.longitude, whole(trip.way, 1000), whole(trip.straight, 1000), whole(trip.moving, 1000),
        whole(trip.fastest, 100),
      ]
    case .stop(let stop):
      let place = StoredPlace(stop.place)
      return [stop.first, stop.last, device, stop.began, stop.ended, place.latitude, place.longitude]
    }
  }

  static func whole(_ amount: Double, _ units: Double) -> Int64 { Int64((amount * units).rounded()) }
}

/// A place in ten-millionths of a degree.
struct StoredPlace: Sendable, Hashable {
  let latitude: Int64
  let longitude: Int64

  init(_ place: Coordinate) {
    (latitude, longitude) = (
      Int64((place.latitude * 1e7).rounded()), Int64((place.longitude * 1e7).rounded())
    )
  }

  /// The place of two columns; nil if they have none.
  static func coordinate(_ latitude: Int64?, _ longitude: Int64?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
  }
}
