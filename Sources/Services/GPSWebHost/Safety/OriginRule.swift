/// The pages that may send requests: our own pages; others may only link to the start page and to shared links.
///
/// No answer has a header that lets a foreign page read it. In addition, this rule refuses a foreign page's
/// requests before they cost work or count as listeners.
struct OriginRule: Sendable, Hashable {
  private let hosts: HostRule

  /// - Parameter hosts: The names of this service.
  init(_ hosts: HostRule) { self.hosts = hosts }

  /// Whether a request comes from our own pages, the address bar or a program, or opens a page that any page may link to.
  func allows(_ request: WebRequest) -> Bool {
    let origins = request.headers("Origin")
    guard origins.count <= 1 else { return false }
    if let origin = origins.first, !hosts.allows(origin: origin, host: request.header("Host") ?? "") {
      return false
    }
    let sites = request.headers("Sec-Fetch-Site")
    guard let site = sites.first else { return true }
    if sites.count == 1, site == "same-origin" || site == "none" { return true }
    // `same-site` includes other ports of this machine, whose pages are foreign to us.
    let isLinked = request.path == "/" || request.path.hasPrefix(SharedLinks.path)
    return isLinked && request.headers("Sec-Fetch-Mode") == ["navigate"]
  }
}
