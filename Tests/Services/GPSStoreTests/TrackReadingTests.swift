import GNSS
import GPSGeodesy
import GPSSQLiteFiles
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `Reading a store`: EmptyStoreSuite {
  /// 2026-11-20 12:00 UTC.
  private let noon: Int64 = 1_795_176_000_000

  private func time(_ milliseconds: Int64) -> UTC { TrackRow.instant(milliseconds) }

  private func numbers(_ query: StoreQuery) throws -> [Int64] {
    var numbers: [Int64] = []
    try TrackStore(at: path).forEachFix(query) { numbers.append($0.number) }
    return numbers
  }

  /// A fix that the test has stored.
  private struct Known {
    var number: Int64
    var key: String
    var milliseconds: Int64
    var latitude: Double
    var longitude: Double
  }

  /// Some sessions of two devices, with clocks that step, and fixes on both sides of the 180th meridian.
  private func makeAny(_ random: inout SeededGenerator) throws -> [Known] {
    var (track, known) = (try StoredTrack(at: path), [Known]())
    for _ in 0..<6 {
      let key = Bool.random(using: &random) ? "usb-1" : "usb-2"
      track.begin(key)
      var at = noon + Int64.random(in: -86_400_000...86_400_000, using: &random)
      for _ in 0..<Int.random(in: 1...900, using: &random) {
        let isStep = Int.random(in: 0...200, using: &random) == 0
        at += isStep ? .random(in: -9_000_000...9_000_000, using: &random) : 1000
        let latitude = (Double.random(in: -1...1, using: &random) * 1e7).rounded() / 1e7
        let east = (Double.random(in: 179...181, using: &random) * 1e7).rounded() / 1e7
        let longitude = east > 180 ? east - 360 : east
        let number = track.add(at, latitude, longitude)
        known.append(
          Known(number: number, key: key, milliseconds: at, latitude: latitude, longitude: longitude))
      }
    }
    try track.write()
    return known
  }

  @Test(arguments: 1...8) func `gives what an array gives`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let known = try makeAny(&random)
    for _ in 0..<12 {
      var query = StoreQuery()
      if Bool.random(using: &random) {
        query.device = ["usb-1", "Receiver usb-2", "?"].randomElement(using: &random)
      }
      let (from, to) = (
        Int64.random(in: -9_000_000...9_000_000, using: &random),
        Int64.random(in: -9_000_000...90_000_000, using: &random)
      )
      if Bool.random(using: &random) { query.from = time(noon + from) }
      if Bool.random(using: &random), let number = known.randomElement(using: &random)?.number {
        query.numbers = number...(number + .random(in: 0...900, using: &random))
      }
      if Bool.random(using: &random) { query.to = time(noon + to) }
      if Bool.random(using: &random) {
        let west = Double.random(in: 179...181, using: &random)
        let east = west + Double.random(in: 0...1, using: &random)
        query.box = StoreQuery.Box(
          south: -0.5, north: .random(in: -0.4...1, using: &random), west: west > 180 ? west - 360 : west,
          east: east > 180 ? east - 360 : east)
      }
      let expected = known.filter { fix in
        let isDevice = query.device.map { $0 == fix.key || $0 == "Receiver \(fix.key)" } ?? true
        let isTime = query.from.map { time(fix.milliseconds) >= $0 } ?? true
        let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude)!
        return isDevice && isTime && (query.to.map { time(fix.milliseconds) <= $0 } ?? true)
          && (query.box?.contains(place) ?? true) && query.numbers?.contains(fix.number) != false
      }
      #expect(try numbers(query) == expected.map(\.number), "seed \(seed), \(query)")
    }
  }

  @Test func `leaves out what is nearer in time than the step`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    for second in 0..<100 { track.add(noon + Int64(second) * 1000, 47, 9) }
    // The clock goes back: a new time, not a step too small.
    track.add(noon, 47, 9)
    try track.write()
    #expect(try numbers(StoreQuery(step: .seconds(10))) == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 101])
  }

  @Test func `gives the same to a task, in pages`() async throws {
    var track = try StoredTrack(at: path, "usb-1")
    for second in 0..<3000 { track.add(noon + Int64(second) * 1000, 47, 9) }
    try track.write()
    let store = try TrackStore(at: path)
    var read: [Int64] = []
    for try await fix in store.fixes(from: time(noon + 100_000), to: time(noon + 2_899_000), of: "usb-1") {
      read.append(fix.number)
    }
    #expect(read == Array(101...2900))
    for try await _ in store.fixes(from: time(noon + 1), to: time(noon)) { Issue.record("nothing is in it") }
  }

  @Test func `reports to a task that the file is gone`() async throws {
    let fixes = StoredFixes(path: path, query: StoreQuery())
    await #expect(throws: StoreError.self) { for try await _ in fixes {} }
  }

  @Test func `finds a place without its neighborhood`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    for step in 0..<5000 { track.add(noon + Int64(step) * 1000, 47 + Double(step) * 1e-5, 9) }
    try track.write()
    let home = try #require(Coordinate(latitude: 47.02, longitude: 9))
    let box = StoreQuery.Box(around: home, within: 100)
    var found: [StoredFix] = []
    try TrackStore(at: path).forEachFix(StoreQuery(box: box)) { found.append($0) }
    // A step is 1.11 m.
    #expect(found.count >= 179 && found.count < 185)
    #expect(found.allSatisfy { abs(($0.coordinate?.latitude ?? 0) - 47.02) < 0.00092 })
  }

  @Test(arguments: [0, 60, 89.9995, -89.9995])
  func `has all places of a circle in its box`(latitude: Double) throws {
    for longitude in [-180, -179.9999, 0, 179.9999] {
      let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let box = StoreQuery.Box(around: center, within: 200)
      for bearing in stride(from: 0.0, to: 360, by: 5) {
        let place = try #require(center.destination(bearing: bearing, distance: 200))
        #expect(box.contains(place), "\(center) \(bearing)")
      }
    }
  }

  @Test func `takes the last live fix, not one of an import`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    let live = track.add(noon, 47, 9)
    track.begin("old.nmea", kind: "import")
    let imported = track.add(noon - 86_400_000, 46, 9)
    try track.write()
    #expect(try TrackStore(at: path).lastKnown()?.number == live && imported == live + 1)
    #expect(try TrackStore(at: path).lastKnown()?.coordinate?.latitude == 47)
  }

  @Test func `has gaps, events and sessions of a time`() throws {
    var track = try StoredTrack(at: path, "usb-1", began: noon)
    track.add(noon, 47, 9)
    track.addGap(noon, noon + 40_000, "no_sky", verdict: "the antenna is open")
    track.addEvent(noon + 50_000, "unplugged", "usb-1 was removed")
    track.begin("usb-2", began: noon + 3_600_000)
    track.addGap(noon + 3_500_000, noon + 3_600_000, "not_running")
    track.add(noon + 3_600_000, 47, 9)
    try track.write()
    let store = try TrackStore(at: path)
    let first = StoreQuery(from: time(noon + 10_000), to: time(noon + 60_000))
    #expect(try store.gaps(first).map(\.cause) == ["no_sky"])
    #expect(try store.gaps(first).first?.verdict == "the antenna is open")
    #expect(try store.gaps(StoreQuery(from: time(noon + 40_001))).map(\.seconds) == [100])
    #expect(try store.gaps(StoreQuery(device: "usb-2")).map(\.cause) == ["not_running"])
    #expect(try store.events(first).map(\.kind) == ["unplugged"])
    #expect(try store.events(StoreQuery(from: time(noon + 50_001))).isEmpty)
    #expect(try store.sessions().map(\.device) == ["usb-1", "usb-2"])
    #expect(try store.sessions(StoreQuery(from: time(noon + 1))).map(\.name) == ["Receiver usb-2"])
    #expect(try store.span() == time(noon)...time(noon + 3_600_000))
  }

  @Test func `adds up a day`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    // 100 s at 10 m/s, 40 s without a position, 100 s at rest, whose speed is noise.
    for second in 0...100 { track.add(noon + Int64(second) * 1000, 47, 9, speed: 10, accuracy: 2) }
    track.addGap(noon + 100_000, noon + 140_000, "no_sky")
    for second in 140...240 { track.add(noon + Int64(second) * 1000, 47, 9, speed: 0.2, accuracy: 3) }
    track.add(noon + 241_000, 48, 9, speed: 300, marks: .suspect)
    try track.write()
    let day = try TrackStore(at: path).summary(of: time(noon)...time(noon + 400_000))
    #expect(day.fixes == 202 && day.gaps.map(\.cause) == ["no_sky"])
    #expect(day.known == 201 && abs(day.knownShare - 0.5) < 0.01)
    #expect(abs(day.distance - 1000) < 0.01 && day.fastest == 10 && day.medianAccuracy == 2)
    #expect(day.first?.time == time(noon) && day.last?.time == time(noon + 240_000))
  }

  @Test func `knows days by their segments as by their fixes`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    // Across midnight, with a gap in a segment and one across midnight, and a second session.
    var at = noon + 42_600_000
    track.addGap(at - 60_000, at, "searching")
    for step in 0..<2000 {
      track.add(at, 47, 9)
      if step == 500 || step == 1190 {
        track.addGap(at, at + 40_000, "no_sky")
        at += 40_000
      } else {
        at += 1000
      }
    }
    track.begin("usb-1")
    track.addGap(at, at + 100_000, "not_running")
    track.add(at + 100_000, 47, 9)
    track.add(at + 102_000, 47, 9)
    try track.write()
    let store = try TrackStore(at: path)
    let midnight = noon + 43_200_000
    let bounds = [noon - 43_200_000, midnight, midnight + 86_400_000, midnight + 172_800_000].map(time)
    let days = try store.knownDays(bounds, device: "usb-1").map(\.known)
    #expect(days.count == 3 && days[2] == 0 && days.reduce(0, +) == 1997 + 2)
    let first = try store.summary(of: bounds[0]...time(midnight - 1)).known
    // The step across midnight belongs to both.
    #expect(abs(days[0] - first) <= 1 && days[0] > 500 && days[1] > 1000)
  }

  @Test func `refuses numbers that no store has`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    track.add(noon, 47, 9)
    track.addGap(noon, noon + 1, "x")
    try track.write()
    let file = try SQLiteConnection(path, .writing)
    try file.run("UPDATE gap SET t1 = 9223372036854775807")
    #expect(throws: StoreError.self) { try TrackStore(at: path).gaps() }
    try file.run("UPDATE fix SET lat = 900000001")
    #expect(throws: StoreError.self) { try numbers(StoreQuery()) }
    try file.run("UPDATE segment SET last = first - 1")
    #expect(throws: StoreError.self) { try numbers(StoreQuery()) }
  }
}
