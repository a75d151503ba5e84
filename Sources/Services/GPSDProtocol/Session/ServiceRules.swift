/// A server's version and permissions.
package struct ServiceRules: Sendable, Hashable {
  package struct ProtocolVersion: Sendable, Hashable {
    /// 3 up to gpsd 3.27.2, 16 since 3.27.5.
    package var major: Int
    package var minor: Int

    package init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    /// The version that most installed clients were built with.
    package static let usual = ProtocolVersion(3, 14)
  }

  /// The value of `release`; clients look for a gpsd version in it.
  package var release: String
  /// The value of `rev`.
  package var revision: String
  package var version = ProtocolVersion.usual
  /// Whether clients may write bytes to a receiver.
  package var allowsDeviceWrites = false
  /// Whether a client that starts watching gets the last complete epoch at once, if it is fresh.
  package var greetsWithFix = true

  /// Creates the default rules.
  package init(version: String) {
    release = "3.25-gpsbridge-\(version)"
    revision = version
  }
}
