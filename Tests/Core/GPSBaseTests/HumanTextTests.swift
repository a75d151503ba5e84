import TestSupport
import Testing

@testable import GPSBase

@Suite struct `A length of time` {
  @Test func `is not longer or shorter than it was, by more than its smaller unit`() throws {
    let units = ["d": 86_400.0, "h": 3600, "min": 60, "s": 1]
    var random = SeededGenerator()
    for _ in 0..<1000 {
      let seconds = Double.random(in: 1..<400_000, using: &random)
      let words = HumanText.time(seconds).split(separator: " ")
      #expect(words.count == 2 || words.count == 4, "\(words), seed \(seed)")
      var value = 0.0
      for index in stride(from: 0, to: words.count, by: 2) {
        value += try #require(Double(words[index])) * (try #require(units[String(words[index + 1])]))
      }
      #expect(seconds - value > -0.51, "\(words) for \(seconds), seed \(seed)")
      #expect(seconds - value < 3600, "\(words) for \(seconds), seed \(seed)")
    }
  }

  @Test(
    arguments: [
      (-5, "0 s"), (0, "0 s"), (1, "1 s"), (60, "1 min"), (61, "1 min 1 s"), (3601, "1 h"), (86_400, "1 d"),
      (86_460, "1 d"), (.nan, "-"), (-.infinity, "-"),
    ] as [(Double, String)])
  func `leaves out what is none of it`(seconds: Double, text: String) {
    #expect(HumanText.time(seconds) == text)
  }

  @Test func `as long as no number can be does not bring the tool down`() {
    #expect(HumanText.time(.greatestFiniteMagnitude).hasSuffix(" h"))
    #expect(HumanText.time(-.greatestFiniteMagnitude) == "0 s")
  }
}

@Suite struct `A span that was read` {
  @Test func `and said in words is the same span, where its words are whole`() {
    for (text, words) in [
      ("1s", "1 s"), ("119", "119 s"), ("120s", "2 min"), ("121", "121 s"), ("2m", "2 min"),
      ("60m", "60 min"),
      ("2h", "2 h"), ("1d", "24 h"), ("1ms", "0.001 s"), ("250ms", "0.3 s"), ("99ms", "0.099 s"),
    ] {
      #expect(DurationText.parse(text).map { DurationText.of($0) } == words, "\(text)")
    }
  }

  @Test func `has seconds to the millisecond for records`() {
    #expect(Duration.milliseconds(1500).seconds == 1.5)
    #expect(Duration.microseconds(1_499_600).seconds == 1.5)
    #expect(Duration.microseconds(400).seconds == 0)
    #expect(Duration.seconds(-2).seconds == -2)
  }
}
