import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `One position` {
  /// Asks for one of a device that has a fix.
  private func fix(_ words: String..., epoch: (Int) -> [UInt8] = { Epoch.fix(tenth: $0) }) throws -> Run {
    try fix(words, epoch: epoch)
  }

  private func fix(_ words: [String], epoch: (Int) -> [UInt8] = { Epoch.fix(tenth: $0) }) throws -> Run {
    let device = try PseudoTerminal()
    return try LiveRun.run(["fix", device.path] + words, on: device) { round, _ in .send(epoch(round)) }
  }

  @Test(
    arguments: [
      ([], "48.117300, 11.516667\n"),
      (["--format", "dd"], "48.117300, 11.516667\n"),
      (["--format", "dms"], "48° 07′ 02.28″ N  011° 31′ 00.00″ E\n"),
      (["--format", "geo-uri"], "geo:48.117300,11.516667,592.3;u=3.3\n"),
      (["--format", "maidenhead"], "JN58sc28\n"),
      (["--format", "utm"], "32U 687299 5332401\n"),
    ] as [([String], String)])
  func `is printed in the form that was asked for`(words: [String], output: String) throws {
    #expect(try fix(words) == Run(exit: 0, output: output, message: ""))
  }

  @Test(arguments: [["--json"], ["-j"], ["--format=json"]])
  func `is a record where that is asked for`(words: [String]) throws {
    let record = try SecludedRun.record(try fix(words))
    #expect(record["state"]?.text == "live" && record["device"]?.text?.hasPrefix("/dev/pts/") == true)
  }

  @Test func `is waited for until it is good enough`() throws {
    // The geometry gets better from the ninth epoch on; before it, an accuracy is 7 m or worse.
    let run = try fix("--accuracy", "5", "--json") { Epoch.fix(tenth: $0, hdop: $0 < 8 ? "4.0" : "0.9") }
    let record = try JSONReader.read(run.output)
    #expect(2.8...5 ~= record["h_acc_m"]?.number ?? 99)
  }

  @Test func `that is not good enough is named as the best that came`() throws {
    let run = try fix("--accuracy", "1", "--timeout", "3s")
    #expect(run.exit == 7)
    #expect(
      run.message == """
        error: no position within 1 m within 3 s
          the best was 48.117300, 11.516667, within 3.3 m
          fix: give it more time and a wider view of the sky, or request less

        """)
  }

  @Test func `by carrier phase is waited for`() throws {
    let run = try fix("--min=rtk", "--json") { Epoch.fix(tenth: $0, quality: $0 < 6 ? 1 : 4) }
    #expect(try JSONReader.read(run.output)["quality"]?.text == "rtk_fixed")
  }

  @Test func `may be the mean of a time`() throws {
    let run = try fix("--average", "1s", "--format=geo-uri")
    #expect(run.exit == 0)
    #expect(run.output == "geo:48.117300,11.516667,592.3;u=3.3\n")
  }

  @Test func `that is a mean has its count, its time and its spread in the record`() throws {
    let run = try gpsbridge("fix", Places.morningWalk, "--average", "4m", "--json")
    #expect(run.exit == 0)
    #expect(run.message.hasPrefix("note: mean of 24"), "\(run.message)")
    #expect(run.message.contains("\nnote: the receiver moved"))
    let record = try SecludedRun.record(run)
    #expect(record["averaged_s"]?.number == 240)
    #expect(record["averaged_n"]?.number == 241)
    #expect(record["speed_mps"] == nil && record["course_deg"] == nil)
    let (accuracy, spread) = (record["h_acc_m"]?.number ?? 0, record["spread_m"]?.number ?? 1e9)
    #expect(accuracy >= spread && spread > 30)
  }

  @Test func `is no mean of a time that the recording does not have`() throws {
    let run = try gpsbridge("fix", Places.morningWalk, "--average", "20m")
    #expect(run.exit == 7)
    #expect(run.output == "")
    #expect(run.message.contains("but --average 20m was requested"), "\(run.message)")
    #expect(run.message.contains("mean of "))
    let long = try gpsbridge("fix", Places.morningWalk, "--average", "1h").message
    #expect(long.contains("but --average 1h was requested"), "\(long)")
    let time = try #require(long.split(separator: " ").last?.dropLast())
    #expect(time.contains("min") && time.hasSuffix("s"), "\(time)")
    #expect(try gpsbridge("fix", Places.morningWalk, "--average", String(time)).exit == 0)
  }

  @Test func `is written in ASCII where the locale has nothing else`() throws {
    let run = try gpsbridge(["fix", Places.morningWalk, "--format=dms"], environment: ["LC_ALL": "C"])
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 } && run.output.contains("d "), "\(run.output)")
  }

  @Test func `of a recording is the first good one`() throws {
    #expect(try gpsbridge("fix", Places.morningWalk).output == "47.612555, 9.405547\n")
    #expect(
      try gpsbridge("fix", Places.morningWalk, "--accuracy", "4", "--format=utm").output
        == "32T 530485 5273311\n")
  }

  @Test func `that a recording does not have is 7`() throws {
    let run = try gpsbridge("fix", Places.morningWalk, "--accuracy", "0.1")
    #expect(run.exit == 7)
    #expect(
      run.message == """
        error: no position within 0.1 m in \(Places.morningWalk)
          the best is 47.611973, 9.405815, within 1.7 m
          fix: request less

        """)
    let none = try gpsbridge("fix", "-", input: Epoch.none(1))
    #expect(none.exit == 7)
    #expect(none.message.hasPrefix("error: no position in standard input\n  1 epoch, none with a position\n"))
  }

  @Test(
    arguments: [
      (["/nonexistent"], 3), (["/dev/null"], 6), (["/tmp"], 2),
    ] as [([String], CInt)])
  func `that can't be had ends with a code and a message`(words: [String], exit: CInt) throws {
    let run = try gpsbridge(["fix"] + words)
    #expect(run.exit == exit, "\(run.message)")
    #expect(run.message.hasPrefix("error: ") || run.output.contains(#""type":"error""#))
    #expect(run.message.isEmpty || run.message.contains("\n  fix: "))
  }
}
