/// The receiver's present position, or why there is none.
///
/// A stale position can't be taken for a live one by accident: ``location`` is nil then, and ``reason`` is not.
///
/// ```swift
/// if let location = update.location { show(location) } else { show(update.reason) }   // right
/// show(update.lastKnown)               // NOT where it is: where it was, ask `age`
/// ```
public struct LocationUpdate: Sendable, Hashable {
  /// How fresh the last position is.
  public let freshness: Freshness
  /// How old the last position was when this was told; nil if there never was one.
  public let age: Duration?
  /// The last position that there was, however old: not where the receiver is.
  public let lastKnown: Location?
  /// The fault that keeps the receiver from being read, with its remedy; nil where it is read.
  public let error: LocationError?
  private let given: NoLocationReason?

  /// Tells a position and how fresh it is.
  ///
  /// - Parameters:
  ///   - lastKnown: The last position that there was.
  ///   - freshness: How fresh it is.
  ///   - age: How old it is.
  ///   - reason: Why there is no present position, where that is known better than by age.
  ///   - error: What keeps the receiver from being read.
  public init(
    lastKnown: Location?, freshness: Freshness, age: Duration?, reason: NoLocationReason? = nil,
    error: LocationError? = nil
  ) {
    self.lastKnown = lastKnown
    self.freshness = freshness
    self.age = age
    given = reason
    self.error = error
  }

  /// The present position; nil where the last one is stale or lost.
  public var location: Location? { freshness.isCurrent ? lastKnown : nil }

  /// Why there is no present position; nil exactly if there is one.
  public var reason: NoLocationReason? {
    guard location == nil else { return nil }
    return given ?? (lastKnown == nil ? .searching : .outdated)
  }
}

extension LocationUpdate: CustomStringConvertible {
  /// One line for a person: the present position, or why there is none and what to do about it.
  public var description: String {
    if let location { return location.description }
    return error?.description ?? (reason ?? .searching).description
  }
}
