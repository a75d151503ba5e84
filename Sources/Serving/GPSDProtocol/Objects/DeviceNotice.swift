/// What clients are told of a receiver without having asked.
package enum DeviceNotice {
  /// It is there, or more is known of it.
  package static func changed(_ device: ServedDevice) -> [UInt8] { ServiceLine.device(device) }

  /// It has gone.
  package static func lost(_ device: ServedDevice) -> [UInt8] { ServiceLine.lost(device) }
}
