internal import GPSBase

/// The address of a broker: `mqtts://HOST[:PORT]`, or `mqtt://` for this machine.
package struct BrokerAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name or an IP address, without brackets.
  package let host: String
  /// The port; by default 8883, or 1883 without encryption.
  package let port: UInt16
  /// Whether the connection is encrypted.
  package let isEncrypted: Bool

  /// Reads an address.
  ///
  /// Without encryption only this machine is accepted: passwords and positions would be readable on the way.
  package init(_ text: String) throws(FleetLinkFault) {
    let shown = VisibleText.replaced(text)
    let expected = "expected mqtts://HOST[:PORT], or mqtt://127.0.0.1[:PORT] for this machine"
    let wrong = FleetLinkFault(.malformed, "found '\(shown)'; \(expected)")
    let rest: Substring
    if text.hasPrefix("mqtts://") {
      (isEncrypted, rest) = (true, text.dropFirst(8))
    } else if text.hasPrefix("mqtt://") {
      (isEncrypted, rest) = (false, text.dropFirst(7))
    } else {
      throw wrong
    }
    var name = rest.hasSuffix("/") ? rest.dropLast() : rest
    var number: Substring?
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]") else { throw wrong }
      let after = name[name.index(after: end)...]
      guard after.isEmpty || after.hasPrefix(":") else { throw wrong }
      if !after.isEmpty { number = after.dropFirst() }
      name = name[name.index(after: name.startIndex)..<end]
      guard name.utf8.allSatisfy({ Self.isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E }) else { throw wrong }
    } else {
      if let colon = name.firstIndex(of: ":") {
        number = name[name.index(after: colon)...]
        name = name[..<colon]
      }
      guard name.utf8.allSatisfy(Self.isOfName) else { throw wrong }
    }
    guard !name.isEmpty, name.utf8.count <= 253 else { throw wrong }
    host = String(name)
    if let number {
      guard let port = UInt16(number), port > 0, number.utf8.allSatisfy({ $0 >= 0x30 }) else { throw wrong }
      self.port = port
    } else {
      port = isEncrypted ? 8883 : 1883
    }
    if !isEncrypted, !Self.isThisMachine(host) {
      throw FleetLinkFault(
        .unprotected, "'\(shown)' would send passwords and positions unencrypted; use mqtts://\(host)")
    }
  }

  /// The address as text.
  package var description: String {
    let name = host.utf8.contains(0x3A) ? "[\(host)]" : host
    return "\(isEncrypted ? "mqtts" : "mqtt")://\(name):\(port)"
  }

  /// Whether a host is this machine by its form; a name other than `localhost` could lead anywhere.
  private static func isThisMachine(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// Whether a byte may be in a host name or an IPv4 address.
  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == 0x2D || byte == 0x2E || byte == 0x5F
  }
}
