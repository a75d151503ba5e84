/// Refuses requests before they reach a route: first for a wrong name, last for a missing token.
///
/// ```
/// 414, 431  an address or a head that is too long
/// 421  a Host that is not ours, none, or two     404  a path with . or .. in it, or with what no path has
/// 405  a method but GET and HEAD                 413  a body
/// 403  a foreign page                            401, 429, 303  the token, but for a shared link
/// ```
///
/// An ``UploadRule`` replaces the rules of methods and bodies for its path.
struct RequestGuard: Sendable {
  private let hosts: HostRule
  /// The flag that names the service, for people.
  private let flag: String
  private let origins: OriginRule
  private let uploads: UploadRule?
  private(set) var gate: TokenGate
  var links = SharedLinks()

  /// The statuses of refusals, and 303 after a correct token.
  static let statuses: Set<Int> = [303, 400, 401, 403, 404, 405, 411, 413, 414, 421, 429, 431]

  /// The most memory an address may need, in bytes.
  private static let mostOfAddress = 4096
  /// The most memory a head may need with its address, in bytes; each header adds 64 bytes to its text.
  ///
  /// Browsers send the cookies of all services on a machine to each of them.
  private static let mostOfHead = 7680

  /// - Parameters:
  ///   - hosts: The names of this service.
  ///   - flag: The flag that names the service.
  ///   - gate: The check of the token.
  ///   - uploads: The path that takes a body; nil for none.
  init(hosts: HostRule, flag: String, gate: TokenGate, uploads: UploadRule? = nil) {
    (self.hosts, self.flag, self.gate, self.uploads) = (hosts, flag, gate, uploads)
    origins = OriginRule(hosts)
  }

  /// Answers a request that is refused; nil if it may continue.
  ///
  /// - Parameters:
  ///   - request: The request as it arrived.
  ///   - now: The current time, for addresses that have to wait.
  /// - Returns: The refusal, or the redirection after a correct token.
  mutating func refusal(of request: WebRequest, at now: ContinuousClock.Instant) -> WebAnswer? {
    guard request.addressWeight <= Self.mostOfAddress else {
      return WebAnswer(414, saying: "the address is longer than 4 kB")
    }
    guard request.weight <= Self.mostOfHead else {
      return WebAnswer(
        431, saying: "the headers are too large, or there are too many: delete some cookies")
    }
    // A token of its own can't be sent by a foreign page.
    if let uploads, uploads.json != nil, request.path == uploads.path { return uploads.refusal(of: request) }
    let names = request.headers("Host")
    guard !names.isEmpty else {
      return WebAnswer(421, saying: "the Host header must name this service")
    }
    guard names.count == 1, hosts.allows(host: names[0]), request.authority.map(hosts.allows(host:)) ?? true
    else {
      return WebAnswer(421, saying: "this service has another name: use its address, or name it with \(flag)")
    }
    guard Self.isPlain(request.path) else { return WebAnswer(404, saying: "there is no such page") }
    if let refusal = refusalOfBody(request) { return refusal }
    guard origins.allows(request) else {
      return WebAnswer(403, saying: "other pages may not send requests here: open / itself")
    }
    if request.path.hasPrefix(SharedLinks.path) {
      return links.subject(of: request.path) == nil
        ? WebAnswer(404, saying: "this link has expired or is incomplete: ask for a new one") : nil
    }
    return gate.answer(to: request, at: now)
  }

  /// Refuses a method, or a body, for its path.
  private func refusalOfBody(_ request: WebRequest) -> WebAnswer? {
    if let uploads, request.path == uploads.path { return uploads.refusal(of: request) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return WebAnswer(
        405, saying: "only GET and HEAD are allowed here", headers: [WebField("Allow", "GET, HEAD")])
    }
    return request.hasBody ? WebAnswer(413, saying: "a request must not have a body here") : nil
  }

  /// Whether a path could be one of ours: no part leads upward, and all characters are printable.
  private static func isPlain(_ path: String) -> Bool {
    guard path.hasPrefix("/"), path.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x5C }) else { return false }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { $0 != "." && $0 != ".." } && (path == "/" || parts.allSatisfy { !$0.isEmpty })
  }
}
