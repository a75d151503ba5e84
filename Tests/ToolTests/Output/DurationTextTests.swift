import Testing

@testable import GPSBridgeTool

@Suite struct `A span of time` {
  @Test(
    arguments: [
      ("30", .seconds(30)), ("30s", .seconds(30)), ("1.5m", .seconds(90)), ("2h", .seconds(7200)),
      ("500ms", .milliseconds(500)), ("1d", .seconds(86_400)), (".5s", .milliseconds(500)),
    ] as [(String, Duration)])
  func `is read with its unit`(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(arguments: [
    "", "s", "-5s", "0", "0.0s", "5 s", "5x", "1e9d", "1.2.3s", "५s", "500d", "0.0001s", "nan",
  ])
  func `that can't be is not read`(text: String) { #expect(DurationText.parse(text) == nil) }

  @Test(
    arguments: [
      (.seconds(30), "30 s"), (.seconds(90), "90 s"), (.seconds(300), "5 min"), (.seconds(7200), "2 h"),
      (.milliseconds(1500), "1.5 s"), (.milliseconds(50), "0.050 s"),
    ] as [(Duration, String)])
  func `is shown in words`(duration: Duration, words: String) { #expect(DurationText.of(duration) == words) }

  @Test(arguments: ["--timeout=soon", "--count=0", "--count=1.5", "--lost-timeout=", "--count=x"])
  func `or a count that is wrong is refused with its form`(word: String) throws {
    let run = try gpsbridge("watch", "sim:walk", word, "--format=csv")
    #expect(run.exit == 2)
    #expect(run.message.contains("\n  fix: write "))
  }
}
