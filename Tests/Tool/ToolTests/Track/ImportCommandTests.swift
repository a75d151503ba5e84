import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `gpsbridge import`: FolderSuite {
  @Test func `stores a recording once, of its GPX the same, and nothing of what it can't read`() throws {
    for (name, text) in [
      ("a.txt", "<kml><Point/></kml>\n"),
      ("a.gpx", "<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2026-11-20T07:00:00Z</time></trkpt>"),
      ("b.gpx", "<gpx><trk><trkseg><trkpt lat='1' lon='2'/></gpx>"),
      ("c.gpx", "<gpx><trk><trkseg>\n<trkpt lat='91' lon='2'/><trkpt lat='92' lon='2'/></gpx>"),
      (
        "old.nmea",
        String(decoding: wire("GPRMC,235959,A,4807.038,N,01131.000,E,10,90,060407,,,A"), as: UTF8.self)
      ),
      ("b.xml", "<html></html>"), ("a.json", "{\"type\":\"FeatureCollection\",\"features\":[]}\n"),
      ("a.tcx", "<?xml version='1.0'?>\n<TrainingCenterDatabase/>\n"), ("a.csv", "time,lat,lon\n1,2,3\n"),
      ("a.rec", "2026-11-20T07:00:00Z\t*\t{\"_type\":\"location\"}\n"), ("a.fit", "\u{e}\u{10}abcdef.FIT"),
      (
        "far.gpx",
        "<gpx><trk><trkseg>"
          + ["1969-12-31", "2026-11-20", "2040-01-01", "9999-12-31"].map {
            "<trkpt lat='1' lon='2'><time>\($0)T07:00:00Z</time></trkpt>"
          }.joined() + "</trkseg></trk></gpx>"
      ),
    ] { try folder.write(name, Array(text.utf8)) }
    let record = "{\"type\":\"fix\",\"v\":1,\"device\":\"car\",\"mode\":\"2d\",\"lat\":47,\"lon\":9,"
    let noon = "\"time\":\"2026-11-20T12:00:0"
    try folder.write("empty.ndjson", Array("{\"type\":\"sky\",\"v\":1,\"device\":\"car\"}\n".utf8))
    try folder.write(
      "two.ndjson",
      Array(
        """
        \(record)\(noon)1.000Z"}
        {"type":"fix","v":1,"device":"dinghy","mode":"3d","lat":48,"lon":9,\(noon)1.000Z"}
        {"type":"fix","v":1,"device":"car","mode":"3d","lat":148,"lon":9,\(noon)2.000Z"}
        {"type":"fix","v":1,"device":"car","mode":"none",\(noon)3.000Z"}

        \(record)\(noon)4.000Z","averaged_n":3}
        \(record)\(noon)5
        """.utf8))
    try folder.write("a.u16", [0xFF, 0xFE] + "<gpx/>".utf8.flatMap { [$0, 0] })
    func put(_ words: String) -> String { "import --store @/track.db \(words)" }
    func add(_ words: String) -> String { "import --store @/two.db --of \(words)" }
    try Transcript.expect(
      "import", in: folder,
      [
        "it leaves nothing of files that it can't read": [put("@/absent"), "track days --store @/track.db"]
          + [
            "@/a.txt", "@/b.xml", "@/a.json", "@/a.tcx", "@/a.csv", "@/a.rec", "@/a.fit", "@/a.u16", "-",
            "sim:walk", "store", "",
          ].map(put) + ["track days --store @/track.db"],
        "it stores a recording once, with its times": [
          put("WALK"), put("WALK"), "track 2026-11-20 --store @/track.db",
          "export store:@/track.db -o @/all.csv",
        ],
        "it stores the same of a recording and of its GPX": [
          "export WALK -o @/walk.gpx", add("a WALK"), add("b @/walk.gpx"),
        ] + ["a", "b"].map { "track 2026-11-20 --of \($0) --json --store @/two.db" },
        "dates are corrected as --reference says": [put("--reference 2026-11-20 @/old.nmea")],
        "it leaves out dates at which no receiver was on": [
          "import --store @/far.db @/far.gpx", "track days --store @/far.db",
        ],
        "it reads records, of each of their devices": ["empty", "two", "two"].map {
          "import --store @/records.db @/\($0).ndjson"
        } + ["export store:@/records.db --format ndjson"],
        "it names what is missing in GPX": ["a", "b", "c"].map { put("@/\($0).gpx") },
      ])
  }
}
