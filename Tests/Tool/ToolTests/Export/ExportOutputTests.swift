import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite final class `An exported track`: FolderSuite {
  /// Two moments, two minutes of nothing, and one more on the other side of the world.
  private let small =
    Journey.moment(0, 48.1173, 11.516667) + Journey.moment(1, 48.1174, 11.516667, altitude: 546)
    + Journey.moment(121, -33.5, -70.25, altitude: -3)

  private let said = """
    standard output: 2 segments, 3 points, 0 m, 1 s, 0 bad sentences
    note: jumps in the track: 1, the farthest 12140 km in 2 min to 2026-11-20T00:02:01.000Z; gpsbridge stats also lists them

    """

  @Test(arguments: [
    ("gpx", "<?xml"), ("KML", "<?xml"), ("GeoJSON", "{"), ("json", "{"), ("csv", "segment"), ("ndjson", "{"),
    ("jsonl", "{"), ("nmea", "$GNGGA"),
  ])
  func `has the form that the end of its name says, and one report in each`(end: String, start: String) throws
  {
    let out = folder("walk.\(end)")
    let run = try gpsbridge("export", "-", "--output", out, input: small)
    #expect(run.exit == 0 && run.message == said.replacing("standard output", with: out))
    #expect(try folder.text("walk.\(end)").hasPrefix(start))
  }

  @Test func `is these lines, within the times and with the cuts that are asked for`() throws {
    let place = "4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
    let sentence = wire("GPRMC,120000,A,4807.038,N,01131.000,E,1,1,060407,,,A").dropLast(2)
    let ours =
      Array("#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n# device: usb-1.2\n0 ".utf8) + sentence
      + Array("\\x0D\\x0A\n".utf8)
    for (name, bytes) in [
      ("small", small), ("undated", (0..<5).flatMap { wire("GPGGA,12000\($0),\(place)") }),
      ("late", wire(["GPGGA,115958,\(place)", "GPGGA,115959,\(place)"]) + Epoch.fix(0)),
      ("back", [5000, 5001, 1000, 1001].flatMap { Journey.moment($0, 48, 11) }), ("ours.gbr", ours),
    ] { try folder.write(name, bytes) }
    func cut(_ flags: String) -> String { "export - \(flags) < small" }
    try Transcript.expect(
      "export", in: folder,
      [
        "as records": [cut("--format ndjson")],
        "with dates of a later sentence": ["export - --format=csv < late"],
        "with fewer points when it is simplified": ["export WALK --format=csv --simplify=2m"],
        "with what lies within the times": [
          "--from 00:00:01", "--to 2026-11-20T00:01:00Z", "--from 2026-11-21",
        ].map { cut("--format=csv \($0)") },
        "with what lies within the times of day where there is no date": [
          "--from 12:00:01 --to 12:00:02", "--from 2026-11-20",
        ].map { "export - --format=csv \($0) < undated" },
        "cut where a gap is longer, and where time goes back": [
          cut("--format=csv --gap 5min"), cut("--format=csv --gap 0.5s"), "export - --format=csv < back",
        ],
        "on the day on which a recording of ours was begun, unless another one is named": [
          "", " --reference=2007-04-06",
        ].map { "export @/ours.gbr --format=csv\($0)" },
      ])
  }

  @Test func `names its program and its version`() throws {
    #expect(
      try gpsbridge("export", "-", "--format=gpx", input: small).lines[1].hasPrefix(
        #"<gpx version="1.1" creator="gpsbridge \#(Tool.version)" "#))
  }
}
