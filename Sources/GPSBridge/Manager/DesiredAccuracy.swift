/// How accurate a requested location has to be.
///
/// A receiver has one way of working, so this is no order to it: it decides when a request is content.
public struct DesiredAccuracy: Sendable, Hashable {
  /// Meters of ``Location/horizontalAccuracy`` that are good enough; nil where any location is.
  public let meters: Double?

  /// The best that the receiver has: its next location, whatever that is worth.
  public static let best = DesiredAccuracy(meters: nil)
  /// Ten meters.
  public static let tenMeters = within(10)
  /// A hundred meters.
  public static let hundredMeters = within(100)
  /// A thousand meters.
  public static let kilometer = within(1000)
  /// Three thousand meters.
  public static let threeKilometers = within(3000)

  /// An accuracy in meters; zero and below is the same as ``best``.
  public static func within(_ meters: Double) -> DesiredAccuracy {
    DesiredAccuracy(meters: meters > 0 && meters.isFinite ? meters : nil)
  }

  /// Whether a location is good enough.
  public func isMet(by location: Location) -> Bool {
    meters.map { location.horizontalAccuracy <= $0 } ?? true
  }
}
