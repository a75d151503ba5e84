internal import GPSSockets

/// Admits clients with the token: by `/?token=…` and then a cookie, or by `Authorization: Bearer`.
///
/// ```
/// GET /?token=…                 303 to /, with a cookie     the token leaves the address line
/// GET /fix.json  Cookie: …      goes on
/// GET /fix.json  Bearer …       goes on
/// GET /fix.json                 401; a browser gets a page with a field for the token at /
/// GET /?token=WRONG             401; a browser 303 to /?token=, and there the field again
/// the tenth wrong one           401, and then 429 for a minute to each wrong one from this address
/// GET /sign-out                 303 to /, and the cookie is worth nothing; with ?all=yes no cookie is
/// ```
///
/// The right token and known cookies are always accepted: all users of a proxy share an address. An
/// unknown cookie is not a wrong guess: after a restart, open pages still send their old ones.
struct TokenGate: Sendable {
  private let token: Secret?
  private let cookie: String
  private let isSecure: Bool
  /// A browser that sent the token, and the network that it was in; the least recently seen is first.
  private struct Session: Sendable {
    let secret: Secret
    let number: Int
    let network: EndAddress
  }

  private var sessions: [Session] = []
  private var lastSession = 0
  private var limit = GuessLimit()

  /// At most this many browsers are remembered; of the network with the most, the least recently seen has to send the
  /// token again.
  static let mostSessions = 64
  /// The path that ends a session.
  static let signOut = "/sign-out"

  /// - Parameters:
  ///   - token: The token, or nil to admit everyone.
  ///   - port: The port, part of the cookie's name: browsers share cookies between ports of a machine.
  ///   - isSecure: Whether the service uses TLS.
  init(token: Secret?, port: UInt16, isSecure: Bool = false) {
    (self.token, self.isSecure) = (token, isSecure)
    cookie = "gpsbridge-\(port)"
  }

  /// Answers clients without access and clients with a token in the address; nil lets the request continue.
  mutating func answer(to request: WebRequest, at now: ContinuousClock.Instant) -> WebAnswer? {
    guard let token else { return nil }
    if request.path == Self.signOut { return goodbye(to: request) }
    let field = request.path == "/" ? request.parameter("token")?.split(separator: " ").joined() : nil
    // An empty one is no guess: the cookie and the header count, as without it.
    let given = field?.isEmpty == false ? field : nil
    if given == nil, hasSession(request) { return nil }
    let isForm = TokenForm.suits(request)
    let guess = given ?? Self.bearer(of: request)
    if guess == nil, field == nil || !isForm {
      return Self.unauthorized("needs a token", isForm ? .missing : nil)
    }
    if let guess, token.matches(guess) { return given == nil ? nil : welcome(request.peer.network) }
    let wait = limit.wait(of: request.peer, at: now)
    if wait == nil, guess != nil { limit.add(request.peer, at: now) }
    // A wrong token may be nearly the right one: it leaves the address line, too.
    if isForm, given != nil {
      return WebAnswer(303, saying: "continue at /?token=", headers: [WebField("Location", "/?token=")])
    }
    if let wait { return Self.tooMany(wait, isForm: isForm) }
    return Self.unauthorized("this token is wrong", isForm ? .wrong : nil)
  }

  // MARK: - Sessions

  /// The place of the session whose cookie a request has.
  private func session(of request: WebRequest) -> Int? {
    let values = Self.cookies(of: request, cookie).prefix(4)
    return sessions.firstIndex { session in values.contains { session.secret.matches($0) } }
  }

  /// Whether the request has the cookie of a browser that once sent the token.
  private mutating func hasSession(_ request: WebRequest) -> Bool {
    guard let place = session(of: request) else { return false }
    sessions.append(sessions.remove(at: place))
    return true
  }

  /// The browser that sends a request, or its network.
  func holder(of request: WebRequest) -> Holder {
    session(of: request).map { .session(sessions[$0].number) } ?? .network(request.peer.network)
  }

  /// Whether a session goes on.
  func isOpen(_ holder: Holder) -> Bool {
    guard case .session(let number) = holder else { return true }
    return sessions.contains { $0.number == number }
  }

  private mutating func welcome(_ network: EndAddress) -> WebAnswer {
    let secret = Secret.random()
    if sessions.count >= Self.mostSessions {
      let own = sessions.firstIndex { $0.network == network } ?? 0
      sessions.remove(
        at: Holder.place(in: sessions.map { .network($0.network) }, for: .network(network)) ?? own)
    }
    lastSession += 1
    sessions.append(Session(secret: secret, number: lastSession, network: network))
    return goOn(cookie: String(decoding: secret.reveal(), as: UTF8.self))
  }

  /// Ends the session of a request, or all; a request without one ends none.
  private mutating func goodbye(to request: WebRequest) -> WebAnswer {
    if let place = session(of: request), request.method == "GET" {
      if request.parameter("all") == "yes" { sessions = [] } else { sessions.remove(at: place) }
    }
    return goOn(cookie: "", "; Max-Age=0")
  }

  /// The redirection to the page, with a cookie.
  private func goOn(cookie value: String, _ age: String = "") -> WebAnswer {
    let header =
      "\(cookie)=\(value); Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") + age
    return WebAnswer(
      303, saying: "continue at /", headers: [WebField("Location", "/"), WebField("Set-Cookie", header)])
  }

  // MARK: - Answers and headers

  private static func unauthorized(_ reason: String, _ form: TokenForm.Reason?) -> WebAnswer {
    let headers = [WebField("WWW-Authenticate", #"Bearer realm="gpsbridge""#)]
    if let form { return TokenForm.answer(401, form, headers: headers) }
    return WebAnswer(
      401, saying: "\(reason): open /?token=TOKEN in a browser, or send Authorization: Bearer TOKEN",
      headers: headers)
  }

  private static func tooMany(_ wait: Duration, isForm: Bool) -> WebAnswer {
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    let headers = [WebField("Retry-After", "\(seconds)")]
    if isForm { return TokenForm.answer(429, .wait(seconds), headers: headers) }
    return WebAnswer(
      429, saying: "too many wrong tokens from this address: wait \(seconds) s", headers: headers)
  }

  /// The bearer token; nil without exactly one header.
  private static func bearer(of request: WebRequest) -> String? {
    let values = request.headers("Authorization")
    guard values.count == 1 else { return nil }
    let parts = values[0].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1].drop { $0 == " " })
  }

  private static func cookies(of request: WebRequest, _ name: String) -> [String] {
    request.headers("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { return nil }
      return String(parts[1])
    }
  }
}
