/// What clients are told of a receiver without having asked.
package enum DeviceNotice {
  /// It is there, or more is known of it.
  package static func changed(_ device: ServedDevice) -> [UInt8] { ServiceLine.device(device) }

  /// It has gone.
  package static func lost(_ device: ServedDevice) -> [UInt8] { ServiceLine.lost(device) }

  /// Why a client is let go: the last line that it gets.
  package static func end(_ message: String) -> [UInt8] { ServiceLine.error(message) }
}
