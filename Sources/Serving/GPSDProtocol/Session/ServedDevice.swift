package import GNSS

/// A receiver as clients are told of it.
package struct ServedDevice: Sendable, Hashable {
  /// Names a receiver for as long as the server runs.
  package struct ID: Sendable, Hashable {
    /// Counted from 0, in the order in which the server was given them.
    package let number: Int

    /// Makes a name of a number.
    package init(_ number: Int) { self.number = number }
  }

  /// Its name in the server.
  package let id: ID
  /// The name that clients know: what somebody has called it, or the path of its port.
  package var path: String
  /// The path of the port where it is found, by which clients may name it as well; nil where none is known.
  package var node: String?
  /// Whether it is whatever is plugged in, so that its name is known only then.
  package var isAutomatic = false
  /// gpsd's name of the language: `NMEA0183`, `u-blox`, `SiRF`, `CASIC`; nil while it is not known.
  package var driver: String?
  /// What it says of its make.
  package var subtype: String?
  /// Since when it has been there; nil while it is away.
  package var activated: UTC?
  /// Whether it speaks a binary language.
  package var isNative = false
  /// Bits a second; 0 where there is no line.
  package var speed = 0
  /// Seconds from one epoch to the next, as it was seen.
  package var cycle = 1.0
  /// Whether it has told an epoch that is not too old.
  package var isActive = false
  /// The last complete epoch.
  package var report: EpochReport?

  /// A receiver that is not there yet.
  package init(_ id: ID, path: String) {
    self.id = id
    self.path = path
  }

  /// Whether a client means it by a name.
  package func isCalled(_ name: String) -> Bool { path == name || node == name }
}

/// What a session may know of the server at a moment.
package struct ServiceView: Sendable {
  /// All receivers, in the order of their numbers.
  package var devices: [ServedDevice]
  /// The one that counts among them; nil where there is none.
  package var best: ServedDevice.ID?
  /// Whether a client that names no receiver gets all of them, and not the best one.
  package var tellsAll: Bool
  /// The computer's time.
  package var time: UTC

  /// Puts a view together.
  package init(
    _ devices: [ServedDevice], best: ServedDevice.ID?, tellsAll: Bool = false, at time: UTC
  ) {
    self.devices = devices
    self.best = best
    self.tellsAll = tellsAll
    self.time = time
  }

  /// The name under which a client asks for the best one.
  package static let best = "best"

  /// The receivers that a policy means; nil if it names one that there is not.
  func devices(for policy: WatchPolicy) -> [ServedDevice]? {
    let meant = devices.filter { means($0, policy) }
    guard meant.isEmpty, let name = policy.device, name != Self.best else { return meant }
    return nil
  }

  /// Whether a receiver of any name may still be plugged in.
  var awaitsAny: Bool { devices.contains { $0.isAutomatic && $0.activated == nil } }

  /// Whether a policy means a receiver.
  package func means(_ device: ServedDevice, _ policy: WatchPolicy) -> Bool {
    switch policy.device {
    case nil: tellsAll || device.id == best
    case Self.best: device.id == best
    case let name?: device.isCalled(name)
    }
  }
}
