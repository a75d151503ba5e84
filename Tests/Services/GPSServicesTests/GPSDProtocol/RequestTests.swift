import Testing
import TestSupport

@testable import GPSDProtocol

@Suite struct `A request of a client of gpsd` {
  private var client = Client()

  private func answers(_ text: String, piece: Int = .max) -> [String] {
    var client = Client()
    client.say(text, piece: piece)
    return client.classes
  }

  @Test(arguments: [
    ("?VERSION;\n", ["VERSION"]), ("?VERSION\n", ["VERSION"]), ("?VERSION\r\n", ["VERSION"]),
    ("?VERSION;", ["VERSION"]),
    ("?VERSION;?DEVICES;?WATCH;?POLL;\n", ["VERSION", "DEVICES", "DEVICES", "WATCH", "POLL"]),
    ("?VERSION?DEVICES;", ["VERSION", "DEVICES"]), ("?WATCH={}", ["DEVICES", "WATCH"]),
    (#"?WATCH={"enable":true,"json":true}"#, ["DEVICES", "WATCH"]),
    (#"?WATCH={"enable":true,"json":true};?POLL;"#, ["DEVICES", "WATCH", "POLL"]),
    (#"?WATCH={"raw":2,"pps":true}"# + "\r\n", ["DEVICES", "WATCH"]),
    (#"?WATCH={"device":"best"}"#, ["DEVICES", "WATCH"]),
    (#"?WATCH={"remote":"a;b}c"}"#, ["DEVICES", "WATCH"]),
    ("?DEVICE;\n", ["DEVICE"]), ("?FOO;?VERSION;\n?POLL;\n", ["ERROR", "POLL"]),
    ("?VERSION;?FOO;?VERSION;\n", ["VERSION", "ERROR"]), ("?;\n", ["ERROR"]), ("?\n", ["ERROR"]),
    ("W=1\npavm\n\n?POLL;", ["POLL"]), ("?POLL;GET / HTTP/1.0\r\n\r\n?POLL;", ["POLL", "POLL"]),
    (#"?WATCH={"enable":tru"# + "\n?POLL;", ["ERROR", "DEVICES", "WATCH", "POLL"]),
    (#"?WATCH={"json":{"a":1}};"#, ["ERROR", "DEVICES", "WATCH"]),
    (#"?WATCH={"json":"yes"}"#, ["ERROR", "DEVICES", "WATCH"]),
    (#"?WATCH={"raw":3}"#, ["ERROR", "DEVICES", "WATCH"]),
    (#"?WATCH={"raw":-1}"#, ["ERROR", "DEVICES", "WATCH"]), ("?WATCH=5;", ["ERROR", "DEVICES", "WATCH"]),
    (#"?WATCH={"device":""}"#, ["DEVICES", "WATCH"]), (#"?DEVICE={"path":""}"#, ["DEVICE"]),
    (#"?WATCH={"device":"/dev/nothing"}"#, ["ERROR"]), ("?watch\n", ["ERROR"]), ("?VERSION={};", ["ERROR"]),
  ]) func `is answered alike, however it was cut on the way`(_ text: String, _ classes: [String]) {
    for piece in [Int.max, 1, 2, 3, 7] { #expect(answers(text, piece: piece) == classes, "\(piece)") }
    for cut in 1..<max(2, text.utf8.count) {
      var client = Client()
      client.say(String(text.prefix(cut)))
      client.say(String(text.dropFirst(cut)))
      #expect(client.classes == classes, "cut at \(cut)")
    }
  }

  @Test mutating func `changes the policy as gpsd does: some keys stay, others come back`() {
    client.say(#"?WATCH={"enable":true,"json":true,"raw":1,"timing":true,"pps":true}"#)
    client.say(#"?WATCH={"nmea":true}"#)
    let policy = client.session.policy
    #expect(policy.isEnabled && policy.json && policy.nmea && policy.raw == 1)
    #expect(!policy.timing && !policy.pps)
    client.say(#"?WATCH={"enable":false}"#)
    #expect(!client.session.policy.isEnabled && client.session.policy.json)
    #expect(
      client.lines.last
        == #"{"class":"WATCH","enable":false,"json":true,"nmea":true,"raw":1,"scaled":false,"timing":false,"split24":false,"pps":false}"#
    )
  }

  private static let gpspipe =
    #"?WATCH={"enable":true,"json":true,"nmea":true,"scaled":true,"split24":true,"pps"#
  private static let qgis = #"?WATCH={"enable":true,"nmea":true,"raw":true,"device":/dev/ttyUSB0};"#

  @Test(arguments: [
    (gpspipe + "\n", ["ERROR", "DEVICES", "WATCH"], true, true, 0),
    (qgis, ["ERROR", "DEVICES", "WATCH"], false, true, 1),
    (#"?WATCH={"enable":true,"json":true,"device":""};"# + "\n", ["DEVICES", "WATCH"], true, false, 0),
    (#"?WATCH={"enable":true,"json":true,"device":null};"# + "\n", ["DEVICES", "WATCH"], true, false, 0),
    (#"?WATCH={"enable":null,"json":true,"raw":null,"pps":null};"#, ["DEVICES", "WATCH"], true, false, 0),
  ]) func `to watch counts up to where it is damaged, however it was cut on the way`(
    _ text: String, _ classes: [String], json: Bool, nmea: Bool, raw: Int
  ) {
    for cut in 0..<text.utf8.count {
      var client = Client()
      client.say(String(text.prefix(cut)))
      client.say(String(text.dropFirst(cut)))
      #expect(client.classes == classes, "cut at \(cut)")
      let policy = client.session.policy
      #expect(policy.isEnabled && policy.json == json && policy.nmea == nmea && policy.raw == raw)
      #expect(policy.device == nil)
      #expect(client.actions.last == .follow(policy), "reports follow it")
    }
    for piece in [1, 2, 3, 7] { #expect(answers(text, piece: piece) == classes, "\(piece)") }
  }

  @Test mutating func `with a wrong type counts up to it, and the answer names it`() {
    client.say(#"?WATCH={"enable":true,"json":true}"#)
    client.say(#"?WATCH={"json":false,"raw":"all","nmea":true}"#)
    let policy = client.session.policy
    #expect(policy.isEnabled && !policy.json && !policy.nmea && policy.raw == 0)
    #expect(client.classes == ["DEVICES", "WATCH", "ERROR", "DEVICES", "WATCH"])
    #expect(client.lines[2].contains("Invalid WATCH: raw is a whole number from 0 to 2"))
  }

  @Test mutating func `that is too long is told once, and thrown away; the third time the client is let go`()
  {
    let long = "?" + String(repeating: "A", count: 100_000) + "\n?POLL;"
    client.say(long)
    #expect(client.classes == ["ERROR", "POLL"])
    client.say(long)
    #expect(client.classes == ["ERROR", "POLL", "ERROR", "POLL"])
    client.say(long)
    #expect(client.actions.last == .close(.longLines))
  }

  @Test(arguments: ["GET / HTTP/1.1\r\n", "POST /x\r\n", "HEAD / HTTP/1.0\n"])
  func `of a browser ends the connection`(_ text: String) {
    for piece in [Int.max, 1] {
      var client = Client()
      client.say(text, piece: piece)
      #expect(client.actions.first == .close(.browser) && client.lines == [])
    }
  }

  @Test func `is one of sixteen in a turn at most`() {
    var session = GPSDSession(Client.rules)
    let bytes = Array(String(repeating: "?POLL;", count: 40).utf8)
    var sent = 0
    let taken = session.take(bytes[...], Client().view) { _ in sent += 1 }
    #expect(taken == 16 * 6)
    #expect(sent == 1, "one write")
  }

  @Test(arguments: UInt64(1)...8) func `of random bytes never does more than answer`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = [
      "?", "WATCH", "=", "{", "}", "\"", "\\", ";", "\n", "\r", "enable", ":", "true", "raw", "DEVICE", "9",
      "\0", "é",
    ]
    for _ in 0..<100 {
      var client = Client()
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined()
      client.say(text, piece: Int.random(in: 1...9, using: &random))
      for action in client.actions {
        guard case .send(let bytes) = action else { continue }
        #expect(bytes.suffix(2) == [0x0D, 0x0A])
      }
      client.say("\n?VERSION;\n")
      #expect(client.classes.last == "VERSION", "\(text)")
    }
  }
}
