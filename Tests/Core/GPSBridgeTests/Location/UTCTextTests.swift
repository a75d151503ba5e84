import FoundationEssentials
import GPSBridge
import Testing

@Suite struct `A moment in UTC` {
  @Test(arguments: [
    "2026-11-20T12:00:00Z", "2026-11-20T12:00:00.25Z", "1999-12-31T23:59:59.000000001Z",
    "2016-12-31T23:59:59.999Z",
  ])
  func `is written in ISO 8601 as it was read`(_ text: String) throws {
    let moment = try #require(UTC(iso8601: text))
    #expect(moment.iso8601 == text)
    #expect("\(moment)" == text)
  }

  @Test(arguments: [
    ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.99Z"),
    ("2016-12-31T23:59:60.5Z", "2016-12-31T23:59:59.995Z"),
  ])
  func `is read with a second 60, and written without one`(_ text: String, written: String) throws {
    let moment = try #require(UTC(iso8601: text))
    #expect(moment.isLeapSecond && moment.iso8601 == written)
    #expect("\(moment)" == written)
  }

  @Test(arguments: [
    "2026-11-20T13:00:00+01:00", "2026-11-20T13:00:00", "2026-11-20T13:00Z", "2026-11-20", "",
    "2026-13-01T00:00:00Z",
  ])
  func `is not read from anything else`(_ text: String) { #expect(UTC(iso8601: text) == nil) }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"), ("2026-11-20T07:08:22Z", "2026-11-20T07:08:22Z"),
      ("2026-11-20T07:08:22", "2026-11-20T07:08:22Z"), ("2026-11-20T07:08", "2026-11-20T07:08:00Z"),
      ("2026-11-20T07:08z", "2026-11-20T07:08:00Z"), ("2026-11-20T07:08:22.250z", "2026-11-20T07:08:22.25Z"),
      ("2026-11-20T09:08:22+02:00", "2026-11-20T07:08:22Z"),
      ("2026-11-20T01:38:22-0530", "2026-11-20T07:08:22Z"),
      ("2026-11-20T08:08:22+01", "2026-11-20T07:08:22Z"), ("2026-11-21T00:30+14:00", "2026-11-20T10:30:00Z"),
      ("2026-11-20T07:08:22.1234567891Z", "2026-11-20T07:08:22.123456789Z"),
      ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.99Z"),
      ("2017-01-01T00:59:60.5+01:00", "2016-12-31T23:59:59.995Z"),
      ("2016-12-31T12:59:60Z", "2016-12-31T13:00:00Z"),
    ])
  func `is read as other programs write it, with offsets`(_ text: String, utc: String) {
    #expect(UTC(iso8601: text, offsets: true)?.iso8601 == utc)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20 07:08:22Z", "2026-13-20T07:08:22Z", "2026-02-30T07:08:22Z",
    "2026-11-20T24:08:22Z", "2026-11-20T07:60:22Z", "2026-11-20T07:08:61Z", "2026-11-20T07:08:22X",
    "2026-11-20T07:08:22ZZ", "2026-11-20T07:08:22+1", "2026-11-20T07:08:22+01:", "2026-11-20T07:08:22+01:0",
    "2026-11-20T07:08:22+99:99", "2026-11-20T07:08:22+15:00", "2026-11-20T07:08:22+01:60",
    "2026-11-20T07:08:22.Z", "2026-11-20T07:08.5Z", "yesterday at noon, or so",
  ])
  func `is not read from anything else with offsets`(_ text: String) {
    #expect(UTC(iso8601: text, offsets: true) == nil)
  }

  @Test func `is stored as that text, and comes back to the nanosecond`() throws {
    let moment = UTC(secondsSince1970: 1_795_176_000, nanosecond: 123_456_789)
    let stored = try JSONEncoder().encode([moment])
    #expect(String(decoding: stored, as: UTF8.self) == "[\"\(moment.iso8601)\"]")
    #expect(try JSONDecoder().decode([UTC].self, from: stored) == [moment])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([UTC].self, from: Data("[\"noon\"]".utf8))
    }
  }
}

@Suite struct `An event of a region` {
  @Test func `is stored and read back, and says itself in one line`() throws {
    let center = try #require(Coordinate(latitude: 48.1173, longitude: 11.516667))
    let region = try #require(CircularRegion(identifier: "home", center: center, radius: 100))
    let location = Location(
      coordinate: center, horizontalAccuracy: 3, timestamp: Date(timeIntervalSince1970: 1_795_176_000))
    let event = RegionEvent(region: region, from: .outside, to: .inside, location: location)
    #expect("\(region)" == "home: 100 m around 48.117300, 11.516667")
    #expect("\(event)" == "home: outside -> inside, at 48.117300, 11.516667")
    #expect(try JSONDecoder().decode(RegionEvent.self, from: JSONEncoder().encode(event)) == event)
  }
}
