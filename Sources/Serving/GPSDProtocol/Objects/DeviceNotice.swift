/// Notices about receivers and connections that clients get unasked.
package enum DeviceNotice {
  /// Returns the notice that a receiver was plugged in or that its properties changed.
  package static func changed(_ device: ServedDevice) -> [UInt8] { ServiceLine.device(device) }

  /// Returns the notice that a receiver was unplugged.
  package static func lost(_ device: ServedDevice) -> [UInt8] { ServiceLine.lost(device) }

  /// Returns the last line that a client gets: the reason for its disconnection.
  package static func end(_ message: String) -> [UInt8] { ServiceLine.error(message) }
}
