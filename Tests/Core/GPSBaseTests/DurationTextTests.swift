import Testing

@testable import GPSBase

@Suite struct `A span of time` {
  @Test(
    arguments: [
      ("30", .seconds(30)), ("30s", .seconds(30)), ("1.5m", .seconds(90)), ("2h", .seconds(7200)),
      ("500ms", .milliseconds(500)), ("1d", .seconds(86_400)), (".5s", .milliseconds(500)),
      ("5m", .seconds(300)), ("5min", .seconds(300)), ("1h30m", .seconds(5400)), ("1h30min", .seconds(5400)),
      ("2d", .seconds(172_800)), ("366d", .seconds(31_622_400)), ("31622400", .seconds(31_622_400)),
      ("1m30.5s", .milliseconds(90_500)), ("1s500ms", .milliseconds(1500)),
    ] as [(String, Duration)])
  func `is read with its unit`(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(arguments: [
    "", "s", "-5s", "0", "0.0s", "5 s", "5x", "1e9d", "1.2.3s", "५s", "500d", "0.0001s", "nan", "366.001d",
    "31622401", "1e3", "+5s", "٣", "5S", "5 ", " 5", "0.4ms", "∞", "0x5s", "5.", "30m1h", "1h1h", "1h30", "h",
    "1h 30m", "5mins",
  ])
  func `that can't be is not read`(text: String) { #expect(DurationText.parse(text) == nil) }

  @Test(
    arguments: [
      (.seconds(30), "30 s"), (.seconds(90), "90 s"), (.seconds(300), "5 min"), (.seconds(7200), "2 h"),
      (.milliseconds(1500), "1.5 s"), (.milliseconds(50), "0.050 s"),
    ] as [(Duration, String)])
  func `is shown in words`(duration: Duration, words: String) { #expect(DurationText.of(duration) == words) }

  @Test func `may be none where nothing is waited for`() {
    #expect(DurationText.parse("0s", orNone: true) == .zero)
    #expect(DurationText.parse("0") == nil)
  }
}
