public import Foundation

/// A floor of a building; no receiver tells one, so ``CLLocation/floor`` is always nil.
public final class CLFloor: NSObject, Sendable {
  /// The floor: 0 is the ground floor.
  public let level: Int

  init(level: Int) { self.level = level }
}
