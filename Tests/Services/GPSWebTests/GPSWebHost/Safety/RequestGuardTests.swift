import GPSSockets
import TestSupport
import Testing

@testable import GPSWebHost

@Suite struct `The guard in front of the page` {
  private let start = ContinuousClock.now

  private func requestGuard(
    at address: EndAddress = .four(0x7F00_0001, port: 8947), names: [String] = [], token: String? = nil
  ) -> RequestGuard {
    RequestGuard(
      hosts: HostRule(at: address, names: names), flag: "--http-name",
      gate: TokenGate(token: token.map { Secret(Array($0.utf8)) }, port: address.port))
  }

  private func request(_ path: String = "/", _ headers: [(String, String)] = [("Host", "localhost:8947")])
    -> WebRequest
  {
    var request = WebRequest(path: path)
    request.headers = headers.map { WebField($0, $1) }
    return request
  }

  private func status(_ request: WebRequest) -> Int? {
    var requestGuard = requestGuard()
    return requestGuard.refusal(of: request, at: start)?.status
  }

  @Test(arguments: [
    ("http://localhost:8947/fix.json", nil), ("HTTP://127.0.0.1:8947", nil),
    ("http://evil.example/fix.json", 421), ("http:///fix.json", 421), ("ftp://localhost:8947/fix.json", 404),
    ("http://localhost:8947/../fix.json", 404),
  ]) func `takes a whole address where its name is ours`(target: String, expected: Int?) {
    var request = WebRequest(target: target)
    request.headers = [WebField("Host", "localhost:8947")]
    #expect(status(request) == expected)
    #expect(expected != nil || ["/", "/fix.json"].contains(request.path))
  }

  // MARK: - Sizes

  @Test func `answers 414 to a long address, and 431 to a long head or many headers`() {
    let host = ("Host", "localhost:8947")
    #expect(status(request("/" + String(repeating: "a", count: 4095), [host])) == nil)
    #expect(status(request("/" + String(repeating: "a", count: 4096), [host])) == 414)
    // The escapes count as they were sent, and so do parameters.
    var escaped = WebRequest(target: "/" + String(repeating: "%61", count: 1400))
    escaped.headers = [WebField(host.0, host.1)]
    #expect(status(escaped) == 414)
    var asked = request("/", [host])
    for name in 0..<5 { asked.add(parameter: WebField("\(name)", String(repeating: "a", count: 1000))) }
    #expect(status(asked) == 414)

    func long(_ name: String, _ size: Int) -> (String, String) { (name, String(repeating: "a", count: size)) }
    let rest = 1 + "Host: localhost:8947\r\n".utf8.count + "X-Text: \r\n".utf8.count + 2 * 64
    #expect(status(request("/", [host, long("X-Text", 7680 - rest)])) == nil)
    #expect(status(request("/", [host, long("X-Text", 7681 - rest)])) == 431)
    // The library has a copy of cookies.
    #expect(status(request("/", [host, long("Cookie", 3700)])) == nil)
    #expect(status(request("/", [host, long("Cookie", 3900)])) == 431)
    let small = (0..<60).map { "a\($0)=b" }.joined(separator: "; ")
    #expect(status(request("/", [host, ("Cookie", small)])) == nil)
    #expect(status(request("/", [host, ("Cookie", small + "; " + small)])) == 431)
    func lines(_ count: Int) -> [(String, String)] { (0..<count).map { ("X-\($0)", "a") } }
    #expect(status(request("/", [host] + lines(99))) == nil)
    #expect(status(request("/", [host] + lines(110))) == 431)
  }

  // MARK: - Hosts

  @Test(arguments: ["localhost:8947", "127.0.0.1:8947", "[::1]:8947", "LocalHost:8947"])
  func `lets each name of this machine in`(host: String) {
    #expect(status(request("/", [("Host", host)])) == nil)
  }

  @Test(arguments: [
    "evil.example:8947", "localhost", "localhost:80", "localhost:8947.evil.example", "", "localhost:08947",
    "127.0.0.2:8947", "user@localhost:8947", "loca\u{212A}host:8947", "localhost:8947 ",
  ]) func `answers 421 to a Host that is not ours`(host: String) {
    #expect(status(request("/", [("Host", host)])) == 421)
  }

  @Test func `answers 421 to no Host, and to two of them`() {
    #expect(status(request("/", [])) == 421)
    #expect(status(request("/", [("Host", "localhost:8947"), ("host", "localhost:8947")])) == 421)
  }

  @Test func `lets the bound address and a given name in, with the port`() {
    var requestGuard = requestGuard(at: .four(0xC0A8_0105, port: 80), names: ["Boat.local"])
    for host in ["192.168.1.5", "192.168.1.5:80", "boat.local", "boat.local:80"] {
      #expect(requestGuard.refusal(of: request("/", [("Host", host)]), at: start) == nil, "\(host)")
    }
    #expect(requestGuard.refusal(of: request("/", [("Host", "192.168.1.6")]), at: start)?.status == 421)
    #expect(requestGuard.refusal(of: request("/", [("Host", "boat.local:8947")]), at: start)?.status == 421)
  }

  @Test func `lets addresses in numbers in where all addresses are bound, and no names`() {
    var requestGuard = requestGuard(at: .four(0, port: 8947))
    for host in ["192.168.1.5:8947", "[fe80::1]:8947"] {
      #expect(requestGuard.refusal(of: request("/", [("Host", host)]), at: start) == nil, "\(host)")
    }
    for host in ["rebound.example:8947", "1.2.3:8947", "1.2.3.4.5:8947", "[evil]:8947"] {
      #expect(requestGuard.refusal(of: request("/", [("Host", host)]), at: start)?.status == 421, "\(host)")
    }
    // A page of another machine has the same form of name.
    let foreign = [("Host", "192.168.1.5:8947"), ("Origin", "http://192.168.1.66:8947")]
    #expect(requestGuard.refusal(of: request("/fix.json", foreign), at: start)?.status == 403)
  }

  // MARK: - Origins

  @Test(arguments: [
    ("http://localhost:8947", nil), ("http://127.0.0.1:8947", nil), ("http://evil.example", 403),
    ("https://localhost:8947", 403), ("http://localhost:3000", 403), ("null", 403), ("", 403),
    ("http://localhost:8947.evil.example", 403),
  ]) func `answers 403 to the pages of others`(origin: String, expected: Int?) {
    #expect(status(request("/fix.json", [("Host", "localhost:8947"), ("Origin", origin)])) == expected)
  }

  @Test(arguments: [
    ("/", "cross-site", "navigate", nil), ("/", "cross-site", "no-cors", 403),
    ("/fix.json", "cross-site", "navigate", 403), ("/events", "cross-site", "cors", 403),
    ("/events", "same-site", "cors", 403), ("/events", "same-origin", "cors", nil),
    ("/track.gpx", "none", "navigate", nil),
  ]) func `lets another site lead to the first page only`(
    path: String, site: String, mode: String, expected: Int?
  ) {
    let headers = [("Host", "localhost:8947"), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)]
    #expect(status(request(path, headers)) == expected)
  }

  // MARK: - Methods, bodies, paths

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", ""])
  func `answers 405 to other methods, and names the two that there are`(method: String) {
    var request = request()
    request.method = method
    var requestGuard = requestGuard()
    let answer = requestGuard.refusal(of: request, at: start)
    #expect(answer?.status == 405 && answer?.headers.contains(WebField("Allow", "GET, HEAD")) == true)
  }

  @Test func `answers 413 to a body`() {
    var request = request("/fix.json")
    request.hasBody = true
    #expect(status(request) == 413)
    request.method = "HEAD"
    #expect(status(request) == 413)
  }

  @Test(arguments: [
    "/../etc/passwd", "/./", "/a/../fix.json", "/fix.json\0", "", "fix.json", "//", "/a//b", #"/..\x"#,
    "/\u{202E}", "/a b", "/fix.json\n",
  ]) func `answers 404 to paths that no page has`(path: String) { #expect(status(request(path)) == 404) }

  @Test func `looks at the name before all else`() {
    var stranger = request("/../", [("Host", "evil.example")])
    stranger.method = "POST"
    stranger.hasBody = true
    #expect(status(stranger) == 421)
    stranger.headers = [WebField("Host", "localhost:8947"), WebField("Origin", "http://evil.example")]
    #expect(status(stranger) == 404)
    stranger.path = "/"
    #expect(status(stranger) == 405)
    stranger.method = "GET"
    #expect(status(stranger) == 413)
    stranger.hasBody = false
    #expect(status(stranger) == 403)
  }

  @Test func `refuses by its own list, whatever a stranger sends`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var requestGuard = requestGuard(token: "correct-horse-battery-staple-0001")
    var seen: [Int: Int] = [:]
    for step in 0..<20_000 {
      let request = Self.stranger(&random)
      let answer = requestGuard.refusal(of: request, at: start + .milliseconds(step * 20))
      guard let answer else {
        seen[200, default: 0] += 1
        continue
      }
      seen[answer.status, default: 0] += 1
      #expect(RequestGuard.statuses.contains(answer.status), "\(answer.status) of seed \(seed)")
      if case .bytes(let bytes) = answer.body {
        #expect(!String(decoding: bytes, as: UTF8.self).contains("correct-horse"), "seed \(seed)")
      }
    }
    // A property that is never met proves nothing.
    for status in [200, 303, 401, 403, 404, 405, 413, 421, 429] {
      #expect(seen[status] ?? 0 > 0, "no \(status) of seed \(seed)")
    }
  }

  private static func stranger(_ random: inout SeededGenerator) -> WebRequest {
    func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    func noise() -> String {
      String(
        decoding: (0..<Int.random(in: 0..<12, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }, as: UTF8.self)
    }
    var request = WebRequest(path: one(["/", "/", "/", "/events", "/../", "/" + noise(), noise()]))
    request.method = one(["GET", "GET", "GET", "GET", "HEAD", "POST", noise()])
    request.hasBody = one([false, false, false, false, true])
    let token = "correct-horse-battery-staple-0001"
    request.peer = one([
      .four(UInt32.random(in: 0...40, using: &random), port: 1), .six(0, 1, port: 9), .local(""),
    ])
    let hosts = ["localhost:8947", "localhost:8947", "localhost:8947", "evil.example:8947", noise()]
    for _ in 0..<one([1, 1, 1, 1, 1, 0, 2]) {
      request.headers.append(WebField(one(["Host", "hOST"]), one(hosts)))
    }
    let others: [(String, [String])] = [
      ("Origin", ["http://localhost:8947", "http://evil.example", "null", noise()]),
      ("Sec-Fetch-Site", ["cross-site", "same-origin", "none", noise()]),
      ("Sec-Fetch-Mode", ["navigate", "cors", noise()]),
      ("Authorization", ["Bearer " + token, "Bearer x", "Basic eDp5", "bearer", noise()]),
      ("Cookie", ["gpsbridge-8947=x", "gpsbridge-8947=; a=b;;=", noise()]),
    ]
    for (name, values) in others where Int.random(in: 0..<4, using: &random) == 0 {
      request.headers.append(WebField(name, one(values)))
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      request.query.append(WebField("token", one([token, noise()])))
    }
    return request
  }
}
