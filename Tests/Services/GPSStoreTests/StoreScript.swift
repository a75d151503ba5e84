import GNSS
import GPSBridge
import GPSFormats
import GPSSQLiteFiles
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

/// A store that a test writes second by second, and an array with the fixes that it must have.
///
/// It stands in for the engine, without its loop: crashes, seals and forgetting happen where the test says.
final class StoreScript {
  let path: String
  private(set) var file: StoreFile?
  private var machine: StoreMachine
  private let start = ContinuousClock.now
  /// Seconds since the script began.
  private(set) var second = 0
  /// Seconds by which this machine's clock, and the receiver's, are ahead of the truth.
  var (ahead, receiverAhead) = (0, 0)
  private var random: SeededGenerator
  private var (latitude, longitude) = (47.6, 9.4)
  /// The number of sessions in the store when it was opened.
  private var sessionsBefore: Int64 = 0
  /// What the store must have.
  private(set) var fixes: [StoredFix] = []

  static let begin: Int64 = 1_795_158_000

  /// Opens a store, and records some seconds in it.
  init(_ path: String, seed: UInt64, recording seconds: Int = 0) throws {
    (self.path, random) = (path, SeededGenerator(seed: seed))
    machine = StoreMachine(next: 1, last: nil, places: [nil])
    try open()
    if seconds > 0 { try record(seconds) }
  }

  /// The time by this machine's clock, in milliseconds.
  var now: Int64 { (Self.begin + Int64(second + ahead)) * 1000 }

  func open() throws {
    let opened = try StoreFile(path, program: "test", at: now)
    sessionsBefore = try opened.file.number("SELECT count(*) FROM session") ?? 0
    machine = StoreMachine(next: opened.next, last: opened.last, places: [DevicePlace(key: "usb-1.2")])
    file = opened
  }

  /// Reports a fix for each of some seconds.
  func drive(_ seconds: Int, at place: Coordinate? = nil) {
    for _ in 0..<seconds {
      latitude += Double.random(in: -2e-5...4e-5, using: &random)
      longitude += Double.random(in: -1e-5...2e-5, using: &random)
      var fix = Fix()
      (fix.mode, fix.quality, fix.satellitesUsed) = (.threeDimensional, .autonomous, 11)
      (fix.speed, fix.course) = (Double.random(in: 8...9, using: &random), 41)
      fix.altitude = Double(Int.random(in: 4040...4060, using: &random)) / 10
      fix.errors = ErrorEstimate(
        horizontal: Double.random(in: 2...9, using: &random), vertical: 4, source: .receiver)
      fix.time = UTC(secondsSince1970: Self.begin + Int64(second + receiverAhead))
      fix.coordinate = place ?? Coordinate(latitude: latitude, longitude: longitude)
      let moment = moment
      let update = LocationUpdate(lastKnown: nil, freshness: .live, age: nil, reason: nil)
      machine.take(.epoch(Epoch(fix, update, received: moment.instant)), at: moment)
      second += 1
    }
  }

  func wait(_ seconds: Int) { second += seconds }

  private var moment: LiveMoment {
    LiveMoment(start + .seconds(second), utcSeconds: Double(Self.begin) + Double(second + ahead))
  }

  /// Writes what was reported.
  func write() throws {
    guard let file else { return }
    try file.write(machine.entries, machine.sessions, machine.segments)
    for entry in machine.entries {
      guard case .fix(let row) = entry.content else { continue }
      fixes.append(
        StoredFix(
          number: entry.number, session: sessionsBefore + 1 + Int64(entry.session),
          monotonic: entry.monotonic, row: row))
    }
    machine.settle(machine.entries.count)
  }

  /// Reports a fix for each of some seconds, and writes them.
  func record(_ seconds: Int, at place: Coordinate? = nil) throws {
    drive(seconds, at: place)
    try write()
  }

  /// Packs old fixes, at most so many pages; returns how many were packed.
  @discardableResult func seal(_ most: Int = .max) throws -> Int {
    try write()
    guard let file else { return 0 }
    var count = 0
    let bound = machine.segments.first?.first ?? machine.lastNumber + 1
    while count < most, try file.seal(at: now, before: bound) { count += 1 }
    return count
  }

  /// Removes what is beyond limits, and takes it from the array as well; returns how many fixes are gone.
  @discardableResult func makeRoom(_ limits: StoreLimits, isTight: Bool = false) throws -> Int {
    try write()
    guard let file else { return 0 }
    let bound = machine.segments.first?.first ?? machine.lastNumber + 1
    while try file.makeRoom(limits, at: now, before: bound, isTight: isTight) {}
    let before = fixes.count
    let query = "SELECT max(last) FROM dropped WHERE cause IN ('too_old', 'max_size')"
    if let last = try file.file.number(query) { fixes.removeAll { $0.number <= last } }
    return before - fixes.count
  }

  /// Ends without writing what is left, and begins again.
  func crash() throws {
    file = nil
    try open()
  }

  /// Closes the store, as a program that ends.
  func close() throws {
    try write()
    file = nil
  }

  /// Removes the fixes of a query, in an opening of its own.
  @discardableResult func forget(_ query: StoreQuery) throws -> RemovalCounts {
    try close()
    let gone = try forget(query, in: StoreFile(path, program: "test", at: now))
    fixes.removeAll { fix in
      (query.times?.contains(fix.milliseconds) ?? false)
        && (query.box.map { box in fix.coordinate.map { box.contains($0) } ?? false } ?? true)
    }
    try open()
    return gone
  }

  private func forget(_ query: StoreQuery, in file: StoreFile) throws -> RemovalCounts {
    let gone = try file.forget(query, at: now)
    try file.checkpoint(.truncating)
    return gone
  }
}
