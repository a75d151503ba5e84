package import GNSS

/// A receiver as it is reported to clients.
package struct ServedDevice: Sendable, Hashable {
  /// Identifies a receiver during the lifetime of a server.
  package struct ID: Sendable, Hashable {
    /// The receiver's index in the server's list.
    package let number: Int

    /// Creates an identifier from an index.
    package init(_ number: Int) { self.number = number }
  }

  /// The receiver's identifier.
  package let id: ID
  /// The receiver's name for clients: its configured name or the path of its port.
  package var path: String
  /// The path of its port, which clients may use as well; nil while it is unknown.
  package var node: String?
  /// Whether any receiver that is plugged in matches, so that its name is unknown until then.
  package var isAutomatic = false
  /// gpsd's name of the protocol: `NMEA0183`, `u-blox`, `SiRF`, `CASIC`; nil while it is unknown.
  package var driver: String?
  /// The make that the receiver reports.
  package var subtype: String?
  /// The time at which it was plugged in; nil while it is unplugged.
  package var activated: UTC?
  /// Whether it uses a binary protocol.
  package var isNative = false
  /// Bits per second; 0 without a serial line.
  package var speed = 0
  /// The measured interval between epochs, in seconds.
  package var cycle = 1.0
  /// Whether it has reported an epoch that is recent enough.
  package var isActive = false
  package var report: EpochReport?

  /// Creates a receiver that is not plugged in yet.
  package init(_ id: ID, path: String) { (self.id, self.path) = (id, path) }

  /// Whether a client's name refers to this receiver.
  package func isCalled(_ name: String) -> Bool { path == name || node == name }

  /// Whether the receiver matches a policy, given the best receiver and whether clients that do not name a
  /// receiver get all of them.
  package func isMeant(by policy: WatchPolicy, best: ID?, tellsAll: Bool) -> Bool {
    switch policy.device {
    case nil: tellsAll || id == best
    case ServiceView.best: id == best
    case let name?: isCalled(name)
    }
  }
}

/// A snapshot of the server for a session.
package struct ServiceView: Sendable {
  /// All receivers, in the order of their numbers.
  package var devices: [ServedDevice]
  /// The best receiver; nil without receivers.
  package var best: ServedDevice.ID?
  /// Whether a client that does not name a receiver gets all of them instead of the best one.
  package var tellsAll: Bool
  package var time: UTC

  /// Creates a view from its parts.
  package init(
    _ devices: [ServedDevice], best: ServedDevice.ID?, tellsAll: Bool = false, at time: UTC
  ) { (self.devices, self.best, self.tellsAll, self.time) = (devices, best, tellsAll, time) }

  /// The name with which a client requests the best receiver.
  package static let best = "best"

  /// The receivers that match a policy; nil if it names an unknown one.
  func devices(for policy: WatchPolicy) -> [ServedDevice]? {
    let meant = devices.filter { means($0, policy) }
    guard meant.isEmpty, let name = policy.device, name != Self.best else { return meant }
    return nil
  }

  /// Whether the server waits for a receiver whose name is not known yet.
  var awaitsAny: Bool { devices.contains { $0.isAutomatic && $0.activated == nil } }

  package func means(_ device: ServedDevice, _ policy: WatchPolicy) -> Bool {
    device.isMeant(by: policy, best: best, tellsAll: tellsAll)
  }
}
