import GNSS
import GPSSQLiteFiles
import TestSupport
import Testing

@testable import GPSStore

@Suite struct `Motion beside imports` {
  private let folder: TestFolder
  private let path: String
  private let begin: Int64 = 1_795_158_000_000

  init() throws {
    folder = try TestFolder()
    path = folder.file("track.db")
  }

  private func number(_ query: String) throws -> Int64? { try SQLiteConnection(path, .reading).number(query) }

  /// Stores a drive to the north in a session of its own, 10 m each second, from a second and a place on.
  private func drive(
    _ kind: String, _ seconds: Range<Int64>, from latitude: Double = 47, _ device: String = "car",
    offset: Int64 = 0
  ) throws {
    var track = try StoredTrack(at: path)
    track.begin(device, kind: kind)
    for second in seconds {
      track.add(
        begin + second * 1000 + offset, latitude + Double(second - seconds.lowerBound) / 11_118, 9, speed: 10,
        accuracy: 3)
    }
    try track.write()
  }

  @Test func `have no way between an import and what is live`() throws {
    try drive("live", 0..<200)
    try drive("import", -900_000 ..< -899_600, from: 10)
    try drive("live", 300..<500, from: 47.02)
    let store = try TrackStore(at: path)
    let way = try store.odometer()
    #expect(abs(way - 8230) < 100, "no way to the other track, and none back")
    let trips = try store.trips()
    // The import does not interrupt what is live: 230 m are the way of its 101 s.
    #expect(trips.count == 2 && trips.allSatisfy { $0.meters < 4300 && $0.straightMeters < 240 })
    #expect(try store.motionFault() == nil)
    try TrackStore.rebuildTrips(at: path)
    #expect(try TrackStore(at: path).odometer() == way && TrackStore(at: path).trips() == trips)
  }

  @Test func `is read at one moment, also while a trip ends`() throws {
    try drive("live", 0..<200)
    let store = try TrackStore(at: path)
    let open = try store.trips()
    #expect(open.count == 1 && open[0].isOpen)
    // After an hour, a fix at the same place ends the trip.
    var result: Result<Void, any Error>?
    let found = try store.trips {
      result = Result { try drive("live", 3800..<3801, from: 47 + 199.0 / 11_118) }
    }
    try #require(result).get()
    #expect(found == open, "once, and as it was")
    let after = try store.trips()
    #expect(after.count == 1 && !after[0].isOpen)
  }

  /// The odometer is the way of devices, and of segments after it: no segment may count in both or in none.
  private func expectWhole(_ way: Double, _ comment: Comment) throws {
    let sum = "SELECT sum(segment.way) FROM segment, device WHERE first <= upto"
    #expect(try number("SELECT way FROM device") == number(sum), comment)
    #expect(try TrackStore(at: path).odometer() == way, comment)
    #expect(try TrackStore(at: path).motionFault() == nil, comment)
  }

  @Test func `is whole after a kill, with a segment that sealing splits`() throws {
    let script = try StoreScript(path, seed: 7)
    script.drive(700)
    try script.write()
    try script.crash()
    let way = try TrackStore(at: path).odometer()
    try expectWhole(way, "the next opening brings it up to date")
    #expect(try number("SELECT upto FROM device") == number("SELECT max(last) FROM segment") && way > 5000)
    script.wait(9 * 86_400)
    #expect(try script.seal() > 1 && number("SELECT count(*) FROM fix") == 0)
    try expectWhole(way, "packed")
    script.drive(700)
    try script.write()
    script.wait(9 * 86_400)
    script.drive(100)
    try script.write()
    let more = try TrackStore(at: path).odometer()
    #expect(try script.seal(1) == 1)
    #expect(try number("SELECT count(*) FROM segment WHERE last - first < 255") ?? 0 > 1, "one is split")
    try expectWhole(more, "split")
    try script.crash()
    try script.seal()
    try expectWhole(more, "packed while others go on")
  }

  @Test func `is whole after an import, and when that is packed`() throws {
    let now = UTC(secondsSince1970: begin / 1000 + 30 * 86_400)
    var random = SeededGenerator(seed: 3)
    do {
      let store = try TrackImport(into: path, program: "test", at: now)
      store.begin(TrackImport.File(name: "a", device: "car", digest: FileDigest()))
      for second: Int64 in 0..<1500 {
        var fix = Fix()
        (fix.mode, fix.time) = (.threeDimensional, UTC(secondsSince1970: begin / 1000 + second))
        fix.coordinate = Coordinate(latitude: 47 + Double(second) / 11_118, longitude: 9)
        fix.speed = Double.random(in: 8...12, using: &random)
        fix.errors = ErrorEstimate(
          horizontal: Double.random(in: 2...9, using: &random), vertical: 4, source: .receiver)
        store.take(fix)
      }
      _ = try store.finish()
    }
    #expect(try number("SELECT upto FROM device") == number("SELECT max(last) FROM segment"))
    let way = try TrackStore(at: path).odometer()
    #expect(abs(way - 15_000) < 250)
    try expectWhole(way, "imported")
    let milliseconds = now.secondsSince1970 * 1000
    let file = try StoreFile(path, program: "test", at: milliseconds)
    var packs = 0
    while try file.seal(at: milliseconds, before: file.next) {
      packs += 1
      try expectWhole(way, "packed")
    }
    #expect(packs > 1)
  }

  private func summary(_ device: String? = nil) throws -> DaySummary {
    let hour = UTC(secondsSince1970: begin / 1000 - 60)...UTC(secondsSince1970: begin / 1000 + 3600)
    return try TrackStore(at: path).summary(of: hour, device: device)
  }

  @Test func `count a time once, also for a second import`() throws {
    try drive("live", 0..<700)
    let before = try (TrackStore(at: path).odometer(), summary().known)
    #expect(abs(before.0 - 7000) < 50 && before.1 == 699)
    // A logger in the same car: it began later, ended later, and its clock runs 250 ms ahead.
    try drive("import", 100..<1000, from: 47.0, offset: 250)
    #expect(abs(try TrackStore(at: path).odometer() - 10_000) < 150, "the last 300 s are new")
    #expect(try abs(summary().known - 999) < 3 && summary().fixes == 1600)
    let after = try (TrackStore(at: path).odometer(), summary().known)
    try drive("import", 0..<900, from: 47.0, offset: 500)
    #expect(try TrackStore(at: path).odometer() == after.0 && summary().known == after.1)
    #expect(abs(try summary().way - after.0) < 0.01)
    let day = [begin / 1000 - 60, begin / 1000 + 3600].map { UTC(secondsSince1970: $0) }
    #expect(try abs(TrackStore(at: path).knownDays(day, device: "car")[0].known - after.1) < 3)
    #expect(try TrackStore(at: path).motionFault() == nil)
    // Another device counts for itself.
    try drive("import", 0..<700, "boat")
    #expect(abs(try TrackStore(at: path).odometer(of: "boat") - 7000) < 50)
    #expect(try summary("boat").known == 699 && summary("car").known == after.1)
  }

  @Test func `count an import before a session and after it, and its times in the gap`() throws {
    do {
      var track = try StoredTrack(at: path)
      track.begin("car")
      for second: Int64 in 400..<800 where !(500..<700).contains(second) {
        if second == 700 { track.addGap(begin + 499_000, begin + 700_000, "searching") }
        track.add(begin + second * 1000, 47 + Double(second) / 11_118, 9, speed: 10, accuracy: 3)
      }
      try track.write()
    }
    let live = try TrackStore(at: path).odometer()
    try drive("import", 0..<1200)
    let way = try TrackStore(at: path).odometer() - live
    #expect(abs(way - 8000) < 100, "0…400 and 800…1200 s: \(way) m")
    #expect(try summary().known == 1195, "the second at each of four borders is no one's")
    #expect(try TrackStore(at: path).motionFault() == nil)
  }

  @Test func `count once when what covered them is gone`() throws {
    try drive("live", 0..<700)
    let end = try #require(try number("SELECT max(last) FROM segment"))
    try drive("import", 0..<700, offset: 250)
    let way = try TrackStore(at: path).odometer()
    do {
      let file = try StoreFile(path, program: "test", at: begin)
      let isMore = try file.makeRoom(StoreLimits(maxSize: 1 << 30), at: begin, before: end + 1, isTight: true)
      #expect(!isMore)
    }
    #expect(try number("SELECT count(*) FROM fix") == 700 && TrackStore(at: path).odometer() == way)
    try TrackStore.rebuildTrips(at: path)
    #expect(abs(try TrackStore(at: path).odometer() - way) < 10)
  }
}
