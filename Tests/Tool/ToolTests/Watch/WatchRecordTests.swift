import GNSS
import GPSBridge
import GPSGeodesy
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `Watching with a destination` {
  @Test func `adds the way that the library computes to each fix that has a position`() throws {
    let harbor = try #require(Coordinate(latitude: 48.2, longitude: 11.6))
    let run = try gpsbridge("watch", Places.morningWalk, "--types", "fix", "--to", "N48 12 E11 36")
    #expect(run.exit == 0)
    var found = 0
    for line in run.output.split(separator: "\n") {
      let record = try JSONReader.read(String(line))
      guard let latitude = record["lat"]?.number, let longitude = record["lon"]?.number else {
        #expect(record["to_distance_m"] == nil)
        continue
      }
      found += 1
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let way = Approach(
        from: place, to: harbor, speed: record["speed_mps"]?.number, course: record["course_deg"]?.number)
      #expect(abs(try #require(record["to_distance_m"]?.number) - way.distance) < 0.06)
      #expect(abs(try #require(record["to_bearing_deg"]?.number) - (way.bearing ?? -1)) < 0.06)
      #expect((record["to_closing_mps"] == nil) == (way.closingSpeed == nil))
      if let closing = way.closingSpeed {
        #expect(abs(try #require(record["to_closing_mps"]?.number) - closing) < 0.006)
      }
      #expect((record["to_s"] == nil) == (way.secondsToGo == nil))
    }
    #expect(found > 100)
  }
}

@Suite struct `Which way something points, in a record` {
  @Test func `is printed behind the fix of its epoch where that is asked for`() throws {
    let input = wire([
      "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A", "HEHDT,84.4,T",
      "GPRMC,120001,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A", "HETHS,85.1,A",
    ])
    let run = try gpsbridge("watch", "--types=fix,attitude", "-", input: input)
    #expect(run.message == "")
    let records = try SecludedRun.records(run)
    #expect(records.map { $0["type"]?.text } == ["fix", "attitude", "fix", "attitude"])
    #expect(records.map { $0["heading_true_deg"]?.number } == [nil, 84.4, nil, 85.1])
    #expect(records[1]["time"]?.text == "2026-11-20T12:00:00.000Z")
    #expect(try gpsbridge("watch", "-", input: input).lines.count == 2)
  }

  @Test func `is printed where nothing but a compass speaks`() throws {
    let run = try gpsbridge("watch", "--types=attitude", "-", input: wire(["HCHDM,81.3,M", "HCHDM,82.3,M"]))
    #expect(try SecludedRun.records(run).map { $0["heading_mag_deg"]?.number } == [81.3, 82.3])
  }

  @Test func `is printed for a receiver as it comes`() throws {
    let device = try PseudoTerminal()
    let run = try LiveRun.run(
      ["watch", device.path, "--types=attitude", "--count=3", "--timeout=20s"], on: device
    ) { round, _ in .send(Epoch.fix(tenth: round) + wire("HEHDT,\(round % 360).0,T")) }
    #expect(run.exit == 0)
    let records = try SecludedRun.records(run)
    #expect(records.count == 3)
    #expect(records.allSatisfy { $0["device"]?.text == device.path && $0["heading_true_deg"] != nil })
  }
}

@Suite struct `A position at 0°, 0°` {
  private func epoch(_ second: Int, _ place: String) -> [UInt8] {
    wire([
      "GPGGA,12000\(second),\(place),1,08,0.9,545.4,M,46.9,M,,",
      "GPRMC,12000\(second),A,\(place),022.4,084.4,201126,,,A",
    ])
  }

  @Test func `is no fix in any format, which says that it was refused, and counts for nothing`() throws {
    let (island, home) = ("0000.000,N,00000.000,E", "4807.038,N,01131.000,E")
    let folder = try WorkFolder()
    try folder.write("log", epoch(0, island) + epoch(1, island) + epoch(2, home) + epoch(3, home))
    try Transcript.expect(
      "refused-positions", in: folder,
      [
        "in a record, in a table and for the clients of gpsd": [
          "watch --types=fix,stats - < log", "watch --types=fix --format=gpsd - < log",
          "watch --format=csv - < log",
        ],
        "in no track, for no program, and in no statistic": [
          "export --format=csv - < log", "fix - < log", "stats --json - < log",
        ],
      ])
  }
}
