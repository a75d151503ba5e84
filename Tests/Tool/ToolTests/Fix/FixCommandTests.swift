import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `One position` {
  @Test(
    arguments: [
      ([], "48.117300, 11.516667\n"), (["--format", "dd"], "48.117300, 11.516667\n"),
      (["--format", "dms"], "48° 07′ 02.28″ N  011° 31′ 00.00″ E\n"),
      (["--format", "geo-uri"], "geo:48.117300,11.516667,592.3;u=3.3\n"),
      (["--format", "maidenhead"], "JN58sc28\n"),
      (["--format", "utm"], "32U 687299 5332401\n"),
    ] as [([String], String)])
  func `is printed in the form that was asked for`(words: [String], output: String) throws {
    #expect(try LiveRun.run("fix", words) == Run(exit: 0, output: output, message: ""))
  }

  @Test(arguments: [["--json"], ["-j"], ["--format=json"]])
  func `is a record where that is asked for`(words: [String]) throws {
    let record = try SecludedRun.record(try LiveRun.run("fix", words))
    #expect(record["state"]?.text == "live" && record["device"]?.text?.hasPrefix("/dev/pts/") == true)
  }

  @Test func `is waited for until it is good enough`() throws {
    // The geometry gets better from the ninth epoch on; before it, an accuracy is 7 m or worse.
    let run = try LiveRun.run("fix", ["--accuracy", "5", "--json"]) {
      Epoch.fix(tenth: $0, hdop: $0 < 8 ? "4.0" : "0.9")
    }
    let record = try JSONReader.read(run.output)
    #expect(2.8...5 ~= record["h_acc_m"]?.number ?? 99)
  }

  @Test func `that is not good enough is named as the best that came`() throws {
    let run = try LiveRun.run("fix", ["--accuracy", "1", "--timeout", "3s"])
    #expect(run.exit == 7)
    #expect(
      run.message == """
        error: no position within 1 m within 3 s
          the best was 48.117300, 11.516667, within 3.3 m
          try: give it more time and a wider view of the sky, or request less

        """)
  }

  @Test func `by carrier phase is waited for`() throws {
    let run = try LiveRun.run("fix", ["--min=rtk", "--json"]) {
      Epoch.fix(tenth: $0, quality: $0 < 6 ? 1 : 4)
    }
    #expect(try JSONReader.read(run.output)["quality"]?.text == "rtk_fixed")
  }

  @Test func `may be the mean of a time`() throws {
    let run = try LiveRun.run("fix", ["--average", "1s", "--format=geo-uri"])
    #expect(run.exit == 0 && run.output == "geo:48.117300,11.516667,592.3;u=3.3\n")
  }

  @Test func `is no mean of a time that the recording does not have`() throws {
    let run = try gpsbridge("fix", Places.morningWalk, "--average", "20m")
    #expect(run.exit == 7 && run.output == "")
    #expect(run.message.contains("but --average 20m was requested"), "\(run.message)")
    #expect(run.message.contains("mean of "))
    let long = try gpsbridge("fix", Places.morningWalk, "--average", "1h").message
    #expect(long.contains("but --average 1h was requested"), "\(long)")
    let time = try #require(long.split(separator: " ").last?.dropLast())
    #expect(time.contains("min") && time.hasSuffix("s"), "\(time)")
    #expect(try gpsbridge("fix", Places.morningWalk, "--average", String(time)).exit == 0)
  }

  @Test func `of a recording is the first good one, in each form`() throws {
    let folder = try WorkFolder()
    try folder.write("none", Epoch.none(1))
    try Transcript.expect(
      "fix", in: folder,
      [
        "it is the first, or the first good one": ["fix WALK", "fix WALK --accuracy 4 --format=utm"],
        "a mean has its count, its time and its spread": ["fix WALK --average 4m --json"],
        "the recording does not have it": ["fix WALK --accuracy 0.1", "fix - < none"],
        "there is no recording": ["/nonexistent", "/dev/null", "/tmp"].map { "fix \($0)" },
      ])
    let plain = try gpsbridge(["fix", Places.morningWalk, "--format=dms"], environment: ["LC_ALL": "C"])
    #expect(plain.output.utf8.allSatisfy { $0 < 0x80 } && plain.output.contains("d "), "\(plain.output)")
  }
}
