internal import GNSS
internal import GPSBridge

/// A line about a server for `systemctl status`, as a pure value.
///
/// ```
/// live 3D, 11 satellites, 4 clients, 0 dropped
/// no receiver is plugged in; 4 clients, 0 dropped
/// ```
struct ServiceStatus: Sendable, Hashable {
  private(set) var receiver = "waiting for a receiver"
  /// Why reloading the settings failed; nil if it did not fail.
  var complaint: String?

  /// Updates the text about the receiver.
  ///
  /// - Parameters:
  ///   - update: The last position and its freshness.
  ///   - reason: The reason for a missing position; evaluated only without one.
  mutating func take(_ update: LocationUpdate?, reason: @autoclosure () -> String) {
    guard let update, let fix = update.location?.fix else {
      let reason = reason()
      receiver = (reason.hasSuffix(".") ? String(reason.dropLast()) : reason) + ";"
      return
    }
    let mode =
      switch fix.mode {
      case .threeDimensional: " 3D"
      case .twoDimensional: " 2D"
      default: ""
      }
    receiver = "\(update.freshness.rawValue)\(mode),"
    if let used = fix.satellitesUsed { receiver += " \(used) \(used == 1 ? "satellite" : "satellites")," }
  }

  /// The line, including the server's counts.
  func text(_ counts: ServiceCounts) -> String {
    let clients = "\(counts.clients) \(counts.clients == 1 ? "client" : "clients")"
    let line = "\(receiver) \(clients), \(counts.dropped) dropped"
    return complaint.map { "settings were not reloaded: \($0); \(line)" } ?? line
  }
}
