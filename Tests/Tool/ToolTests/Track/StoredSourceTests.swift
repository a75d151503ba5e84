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

extension WorkFolder {
  /// Keeps some seconds of a simulated drive in a store, whose day is 2026-11-20.
  @discardableResult func storeDrive(_ words: String..., lasting time: String = "3500ms") throws -> Run {
    let run = try gpsbridge(
      ["record", "sim:drive?seed=7", "--store", self("track.db"), "--duration", time] + words)
    #expect(run.exit == 0, "\(run.message)")
    return run
  }
}

@Suite final class `The source store`: FolderSuite {
  /// Stores some seconds of a simulated drive; returns the name of the source.
  private func drive() throws -> String {
    try folder.storeDrive(lasting: "6500ms")
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
    let note = "note: it includes 2 devices: car, dinghy; --of selects one\n"
    #expect(try gpsbridge("stats", source).message == note)
    #expect(try gpsbridge("export", source, "--format", "csv").message.hasSuffix(note))
    #expect(try gpsbridge("stats", source, "--of", "car").message.isEmpty)
  }

  /// Records as `export` writes them, with all that a store keeps of an epoch, each with some of it.
  private func records(_ count: Int, _ random: inout SeededGenerator) -> String {
    func number(_ range: ClosedRange<Int>, _ units: Double) -> String {
      "\(Double(Int.random(in: range, using: &random)) / units)"
    }
    func some(_ text: String) -> String { Bool.random(using: &random) ? text : "" }
    return (1...count).map { epoch in
      let time = "2026-11-20T10:\(10 + epoch / 50):\(10 + epoch % 50)."
      let isOwn = Int.random(in: 0..<20, using: &random) > 0
      let isFine = Int.random(in: 0..<4, using: &random) == 0
      let units = isFine ? 1e9 : 1e7
      let altitude = Int.random(in: -40_000...900_000, using: &random)
      let geoid = Int.random(in: -10_000...10_000, using: &random)
      let heights = [
        "", "\"alt_hae_m\":\(Double(altitude) / 100),", "\"alt_msl_m\":\(Double(altitude) / 100),",
        "\"alt_msl_m\":\(Double(altitude) / 100),\"alt_hae_m\":\(Double(altitude + geoid) / 100),"
          + "\"geoid_m\":\(Double(geoid) / 100),",
      ]
      let quality = ["gnss", "dgnss", "pps", "dead_reckoning", "manual", "surveyed"].randomElement(
        using: &random)
      let source = ["gst", "receiver", "dop"].randomElement(using: &random) ?? ""
      return "{\"type\":\"fix\",\"v\":1,\"device\":\"car\",\"epoch\":\(epoch),"
        + (isOwn ? "\"time\":\"\(time)\(Int.random(in: 100...999, using: &random))Z\"," : "")
        + "\"received\":\"\(time)\(Int.random(in: 100...999, using: &random))Z\",\"state\":\"recorded\","
        + "\"mode\":\"\(Bool.random(using: &random) ? "3d" : "2d")\","
        + (isFine ? "\"quality\":\"rtk_fixed\"," : some("\"quality\":\"\(quality ?? "")\","))
        + "\"lat\":\(number(-900_000_000...900_000_000, 1e7)),"
        + "\"lon\":\(number(Int(-179 * units)...Int(180 * units), units)),"
        + (heights.randomElement(using: &random) ?? "") + some("\"speed_mps\":\(number(0...60_000, 100)),")
        + some("\"course_deg\":\(number(0...35_999, 100)),")
        + some("\"climb_mps\":\(number(-9000...9000, 100)),")
        + some(
          "\"h_acc_m\":\(number(100...90_000, 1000)),\"v_acc_m\":\(number(1...90_000, 1000)),"
            + "\"acc_source\":\"\(source)\",\"acc_confidence\":0.68,")
        + some("\"hdop\":\(number(50...9999, 100)),") + some("\"vdop\":\(number(50...9999, 100)),")
        + some("\"sats_used\":\(Int.random(in: 0...254, using: &random)),") + some("\"simulated\":true,")
        + (isOwn ? some("\"suspect\":\"spoofed\",") : "") + some("\"cn0_dbhz\":\(number(0...253, 2)),")
        + some("\"time_wrong\":true,") + some("\"corrections\":[\"unknown\"],") + "\"segment\":1}\n"
    }.joined()
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `leaves and returns complete as records`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = records(1000, &random)
    try folder.write("a.ndjson", Array(text.utf8))
    for (from, to) in [("a", "b"), ("b", "c")] {
      let store = folder("\(to).db")
      #expect(try gpsbridge("import", "--store", store, folder("\(from).ndjson")).exit == 0)
      let run = try gpsbridge("export", "store:" + store, "-o", folder("\(to).ndjson"))
      #expect(run.exit == 0 && run.message.contains("spoofed positions marked"), "\(run.message)")
      let found = try folder.text("\(to).ndjson")
      for (line, other) in zip(text.split(separator: "\n"), found.split(separator: "\n")) where line != other
      {
        Issue.record("seed \(seed): \(other), not \(line)")
        break
      }
      #expect(found.utf8.count == text.utf8.count)
    }
  }

  @Test func `is a recording with its folder`() throws {
    #expect(try SourceName(named: "store") == .store(Argument("auto")))
    #expect(try SourceName(named: "store:a b") == .store(Argument("a b")))
    #expect(try SourceName(named: "./store") == .file(Argument("./store")))
    #expect(try SourceName(named: "./store:a") == .file(Argument("./store:a")))
  }
}
