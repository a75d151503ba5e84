/// What a server tells of itself, and what it allows.
package struct ServiceRules: Sendable, Hashable {
  /// The version of gpsd's protocol that is told.
  package struct ProtocolVersion: Sendable, Hashable {
    /// 3 up to gpsd 3.27.2, 16 since 3.27.5.
    package var major: Int
    package var minor: Int

    package init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    /// What most clients that are installed were built with.
    package static let usual = ProtocolVersion(3, 14)
  }

  /// Told as `release`: clients look for a number of gpsd's in it.
  package var release: String
  /// Told as `rev`.
  package var revision: String
  /// The version of the protocol.
  package var version = ProtocolVersion.usual
  /// Whether clients may have bytes written to a receiver, and its settings changed.
  package var allowsDeviceWrites = false
  /// Whether a client that begins to watch gets the last complete epoch at once, where it is fresh.
  package var greetsWithFix = true

  /// The rules that a server has if nobody says otherwise.
  package init(version: String) {
    release = "3.25-gpsbridge-\(version)"
    revision = version
  }
}
