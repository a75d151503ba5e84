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

  @Test func `in seconds is what its division by a second returns`() {
    var random = SeededGenerator()
    for _ in 0..<1000 {
      let most: Int64 = 1 << Int64.random(in: 0...36, using: &random)
      let length = Duration(
        secondsComponent: .random(in: -most...most, using: &random),
        attosecondsComponent: .random(in: 0..<1_000_000_000_000_000_000, using: &random))
      let divided = length / .seconds(1)
      #expect(abs(length.inSeconds - divided) <= 2 * divided.ulp, "\(length), seed \(seed)")
      let factor = Double.random(in: 0...3, using: &random)
      let (product, exact) = (length.times(factor), length * factor)
      let error = max(product - exact, exact - product)
      #expect(
        error <= .nanoseconds(1) + max(exact, .zero - exact) / 1_000_000_000_000_000,
        "\(length) * \(factor), seed \(seed)")
    }
    #expect([Duration.zero, .seconds(3), .milliseconds(-250)].map(\.inSeconds) == [0, 3, -0.25])
    for (length, factor, product) in [
      (100, 1.5, 150), (200, 2.5, 500), (-400, 0.5, -200), (300, -2, -600), (0, 4, 0), (700, 0, 0),
    ] {
      #expect(Duration.milliseconds(length).times(factor) == .milliseconds(product), "\(length) * \(factor)")
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
    #expect(Duration.microseconds(400).seconds == 0 && Duration.seconds(-2).seconds == -2)
  }
}

@Suite struct `A text that is shown` {
  @Test(arguments: [
    "\u{0}", "\u{7}", "\u{8}", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}",
    "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202D}", "\u{202E}", "\u{2066}",
    "\u{2067}", "\u{2069}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{2064}", "\u{206F}",
    "\u{FEFF}", "\u{FFF9}", "\u{E0001}", "\u{E0020}", "\u{E007F}", "\u{AD}", "\u{180E}", "\u{E000}",
    "\u{FFFF}", "\u{10FFFF}",
  ])
  func `holds nothing that moves a cursor or turns a line around`(scalar: Unicode.Scalar) {
    #expect(!VisibleText.isHarmless(scalar))
    let shown = VisibleText.escaped(Array("a\(scalar)b".utf8))
    #expect(shown.hasPrefix("a\\x") && shown.hasSuffix("b"))
    #expect(shown.unicodeScalars.allSatisfy { VisibleText.isHarmless($0) })
  }

  @Test(arguments: [" ", "~", "\u{A0}", "é", "ß", "Ω", "م", "中", "🛰", "\u{301}", "\u{FE0F}"])
  func `keeps the letters of every language`(scalar: Unicode.Scalar) {
    #expect(VisibleText.isHarmless(scalar))
    #expect(VisibleText.escaped(Array(String(scalar).utf8)) == String(scalar))
  }

  @Test(
    arguments: [
      ([0x80], #"\x80"#), ([0xC0, 0xAF], #"\xc0\xaf"#), ([0xED, 0xA0, 0x80], #"\xed\xa0\x80"#),
      ([0xF4, 0x90, 0x80, 0x80], #"\xf4\x90\x80\x80"#), ([0x61, 0x00], #"a\x00"#),
    ] as [([UInt8], String)])
  func `says of each wrong byte which one it was`(bytes: [UInt8], text: String) {
    #expect(VisibleText.escaped(bytes) == text)
  }

  @Test func `is harmless whatever the bytes are, and plain letters stay`() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let shown = VisibleText.escaped(bytes)
      #expect(shown.unicodeScalars.allSatisfy { VisibleText.isHarmless($0) }, "\(bytes), seed \(seed)")
      let plain = bytes.filter { 0x21...0x5B ~= $0 }
      var rest = plain[...]
      for byte in shown.utf8 where byte == rest.first { rest.removeFirst() }
      #expect(rest.isEmpty, "\(bytes), seed \(seed)")
    }
  }

  @Test func `is cut where it gets too long, and has hexadecimal numbers as long as they are asked for`() {
    #expect(VisibleText.replaced(String(repeating: "x", count: 200)).count == 129)
    #expect(VisibleText.replaced("xxxx", limit: 3) == "xxx…")
    #expect([0, 0x1BC, 0x12345].map { VisibleText.hexadecimal($0, digits: 4) } == ["0000", "01bc", "12345"])
    #expect(VisibleText.hexadecimal(.max, digits: 2) == "ffffffff")
  }

  @Test func `comes back from a record, whichever characters are in it`() throws {
    for value in (UInt32(0)..<0x3000).map({ $0 }) + [0xFEFF, 0xFFFF, 0xE0001, 0xE007F, 0x1F6F0, 0x10FFFF] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var json = JSONWriter()
      json.object { $0.member("name", "a\(scalar)b") }
      let line = String(decoding: json.bytes, as: UTF8.self)
      #expect(line.unicodeScalars.allSatisfy { VisibleText.isHarmless($0) })
      #expect(try JSONReader.read(line)["name"]?.text == "a\(scalar)b")
    }
  }
}

@Suite struct `A word of a shell command` {
  @Test(
    arguments: [
      ("/dev/ttyACM0", "/dev/ttyACM0"), ("tcp:10.0.0.1,a=b", "tcp:10.0.0.1,a=b"), ("", "''"),
      ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("Zürich", "'Zürich'"),
    ])
  func `is quoted unless a shell reads it unchanged`(text: String, word: String) {
    #expect(text.shellWord == word)
  }
}

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
    #expect(DurationText.parse("0s", orNone: true) == .zero && DurationText.parse("0") == nil)
  }
}
