internal import GPSBase

/// A listening address: `2947`, `127.0.0.1:2947`, `[::1]:2947`, `*:2947`, or the path of a Unix socket.
package enum ServiceAddress: Sendable, Hashable {
  /// A port on this machine only, over IPv4 and IPv6.
  case loopback(port: UInt16)
  case everywhere(port: UInt16)
  /// A numeric address and a port; a link-local address has a zone.
  case host(String, port: UInt16)
  /// A path, or an abstract name that begins with `@`.
  case path(String)

  /// The reason why a text is not an address.
  package struct Invalid: Error, Hashable, Sendable {
    /// The text found and the text expected.
    package let found: String, expected: String
  }

  /// The longest path that fits the kernel's structure.
  private static let longestPath = 107

  /// Parses an address.
  ///
  /// Host names are not resolved, since a remote server could delay that for any time.
  package init(_ text: String) throws(Invalid) {
    if text.hasPrefix("/") || text.hasPrefix("@") {
      guard text.utf8.count <= Self.longestPath, !text.utf8.contains(0) else {
        throw Invalid(found: "a path of \(text.utf8.count) bytes", expected: "at most \(Self.longestPath)")
      }
      self = .path(text)
      return
    }
    guard let colon = text.lastIndex(of: ":") else {
      self = .loopback(port: try Self.port(text))
      return
    }
    let port = try Self.port(String(text[text.index(after: colon)...]))
    let host = String(text[..<colon])
    switch host {
    case "*", "": self = .everywhere(port: port)
    case "localhost": self = .loopback(port: port)
    default:
      let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
      guard isBracketed || !host.contains(":") else {
        throw Invalid(found: VisibleText.escaped(host.utf8), expected: "an IPv6 address in brackets")
      }
      let address = isBracketed ? String(host.dropFirst().dropLast()) : host
      let digits = address.prefix { $0 != "%" }
      guard isBracketed ? NumericHost.isSix(digits) : NumericHost.isFour(digits) else {
        throw Invalid(
          found: VisibleText.escaped(host.utf8),
          expected: "a numeric address, such as 127.0.0.1 or [::1]; or *")
      }
      self = .host(address, port: port)
    }
  }

  /// Whether a socket that already listens has one of this address's endpoints.
  package func means(_ end: EndAddress) -> Bool {
    switch self {
    case .path(let path): end == .local(path)
    case .loopback(let port): end == .four(0x7F00_0001, port: port) || end == .six(0, 1, port: port)
    case .everywhere(let port): end == .four(0, port: port) || end == .six(0, 0, port: port)
    case .host(let host, let port): ["\(host):\(port)", "[\(host)]:\(port)"].contains(end.text)
    }
  }

  /// Whether only programs on this machine can reach the address.
  package var isOfThisMachine: Bool {
    switch self {
    case .path, .loopback: true
    case .everywhere: false
    case .host(let host, _): host.hasPrefix("127.") || host == "::1"
    }
  }

  private static func port(_ text: String) throws(Invalid) -> UInt16 {
    guard let port = UInt16(text), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw Invalid(found: "“\(VisibleText.escaped(text.utf8))”", expected: "a port from 0 to 65535")
    }
    return port
  }
}

/// Recognizes numeric hosts, since nothing here resolves a name.
package enum NumericHost {
  /// Whether a text has the form of an IPv4 address.
  package static func isFour(_ host: Substring) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
  }

  /// Whether a text without a zone has the characters of an IPv6 address.
  package static func isSix(_ host: Substring) -> Bool {
    host.contains(":")
      && host.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x3A, 0x41...0x46, 0x61...0x66, UInt8(ascii: "."): true
        default: false
        }
      }
  }
}
