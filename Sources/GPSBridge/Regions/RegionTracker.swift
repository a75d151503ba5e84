/// Decides whether a receiver is in a region: a plain value that is given one location after the other.
///
/// A position wanders by its accuracy even when nothing moves, so at the border a plain comparison comes and goes with
/// every fix. Here a location counts only if it lies beyond a margin on its side of the border, and only several in a
/// row change what is known. One that lies within the margin says nothing, and neither does one outlier.
///
/// ```swift
/// var home = RegionTracker(region)
/// if let event = home.update(location), event.isExit { print("left \(event.region.identifier)") }
/// ```
public struct RegionTracker: Sendable {
  /// How sure a change has to be.
  public struct Rules: Sendable, Hashable {
    /// The margin at the border, in accuracies of the location: a fix errs further than 2.5 of them once in 1300.
    public var accuracies = 2.5
    /// The margin is never narrower than this, in metres: fixes of one minute err together, and by more than they say.
    public var narrowest = 10.0
    /// How many locations in a row must agree.
    public var confirmations = 3

    /// The rules named above.
    public static let standard = Rules()

    /// Makes the standard rules, to be changed.
    public init() {}
  }

  /// The region watched.
  public let region: CircularRegion
  /// How sure a change has to be.
  public let rules: Rules
  /// The state of the region.
  public private(set) var state = RegionState.unknown
  /// The state that the latest locations suggest, if it is another one, and how many of them.
  private var candidate = RegionState.unknown
  private var votes = 0

  /// Begins to watch a region of which nothing is known.
  public init(_ region: CircularRegion, rules: Rules = .standard) {
    self.region = region
    self.rules = rules
  }

  /// Takes the next location; returns the change.
  public mutating func update(_ location: Location) -> RegionEvent? {
    let vote = verdict(location)
    guard vote != .unknown, vote != state else {
      // Beyond the margin on the known side: earlier votes for the other one were noise. Within it: they still stand.
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

  /// The state that one location suggests; unknown if it is too near to the border for its accuracy.
  private func verdict(_ location: Location) -> RegionState {
    let distance = region.center.distance(to: location.coordinate)
    let accuracy = location.horizontalAccuracy
    // Written so that an accuracy that is no number says nothing.
    guard accuracy > 0, accuracy.isFinite else { return .unknown }
    let margin = max(accuracy * rules.accuracies, rules.narrowest)
    // A circle smaller than its margin can be entered all the same: half way to the middle. What the margin lacks
    // within is added without, so that coming and going stay as far apart.
    let depth = min(margin, region.radius / 2)
    if distance > region.radius + margin + (margin - depth) { return .outside }
    return distance <= region.radius - depth && accuracy <= region.radius ? .inside : .unknown
  }
}
