public import Foundation
public import GPSBridge

/// Whether a location was made up, and whether a device on a cable found it.
public final class CLLocationSourceInformation: NSObject, Sendable {
  /// Whether a program made the location up, or a recording brought it back.
  public let isSimulatedBySoftware: Bool
  /// Whether a device on a cable found it.
  public let isProducedByAccessory: Bool

  /// Says both.
  public init(softwareSimulationState isSimulated: Bool, andExternalAccessoryState isAccessory: Bool) {
    isSimulatedBySoftware = isSimulated
    isProducedByAccessory = isAccessory
    super.init()
  }

  /// Takes over what a receiver's location says; the name of the device stays behind.
  public convenience init(_ source: SourceInfo) {
    self.init(
      softwareSimulationState: source.isSimulatedBySoftware,
      andExternalAccessoryState: source.isProducedByAccessory)
  }

  /// Whether another one says the same.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocationSourceInformation else { return false }
    return isSimulatedBySoftware == other.isSimulatedBySoftware
      && isProducedByAccessory == other.isProducedByAccessory
  }

  /// The same for those that say the same.
  public override var hash: Int { (isSimulatedBySoftware ? 1 : 0) + (isProducedByAccessory ? 2 : 0) }
}
