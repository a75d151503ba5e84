internal import GNSS
internal import GPSBridge
internal import GPSBase

/// A line about a server for `systemctl status`: a pure value.
///
/// ```
/// live 3D, 11 satellites, 4 clients, 0 dropped
/// no receiver is plugged in; 4 clients, 0 dropped
/// ```
struct ServiceStatus: Sendable, Hashable {
  /// The last words about the receiver.
  private(set) var receiver = "waiting for a receiver"
  /// Why settings were not read again; nil while they are as they should be.
  var complaint: String?

  /// Takes over how things stand with the receiver.
  ///
  /// - Parameters:
  ///   - update: Its last position, and how fresh that is.
  ///   - reason: Why there is no position; asked for only then.
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

  /// The line, with what the server has counted.
  func text(_ counts: ServiceCounts) -> String {
    let clients = "\(counts.clients) \(counts.clients == 1 ? "client" : "clients")"
    let line = "\(receiver) \(clients), \(counts.dropped) dropped"
    return complaint.map { "settings were not read again: \($0); \(line)" } ?? line
  }

  /// A line as a notice may have it: one line, and not long.
  static func notice(_ text: String) -> String { "STATUS=" + VisibleText.replaced(text, limit: 400) }
}
