import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge survey` {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  @Test func `states the mean, its error and the radii, for people and for programs`() throws {
    var walk = NoisyWalk(seed: 11)
    walk.correlation = 0.5
    let file = try folder.write("roof.nmea", walk.sentences(0..<3600))
    let run = try gpsbridge("survey", file)
    #expect(run.exit == 0 && run.message == "", "\(run.message)")
    #expect(run.lines.first == "\(file)  2026-11-20T12:00:00.000Z")
    for name in ["position", "height", "uncertainty", "CEP50", "R95", "2DRMS", "scatter", "drift"] {
      #expect(run.lines.contains { $0.hasPrefix(name + " ") }, "\(name)")
    }
    #expect(run.lines.contains { $0.hasPrefix("positions     3600 in ") })
    for line in run.lines { #expect(line.count <= 80, "\(line)") }
    let record = try SecludedRun.record(try gpsbridge("survey", file, "--json"))
    func number(_ key: String) throws -> Double { try #require(record[key]?.number, "\(key)") }
    // An hour of noise with a correlation of a half: its variance is that of a third of the positions.
    let truth = 1.5 * (2 * 3.0 / 3600).squareRoot()
    let error = try number("standard_error_m")
    #expect(0.8...1.25 ~= error / truth, "\(error), not \(truth)")
    let (north, east) = (try number("lat") - 48.1173, try number("lon") - 11.5167)
    #expect(abs(north) * NoisyWalk.northDegree < 4 * truth && abs(east) * NoisyWalk.eastDegree < 4 * truth)
    #expect(record["positions"]?.number == 3600 && record["duration_s"]?.number == 3599)
    for (key, expected) in [("cep50_m", 1.17741), ("r95_m", 2.44775), ("two_drms_m", 2.82843)] {
      let ratio = try number(key) / 1.5 / expected
      #expect(0.9...1.1 ~= ratio, "\(key)")
    }
    let (ellipsoid, sea) = (try number("alt_hae_m"), try number("alt_msl_m"))
    #expect(abs(ellipsoid - sea - 46.9) < 1e-3)
    // The altitude's errors are half of those towards the east.
    let part = try number("standard_error_alt_m") / number("standard_error_east_m")
    #expect(0.45...0.55 ~= part)
    #expect(record["moved"] == nil)
  }

  @Test func `does not survey a moving receiver quietly`() throws {
    var walk = NoisyWalk(seed: 12)
    walk.speed = 1.4
    let file = try folder.write("walk.nmea", walk.sentences(0..<600))
    let run = try gpsbridge("survey", file)
    #expect(run.exit == 9)
    #expect(
      run.message.contains("error: the receiver moved, so its mean is not a place where it was\n"),
      "\(run.message)"
    )
    #expect(run.message.contains("  fix: mount the antenna so that it does not move"))
    // The error names the reason; no note repeats it.
    #expect(run.message.split(separator: "they lie up to").count == 2)
    let records = try SecludedRun.records(try gpsbridge("survey", file, "--json"))
    #expect(records.count == 2 && records[0]["moved"] == .bool(true) && records[1]["code"]?.text == "moved")
    // A walk without reported speeds is known by its extent.
    #expect(try gpsbridge("survey", Places.morningWalk).exit == 9)
  }

  @Test func `finds the receivers of each dialect at rest`() throws {
    for dialect in ["ublox6", "ublox8", "ublox10", "sirf", "mtk", "quectel", "garmin"] {
      let file = folder("\(dialect).nmea")
      let made = try Program.run(
        [
          "/bin/sh", "-c",
          "\"$0\" simulate 'static?lat=48&lon=11.5' --dialect \(dialect) --duration 1h --speed max > \"$1\"",
          String(decoding: Program.path, as: UTF8.self), file,
        ].map { Array($0.utf8) }, input: nil)
      #expect(made.exit == 0, "\(made.message)")
      let run = try gpsbridge("survey", file, "--json")
      #expect(run.exit == 0, "\(dialect): \(run.message)")
      let record = try JSONReader.read(run.output)
      #expect(abs((record["lat"]?.number ?? 0) - 48) * 111_000 < 2, "\(dialect)")
    }
  }

  @Test func `draws a plot, and replaces a file only if asked`() throws {
    var walk = NoisyWalk(seed: 13)
    let file = try folder.write("roof.nmea", walk.sentences(0..<600))
    let plot = folder("roof.svg")
    #expect(try gpsbridge("survey", file, "--svg", plot).message == "\(plot): 600 positions\n")
    let text = try folder.text("roof.svg")
    #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\"") && text.hasSuffix("</svg>\n"))
    #expect(text.split(separator: "M", omittingEmptySubsequences: true).count > 550)
    #expect(text.split(separator: "<circle ").count == 3)
    #expect(try gpsbridge("survey", file, "--svg", plot).exit == 2)
    #expect(try gpsbridge("survey", file, "--svg", plot, "--force").exit == 0)
  }

  @Test func `never replaces its own recording by the plot`() throws {
    var walk = NoisyWalk(seed: 14)
    let bytes = walk.sentences(0..<40)
    let file = try folder.write("keep.nmea", bytes)
    let run = try gpsbridge("survey", file, "--svg", file, "--force")
    #expect(run.exit == 2)
    #expect(
      run.message
        == "error: \(file) would be overwritten by its own plot\n  fix: choose another name for --svg\n")
    #expect(try folder.text("keep.nmea").utf8.elementsEqual(bytes))
    let store = folder("track.db")
    let refused = try gpsbridge("survey", "store:\(store)", "--svg", store, "--force")
    #expect(refused.exit == 2 && refused.message.contains("belongs to a track store"), "\(refused.message)")
  }

  @Test func `keeps the positions before a pause, and bounds the time of a clock that goes back`() throws {
    var walk = NoisyWalk(seed: 15)
    let morning = walk.sentences(0..<250)
    let (evening, earlier) = (walk.sentences(20_000..<20_250), walk.sentences(-3600 ..< -3350))
    func record(_ bytes: [UInt8]) throws -> JSONValue {
      let run = try gpsbridge("survey", try folder.write("two.nmea", bytes), "--json")
      #expect(run.exit == 0, "\(run.message)")
      return try SecludedRun.record(run)
    }
    let paused = try record(morning + evening)
    #expect(paused["positions"]?.number == 500 && paused["duration_s"]?.number == 20_249)
    let back = try record(morning + earlier)
    #expect(back["positions"]?.number == 500 && back["duration_s"]?.number == 3849)
    #expect(
      back["from"]?.text == "2026-11-20T11:00:00.000Z" && back["to"]?.text == "2026-11-20T12:04:09.000Z")
  }

  @Test(arguments: [
    (1, 1.0, "not known yet: fewer than 32 positions"),
    (200, 0.0, "not known: the receiver holds its position"),
    (200, 1.0, "not known: the receiver rounds its position"),
  ])
  func `states why the error is not known`(_ count: Int, _ step: Double, _ reason: String) throws {
    var (walk, bytes) = (NoisyWalk(seed: 16), [UInt8]())
    walk.noise = 0
    for second in 0..<count {
      walk.east = step * Double(second % 2)
      bytes += walk.sentences(second..<second + 1)
    }
    let run = try gpsbridge("survey", try folder.write("held.nmea", bytes))
    #expect(run.lines.contains { $0.hasPrefix("uncertainty ") && $0.hasSuffix(reason) }, "\(run.output)")
  }

  @Test func `surveys a live receiver for a time`() throws {
    let run = try gpsbridge("survey", "sim:static?rate=10", "--for", "10s", "--json")
    #expect(run.exit == 0, "\(run.message)")
    #expect(run.message.hasPrefix("surveying for 10 s; Ctrl-C ends it with what is known\n"))
    let record = try SecludedRun.record(run)
    #expect(record["positions"]?.number ?? 0 >= 1)
    // So few positions have no known error, and no zero is made up.
    #expect(record["standard_error_m"] == nil)
  }

  @Test func `has nothing to state about nothing`() throws {
    let file = try folder.write(
      "none.nmea", wire(["GPGGA,120000,,,,,0,00,,,M,,M,,", "GPRMC,120000,V,,,,,,,201126,,,N"]))
    let run = try gpsbridge("survey", file)
    #expect(
      run.exit == 7 && run.message.hasPrefix("error: no position with a time from \(file)\n"),
      "\(run.message)")
  }
}
