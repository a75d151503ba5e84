import GPSBridge
import GPSFormats
import Testing

@testable import GPSBridgeTool

@Suite final class `A series of recordings`: FolderSuite {
  private let start = ContinuousClock.now

  /// 20 November 2026, 23:59:00, and so many seconds.
  private func moment(_ seconds: Double) -> LiveMoment {
    LiveMoment(start + .seconds(seconds), utcSeconds: 1_795_219_140 + seconds)
  }

  private func options(_ words: String...) throws -> RecordOptions { try options(words) }

  private func options(_ words: [String]) throws -> RecordOptions {
    try RecordOptions(parse(["record", "sim:drive"] + words).checked())
  }

  private func series(_ words: String...) throws -> RecordingSeries {
    try RecordingSeries(options(words), at: moment(0))
  }

  @Test func `names a file that began without a clock once the time is known`() throws {
    let early = LiveMoment(start, utcSeconds: 30)
    var series = try RecordingSeries(options("-o", folder.path), at: early)
    series.take([65], arrival: start, at: early)
    #expect(folder.contents == ["gpsbridge-19700101T000030Z.gbr"])
    // The clock is still not set.
    series.sync(at: LiveMoment(start + .seconds(1), utcSeconds: 31))
    series.name(by: UTC(secondsSince1970: 1_795_219_145), at: start + .seconds(5))
    #expect(folder.contents == ["gpsbridge-20261120T235900Z.gbr"])
    series.sync(at: moment(6))
    #expect(series.takeNotes().count == 1)
    series.finish()
    #expect(folder.contents == ["gpsbridge-20261120T235900Z.gbr"])
  }

  @Test func `is one file with a header, and a line for each piece`() throws {
    var series = try series("-o", folder("a.gbr"))
    series.fields = [.init("device", "usb-1.2"), .init("speed", "9600")]
    series.take(Array("$GP".utf8), arrival: start + .milliseconds(5), at: moment(0.005))
    series.take([0, 0x5C], arrival: start + .milliseconds(1005), at: moment(1.005))
    series.finish()
    #expect(
      try folder.text("a.gbr") == """
        #gpsbridge-recording 1 2026-11-20T23:59:00.000Z
        # device: usb-1.2
        # speed: 9600
        5 $GP
        1005 \\x00\\x5C

        """)
    #expect(series.bytes == 5 && series.stop == nil)
  }

  @Test func `has remarks for people, which nobody else reads`() throws {
    var series = try series("-o", folder("a.gbr"))
    series.take([65], arrival: start, at: moment(0))
    series.remark("detached /dev/tty\u{1B}ACM0\n9 nothing", at: moment(2))
    series.take([66], arrival: start + .seconds(3), at: moment(3))
    series.finish()
    #expect(
      try folder.text("a.gbr").split(separator: "\n").dropFirst() == [
        "0 A", #"# 2026-11-20T23:59:02.000Z detached /dev/tty\x1bACM0\x0a9 nothing"#, "3000 B",
      ])
  }

  @Test func `turns and dates by the arrival of bytes, not by the time of writing them`() throws {
    let time = SystemTime()
    let recorder = Recorder(
      try RecordingSeries(options("-o", folder.path, "--rotate", "1h"), at: LiveMoment(time)), time)
    let now = time.now
    recorder.take([65], arrival: now)
    recorder.take([66], arrival: now + .seconds(3600))
    recorder.take([67], arrival: now + .seconds(3601))
    #expect(recorder.finish().files == 2)
    let names = folder.contents.sorted()
    #expect(names.count == 2)
    #expect(try folder.text(names[1]).split(separator: "\n").dropFirst() == ["0 B", "1000 C"])
  }

  @Test func `is bytes alone when that is asked for`() throws {
    var series = try series("-o", folder("a.nmea"), "--raw")
    series.take(Array("$GP".utf8), arrival: start, at: moment(0))
    series.take([0, 0x0A], arrival: start, at: moment(1))
    series.finish()
    #expect(try Places.bytes(of: folder("a.nmea")) == Array("$GP".utf8) + [0, 0x0A])
  }

  @Test func `is bytes alone where the name of the file says so`() throws {
    for name in ["b.nmea", "b.UBX", "b.raw"] {
      var series = try series("-o", folder(name))
      series.take(Array("$GP".utf8), arrival: start, at: moment(0))
      series.finish()
      #expect(try folder.text(name) == "$GP")
    }
    var series = try series("-o", folder("b.gbr"))
    series.take(Array("$GP".utf8), arrival: start, at: moment(0))
    series.finish()
    #expect(try folder.text("b.gbr").hasPrefix("#gpsbridge-recording 1 "))
  }

  @Test func `leaves no file when nothing came`() throws {
    var series = try series("-o", folder("a.gbr"))
    #expect(folder.contents == ["a.gbr"])
    series.finish()
    #expect(folder.contents == [])
  }

  @Test func `goes on in a new file at midnight`() throws {
    var series = try series("-o", folder.path, "--rotate", "1d")
    series.take([65], arrival: start, at: moment(0))
    series.take([66], arrival: start + .seconds(59), at: moment(59))
    series.take([67], arrival: start + .seconds(60), at: moment(60))
    series.finish()
    #expect(folder.contents == ["gpsbridge-20261120T235900Z.gbr", "gpsbridge-20261121T000000Z.gbr"])
    #expect(try folder.text("gpsbridge-20261120T235900Z.gbr").hasSuffix("\n0 A\n59000 B\n"))
    #expect(
      try folder.text("gpsbridge-20261121T000000Z.gbr")
        == "#gpsbridge-recording 1 2026-11-21T00:00:00.000Z\n0 C\n")
    #expect(series.files == 2)
  }

  @Test func `goes on in a new file when one is large enough, and numbers those of one second`() throws {
    var series = try series("-o", folder.path, "--rotate", "4096")
    for _ in 0..<3 { series.take([UInt8](repeating: 65, count: 5000), arrival: start, at: moment(0)) }
    series.finish()
    #expect(
      folder.contents == [
        "gpsbridge-20261120T235900Z-1.gbr", "gpsbridge-20261120T235900Z-2.gbr",
        "gpsbridge-20261120T235900Z.gbr",
      ])
  }

  @Test func `removes its oldest files, and nothing else, when there is room for no more`() throws {
    try folder.write("gpsbridge-20200101T000000Z.gbr", [UInt8](repeating: 65, count: 150_000))
    try folder.write("gpsbridge-mine.gbr", [UInt8](repeating: 65, count: 500_000))
    try folder.write("a.gbr", [UInt8](repeating: 65, count: 500_000))
    var series = try series("-o", folder.path, "--max-size", "400k")
    for second in 0..<20 {
      series.take(
        [UInt8](repeating: 65, count: 40_000), arrival: start + .seconds(second), at: moment(Double(second)))
    }
    series.finish()
    #expect(folder.contents.contains("a.gbr") && folder.contents.contains("gpsbridge-mine.gbr"))
    #expect(!folder.contents.contains("gpsbridge-20200101T000000Z.gbr"))
    let ours = folder.contents.filter { $0.hasPrefix("gpsbridge-2026") }
    let size = try ours.reduce(0) { $0 + (try Places.bytes(of: folder($1)).count) }
    #expect(size <= 400 * 1024 + 150_000 && size > 200_000)
  }

  @Test func `removes older drives before the present one, whatever the clock says`() throws {
    for day in 20...22 {
      try folder.write("gpsbridge-202601\(day)T000000Z.gbr", [UInt8](repeating: 65, count: 60_000))
    }
    // A computer without a clock begins in 1970, at each start.
    for drive in 1...2 {
      let older = Set(folder.contents)
      // The second drive has the earlier names.
      let begun = drive == 1 ? 1030.0 : 30
      var series = try RecordingSeries(
        options("-o", folder.path, "--max-size", "400k"), at: LiveMoment(start, utcSeconds: begun))
      for second in 1...20 {
        let moment = LiveMoment(start + .seconds(second), utcSeconds: begun + Double(second))
        series.take([UInt8](repeating: 65, count: 40_000), arrival: start + .seconds(second), at: moment)
        let rest = older.intersection(folder.contents).filter { $0.hasPrefix("gpsbridge-") }
        let own = folder.contents.filter { $0.hasPrefix("gpsbridge-") && !older.contains($0) }
        #expect(rest.isEmpty || own.count == series.files, "drive \(drive), \(second) s: \(folder.contents)")
      }
      series.finish()
      #expect(older.intersection(folder.contents).isSubset(of: [".gpsbridge-order"]), "\(folder.contents)")
    }
    #expect(folder.contents.contains { $0.hasPrefix("gpsbridge-") })
  }

  @Test(arguments: [
    "gpsbridge-20200101T000000Z", "gpsbridge-20200101T000000Z-.gbr", "gpsbridge-20200101T000000Z-1x.gbr",
    "gpsbridge-20200101T000000Z.gbr.bak", "gpsbridge-20200101T0000000Z.gbr", "gpsbridge-2020010aT000000Z.raw",
    "gpsbridge-20200101T000000Z--1.gbr", "xgpsbridge-20200101T000000Z.gbr", "gpsbridge-20200101t000000Z.gbr",
  ]) func `leaves alone what only looks like its own`(name: String) throws {
    let own = ["gpsbridge-20190101T000000Z.gbr", "gpsbridge-20190101T000000Z-12.raw"]
    // The newest one stays, whatever its size.
    for name in own + [name, "gpsbridge-20200102T000000Z.gbr"] {
      try folder.write(name, [UInt8](repeating: 65, count: 500_000))
    }
    var series = try series("-o", folder.path, "--max-size", "400k")
    series.take([UInt8](repeating: 65, count: 1000), arrival: start, at: moment(0))
    series.finish()
    #expect(folder.contents.contains(name) && own.allSatisfy { !folder.contents.contains($0) })
  }

  @Test func `of one file ends before it is too large`() throws {
    var series = try series("-o", folder("a.gbr"), "--max-size", "5000")
    for _ in 0..<10 { series.take([UInt8](repeating: 65, count: 1000), arrival: start, at: moment(0)) }
    series.finish()
    #expect(series.stop == .full && series.bytes == 4000)
    #expect(try Places.bytes(of: folder("a.gbr")).count <= 5000)
  }

  @Test func `keeps to itself in a folder of everybody`() throws {
    FileMode.letEverybodyIn(folder.path)
    _ = try series("-o", folder("a.gbr"))
    #expect(FileMode.of(folder("a.gbr")) == 0o600)
    FileMode.change(folder.path, 0o755)
    _ = try series("-o", folder("b.gbr"))
    #expect(FileMode.of(folder("b.gbr")) == 0o644)
  }

  @Test(arguments: ["0", "4095", "0.5s", "1x", "-1d"]) func `does not turn at`(rotation: String) throws {
    #expect(throws: ToolError.self) { try options("-o", folder.path, "--rotate=\(rotation)") }
  }

  @Test(arguments: [("1d", 86_400.0), ("30min", 1800), ("5m", 300), ("2h", 7200)])
  func `turns at multiples of`(rotation: String, seconds: Double) throws {
    #expect(try options("-o", folder.path, "--rotate", rotation).rotation == .seconds(seconds))
  }
}
