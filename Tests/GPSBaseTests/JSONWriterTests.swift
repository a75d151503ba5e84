import TestSupport
import Testing

@testable import GPSBase

@Suite struct `The JSON writer` {
  private func write(_ fill: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object(fill)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func `puts commas between members and none at the ends`() {
    let text = write { json in
      json.member("a", 1)
      json.array("b") { json in
        json.element("x")
        json.element("y")
        json.object { $0.member("c", true) }
      }
      json.array("d") { _ in }
      json.member("e", false)
    }
    #expect(text == #"{"a":1,"b":["x","y",{"c":true}],"d":[],"e":false}"#)
  }

  @Test func `leaves out what is nil or not finite`() {
    let text = write { json in
      json.member("a", nil as String?)
      json.member("b", Double.nan)
      json.member("c", Double.infinity)
      json.member("d", -Double.infinity, decimals: 2)
      json.member("e", nil as Double?)
    }
    #expect(text == "{}")
  }

  @Test func `escapes quotes, controls and what could turn a terminal`() {
    let text = write { $0.member("t", "a\"b\\c\n\r\t\u{1B}[31m\u{7F}\u{9B}\u{202E}é🛰") }
    #expect(text == #"{"t":"a\"b\\c\n\r\t\u001b[31m\u007f\u009b\u202eé🛰"}"#)
  }

  @Test func `brings every text back`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let scalars = (0..<20).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random)) }
      let text = String(String.UnicodeScalarView(scalars))
      let line = write { $0.member("t", text) }
      #expect(try JSONReader.read(line)["t"]?.text?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }
  }

  @Test func `brings every finite number back to the last bit`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let line = write { $0.member("n", number) }
      #expect(try JSONReader.read(line)["n"]?.number == number)
    }
  }

  @Test func `prints the shortest form of a number`() {
    #expect(write { $0.member("n", 0.1 + 0.2) } == #"{"n":0.30000000000000004}"#)
    #expect(write { $0.member("n", 545.4) } == #"{"n":545.4}"#)
  }
}

@Suite struct `A number with fixed decimals` {
  private func text(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `is rounded and filled with zeros`() {
    #expect(text(-37.78478833333333, 9) == "-37.784788333")
    #expect(text(59.9, 4) == "59.9000")
    #expect(text(0.05, 1) == "0.1")
    #expect(text(179.9999999996, 9) == "180.000000000")
    #expect(text(7, 0) == "7")
  }

  @Test func `that is zero has no sign`() {
    #expect(text(-0.0001, 3) == "0.000")
    #expect(text(-0.0, 1) == "0.0")
  }

  @Test func `never traps, however large it is`() {
    #expect(Double(text(1e300, 9)) == 1e300)
    #expect(Double(text(-.greatestFiniteMagnitude, 4)) == -.greatestFiniteMagnitude)
  }
}

@Suite struct `Text of others` {
  @Test func `shows controls and wrong bytes as numbers`() {
    #expect(
      VisibleText.escaped(Array("walk\u{1B}[31m\u{202E}.nmea".utf8)) == #"walk\x1b[31m\xe2\x80\xae.nmea"#)
    #expect(
      VisibleText.escaped([0x61, 0xFF, 0xC3, 0x28, 0xC2, 0x9B, 0xE2, 0x82]) == #"a\xff\xc3(\xc2\x9b\xe2\x82"#)
  }

  @Test func `stays what it is when it is harmless`() {
    #expect(VisibleText.escaped(Array("/tmp/Überführung 🛰.nmea".utf8)) == "/tmp/Überführung 🛰.nmea")
    #expect(VisibleText.escaped([UInt8]()) == "")
  }
}
