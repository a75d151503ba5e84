import GPSSockets
import TestSupport
import Testing

@testable import GPSWebHost

@Suite struct `A page with a token` {
  private static let token = "0123456789abcdef0123456789abcdef"
  private let start = ContinuousClock.now
  private var gate = Self.gate()

  private static func gate(
    _ token: String = Self.token, port: UInt16 = 8947, isSecure: Bool = false, at utc: Int = 1_800_000_000,
    in folder: String? = nil
  ) -> TokenGate {
    TokenGate(
      token: Secret(Array(token.utf8)), port: port, isSecure: isSecure,
      signOuts: folder.map { SignOutFile(in: $0, port: port) }, utc: { utc })
  }

  private func request(
    _ path: String = "/fix.json", token: String? = nil, bearer: String? = nil, cookie: String? = nil,
    from peer: EndAddress = .four(0x7F00_0001, port: 40_000)
  ) -> WebRequest {
    var request = WebRequest(path: path)
    if let token { request.query = [WebField("token", token)] }
    if let bearer { request.headers.append(WebField("Authorization", "Bearer " + bearer)) }
    if let cookie { request.headers.append(WebField("cookie", cookie)) }
    request.peer = peer
    return request
  }

  /// The cookie as a browser sends it back.
  private func cookie(of answer: WebAnswer?) -> String? {
    answer?.headers.first { $0.isNamed("Set-Cookie") }?.value.split(separator: ";").first.map(String.init)
  }

  /// The cookie of another browser that sends the token.
  private func signIn(_ gate: inout TokenGate) throws -> String {
    let welcome = gate.answer(to: request("/", token: Self.token), at: start)
    return try #require(cookie(of: welcome))
  }

  private func leave(
    _ gate: inout TokenGate, _ cookie: String, all: Bool = false, method: String = "GET"
  ) -> WebAnswer? {
    var request = request("/sign-out", cookie: cookie)
    request.method = method
    if all { request.query = [WebField("all", "yes")] }
    return gate.answer(to: request, at: start)
  }

  private func knows(_ gate: TokenGate, _ cookie: String) -> Bool {
    var gate = gate
    let answer = gate.answer(to: request(cookie: cookie), at: start)
    return answer == nil
  }

  @Test mutating func `answers 401 without a token and with a wrong one, and says what to do`() {
    let missing = gate.answer(to: request(), at: start)
    #expect(missing?.status == 401)
    #expect(missing?.headers.contains(WebField("WWW-Authenticate", #"Bearer realm="gpsbridge""#)) == true)
    #expect(gate.answer(to: request("/", token: "wrong"), at: start)?.status == 401)
    #expect(gate.answer(to: request(bearer: Self.token + "0"), at: start)?.status == 401)
    #expect(gate.answer(to: request(bearer: String(Self.token.dropLast())), at: start)?.status == 401)
    #expect(gate.answer(to: request(bearer: ""), at: start)?.status == 401)
  }

  @Test mutating func `answers 303 to the right one, with a cookie of its own`() throws {
    let welcome = gate.answer(to: request("/", token: Self.token), at: start)
    let answer = try #require(welcome)
    #expect(answer.status == 303 && answer.headers.contains(WebField("Location", "/")))
    let header = try #require(answer.headers.first { $0.isNamed("Set-Cookie") }?.value)
    #expect(header.hasPrefix("gpsbridge-8947=") && header.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
    #expect(!"\(answer)".contains(Self.token))
    let cookie = try #require(self.cookie(of: answer))
    #expect(cookie.utf8.count == "gpsbridge-8947=6b49d200-".utf8.count + 16 + 1 + 64)
    #expect(gate.answer(to: request(cookie: "a=b; \(cookie); c=d"), at: start) == nil)
    #expect(gate.answer(to: request(cookie: cookie + "0"), at: start)?.status == 401)
    #expect(
      gate.answer(to: request(cookie: "gpsbridge-8948=" + cookie.dropFirst(15)), at: start)?.status == 401)
    let second = gate.answer(to: request("/", token: Self.token), at: start)
    #expect(self.cookie(of: second) != cookie)
  }

  @Test func `says Secure of its cookie under TLS`() {
    var gate = Self.gate(isSecure: true)
    let answer = gate.answer(to: request("/", token: Self.token), at: start)
    #expect(answer?.headers.first { $0.isNamed("Set-Cookie") }?.value.hasSuffix("; Secure") == true)
  }

  @Test
  mutating func `lets a program in by its header, and takes a token in the address for the first page only`()
  {
    #expect(gate.answer(to: request(bearer: Self.token), at: start) == nil)
    var small = request()
    small.headers = [WebField("authorization", "bearer  " + Self.token)]
    #expect(gate.answer(to: small, at: start) == nil)
    #expect(gate.answer(to: request("/fix.json", token: Self.token), at: start)?.status == 401)
    var twice = request(bearer: Self.token)
    twice.headers.append(twice.headers[0])
    #expect(gate.answer(to: twice, at: start)?.status == 401)
  }

  @Test func `lets everybody in where there is no token`() {
    var gate = TokenGate(token: nil, port: 8947)
    #expect(gate.answer(to: request(), at: start) == nil)
    #expect(gate.answer(to: request("/", token: "x"), at: start) == nil)
  }

  // MARK: - Browsers

  private func browser(_ path: String = "/", token: String? = nil) -> WebRequest {
    var request = request(path, token: token)
    request.headers.append(WebField("Accept", "application/xhtml+xml, text/html;q=0.9, */*;q=0.8"))
    return request
  }

  @Test mutating func `gives a browser a field for the token, which its policy lets it send here alone`()
    throws
  {
    for path in ["/", "/plain"] {
      let refusal = gate.answer(to: browser(path), at: start)
      let answer = try #require(refusal)
      #expect(answer.status == 401 && text(of: answer).split(separator: "\n").contains(#"<form action="/">"#))
      let policies = PagePolicy.headers(of: answer).filter { $0.isNamed("Content-Security-Policy") }
      #expect(policies == [WebField("Content-Security-Policy", TokenForm.policy)])
      #expect(TokenForm.policy.split(separator: "; ").contains("form-action 'self'"))
    }
    // A program that reads JSON gets a line of text.
    let other = gate.answer(to: browser("/fix.json"), at: start)
    #expect(text(of: other).hasPrefix("needs a token: "))
  }

  @Test mutating func `takes a wrong token of a browser from its address line, and asks again`() {
    let nearly = String(Self.token.dropLast())
    let refusal = gate.answer(to: browser(token: nearly), at: start)
    #expect(refusal?.status == 303 && refusal?.headers.contains(WebField("Location", "/?token=")) == true)
    let again = gate.answer(to: browser(token: ""), at: start)
    #expect(again?.status == 401)
    #expect(text(of: again).split(separator: "\n").contains("<title>This token is wrong</title>"))
    let welcome = gate.answer(to: browser(token: " \(Self.token) "), at: start)
    #expect(welcome?.headers.contains(WebField("Location", "/")) == true)
  }

  @Test mutating func `counts each wrong token of a browser once, and says how long to wait`() {
    for _ in 0..<10 {
      #expect(gate.answer(to: browser(token: "x"), at: start)?.status == 303)
      #expect(gate.answer(to: browser(), at: start)?.status == 401)
    }
    let refusal = gate.answer(to: browser(token: ""), at: start)
    #expect(refusal?.status == 429)
    #expect(text(of: refusal).split(separator: "\n").contains("<title>Too many wrong tokens</title>"))
    let welcome = gate.answer(to: browser(token: Self.token), at: start)
    #expect(welcome?.headers.contains(WebField("Location", "/")) == true)
  }

  @Test mutating func `answers a program that accepts a page by its header, and redirects it nowhere`() {
    var program = browser()
    program.headers.append(WebField("Authorization", "Bearer x"))
    for _ in 0..<10 { #expect(gate.answer(to: program, at: start)?.status == 401) }
    #expect(gate.answer(to: program, at: start)?.status == 429)
    for token in [nil, "", " "] {
      var program = browser(token: token)
      program.headers.append(WebField("Authorization", "Bearer " + Self.token))
      #expect(gate.answer(to: program, at: start) == nil)
    }
  }

  @Test mutating func `knows the cookie of a browser that sends an empty field`() {
    let cookie = cookie(of: gate.answer(to: browser(token: Self.token), at: start))
    #expect(gate.answer(to: request("/", token: "", cookie: cookie), at: start) == nil)
    var known = browser(token: "")
    known.headers.append(WebField("Cookie", cookie ?? ""))
    #expect(gate.answer(to: known, at: start) == nil)
    known = browser(token: "wrong")
    known.headers.append(WebField("Cookie", cookie ?? ""))
    #expect(gate.answer(to: known, at: start)?.status == 303)
  }

  // MARK: - Guesses

  @Test mutating func `lets an address wait for a minute after ten wrong ones in a minute`() throws {
    for second in 0..<10 {
      let answer = gate.answer(to: request(bearer: "x"), at: start + .seconds(second * 6))
      #expect(answer?.status == 401)
    }
    // The tenth came at 54 s.
    let refusal = gate.answer(to: request(bearer: "x"), at: start + .seconds(60))
    let answer = try #require(refusal)
    #expect(answer.status == 429 && answer.headers.contains(WebField("Retry-After", "54")))
    #expect(gate.answer(to: request("/", token: "x"), at: start + .milliseconds(113_999))?.status == 429)
    #expect(gate.answer(to: request(bearer: "x"), at: start + .seconds(114))?.status == 401)
  }

  @Test mutating func `opens to the right token while another program of the same address guesses`() {
    for _ in 0..<20 { _ = gate.answer(to: request(bearer: "x"), at: start) }
    #expect(gate.answer(to: request(bearer: "x"), at: start)?.status == 429)
    #expect(gate.answer(to: request(bearer: Self.token), at: start) == nil)
    #expect(gate.answer(to: request("/", token: Self.token), at: start)?.status == 303)
    #expect(gate.answer(to: request(), at: start)?.status == 401)
  }

  @Test mutating func `lets nobody wait for ten wrong ones in more than a minute`() {
    for second in 0..<30 {
      #expect(gate.answer(to: request(bearer: "x"), at: start + .seconds(second * 7))?.status == 401)
    }
  }

  @Test mutating func `counts no missing token and no unknown cookie`() {
    for _ in 0..<50 {
      #expect(gate.answer(to: request(), at: start)?.status == 401)
      #expect(gate.answer(to: request(cookie: "gpsbridge-8947=old"), at: start)?.status == 401)
    }
  }

  @Test mutating func `lets the guest of the same address in while another one guesses`() {
    let cookie = cookie(of: gate.answer(to: request("/", token: Self.token), at: start))
    for _ in 0..<20 { _ = gate.answer(to: request(bearer: "x"), at: start) }
    #expect(gate.answer(to: request(cookie: cookie), at: start) == nil)
    #expect(
      gate.answer(to: request(bearer: "x", from: .four(0x7F00_0001, port: 50_000)), at: start)?.status == 429)
    #expect(
      gate.answer(to: request(bearer: "x", from: .four(0x0A00_0001, port: 1)), at: start)?.status == 401)
  }

  @Test mutating func `takes a network of IPv6 for one address`() {
    for number in 0..<10 {
      _ = gate.answer(to: request(bearer: "x", from: .six(7, UInt64(number), port: 1)), at: start)
    }
    #expect(gate.answer(to: request(bearer: "x", from: .six(7, 99, port: 1)), at: start)?.status == 429)
    #expect(gate.answer(to: request(bearer: "x", from: .six(8, 99, port: 1)), at: start)?.status == 401)
  }

  @Test func `keeps a bounded table of addresses, and the waiting ones the longest`() {
    var limit = GuessLimit()
    for _ in 0..<10 { limit.add(.four(1, port: 0), at: start) }
    for number in 0..<(2 * GuessLimit.mostAddresses) {
      limit.add(.four(UInt32(100 + number), port: 0), at: start + .milliseconds(number))
    }
    #expect(limit.count == GuessLimit.mostAddresses)
    #expect(limit.wait(of: .four(1, port: 0), at: start + .seconds(3)) == .seconds(57))
  }

  // MARK: - Sessions

  @Test func `knows a cookie after a restart, of its own token and port alone`() throws {
    var first = Self.gate()
    let cookie = try signIn(&first)
    let renamed = "gpsbridge-8948=" + cookie.dropFirst("gpsbridge-8947=".count)
    let rows: [(String, TokenGate, String, Bool)] = [
      ("a restart", Self.gate(), cookie, true), ("the clock set back", Self.gate(at: 0), cookie, true),
      ("another token", Self.gate(String(Self.token.reversed())), cookie, false),
      ("another port", Self.gate(port: 8948), renamed, false),
    ]
    for (what, gate, cookie, isKnown) in rows { #expect(knows(gate, cookie) == isKnown, "\(what)") }
  }

  @Test func `knows no cookie with another letter`() throws {
    var gate = Self.gate()
    let cookie = try signIn(&gate)
    for place in cookie.indices.dropFirst("gpsbridge-8947=".count) {
      for letter in ["0", "1", "-", "A", ""] where letter != String(cookie[place]) {
        let other = cookie[..<place] + letter + cookie[cookie.index(after: place)...]
        #expect(!knows(gate, String(other)), "\(other)")
      }
    }
  }

  @Test func `ends the session of a browser that signs out, or all of them for good`() throws {
    let folder = try TestFolder()
    var gate = Self.gate(in: folder.path)
    let cookies = try (0..<3).map { _ in try signIn(&gate) }
    let holders = cookies.map { gate.holder(of: request(cookie: $0)) }
    #expect(Set(holders).count == 3 && gate.holder(of: request()) == .network(request().peer.network))
    let steps: [(cookie: String, all: Bool, method: String, open: [Bool])] = [
      ("gpsbridge-8947=x", true, "GET", [true, true, true]), (cookies[0], true, "HEAD", [true, true, true]),
      (cookies[0], false, "GET", [false, true, true]), (cookies[0], true, "GET", [false, true, true]),
      (cookies[1], true, "GET", [false, false, false]),
    ]
    for step in steps {
      let answer = leave(&gate, step.cookie, all: step.all, method: step.method)
      #expect(answer?.status == 303 && answer?.headers.contains(WebField("Location", "/")) == true)
      #expect(answer?.headers.last?.value == "gpsbridge-8947=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
      #expect(holders.map(gate.isOpen) == step.open && cookies.map { knows(gate, $0) } == step.open)
    }
    // It is issued in the same second.
    let newest = try signIn(&gate)
    for gate in [gate, Self.gate(in: folder.path), Self.gate(at: 0, in: folder.path)] {
      #expect((cookies + [newest]).map { knows(gate, $0) } == [false, false, false, true])
    }
  }

  @Test func `ends all sessions that began before the clock was set back, too`() throws {
    var (later, gate) = (Self.gate(at: 2_000_000_000), Self.gate())
    let cookies = [try signIn(&later), try signIn(&gate)]
    _ = leave(&gate, cookies[0], all: true)
    let newest = try signIn(&gate)
    #expect((cookies + [newest]).map { knows(gate, $0) } == [false, false, true])
  }

  @Test func `ends all sessions where more sign out than it remembers`() throws {
    var gate = Self.gate()
    let cookie = try signIn(&gate)
    for count in 1...TokenGate.mostEnded + 1 {
      let other = try signIn(&gate)
      _ = leave(&gate, other)
      #expect(knows(gate, cookie) == (count <= TokenGate.mostEnded))
    }
  }

  @Test(arguments: [(nil, 200), ("/dev/null/state", 500)] as [(String?, Int)])
  func `says that all are signed out until the next start where no file keeps it`(
    folder: String?, status: Int
  ) throws {
    var gate = Self.gate(in: folder)
    let cookie = try signIn(&gate)
    let answer = leave(&gate, cookie, all: true)
    #expect(answer?.status == status && answer?.headers.last?.value.hasSuffix("; Max-Age=0") == true)
    #expect(text(of: answer).contains("all browsers are signed out until the service starts again"))
    #expect(!knows(gate, cookie) && knows(Self.gate(in: folder), cookie))
  }

  @Test(arguments: ["", "\n", "-1\n", "9223372036854775807\n", "18446744073709551616\n"])
  func `wants the token again where the file is of another form`(text: String) throws {
    let folder = try TestFolder()
    try folder.write("signed-out-8947", Array(text.utf8))
    var (earlier, gate) = (Self.gate(), Self.gate(in: folder.path))
    let cookies = [try signIn(&earlier), try signIn(&gate)]
    #expect(cookies.map { knows(gate, $0) } == [false, true])
  }

  @Test func `gives each holder of a place a share`() {
    let holders: [Holder] = [1, 2, 2, 3, 3, 3].map { .session($0, issued: 0) }
    for (newcomer, place) in [(4, 3), (1, 3), (2, nil), (3, nil)] {
      #expect(Holder.place(in: holders, for: .session(newcomer, issued: 0)) == place, "\(newcomer)")
    }
    #expect(Holder.place(in: [], for: holders[0]) == nil)
  }

  // MARK: - Secrets

  @Test mutating func `never shows its token in a text`() {
    let cookie = cookie(of: gate.answer(to: request("/", token: Self.token), at: start))
    let session = String(cookie?.dropFirst("gpsbridge-8947=".count) ?? "?")
    var dumped = ""
    dump(gate, to: &dumped)
    for text in [dumped, "\(gate)", String(reflecting: gate), "\(Secret(Array(Self.token.utf8)))"] {
      #expect(!text.contains(Self.token) && !text.contains(session))
    }
    #expect(!dumped.contains("48"), "the bytes of the token as numbers")
  }

  @Test func `compares whole secrets, and nothing with an empty one`() {
    let secret = Secret(Array("abc".utf8))
    #expect(secret.matches("abc"))
    for other in ["", "ab", "abcd", "abd", "Abc", "abc\0"] { #expect(!secret.matches(other)) }
    #expect(!Secret([]).matches(""))
  }

  @Test func `makes secrets of 64 digits, no two alike`() {
    let secrets = (0..<100).map { _ in String(decoding: Secret.random().reveal(), as: UTF8.self) }
    #expect(Set(secrets).count == 100)
    #expect(
      secrets.allSatisfy {
        $0.utf8.count == 64 && $0.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
      })
  }
}
