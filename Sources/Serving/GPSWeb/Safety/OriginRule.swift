/// The pages that may send requests: our own ones; any page may link to the first one.
///
/// No answer has a header that lets a foreign page read it. This rule is in addition: requests of a foreign
/// page get nothing that costs work or counts as a listener.
struct OriginRule: Sendable, Hashable {
  private let hosts: HostRule

  /// - Parameter hosts: The names of this service.
  init(_ hosts: HostRule) { self.hosts = hosts }

  /// Whether a request comes from our own pages, from a person, or from a program.
  func allows(_ request: WebRequest) -> Bool {
    let origins = request.headers("Origin")
    guard origins.count <= 1 else { return false }
    if let origin = origins.first, !hosts.allows(origin: origin, host: request.header("Host") ?? "") {
      return false
    }
    let sites = request.headers("Sec-Fetch-Site")
    guard let site = sites.first else { return true }
    if sites.count == 1, site == "same-origin" || site == "none" { return true }
    // Another port of this machine counts as the same site, but it is foreign to us.
    return request.path == "/" && request.headers("Sec-Fetch-Mode") == ["navigate"]
  }
}
