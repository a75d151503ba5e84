internal import GPSBase

/// The name of a tenant or a device.
///
/// It has 1 to 64 of `A–Z a–z 0–9 . _ -`, beginning with a letter or a digit. So it is neither `.` nor `..` nor a
/// hidden file, begins no option, and needs no quoting in a header, SQL, HTML, a label or a path.
package struct FleetName: Sendable, Hashable, CustomStringConvertible {
  package struct Fault: Error, Hashable, CustomStringConvertible {
    package let found: String
    package let role: Role

    package var description: String {
      let rule = "1 to 64 letters, digits, dots, underscores and hyphens, the first a letter or a digit"
      return "found the \(role.rawValue) name \"\(found)\"; expected \(rule)"
    }
  }

  package enum Role: String, Sendable { case tenant, device }

  package let description: String

  package init(_ text: some StringProtocol, of role: Role) throws(Fault) {
    guard Self.isName(text.utf8) else {
      throw Fault(found: VisibleText.escaped(text.prefix(80).utf8), role: role)
    }
    description = String(text)
  }

  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, bytes.count <= 64, isWord(first) else { return false }
    return bytes.allSatisfy(isPart)
  }

  /// Whether a byte may be in a name; the name of a host has the same ones.
  package static func isPart(_ byte: UInt8) -> Bool { isWord(byte) || ".-_".utf8.contains(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

/// A device of a tenant, identified by its token and never by a field of a message.
package struct FleetDevice: Sendable, Hashable, CustomStringConvertible {
  package let tenant: FleetName
  package let name: FleetName

  package init(tenant: FleetName, name: FleetName) { (self.tenant, self.name) = (tenant, name) }

  package var description: String { "\(tenant)/\(name)" }
}
