import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge import` {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private func tool(_ words: [String]) throws -> Run {
    try gpsbridge(words, environment: ["TZ": "UTC"])
  }

  private func put(_ words: String...) throws -> Run {
    try tool(["import", "--store", folder("track.db")] + words)
  }

  @Test func `stores a recording once, with its times`() throws {
    let first = try put(Places.morningWalk)
    #expect(first.exit == 0 && first.message.isEmpty)
    #expect(
      first.output.hasSuffix(
        ": 273 positions, from 2026-11-20T07:02:27.000Z to 2026-11-20T07:06:59.000Z\n"), "\(first.output)")
    let second = try put(Places.morningWalk)
    #expect(second.exit == 0 && second.output.hasSuffix(": it was imported before\n"))
    let day = try tool(["track", "2026-11-20", "--store", folder("track.db")])
    #expect(day.exit == 0 && day.lines.first?.hasPrefix("  07:02 – 07:0") == true)
    let stored = try tool(["export", "store:" + folder("track.db"), "--format", "csv"])
    #expect(stored.lines.count == 274)
  }

  @Test func `stores the same of a recording and of its GPX`() throws {
    let gpx = folder("walk.gpx")
    #expect(try tool(["export", Places.morningWalk, "-o", gpx]).exit == 0)
    #expect(try put("--of", "a", Places.morningWalk).exit == 0)
    let run = try put("--of", "b", gpx)
    #expect(run.exit == 0 && run.output.contains(": 273 positions, from 2026-11-20T07:02:27.000Z"))
    let days = ["a", "b"].map { device in
      try? tool(["track", "2026-11-20", "--of", device, "--json", "--store", folder("track.db")]).lines.last?
        .split(separator: ",").filter { $0.hasPrefix(#""fixes""#) || $0.hasPrefix(#""known_s""#) }
    }
    #expect(days[0]?.count == 2 && days[0] == days[1])
  }

  @Test func `corrects dates as --reference says`() throws {
    let sentence = wire(["GPRMC,235959,A,4807.038,N,01131.000,E,10,90,060407,,,A"])
    let old = folder("old.nmea")
    try Kernel.replaceFile(Array(old.utf8), with: sentence)
    #expect(try put("--reference", "2026-11-20", old).output.contains("from 2026-11-20T23:59:59.000Z"))
  }

  @Test(arguments: [
    ("<trkpt lat='1' lon='2'><time>2026-11-20T07:00:00Z</time></trkpt>", 9, "without </gpx>"),
    ("<trkpt lat='1' lon='2'/></gpx>", 9, ""),
    (
      "\n<trkpt lat='91' lon='2'/><trkpt lat='92' lon='2'/></gpx>", 6,
      "2 points without a valid place or time, the first in line 2"
    ),
  ])
  func `names what is missing in GPX`(rest: String, exit: Int32, note: String) throws {
    let gpx = folder("a.gpx")
    try Kernel.replaceFile(Array(gpx.utf8), with: Array("<gpx><trk><trkseg>\(rest)".utf8))
    let run = try put(gpx)
    #expect(run.exit == exit && (note.isEmpty ? run.message.isEmpty : run.message.contains(note)), "\(run)")
  }

  @Test func `leaves nothing of files that it can't read`() throws {
    let text = folder("a.txt")
    try Kernel.replaceFile(Array(text.utf8), with: Array("<kml><Point/></kml>\n".utf8))
    let absent = try put(folder("absent"))
    #expect(absent.exit == 3 && !Kernel.exists(folder("track.db")))
    let other = try put(text)
    #expect(other.exit == 6 && other.message.contains("contains no GPX"))
    for source in ["-", "sim:walk", "store"] {
      let run = try put(source)
      #expect(run.exit == 2 && run.message.contains("can't be imported"), "\(source)")
    }
    #expect(try tool(["track", "days", "--store", folder("track.db")]).exit == 6)
    #expect(try put().exit == 2)
  }
}
