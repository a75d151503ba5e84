import TestSupport
import Testing

@testable import GPSBridgeTool

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

  @Test func `is cut by --from and --to`() throws {
    let source = try drive()
    let all = try gpsbridge("export", source, "--format", "csv").lines
    let second = try #require(all[2].split(separator: ",").first { $0.hasPrefix("2026-") })
    let cut = try gpsbridge("export", source, "--format", "csv", "--from", second.prefix(19) + "Z")
    #expect(cut.lines.count == all.count - 1)
    let none = try gpsbridge("export", source, "--format", "csv", "--from", "2026-11-21")
    #expect(none.exit == 6 && none.message.contains("nothing is stored in store:"))
  }

  @Test(arguments: [
    ["fix"], ["doctor"], ["monitor", "--line"], ["record", "-o", "/nonexistent/a"],
    ["wait", "--accuracy", "5"],
    ["serve", "--gpsd", "0"],
  ])
  func `is refused by commands that need a receiver or its bytes`(words: [String]) throws {
    var words = words
    words.insert("store:/nonexistent", at: 1)
    let run = try Program.run([Program.path] + words.map { Array($0.utf8) }, input: nil)
    #expect(run.exit == 2 && run.message.contains("has positions, and no bytes"), "\(words): \(run.message)")
  }

  @Test(arguments: ["watch", "stats", "export"])
  func `is a file that must be there`(verb: String) throws {
    let more = verb == "export" ? ["--format", "gpx"] : []
    let run = try Program.run(
      [Program.path] + ([verb, "store:" + folder("absent")] + more).map { Array($0.utf8) }, input: nil)
    #expect(run.exit == 3)
  }

  @Test func `is a recording with its folder`() throws {
    #expect(try SourceName(named: "store") == .store(Argument("auto")))
    #expect(try SourceName(named: "store:a b") == .store(Argument("a b")))
    #expect(try SourceName(named: "./store") == .file(Argument("./store")))
    #expect(try SourceName(named: "./store:a") == .file(Argument("./store:a")))
  }
}
