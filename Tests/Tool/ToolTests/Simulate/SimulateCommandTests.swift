import TestSupport
import Glibc
import SimulatedGPS
import Testing

@testable import GPSBridgeTool

@Suite final class `gpsbridge simulate`: FolderSuite {
  @Test func `lists every scenario that stands alone, each with a line`() throws {
    let run = try gpsbridge("simulate", "--list")
    #expect(run.exit == 0 && ScenarioList.summaries.map(\.name) == Scenario.all.map(\.name))
    #expect(run.lines.first == "static      on a desk: it stands still, and its position drifts")
    #expect(run.lines.count == Scenario.all.count && run.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `gives the same bytes for the same seed, and others for another`() throws {
    func bytes(_ seed: String) throws -> String {
      let run = try gpsbridge("simulate", "walk", "--seed", seed, "--duration", "2min", "--speed", "max")
      #expect(run.exit == 0 && run.message == "")
      return run.output
    }
    let first = try bytes("7")
    #expect(try first == bytes("7") && first != bytes("8"))
    let stats = try JSONReader.read(try gpsbridge("stats", "--json", "-", input: Array(first.utf8)).output)
    #expect(stats["bad_checksum"]?.number == 0 && stats["interval_s"]?.number == 1)
    #expect((stats["duration_s"]?.number ?? 0) > 110)
  }

  @Test func `speaks at the rate and in the manner that were asked for`() throws {
    let run = try gpsbridge("simulate", "--rate=10", "--dialect=mtk", "--duration=30s", "--speed=max")
    #expect(run.exit == 0)
    let stats = try JSONReader.read(
      try gpsbridge("stats", "--json", "-", input: Array(run.output.utf8)).output)
    #expect(stats["interval_s"]?.number == 0.1 && run.output.contains("$PMTK"))
  }

  @Test func `refuses what it does not know, and a rate that no receiver of its kind has`() throws {
    try folder.write("gps0", Array("mine".utf8))
    try Transcript.expect(
      "simulate", in: folder,
      [
        "a kind of receiver has its rates": ["5 --dialect=sirf", "1 --dialect=garmin"].map {
          "simulate --duration=1s --speed=max --rate=\($0)"
        }
          + Dialect.all.map { "simulate --duration=100ms --speed=max --rate=0.5 --dialect=\($0.name)" },
        "it is not known, or not there": [
          "--rate 3", "--pty auto --speed=2x", "--route /nonexistent.gpx", "--pty /nonexistent/gps0",
        ].map { "simulate \($0)" },
        "it has its name already": ["simulate --pty @/gps0"],
      ])
    #expect(try folder.text("gps0") == "mine")
  }

  @Test(arguments: [("quectel", "5"), ("mtk", "10"), ("mtk", "1"), ("ublox9", "25")])
  func `says what its line carries of a rate, and that is so`(dialect: String, rate: String) throws {
    let run = try gpsbridge(
      "simulate", "static", "--dialect", dialect, "--rate", rate, "--duration=120s", "--speed=max")
    #expect(run.exit == 0)
    let asked = try #require(Double(rate))
    let told =
      run.message.firstMatch(of: /^note: its line carries ([0-9.]+) of [0-9]+ fixes a second;/)
      .flatMap { Double($0.1) } ?? asked
    #expect((told < asked) == (asked >= 5 && dialect != "ublox9"))
    let epochs = run.output.split(separator: "\r\n").count { $0.dropFirst(3).hasPrefix("RMC") }
    #expect(abs(Double(epochs) / 120 - told) <= 0.1 * told + 0.05, "\(run.message)")
    let faster = try gpsbridge(
      "simulate", "static?speed=921600", "--dialect", dialect, "--rate", rate, "--duration=1s", "--speed=max")
    #expect(faster.message == "")
  }

  @Test func `goes along a way of one's own`() throws {
    let track = try gpsbridge("export", Places.morningWalk, "--format=gpx").output
    let route = try folder.write("my way & more.gpx", Array(track.utf8))
    let run = try gpsbridge("simulate", "--route", route, "--duration=20s", "--speed=max")
    #expect(run.exit == 0)
    let places = try gpsbridge("export", "-", "--format=csv", input: Array(run.output.utf8)).lines.dropFirst()
    #expect(places.count > 10 && places.allSatisfy { $0.contains(",47.61") && $0.contains(",9.40") })
  }

  @Test(arguments: [("1x", 3.0, "120002"), ("3x", 1.0, "070802")])
  func `takes its time in the present, and at another pace always in the same past`(
    pace: String, seconds: Double, last: String
  ) throws {
    let words = Program.words(["simulate", "--duration=3s", "--speed=\(pace)"])
    let (run, lasted) = try Program.timed(words)
    #expect(run.exit == 0 && lasted >= .seconds(seconds - 0.05) && lasted <= .seconds(seconds))
    #expect(run.lines.last { $0.contains("RMC,") }?.contains("RMC,\(last).00,A,") == true)
  }

  @Test func `is a port to others, under a name of its own that goes with it`() throws {
    let message = try TemporaryFile()
    let child = try Program.start(
      ["simulate", "drive", "--pty", folder("gps0")], output: message.descriptor, message: message.descriptor)
    let end = ContinuousClock.now + .seconds(20)
    while folder.contents != ["gps0"], ContinuousClock.now < end { _ = poll(nil, 0, 5) }
    let run = try gpsbridge("watch", folder("gps0"), "--types=fix", "--count=1", "--timeout=20s", time: .real)
    #expect(run.exit == 0 && run.lines.count == 1)
    kill(child, SIGTERM)
    #expect(Program.wait(for: child) == 128 + SIGTERM && folder.contents == [])
    let text = try message.text()
    #expect(
      text.hasPrefix("virtual receiver (drive, ublox9, seed 1) on \(folder("gps0")) -> /dev/pts/"), "\(text)")
  }

  @Test func `tells of a full disk`() throws {
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let told = try TemporaryFile()
    let other = try Program.start(["simulate", "--speed=max"], output: full, message: told.descriptor)
    #expect(Program.wait(for: other) == 1)
    #expect(
      try told.text() == """
        error: cannot write the output: No space left on device
          earlier output may end in the middle of a line
          try: free space there, or write somewhere else

        """)
  }
}

@Suite struct `A pace` {
  @Test func `is a number with or without an x, or as fast as it goes, and nothing else`() {
    #expect(["1x", "0.5", "max"].map { PlayPace($0) } == [.times(1), .times(0.5), .full])
    for text in ["", "x", "0", "-1x", "1001x", "nan", "1e2", "fast", "1xx"] {
      #expect(PlayPace(text) == nil, "\(text)")
    }
  }
}
