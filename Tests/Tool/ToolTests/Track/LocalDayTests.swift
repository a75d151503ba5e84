import TestSupport
import Testing

@testable import GPSBridgeTool

/// A boat that is never at rest, with a position each minute of four days by UTC.
@Suite final class `A day of a track store`: FolderSuite {
  private func run(_ words: String, in zone: String) throws -> Run {
    try gpsbridge(words.split(separator: " ").map(String.init), environment: ["TZ": zone])
  }

  /// Imports a position each minute, from the begin of a day on.
  private func store(days: [String]) throws {
    var points = ""
    for (day, date) in days.enumerated() {
      for minute in 0..<1440 {
        let place = Double(day * 1440 + minute) * 0.002
        points += "<trkpt lat=\"\(40 + place)\" lon=\"9.4\"><time>\(date)T"
        points +=
          "\(String(100 + minute / 60).dropFirst()):\(String(100 + minute % 60).dropFirst()):00Z</time></trkpt>"
      }
    }
    let gpx = "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
    try folder.write("boat.gpx", Array("\(gpx)\(points)</trkseg></trk></gpx>".utf8))
    #expect(try gpsbridge("import", "--store", folder("track.db"), folder("boat.gpx")).exit == 0)
  }

  /// A zone, a day with the day before and two after it, and its length in minutes.
  private static let days: [(zone: String, dates: [String], minutes: Int)] = [
    ("PST8PDT,M3.2.0,M11.1.0", ["2025-11-19", "2025-11-20", "2025-11-21", "2025-11-22"], 1440),
    ("<+0545>-5:45", ["2025-11-19", "2025-11-20", "2025-11-21", "2025-11-22"], 1440),
    ("CET-1CEST,M3.5.0,M10.5.0/3", ["2025-10-25", "2025-10-26", "2025-10-27", "2025-10-28"], 1500),
    ("CET-1CEST,M3.5.0,M10.5.0/3", ["2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01"], 1380),
  ]

  @Test(arguments: days) func `is the same local one for track, export, stats and forget`(
    _ zone: String, _ dates: [String], _ minutes: Int
  ) throws {
    try store(days: dates)
    let (day, file) = (dates[1], folder("track.db"))
    func track(_ words: String) throws -> Run { try run("track --store \(file) \(words)", in: zone) }
    func points(_ words: String) throws -> Int {
      try run("export store:\(file) --format csv \(words)", in: zone).lines.count - 1
    }
    #expect(try points("--from \(day) --to \(day)") == minutes)
    #expect(try points("--from \(day)T00:00 --to \(day)T23:59") == minutes)
    #expect(try points("--from \(day)T12:00 --to 11:00") == 1381)
    #expect(try points("--from \(day)T00:00Z --to \(day)T23:59Z") == 1440)
    // The first 22:00Z after 20:15Z, also where the local day is another one.
    #expect(try points("--from \(day)T20:15Z --to 22:00Z") == 106)
    #expect(try points("--from \(day)T00:00+02:00 --to \(day)T23:59+02:00") == 1440)
    let stats = try run("stats store:\(file) --from \(day) --to \(day)", in: zone)
    #expect(stats.exit == 0 && stats.output.contains("\(minutes) of \(minutes) epochs"), "\(stats.output)")
    // What is shown before the removal is what `track` shows.
    let shown = try track(day)
    let refused = try track("forget \(day)")
    #expect(refused.exit == 2 && refused.output == shown.output && shown.exit == 0)
    #expect(
      refused.message.contains(
        "\(minutes) positions and the events and gaps from \(day) 00:00 to \(day) 23:59"))
    let others = try [dates[0], dates[2]].map { try track($0).output }
    let gone = try track("forget \(day) --yes")
    #expect(gone.exit == 0 && gone.output.contains("removed: \(minutes) positions"), "\(gone.output)")
    #expect(try track(day).exit == 6 && points("--from \(day) --to \(day)") == -1)
    // The way between the days is gone with it.
    #expect(try track("days").lines.map { $0.prefix(10) }.contains { $0 == day } == false)
    #expect(others.allSatisfy { !$0.isEmpty })
    for date in [dates[0], dates[2]] { #expect(try points("--from \(date) --to \(date)") > 0) }
  }

  @Test func `is named where it is not one, and never chosen twice`() throws {
    try store(days: ["2025-11-20"])
    func track(_ words: String) -> String { "track --store @/track.db \(words)" }
    try Transcript.expect(
      "track-forget", in: folder,
      [
        "it is no day": [
          "forget tuesday", "forget 2025-02-30", "forget 2025-11-20 --from 08:00", "forget 2025-11-20 x",
        ].map(track),
        "the end is before the beginning": [
          track("forget --from 2025-11-21 --to 2025-11-20"),
          "export store:@/track.db --format csv --from 2025-11-21 --to 2025-11-20",
        ],
        "it asks": [track("forget 2025-11-20"), track("forget --from 2025-11-01 --to 2025-12-31")],
        "a selection goes with a store": [
          "stats @/boat.gpx --from 08:00", "stats @/boat.gpx --of car", "watch @/boat.gpx --of car",
          "export @/boat.gpx --format csv --of car", "stats store:@/track.db --of bus",
        ],
        "it is gone": ["forget 2025-11-20 --yes", "forget 2025-11-20 --yes"].map(track),
      ])
  }
}

/// Where it was at a moment.
@Suite final class `gpsbridge track at`: FolderSuite {
  @Test func `answers with a place, with the gap there, or with nothing`() throws {
    func sentence(_ time: String, _ minutes: String) -> String {
      "GPRMC,\(time).00,A,47\(minutes),N,00924.000,E,36.0,000.0,201126,,,A"
    }
    let lines =
      (0..<60).map { sentence("0700\(String(100 + $0).dropFirst())", "30.\(100 + $0)") }
      + (0..<60).map { sentence("0720\(String(100 + $0).dropFirst())", "40.\(100 + $0)") }
    try folder.write("a.nmea", wire(lines))
    #expect(try gpsbridge("import", "--of", "car", "--store", folder("track.db"), folder("a.nmea")).exit == 0)
    func at(_ words: String) -> String { "track --store @/track.db at \(words)" }
    try Transcript.expect(
      "track-at", in: folder,
      [
        "a position": [
          at("2026-11-20T07:00:30"), at("2026-11-20 07:20"), at("2026-11-20T08:00:30+01:00 --json"),
        ],
        "between two positions": [at("2026-11-20T07:10"), at("2026-11-20T07:10 --json")],
        "near the ends": [at("2026-11-20T06:59:30"), at("2026-11-20T07:21:30")],
        "nothing is stored": [at("2026-11-20T09:00"), at("2026-11-20T07:00:30 --of bus")],
        "it is no time": [at(""), at("2026-11-20"), at("noon"), at("2026-11-20 07:00 x")],
      ])
  }
}
