internal import GPSSockets

/// Says which names of this service a request may use: `Host` is exactly one of them.
///
/// A stranger's page can let its own name lead to this machine, and a browser then takes our records for that page's own
/// (DNS rebinding). The name stays the stranger's, and here it ends. An address in numbers can't be rebound, so a service
/// that listens at all addresses answers to each of them.
struct HostRule: Sendable, Hashable {
  private let names: Set<String>
  private let port: UInt16
  private let isSecure: Bool
  private let isEverywhere: Bool

  /// - Parameters:
  ///   - address: Where the service listens, with its port.
  ///   - names: Other names by which people reach it, without a port.
  ///   - isSecure: Whether it speaks TLS.
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

  /// Whether a `Host` means this service.
  func allows(host: String) -> Bool {
    guard let name = name(of: host) else { return false }
    return names.contains(name) || isEverywhere && Self.isNumeric(name)
  }

  /// Whether an `Origin` is a page of this service.
  ///
  /// - Parameters:
  ///   - origin: The origin as the browser says it.
  ///   - host: The request's own `Host`. Of two addresses in numbers one may be another machine's.
  /// - Returns: Whether it has one of our names.
  func allows(origin: String, host: String) -> Bool {
    let scheme = isSecure ? "https://" : "http://"
    guard origin.lowercased().hasPrefix(scheme), let own = name(of: String(origin.dropFirst(scheme.count)))
    else {
      return false
    }
    return names.contains(own) || allows(host: host) && own == name(of: host)
  }

  /// The name in front of the port; nil where the port is another one.
  ///
  /// Browsers leave the usual port out.
  private func name(of host: String) -> String? {
    // Some letters beyond ASCII become ordinary ones when they are made small.
    guard host.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
    let host = host.lowercased()
    if host.hasSuffix(":\(port)") { return String(host.dropLast("\(port)".count + 1)) }
    return port == (isSecure ? 443 : 80) ? host : nil
  }

  /// Whether it is an address of four numbers, or one in brackets; a name can be neither.
  private static func isNumeric(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.dropFirst().dropLast().utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || $0 == 0x3A || $0 == 0x2E
      }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        1...3 ~= part.utf8.count && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      }
  }
}
