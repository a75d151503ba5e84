import GNSS
import GPSBridge
import GPSGeodesy
import GPSSQLiteFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite struct `Trips in a store` {
  private let folder: TestFolder
  private let path: String
  private let time = ManualTime(utcSeconds: 1_795_158_502)

  init() throws {
    folder = try TestFolder()
    path = folder.file("track.db")
  }

  /// A receiver that rests for 100 s, goes 200 s at 10 m/s to the north, as long back, and rests.
  private func simulated(_ name: String = "usb-1.2", from latitude: Double = 47) -> SimulatedReceiver {
    var scenario = Scenario.staticDesk
    scenario.start = UTC(secondsSince1970: Int64(time.utcSeconds))
    scenario.journey = .custom { seconds in
      let way = max(0, min(seconds - 100, 400)) * 10
      return Scenario.Motion(latitude: latitude + min(way, 4000 - way) / 111_180, longitude: 9, altitude: 400)
    }
    return SimulatedReceiver(scenario, time: time)
  }

  /// Stores some seconds of it.
  private func store(_ seconds: Int, from latitude: Double = 47) async throws {
    let simulated = simulated(from: latitude)
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(seconds))
    await writer.stop()
  }

  private func number(_ query: String) throws -> Int64? { try SQLiteConnection(path, .reading).number(query) }

  /// All that was derived from the fixes.
  private func derived() throws -> [String] {
    let file = try SQLiteConnection(path, .reading)
    var lines: [String] = []
    for (query, columns) in [
      ("SELECT * FROM trip ORDER BY first", 13), ("SELECT * FROM stop ORDER BY first", 7),
      ("SELECT first, way FROM segment ORDER BY first", 2), ("SELECT id, way FROM device ORDER BY id", 2),
    ] {
      let rows = try file.prepare(query)
      while try rows.next() {
        lines.append((0..<columns).map { "\(rows.number($0) ?? -1)" }.joined(separator: " "))
      }
    }
    return lines
  }

  @Test func `are there with their way when they have ended, and before`() async throws {
    let simulated = simulated()
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(400))
    try await writer.settled()
    let store = try TrackStore(at: path)
    let open = try #require(try store.trips().first)
    #expect(open.isOpen && open.meters > 2500 && open.meters < 3100 && open.straightMeters == 0)
    #expect(abs(try store.odometer() - open.meters) < 0.01)
    await time.advance(by: .seconds(700))
    await writer.stop()
    let (trips, stops) = (try store.trips(), try store.stops())
    let (trip, stop) = (try #require(trips.first), try #require(stops.first))
    #expect(trips.count == 1 && !trip.isOpen && trip.numbers.lowerBound == open.numbers.lowerBound)
    #expect(abs(trip.meters - 4000) < 40 && abs(trip.moving / .seconds(1) - 400) < 10)
    #expect(trip.fastest > 9.9 && trip.fastest < 11)
    #expect(stops.count == 1 && stop.isOpen && stop.times.lowerBound == trip.times.upperBound)
    #expect(abs(try store.odometer() - trip.meters) < 0.01)
    #expect(try store.odometer(of: trip.device) == store.odometer() && store.odometer(of: "other") == 0)
    #expect(try store.trips(of: "other").isEmpty && store.trips(of: trip.device) == trips)
    let before = UTC(secondsSince1970: 1_795_158_502)...UTC(secondsSince1970: 1_795_158_552)
    #expect(try store.trips(in: before).isEmpty && store.trips(in: trip.times) == trips)
  }

  @Test func `are the same when they are made again`() async throws {
    for _ in 0..<3 {
      try await store(700)
      time.setUTC(time.utcSeconds + 7200)
    }
    let (before, odometer) = (try derived(), try TrackStore(at: path).odometer())
    #expect(try TrackStore(at: path).trips().count == 3 && abs(odometer - 12_000) < 120)
    #expect(try TrackStore.rebuildTrips(at: path) == 2, "the last one may go on")
    #expect(try derived() == before && TrackStore(at: path).odometer() == odometer)
    #expect(try TrackStore(at: path).motionFault() == nil)
    // Way and trips that are wrong are right again, and what is no longer stored stays in the odometer.
    let file = try SQLiteConnection(path, .writing)
    for change in [
      "DELETE FROM trip", "UPDATE segment SET way = way + 1", "UPDATE trip SET way = way + 1",
    ] {
      try file.run(change)
      #expect(try TrackStore(at: path).motionFault() != nil, "\(change)")
      try TrackStore.rebuildTrips(at: path)
      #expect(try derived() == before && TrackStore(at: path).motionFault() == nil, "\(change)")
    }
    try file.run(
      """
      DELETE FROM fix WHERE session = 1; DELETE FROM segment WHERE session = 1; DELETE FROM trip; DELETE FROM stop
      """)
    try TrackStore.rebuildTrips(at: path)
    #expect(try TrackStore(at: path).trips().count == 2)
    #expect(abs(try TrackStore(at: path).odometer() - odometer) < 0.01)
  }

  @Test func `go on after each opening, and after a program that was killed`() async throws {
    for part in 0..<4 {
      var scenario = Scenario.drive
      scenario.start = UTC(secondsSince1970: Int64(time.utcSeconds))
      let simulated = SimulatedReceiver(scenario, time: time)
      let writer = try StoreWriter(simulated.receiver, at: path)
      await time.advance(by: .seconds(400))
      try await writer.settled()
      if part % 2 == 0 {
        // As after a kill: nothing was written when the program ended.
        let file = try SQLiteConnection(path, .writing)
        try file.run("BEGIN; CREATE TEMP TABLE kept AS SELECT * FROM device")
        try file.run("COMMIT")
        await writer.stop()
        try file.run(
          """
          UPDATE device SET (way, upto, motion) = (SELECT way, upto, motion FROM kept WHERE kept.id = device.id);
          UPDATE session SET ended = NULL
          """)
      } else {
        await writer.stop()
      }
    }
    // At the end, the motion of the device was not written either: what there is now is read from its fixes.
    let odometer = try TrackStore(at: path).odometer()
    #expect(try number("SELECT sum(way) FROM segment").map { Double($0) / 1000 } == odometer)
    let before = try TrackStore(at: path).trips()
    #expect(try TrackStore(at: path).motionFault() == nil)
    try TrackStore.rebuildTrips(at: path)
    #expect(try TrackStore(at: path).odometer() == odometer && odometer > 5000)
    #expect(try TrackStore(at: path).trips() == before && !before.isEmpty)
  }

  @Test func `belong to their device`() async throws {
    let first = simulated()
    let writer = try StoreWriter(first.receiver, at: path)
    await time.advance(by: .seconds(600))
    await writer.stop()
    let file = try SQLiteConnection(path, .writing)
    try file.run("UPDATE device SET key = 'another'")
    time.setUTC(time.utcSeconds + 600)
    try await store(700, from: 48)
    let store = try TrackStore(at: path)
    let trips = try store.trips()
    #expect(trips.count == 2 && trips[0].device == "another" && trips[1].device != "another")
    #expect(trips.allSatisfy { abs($0.meters - 4000) < 40 }, "no way between two devices")
    #expect(abs(try store.odometer() - store.odometer(of: "another") - trips[1].meters) < 0.01)
  }

  @Test func `do not count what the disk did not take`() async throws {
    let simulated = simulated()
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(200))
    let other = try SQLiteConnection(path, .writing)
    try other.run("ALTER TABLE segment RENAME TO away")
    await time.advance(by: .seconds(200))
    #expect(writer.fault != nil)
    try other.run("ALTER TABLE away RENAME TO segment")
    await time.advance(by: .seconds(300))
    await writer.stop()
    let odometer = try TrackStore(at: path).odometer()
    #expect(abs(odometer - 4000) < 40, "each attempt begins with what is in the file")
    #expect(try number("SELECT sum(way) FROM segment").map { Double($0) / 1000 } == odometer)
  }

  @Test func `are not made by reading, or where no store is`() async throws {
    let absent = folder.file("absent.db")
    let error = #expect(throws: StoreError.self) { try TrackStore.rebuildTrips(at: absent) }
    #expect(error?.code == .notFound && !Kernel.exists(absent))
    let simulated = simulated()
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(30))
    let busy = #expect(throws: StoreError.self) { try TrackStore.rebuildTrips(at: path) }
    #expect(busy?.code == .busy)
    await writer.stop()
  }

  @Test func `are read with motion that other rules have made, or that is damaged`() async throws {
    try await store(700)
    let odometer = try TrackStore(at: path).odometer()
    let file = try SQLiteConnection(path, .writing)
    for motion in ["NULL", "x'00'", "x'0700000000000000'", "zeroblob(800)"] {
      try file.run("UPDATE device SET motion = \(motion)")
      let store = try TrackStore(at: path)
      #expect(try store.odometer() == odometer && store.trips().isEmpty, "\(motion)")
    }
    try TrackStore.rebuildTrips(at: path)
    #expect(try TrackStore(at: path).odometer() == odometer && TrackStore(at: path).trips().count == 1)
  }

  @Test func `begin outside of an area that was forgotten, and the odometer stays`() async throws {
    try await store(1100)
    let way = try TrackStore(at: path).odometer()
    let place = try #require(Coordinate(latitude: 47, longitude: 9))
    let before = try TrackStore(at: path)
    #expect(try before.trips().contains { $0.start.distance(to: place) < 50 })
    #expect(try before.stops().contains { $0.place.distance(to: place) < 50 })
    let area = StoreQuery.Box(around: place, within: 300)
    let gone = try StoreCare.forget(StoreQuery(box: area), at: path)
    #expect(gone.fixes > 200 && gone.trips > 0)
    let store = try TrackStore(at: path)
    #expect(abs(try store.odometer() - way) < 0.001)
    let (trips, stops) = (try store.trips(), try store.stops())
    #expect(!trips.isEmpty && trips.allSatisfy { !area.contains($0.start) && !area.contains($0.end) })
    #expect(stops.allSatisfy { !area.contains($0.place) })
  }
}
