import TestSupport
import Testing

@testable import GPSBridgeTool

/// A drive of six minutes, a stop of ten, and another drive: a position each second.
enum StoredJourney {
  static var bytes: [UInt8] {
    var lines: [String] = []
    var minutes = 30_000
    for second in 0..<1320 {
      let isMoving = !(360..<960).contains(second)
      if isMoving { minutes += 10 }
      let time = 70_000 + second / 60 * 100 + second % 60
      let place = "47\(minutes / 1000).\(String(minutes % 1000 + 1000).dropFirst()),N,00924.000,E"
      lines.append("GPRMC,0\(time).00,A,\(place),\(isMoving ? "36.0" : "0.0"),000.0,201126,,,A")
    }
    return wire(lines)
  }
}

@Suite struct `The source store` {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  /// Stores some seconds of a simulated drive; returns the name of the source.
  private func drive() throws -> String {
    let run = try gpsbridge(
      "record", "sim:drive?seed=7", "--store", folder("track.db"), "--duration", "6500ms")
    #expect(run.exit == 0)
    return "store:" + folder("track.db")
  }

  @Test func `is read by watch, stats and export`() throws {
    let source = try drive()
    let watch = try gpsbridge("watch", source, "--stats")
    #expect(watch.exit == 0 && watch.lines.count > 2)
    #expect(watch.lines[0].contains(#""received":"#) && watch.lines[0].contains(#""simulated":true"#))
    #expect(watch.lines.last?.contains(#""fixes":\#(watch.lines.count - 1)"#) == true)
    #expect(try gpsbridge("watch", source, "-n", "2").lines.count == 2)
    let stats = try gpsbridge("stats", source)
    #expect(stats.exit == 0 && stats.output.contains("fix rate") && !stats.output.contains("stream"))
    let export = try gpsbridge("export", source, "-o", folder("a.gpx"))
    #expect(export.exit == 0 && export.message.contains("\(watch.lines.count - 1) points"))
    let gpx = String(decoding: try Places.bytes(of: folder("a.gpx")), as: UTF8.self)
    #expect(gpx.split(separator: "<trkpt").count == watch.lines.count)
  }

  @Test func `is a segment for each trip as GPX, with its stops as waypoints`() throws {
    try folder.write("drive.nmea", StoredJourney.bytes)
    #expect(try gpsbridge("import", "--store", folder("trips.db"), folder("drive.nmea")).exit == 0)
    let run = try gpsbridge("export", "store:" + folder("trips.db"), "-o", folder("trips.gpx"))
    #expect(run.exit == 0 && run.message.contains("2 segments, "))
    #expect(run.message.contains("a segment is a trip"))
    let gpx = try folder.text("trips.gpx")
    #expect(gpx.split(separator: "<trkseg>").count == 3 && gpx.split(separator: "<wpt ").count == 2)
    #expect(gpx.contains("<name>stopped "), "\(gpx.prefix(900))")
    // Far fewer than all, since the rest is left out, and nearly all of both drives.
    #expect((680...800).contains(gpx.split(separator: "<trkpt ").count))
    if let program = SystemProgram.gpsbabel {
      let words = [program, "-i", "gpx", "-f", folder("trips.gpx"), "-o", "unicsv", "-F", "-"]
      let back = try Program.run(words.map { Array($0.utf8) }, input: nil)
      #expect(back.exit == 0 && back.output.contains("stopped "), "\(back.message)")
    }
    // Only a part of the time, and a gap where it is asked for.
    let part = try gpsbridge(
      "export", "store:" + folder("trips.db"), "--format", "gpx", "--from", "2026-11-20T07:15:00Z")
    #expect(part.exit == 0 && part.output.split(separator: "<trkseg>").count == 2)
  }

  @Test func `is cut by --from and --to`() throws {
    let source = try drive()
    let all = try gpsbridge("export", source, "--format", "csv").lines
    let second = try #require(all[2].split(separator: ",").first { $0.hasPrefix("2026-") })
    let cut = try gpsbridge("export", source, "--format", "csv", "--from", second.prefix(19) + "Z")
    #expect(cut.lines.count == all.count - 1)
    let none = try gpsbridge("export", source, "--format", "csv", "--from", "2026-11-21")
    #expect(none.exit == 6 && none.message.contains("nothing is stored in store:"))
  }

  @Test func `names its devices, and is one of them with --of`() throws {
    try folder.write("drive.nmea", StoredJourney.bytes)
    let (file, source) = (folder("two.db"), "store:" + folder("two.db"))
    for device in ["car", "dinghy"] {
      #expect(try gpsbridge("import", "--of", device, "--store", file, folder("drive.nmea")).exit == 0)
      try folder.write("drive.nmea", StoredJourney.bytes + Array("\n".utf8))
    }
    let all = try gpsbridge("watch", source)
    let dinghy = try gpsbridge("watch", source, "--of", "dinghy")
    #expect(all.lines.count == 2 * dinghy.lines.count && dinghy.lines.count > 1000)
    #expect(all.lines.count { $0.contains(#""device":"car""#) } == dinghy.lines.count)
    #expect(dinghy.lines.allSatisfy { $0.contains(#""device":"dinghy""#) })
    let note = "note: it is of 2 devices, car, dinghy; --of selects one\n"
    #expect(try gpsbridge("stats", source).message == note)
    #expect(try gpsbridge("export", source, "--format", "csv").message.hasSuffix(note))
    #expect(try gpsbridge("stats", source, "--of", "car").message.isEmpty)
  }

  @Test func `is a recording with its folder`() throws {
    #expect(try SourceName(named: "store") == .store(Argument("auto")))
    #expect(try SourceName(named: "store:a b") == .store(Argument("a b")))
    #expect(try SourceName(named: "./store") == .file(Argument("./store")))
    #expect(try SourceName(named: "./store:a") == .file(Argument("./store:a")))
  }
}
