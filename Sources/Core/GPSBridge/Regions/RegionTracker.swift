/// Decides from a sequence of locations whether a receiver is in a region.
///
/// A position wanders within its accuracy even when nothing moves, so at the border a plain comparison would
/// change with every fix. Here a location counts only beyond a margin on either side of the border, and only
/// several in a row change the state. Locations within the margin and single outliers have no effect.
///
/// ```swift
/// var home = RegionTracker(region)
/// if let event = home.update(location), event.isExit { print("left \(event.region.identifier)") }
/// ```
struct RegionTracker: Sendable {
  let region: CircularRegion
  /// How certain a change has to be.
  let rules: RegionRules
  private(set) var state = RegionState.unknown
  /// A different state that the latest locations suggest, and their number.
  private var candidate = RegionState.unknown
  private var votes = 0

  /// Creates a tracker for a region whose state is unknown.
  init(_ region: CircularRegion, rules: RegionRules = .standard) {
    (self.region, self.rules) = (region, rules)
  }

  /// Examines the next location; returns the change, if any.
  mutating func update(_ location: Location) -> RegionEvent? {
    let vote = verdict(location)
    guard vote != .unknown, vote != state else {
      // A location beyond the margin on the known side discards earlier votes, but one within it does not.
      if vote != .unknown { votes = 0 }
      return nil
    }
    votes = vote == candidate ? votes + 1 : 1
    candidate = vote
    guard votes >= rules.confirmations else { return nil }
    let event = RegionEvent(region: region, from: state, to: vote, location: location)
    state = vote
    votes = 0
    return event
  }

  /// The state that one location suggests; unknown if it is too close to the border for its accuracy.
  private func verdict(_ location: Location) -> RegionState {
    let distance = region.center.distance(to: location.coordinate)
    let accuracy = location.horizontalAccuracy
    // Written so that NaN is rejected as well.
    guard accuracy > 0, accuracy.isFinite else { return .unknown }
    let margin = max(accuracy * rules.accuracies, rules.narrowest)
    // A circle smaller than its margin can still be entered, halfway to the center. The missing part of the
    // margin is added outside, so that entry and exit keep their distance.
    let depth = min(margin, region.radius / 2)
    if distance > region.radius + margin + (margin - depth) { return .outside }
    return distance <= region.radius - depth && accuracy <= region.radius ? .inside : .unknown
  }
}

/// How certain an entry or exit has to be.
public struct RegionRules: Sendable, Hashable {
  /// The margin in multiples of the location's accuracy; a fix is off by more than 2.5 times once in 1300.
  public var accuracies = 2.5
  /// The minimum margin in meters: errors of fixes within a minute are correlated and underestimated.
  public var narrowest = 10.0
  /// The number of consecutive locations that must agree.
  public var confirmations = 3

  /// The default rules.
  public static let standard = RegionRules()

  /// Creates the default rules.
  public init() {}
}
