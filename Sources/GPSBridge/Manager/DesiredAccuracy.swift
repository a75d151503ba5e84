/// How accurate a requested location has to be.
///
/// A receiver has one way of working, so this is no order to it: it decides when a request is content.
public struct DesiredAccuracy: Sendable, Hashable {
  /// Metres of ``Location/horizontalAccuracy`` that are good enough; nil where any location is.
  public let metres: Double?

  /// The best that the receiver has: its next location, whatever that is worth.
  public static let best = DesiredAccuracy(metres: nil)
  /// Ten metres.
  public static let tenMetres = within(10)
  /// A hundred metres.
  public static let hundredMetres = within(100)
  /// A thousand metres.
  public static let kilometre = within(1000)
  /// Three thousand metres.
  public static let threeKilometres = within(3000)

  /// So many metres; what no accuracy can be, zero and below, is the same as ``best``.
  public static func within(_ metres: Double) -> DesiredAccuracy {
    DesiredAccuracy(metres: metres > 0 && metres.isFinite ? metres : nil)
  }

  /// Whether a location is good enough.
  public func isMet(by location: Location) -> Bool {
    metres.map { location.horizontalAccuracy <= $0 } ?? true
  }
}
