internal import GPSSockets

/// Admits clients with the token: by `/?token=…` and then a cookie, or by `Authorization: Bearer`.
///
/// ```
/// GET /?token=…                 303 to /, with a cookie     the token leaves the address line
/// GET /fix.json  Cookie: …      goes on
/// GET /fix.json  Bearer …       goes on
/// GET /fix.json                 401
/// the tenth wrong one           401, and then 429 for a minute to each wrong one from this address
/// ```
///
/// The right token and known cookies are always accepted: all users of a proxy share an address. An
/// unknown cookie is not a wrong guess: after a restart, open pages still send their old ones.
struct TokenGate: Sendable {
  private let token: Secret?
  private let cookie: String
  private let isSecure: Bool
  private var sessions: [Secret] = []
  private var limit = GuessLimit()

  /// At most this many browsers are remembered; the least recently seen has to send the token again.
  static let mostSessions = 64

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
    let given = request.path == "/" ? request.parameter("token") : nil
    if given == nil, hasSession(request) { return nil }
    guard let guess = given ?? Self.bearer(of: request) else { return Self.unauthorized("needs a token") }
    if token.matches(guess) { return given == nil ? nil : welcome() }
    if let wait = limit.wait(of: request.peer, at: now) { return Self.tooMany(wait) }
    limit.add(request.peer, at: now)
    return Self.unauthorized("this token is wrong")
  }

  // MARK: - Sessions

  /// Whether the request has the cookie of a browser that once sent the token.
  private mutating func hasSession(_ request: WebRequest) -> Bool {
    for value in Self.cookies(of: request, cookie).prefix(4) {
      guard let index = sessions.firstIndex(where: { $0.matches(value) }) else { continue }
      sessions.append(sessions.remove(at: index))
      return true
    }
    return false
  }

  private mutating func welcome() -> WebAnswer {
    let session = Secret.random()
    if sessions.count >= Self.mostSessions { sessions.removeFirst() }
    sessions.append(session)
    let value = String(decoding: session.reveal(), as: UTF8.self)
    let header = "\(cookie)=\(value); Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    return WebAnswer(
      303, saying: "continue at /", headers: [WebField("Location", "/"), WebField("Set-Cookie", header)])
  }

  // MARK: - Answers and headers

  private static func unauthorized(_ reason: String) -> WebAnswer {
    WebAnswer(
      401, saying: "\(reason): open /?token=TOKEN in a browser, or send Authorization: Bearer TOKEN",
      headers: [WebField("WWW-Authenticate", #"Bearer realm="gpsbridge""#)])
  }

  private static func tooMany(_ wait: Duration) -> WebAnswer {
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    return WebAnswer(
      429, saying: "too many wrong tokens from this address: wait \(seconds) s",
      headers: [WebField("Retry-After", "\(seconds)")])
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
