import GNSS
import GPSBridge
import GPSGeodesy
import GPSSQLiteFiles
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `Trips in a store`: EmptyStoreSuite {
  /// A receiver that rests for 100 s, goes 200 s at 10 m/s to the north, as long back, and rests.
  private func roundTrip(from latitude: Double = 47) -> SimulatedReceiver {
    var scenario = Scenario.staticDesk
    scenario.start = UTC(secondsSince1970: Int64(time.utcSeconds))
    scenario.journey = .custom { seconds in
      let way = max(0, min(seconds - 100, 400)) * 10
      return Scenario.Motion(latitude: latitude + min(way, 4000 - way) / 111_180, longitude: 9, altitude: 400)
    }
    return SimulatedReceiver(scenario, time: time)
  }

  @Test func `are there with their way when they have ended, and before`() async throws {
    let simulated = roundTrip()
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

  @Test func `have the way of the segments, after each opening and after a program that was killed`()
    async throws
  {
    for part in 0..<4 {
      let simulated = roundTrip()
      let writer = try StoreWriter(simulated.receiver, at: path)
      await time.advance(by: .seconds(400))
      try await writer.settled()
      await writer.stop()
      if part % 2 == 0 {
        try SQLiteConnection(path, .writing).run("UPDATE session SET ended = NULL")
      }
    }
    let odometer = try TrackStore(at: path).odometer()
    #expect(try number("SELECT sum(distance) FROM segment").map { Double($0) / 1000 } == odometer)
    #expect(odometer > 5000)
    // A writer reads the last minutes of the earlier one alone.
    let file = try SQLiteConnection(path, .writing)
    try #expect(file.devices() == [1] && file.number("SELECT count(*) FROM session") == 4)
    let machine = try DerivedMotion(of: 1, file).machine
    #expect(abs(machine.way - odometer) < odometer / 1000, "\(machine.way), not \(odometer)")
    try StoredWay.recount(of: 1, file)
    #expect(abs(try TrackStore(at: path).odometer() - machine.way) < 0.01)
  }

  @Test func `are whole on each day that they reach into, with what was long before`() async throws {
    for _ in 0..<3 {
      try await record(3600, of: roundTrip())
      time.setUTC(time.utcSeconds + 3600)
    }
    let store = try TrackStore(at: path)
    let (trips, stops) = try store.journey()
    #expect(trips.count == 3 && stops.count >= 3)
    for trip in trips {
      let middle = trip.times.lowerBound.secondsSince1970 + 100
      let second = UTC(secondsSince1970: middle)...UTC(secondsSince1970: middle + 1)
      var found = try #require(try store.trips(in: second).first)
      // The place of a rest is the mean of the fixes that are read.
      #expect(found.start.distance(to: trip.start) < 3 && abs(found.meters - trip.meters) < 0.001)
      (found.start, found.meters) = (trip.start, trip.meters)
      #expect(try store.trips(in: second).count == 1 && found == trip, "\(found), not \(trip)")
    }
    for stop in stops {
      let middle = UTC(secondsSince1970: stop.times.lowerBound.secondsSince1970 + 60)
      let found = try #require(try store.stops(in: middle...middle).first)
      #expect(found.times == stop.times && found.place.distance(to: stop.place) < 3)
    }
  }

  @Test func `have the way that the radius of a rest leaves, also before it was set`() async throws {
    try await record(1100, of: roundTrip())
    let (way, trips) = (try TrackStore(at: path).odometer(), try TrackStore(at: path).trips())
    for (radius, isRest) in [(1000.0, true), (1000, true), (nil, false)] {
      time.setUTC(time.utcSeconds + 600)
      let writer = try StoreWriter(roundTrip().receiver, at: path, limits: StoreLimits(restRadius: radius))
      await time.advance(by: .seconds(60))
      await writer.stop()
      let store = try TrackStore(at: path)
      let (found, odometer) = (try store.trips(), try store.odometer())
      #expect(found == (isRest ? [] : trips) && abs(odometer - (isRest ? 0 : way)) < 1, "\(odometer)")
      #expect(abs(try store.derivedWay() - odometer) < 0.01)
    }
  }

  @Test func `belong to their device`() async throws {
    let first = roundTrip()
    let writer = try StoreWriter(first.receiver, at: path)
    await time.advance(by: .seconds(600))
    await writer.stop()
    let file = try SQLiteConnection(path, .writing)
    try file.run("UPDATE device SET key = 'another'")
    time.setUTC(time.utcSeconds + 600)
    try await record(700, of: roundTrip(from: 48))
    let store = try TrackStore(at: path)
    let trips = try store.trips()
    #expect(trips.count == 2 && trips[0].device == "another" && trips[1].device != "another")
    #expect(trips.allSatisfy { abs($0.meters - 4000) < 40 }, "no way between two devices")
    #expect(abs(try store.odometer() - store.odometer(of: "another") - trips[1].meters) < 0.01)
  }

  @Test func `do not count what the disk did not take`() async throws {
    let simulated = roundTrip()
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
    #expect(try number("SELECT sum(distance) FROM segment").map { Double($0) / 1000 } == odometer)
  }

  @Test func `begin outside of an area that was forgotten, and the odometer stays`() async throws {
    try await record(1100, of: roundTrip())
    let way = try TrackStore(at: path).odometer()
    let place = try #require(Coordinate(latitude: 47, longitude: 9))
    let before = try TrackStore(at: path)
    #expect(try before.trips().contains { $0.start.distance(to: place) < 50 })
    #expect(try before.stops().contains { $0.place.distance(to: place) < 50 })
    let area = StoreQuery.Box(around: place, within: 300)
    let gone = try StoreCare.forget(StoreQuery(box: area), at: path)
    #expect(gone.fixes > 200)
    let store = try TrackStore(at: path)
    #expect(abs(try store.odometer() - way) < 0.001)
    let (trips, stops) = (try store.trips(), try store.stops())
    #expect(!trips.isEmpty && trips.allSatisfy { !area.contains($0.start) && !area.contains($0.end) })
    #expect(stops.allSatisfy { !area.contains($0.place) })
  }
}
