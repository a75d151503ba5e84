internal import GPSBase
internal import GPSFleetProtocol

/// The address of a collector or of another receiver of positions: `https://HOST[:PORT][/PATH]`, or `http://` for this machine.
package struct FleetAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name or an IP address, without brackets.
  package let host: String
  package let port: UInt16?
  /// Empty, or a path that begins with a slash and does not end with one.
  package let path: String
  package let isEncrypted: Bool

  /// Without encryption only this machine is accepted, since tokens and positions would be readable in transit.
  package init(_ text: String) throws(FleetFault) {
    // The text before an @ may be a password.
    let shown = VisibleText.replaced(text.lastIndex(of: "@").map { "…\(text[$0...])" } ?? text)
    let expected = "expected https://HOST[:PORT][/PATH], or http://127.0.0.1[:PORT] for this machine"
    let wrong = FleetFault(.malformed, "found '\(shown)'; \(expected)")
    let rest: Substring
    if text.hasPrefix("https://") {
      (isEncrypted, rest) = (true, text.dropFirst(8))
    } else if text.hasPrefix("http://") {
      (isEncrypted, rest) = (false, text.dropFirst(7))
    } else {
      throw wrong
    }
    var name = rest.prefix { $0 != "/" }
    var path = rest.dropFirst(name.count)
    while path.hasSuffix("/") { path = path.dropLast() }
    // Neither a query nor a fragment: what is posted to is a path.
    guard path.utf8.allSatisfy({ FleetName.isPart($0) || "/~%+:@,=".utf8.contains($0) }),
      path.utf8.count <= 512
    else { throw wrong }
    self.path = String(path)
    var number: UInt16?
    let isBracketed = name.hasPrefix("[")
    let end = isBracketed ? name.firstIndex(of: "]") ?? name.startIndex : name.startIndex
    if let colon = name[end...].firstIndex(of: ":") {
      let digits = name[name.index(after: colon)...]
      number = UInt16(digits)
      guard number ?? 0 > 0, digits.utf8.allSatisfy({ $0 >= 0x30 }) else { throw wrong }
      name = name[..<colon]
    }
    port = number == (isEncrypted ? 443 : 80) ? nil : number
    if isBracketed {
      guard name.hasSuffix("]") else { throw wrong }
      name = name.dropFirst().dropLast()
    }
    guard name.utf8.allSatisfy(isBracketed ? Self.isOfSix : FleetName.isPart), let first = name.utf8.first,
      isBracketed || first != 0x2E && first != 0x2D, name.utf8.count <= 200
    else { throw wrong }
    host = String(name)
    if !isEncrypted, !isThisMachine {
      throw FleetFault(
        .unprotected, "'\(shown)' would send tokens and positions unencrypted; use https://\(host)")
    }
  }

  package var description: String {
    let name = host.utf8.contains(0x3A) ? "[\(host)]" : host
    return "\(isEncrypted ? "https" : "http")://\(name)\(port.map { ":\($0)" } ?? "")\(path)"
  }

  /// The host and the port as a file name, without the path, which may be a secret of its receiver.
  package var fileName: String {
    let name = port.map { "\(host)_\($0)" } ?? host
    return String(name.map { $0 == ":" ? "_" : $0 })
  }

  /// Whether the host is this machine, judged by its form; a name other than `localhost` could lead anywhere.
  package var isThisMachine: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether a byte may be in an IPv6 address.
  private static func isOfSix(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
      || byte == 0x2E
  }
}

/// Why no attempt is possible until a setting or the installation changes.
package struct FleetFault: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: String, Sendable, Hashable {
    case malformed
    /// The address is another machine's, and the connection would not be encrypted.
    case unprotected
    case library
    case file
  }

  package let code: Code
  package let description: String

  package init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
