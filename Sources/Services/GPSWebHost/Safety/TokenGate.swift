internal import GPSSockets
internal import GPSSystemCalls
internal import Glibc

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
/// The right token and valid cookies are always accepted: all users of a proxy share an address. An invalid
/// cookie is not a wrong guess, because after a change of the token, open pages still send their old cookies.
///
/// A cookie is `ISSUED-ID-CODE` in hexadecimal digits: seconds since 1970, 64 random bits, and a code that
/// requires the token. So it survives a restart, and a new token ends it. Memory holds only the sessions that
/// were ended one by one; a file holds the time at which all were ended. A time in the future is valid, since
/// the clock may have been set back.
struct TokenGate: Sendable {
  private let token: Secret?
  private let port: UInt16
  private let isSecure: Bool
  private let signOuts: SignOutFile?
  private let utc: @Sendable () -> Int
  /// Cookies issued before this time are invalid.
  private var notBefore: Int
  /// The latest time in a cookie that was seen, which may be in the future.
  private var latest: Int
  /// The sessions that were ended one by one.
  private var ended: Set<Int> = []
  private var limit = GuessLimit()

  /// At most this many sessions are ended one by one; the next sign-out ends all.
  static let mostEnded = 1024
  /// The path that ends a session.
  static let signOut = "/sign-out"

  /// - Parameters:
  ///   - token: The token, or nil to admit everyone.
  ///   - port: The port, part of the cookie's name: browsers share cookies between ports of a machine.
  ///   - isSecure: Whether the service uses TLS.
  ///   - signOuts: The file with the time of the last `?all=yes`; nil to keep it until the service ends.
  ///   - utc: Returns the seconds since 1970.
  init(
    token: Secret?, port: UInt16, isSecure: Bool = false, signOuts: SignOutFile? = nil,
    utc: @escaping @Sendable () -> Int = { time(nil) }
  ) {
    (self.token, self.port, self.isSecure, self.signOuts, self.utc) = (token, port, isSecure, signOuts, utc)
    // Without a readable file, a browser may have been signed out: all have to send the token again.
    notBefore = signOuts.map { $0.time ?? utc() + 1 } ?? 0
    latest = notBefore
  }

  /// Answers clients without access and clients with a token in the address; nil lets the request continue.
  mutating func answer(to request: WebRequest, at now: ContinuousClock.Instant) -> WebAnswer? {
    guard let token else { return nil }
    if request.path == Self.signOut { return goodbye(to: request) }
    let field = request.path == "/" ? request.parameter("token")?.split(separator: " ").joined() : nil
    // An empty one is no guess: the cookie and the header count, as without it.
    let given = field?.isEmpty == false ? field : nil
    if given == nil, case .session(_, let issued)? = session(of: request) {
      latest = max(latest, issued)
      return nil
    }
    let isForm = TokenForm.suits(request)
    let guess = given ?? Self.bearer(of: request)
    if guess == nil, field == nil || !isForm {
      return Self.unauthorized("needs a token", isForm ? .missing : nil)
    }
    if let guess, token.matches(guess) { return given == nil ? nil : welcome(token) }
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

  private func session(of request: WebRequest) -> Holder? {
    Self.cookies(of: request, name).prefix(4).compactMap(session(ofCookie:)).first(where: isOpen)
  }

  private func session(ofCookie value: String) -> Holder? {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard let token, parts.count == 3, parts[0].utf8.count <= 16, parts[1].utf8.count == 16,
      Secret(Array(code(parts[0], parts[1], token).utf8)).matches(parts[2]),
      let issued = Int(parts[0], radix: 16), let id = UInt(parts[1], radix: 16)
    else { return nil }
    return .session(Int(bitPattern: id), issued: issued)
  }

  private func code(_ issued: String, _ id: String, _ token: Secret) -> String {
    SHA256.code(of: "gpsbridge session \(port) \(issued) \(id)", key: token.reveal())
  }

  /// The browser that sends a request, or its network.
  func holder(of request: WebRequest) -> Holder { session(of: request) ?? .network(request.peer.network) }

  /// Whether a session is still open.
  func isOpen(_ holder: Holder) -> Bool {
    guard case .session(let id, let issued) = holder else { return true }
    return issued >= notBefore && !ended.contains(id)
  }

  private mutating func welcome(_ token: Secret) -> WebAnswer {
    let now = max(utc(), notBefore)
    latest = max(latest, now)
    let issued = String(now, radix: 16)
    let id = String(decoding: Secret.random().reveal().prefix(16), as: UTF8.self)
    return Self.goOn(cookie("\(issued)-\(id)-\(code(issued, id, token))"))
  }

  /// Ends the session of a request, or all sessions; does nothing for a request without a session.
  private mutating func goodbye(to request: WebRequest) -> WebAnswer {
    let none = cookie("", "; Max-Age=0")
    let session = request.method == "GET" ? session(of: request) : nil
    guard case .session(let id, let issued)? = session else { return Self.goOn(none) }
    if request.parameter("all") != "yes", ended.count < Self.mostEnded {
      ended.insert(id)
      return Self.goOn(none)
    }
    latest = max(latest, issued, utc()) + 1
    (notBefore, ended) = (latest, [])
    let advice =
      "all browsers are signed out until the service starts again; a new token signs them out for good"
    guard let signOuts else { return WebAnswer(200, saying: advice, headers: [none]) }
    do throws(Errno) {
      try signOuts.keep(notBefore)
      return Self.goOn(none)
    } catch { return WebAnswer(500, saying: "can't store it: \(error.words); \(advice)", headers: [none]) }
  }

  private var name: String { "gpsbridge-\(port)" }

  private func cookie(_ value: String, _ age: String = "") -> WebField {
    let secure = isSecure ? "; Secure" : ""
    return WebField("Set-Cookie", "\(name)=\(value); Path=/; HttpOnly; SameSite=Lax\(secure)\(age)")
  }

  /// The redirection to the page, with a cookie.
  private static func goOn(_ cookie: WebField) -> WebAnswer {
    WebAnswer(303, saying: "continue at /", headers: [WebField("Location", "/"), cookie])
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
