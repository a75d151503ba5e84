import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `An exported track` {
  /// Two moments, two minutes of nothing, and one more on the other side of the world.
  private let small =
    Journey.moment(0, 48.1173, 11.516667) + Journey.moment(1, 48.1174, 11.516667, altitude: 546)
    + Journey.moment(121, -33.5, -70.25, altitude: -3)

  private func export(_ format: String, _ more: String...) throws -> Run {
    let words = ["export", "-", "--format", format] + more
    return try gpsbridge(words, input: small)
  }

  private let said = """
    standard output: 2 segments, 3 points, 0 m, 1 s, 0 bad sentences
    note: jumps in the track: 1, the farthest 12140 km in 2 min to 2026-11-20T00:02:01.000Z; gpsbridge stats names them, too

    """

  @Test(arguments: [
    ("gpx", "<?xml"), ("KML", "<?xml"), ("GeoJSON", "{"), ("json", "{"), ("csv", "segment"), ("ndjson", "{"),
    ("jsonl", "{"), ("nmea", "$GNGGA"),
  ])
  func `has the form that the end of its name says, and one report in each`(end: String, start: String) throws
  {
    let folder = try WorkFolder()
    let out = folder("walk.\(end)")
    let run = try gpsbridge("export", "-", "--output", out, input: small)
    #expect(run.exit == 0 && run.message == said.replacing("standard output", with: out))
    #expect(try folder.text("walk.\(end)").hasPrefix(start))
  }

  @Test func `names its program and its version`() throws {
    #expect(
      try export("gpx").lines[1].hasPrefix(#"<gpx version="1.1" creator="gpsbridge \#(Tool.version)" "#))
  }

  @Test func `is told to have dates of a later sentence`() throws {
    let place = "4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
    let input = wire(["GPGGA,115958,\(place)", "GPGGA,115959,\(place)"]) + Epoch.fix(0)
    let run = try gpsbridge("export", "-", "--format=csv", input: input)
    #expect(run.message.hasSuffix("note: 2 positions got a date from a later sentence\n"))
  }

  @Test func `is these records`() throws {
    let run = try export("ndjson")
    let records = try SecludedRun.records(run)
    #expect(records.map { $0["segment"]?.number } == [1, 1, 2])
    #expect(records.map { $0["epoch"]?.number } == [1, 2, 3])
    #expect(records.allSatisfy { $0.keys.prefix(4) == ["type", "v", "device", "epoch"] })
    #expect(run.message == said)
  }

  @Test func `has fewer points when it is simplified, and says how many`() throws {
    let folder = try WorkFolder()
    let out = folder("walk.gpx")
    let run = try gpsbridge("export", Places.morningWalk, "-o", out, "--simplify=2m")
    #expect(run.output == "")
    #expect(
      run.message == "\(out): 1 segment, 12 of 273 points, 316 m, 4 min 32 s, 0 bad sentences\n")
    #expect(try folder.text("walk.gpx").split(separator: "\n").count { $0.hasPrefix("<trkpt") } == 12)
  }

  @Test func `has only what lies within the times asked for`() throws {
    #expect(try export("csv", "--from", "00:00:01").lines.count == 3)
    #expect(try export("csv", "--to", "2026-11-20T00:01:00Z").lines.count == 3)
    let none = try export("csv", "--from", "2026-11-21")
    #expect(none.lines.isEmpty)
    #expect(none.message.hasPrefix("error: 3 positions in standard input, none within --from and --to\n"))
    #expect(none.exit == 6)
  }

  @Test func `is cut where a gap is longer than asked for`() throws {
    #expect(try export("csv", "--gap", "5min").message.contains(": 1 segment, 3 points, "))
    #expect(try export("csv", "--gap", "0.5s").message.contains(": 3 segments, 3 points, "))
  }

  @Test func `is cut where time goes back`() throws {
    let back = [5000, 5001, 1000, 1001].flatMap { Journey.moment($0, 48, 11) }
    let run = try gpsbridge("export", "-", "--format=csv", input: back)
    #expect(run.message.hasPrefix("standard output: 2 segments, 4 points, "))
  }

  @Test func `of a recording of ours has the day on which it was begun`() throws {
    let escaped = wire("GPRMC,120000,A,4807.038,N,01131.000,E,1,1,060407,,,A").dropLast(2)
    let text =
      "#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n# device: usb-1.2\n0 "
      + String(decoding: escaped, as: UTF8.self) + "\\x0D\\x0A\n"
    let run = try gpsbridge("export", "-", "--format=csv", input: Array(text.utf8))
    #expect(run.lines.last?.hasPrefix("1,2026-11-20T12:00:00.000Z,48.1173,11.516666667,") == true)
    let named = try gpsbridge(
      "export", "-", "--format=csv", "--reference=2007-04-06", input: Array(text.utf8))
    #expect(named.lines.last?.hasPrefix("1,2007-04-06T12:00:00.000Z,") == true)
  }
}
