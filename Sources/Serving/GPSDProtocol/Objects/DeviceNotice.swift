/// What clients are told of a receiver without having asked.
public enum DeviceNotice {
  /// It is there, or more is known of it.
  public static func changed(_ device: ServedDevice) -> [UInt8] { ServiceLine.device(device) }

  /// It has gone.
  public static func lost(_ device: ServedDevice) -> [UInt8] { ServiceLine.lost(device) }
}
