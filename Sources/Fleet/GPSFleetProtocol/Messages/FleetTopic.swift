internal import GPSBase

/// The name of a tenant, a device or a collector in topics.
///
/// 1 to 64 of `A–Z a–z 0–9 . _ -`, and the first is a letter or a digit. So a name is neither `.` nor `..` nor a hidden file, it
/// begins no option, and nothing of it must be quoted in a topic, SQL, HTML, a label or a path. A tenant is not called `collector`,
/// since the collectors' own topics are there.
package struct FleetName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The reason why a text is not a name.
  package struct Fault: Error, Hashable, CustomStringConvertible {
    /// The text as it can be shown.
    package let found: String
    package let role: Role

    package var description: String {
      let rule = "1 to 64 letters, digits, dots, underscores and hyphens, the first a letter or a digit"
      let exception = role == .tenant ? ", and not \"collector\"" : ""
      return "found the \(role.rawValue) name \"\(found)\"; expected \(rule)\(exception)"
    }
  }

  /// The owner of a name.
  package enum Role: String, Sendable { case tenant, device, collector }

  package let description: String

  /// Creates a name, or throws the rule that it breaks.
  package init(_ text: some StringProtocol, of role: Role) throws(Fault) {
    guard Self.isName(text.utf8), role != .tenant || text != Self.reserved else {
      throw Fault(found: VisibleText.escaped(text.prefix(80).utf8), role: role)
    }
    description = String(text)
  }

  package static func < (one: FleetName, other: FleetName) -> Bool { one.description < other.description }

  /// The tenant's name that belongs to the collectors.
  private static let reserved = "collector"

  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, bytes.count <= 64, isWord(first) else { return false }
    return bytes.allSatisfy { isWord($0) || ".-_".utf8.contains($0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

/// A device of a tenant: its identity is the topic, which the broker's access list guards, and never a field of a message.
package struct FleetDevice: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let tenant: FleetName
  package let name: FleetName

  package init(tenant: FleetName, name: FleetName) { (self.tenant, self.name) = (tenant, name) }

  package var description: String { "\(tenant)/\(name)" }

  /// Both names as one text that no other device has: a separator in the tenant's name is doubled, and no name begins with one.
  package func joined(by separator: Character) -> String {
    let tenant = tenant.description.flatMap { $0 == separator ? [$0, $0] : [$0] }
    return "\(String(tenant))\(separator)\(name)"
  }

  /// The client's id at a broker; a collector's is `gpsbridge-collect-NAME`, and no name has a `~`.
  package var client: String {
    tenant.description == "collect" ? "gpsbridge-collect~\(name)" : "gpsbridge-\(joined(by: "-"))"
  }

  package static func < (one: FleetDevice, other: FleetDevice) -> Bool {
    (one.tenant, one.name) < (other.tenant, other.name)
  }
}

/// A topic of the fleet.
///
/// ```
/// gpsbridge/v1/<tenant>/<device>/state    retained: whether the device is connected
/// gpsbridge/v1/<tenant>/<device>/fix      batches
/// gpsbridge/v1/<tenant>/<device>/ack      what a collector has committed
/// gpsbridge/v1/<tenant>/<device>/last     retained: the newest position, for other programs
/// gpsbridge/v1/<tenant>/<device>/live     retained: whether the device sends its newest position
/// gpsbridge/v1/collector/<name>/state     retained: a collector, and its database
/// ```
package enum FleetTopic: Sendable, Hashable, CustomStringConvertible {
  case device(FleetDevice, Lane)
  case collector(FleetName)

  /// The topics of a device.
  package enum Lane: String, Sendable, Hashable, CaseIterable {
    case state, fix, last, live
    case acknowledgement = "ack"
  }

  /// Parses a topic; nil if it is not one of these.
  package init?(_ text: String) {
    guard text.utf8.count <= 200, text.hasPrefix(Self.root) else { return nil }
    let parts = text.dropFirst(Self.root.count).split(separator: "/", omittingEmptySubsequences: false)
    do throws(FleetName.Fault) {
      if parts.count == 3, parts[0] == "collector" {
        guard parts[2] == "state" else { return nil }
        self = .collector(try FleetName(parts[1], of: .collector))
        return
      }
      guard parts.count == 3, let lane = Lane(rawValue: String(parts[2])) else { return nil }
      let tenant = try FleetName(parts[0], of: .tenant)
      self = .device(FleetDevice(tenant: tenant, name: try FleetName(parts[1], of: .device)), lane)
    } catch { return nil }
  }

  package var description: String {
    switch self {
    case .device(let device, let lane): "\(Self.root)\(device)/\(lane.rawValue)"
    case .collector(let name): "\(Self.root)collector/\(name)/state"
    }
  }

  /// The subscription to a lane of all devices, or of the devices of a tenant.
  package static func filter(_ lane: Lane, of tenant: FleetName? = nil) -> String {
    "\(root)\(tenant?.description ?? "+")/+/\(lane.rawValue)"
  }

  /// The subscription to the states of all collectors.
  package static let collectors = "\(root)collector/+/state"

  private static let root = "gpsbridge/v1/"
}
