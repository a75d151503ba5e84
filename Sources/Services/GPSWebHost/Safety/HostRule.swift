internal import GPSSockets

/// The names of this service that a request may use: `Host` must be exactly one of them.
///
/// A foreign page can make its own name resolve to this machine, so that a browser treats our records as that
/// page's (DNS rebinding). The request then still carries the foreign name, and we refuse it. A numeric
/// address can't be rebound, so a service that listens on all addresses accepts each of them.
struct HostRule: Sendable, Hashable {
  private let names: Set<String>
  private let port: UInt16
  private let isSecure: Bool
  private let isEverywhere: Bool

  /// - Parameters:
  ///   - address: The address and port that the service listens on.
  ///   - names: Other names of the machine, without a port.
  ///   - isSecure: Whether the service uses TLS.
  init(at address: EndAddress, names: [String] = [], isSecure: Bool = false) {
    let text = address.text
    let host = text.lastIndex(of: ":").map { String(text[..<$0]) } ?? text
    switch address {
    case .four(let number, let port): (self.port, isEverywhere) = (port, number == 0)
    case .six(let high, let low, let port): (self.port, isEverywhere) = (port, high == 0 && low == 0)
    case .local: (port, isEverywhere) = (0, false)
    }
    self.isSecure = isSecure
    self.names = Set((["localhost", "127.0.0.1", "[::1]", host] + names).map { $0.lowercased() })
  }

  /// Whether a `Host` names this service.
  func allows(host: String) -> Bool {
    guard let name = name(of: host) else { return false }
    return names.contains(name) || isEverywhere && Self.isNumeric(name)
  }

  /// Whether an `Origin` is a page of this service.
  ///
  /// - Parameters:
  ///   - origin: The origin as the browser sends it.
  ///   - host: The request's own `Host`; a numeric origin must equal it, or it may be another machine's.
  /// - Returns: Whether it is one of our names.
  func allows(origin: String, host: String) -> Bool {
    let scheme = isSecure ? "https://" : "http://"
    guard origin.lowercased().hasPrefix(scheme), let own = name(of: String(origin.dropFirst(scheme.count)))
    else { return false }
    return names.contains(own) || allows(host: host) && own == name(of: host)
  }

  /// The name before the port; nil if the port is not ours.
  ///
  /// Browsers omit the default port.
  private func name(of host: String) -> String? {
    // Some letters outside ASCII become ASCII when lowercased.
    guard host.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
    let host = host.lowercased()
    if host.hasSuffix(":\(port)") { return String(host.dropLast("\(port)".count + 1)) }
    return port == (isSecure ? 443 : 80) ? host : nil
  }

  /// Whether a name is an IPv4 address, or an IPv6 address in brackets; a host name can be neither.
  private static func isNumeric(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.dropFirst().dropLast().utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || $0 == 0x3A || $0 == 0x2E
      }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in 1...3 ~= part.utf8.count && part.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
  }
}
