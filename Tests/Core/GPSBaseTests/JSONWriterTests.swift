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

  @Test func `never traps, however large it is`() {
    #expect(Double(text(1e300, 9)) == 1e300)
    #expect(Double(text(-.greatestFiniteMagnitude, 4)) == -.greatestFiniteMagnitude)
  }
}
