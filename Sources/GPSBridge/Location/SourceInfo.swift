/// Which device a location comes from.
public struct SourceInfo: Sendable, Hashable, Codable {
  /// Names the device, the same way after it was plugged in again; empty where there is none.
  public var deviceID: String
  /// Whether a program made the location up, or a recording brought it back.
  public var isSimulatedBySoftware: Bool
  /// Whether a device on a cable found it.
  public var isProducedByAccessory: Bool

  /// Names a source; without arguments, a location made by hand.
  public init(
    deviceID: String = "", isSimulatedBySoftware: Bool = false, isProducedByAccessory: Bool = false
  ) {
    self.deviceID = deviceID
    self.isSimulatedBySoftware = isSimulatedBySoftware
    self.isProducedByAccessory = isProducedByAccessory
  }

  /// A receiver on a cable.
  public static func accessory(_ deviceID: String) -> SourceInfo {
    SourceInfo(deviceID: deviceID, isProducedByAccessory: true)
  }

  /// A recording that is played, or a simulated receiver.
  public static func simulated(_ deviceID: String) -> SourceInfo {
    SourceInfo(deviceID: deviceID, isSimulatedBySoftware: true)
  }
}
