import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `gpsbridge survey`: FolderSuite {
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
    #expect(0.45...0.55 ~= part && record["moved"] == nil)
  }

  @Test
  func
    `does not survey a moving receiver quietly, bounds a clock that goes back, and says what is not known`()
    throws
  {
    var (mobile, paused) = (NoisyWalk(seed: 12), NoisyWalk(seed: 15))
    mobile.speed = 1.4
    let morning = paused.sentences(0..<250)
    let (evening, earlier) = (paused.sentences(20_000..<20_250), paused.sentences(-3600 ..< -3350))
    func held(_ count: Int, _ step: Double) -> [UInt8] {
      var walk = NoisyWalk(seed: 16)
      walk.noise = 0
      return (0..<count).flatMap { second in
        walk.east = step * Double(second % 2)
        return walk.sentences(second..<second + 1)
      }
    }
    var undated = NoisyWalk(seed: 17)
    undated.isDated = false
    let timeless = wire("GPGGA,,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
    let nothing = wire(["GPGGA,120000,,,,,0,00,,,M,,M,,", "GPRMC,120000,V,,,,,,,201126,,,N"])
    for (name, bytes) in [
      ("mobile", mobile.sentences(0..<600)), ("paused", morning + evening), ("back", morning + earlier),
      ("few", held(1, 1)), ("held", held(200, 0)), ("rounded", held(200, 1)), ("nothing", nothing),
      ("timeless", timeless),
      ("undated", undated.sentences(43_100..<43_300)),
    ] { try folder.write(name, bytes) }
    try Transcript.expect(
      "survey", in: folder,
      [
        "it moves": ["survey @/mobile", "survey @/mobile --json", "survey WALK"],
        "the positions before a pause are kept": ["survey @/paused --json", "survey @/back --json"],
        "its error is not known": ["few", "held", "rounded"].map { "survey @/\($0)" },
        "it needs no date, not even at midnight, but a time": [
          "undated", "undated --json", "timeless", "paused --reference 2046-07-07 --json",
        ].map { "survey @/\($0)" },
        "there is nothing to state": ["survey @/nothing"],
        "a file is replaced only if asked, and never its own recording or a store": [
          "survey @/held --svg @/few", "survey @/held --svg @/few --force",
          "survey @/held --svg @/held --force", "survey store:@/track.db --svg @/track.db --force",
        ],
      ])
    #expect(try folder.text("held").utf8.elementsEqual(held(200, 0)))
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

  @Test func `draws a plot`() throws {
    var walk = NoisyWalk(seed: 13)
    let file = try folder.write("roof.nmea", walk.sentences(0..<600))
    let plot = folder("roof.svg")
    #expect(try gpsbridge("survey", file, "--svg", plot).message == "\(plot): 600 positions\n")
    let text = try folder.text("roof.svg")
    #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\"") && text.hasSuffix("</svg>\n"))
    #expect(text.split(separator: "M", omittingEmptySubsequences: true).count > 550)
    #expect(text.split(separator: "<circle ").count == 3)
  }

  @Test func `surveys a live receiver for a time`() throws {
    let run = try gpsbridge("survey", "sim:static?rate=10", "--for", "10s", "--json")
    #expect(run.exit == 0, "\(run.message)")
    #expect(run.message.hasPrefix("surveying for 10 s; Ctrl-C ends it and prints the result\n"))
    let record = try SecludedRun.record(run)
    #expect(record["positions"]?.number ?? 0 >= 1)
    // So few positions have no known error, and no zero is made up.
    #expect(record["standard_error_m"] == nil)
  }
}
