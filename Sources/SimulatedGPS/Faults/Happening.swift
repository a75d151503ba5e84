/// What happens to a receiver at some moment, or for some time.
public enum Happening: Sendable, Hashable {
  /// It is somewhere else: under rock, between houses.
  case surroundings(Surroundings)
  /// Something goes wrong, with so large a share of the sentences (1 is all of them).
  case fault(Fault, share: Double = 1)
  /// The cable is pulled; at the end it is back, under another name if one is given, and starts like this.
  case unplug(returnsAs: String? = nil, waking: PowerUp = .hot)
  /// The port cannot be opened.
  case refusal(OpenRefusal)
  /// It is switched off and on again.
  case restart(PowerUp)
}

/// A happening and its time.
public struct Event: Sendable, Hashable {
  /// Since the beginning.
  public var start: Duration
  /// Since the beginning; nil for what lasts for ever.
  public var end: Duration?
  /// What happens.
  public var happening: Happening

  /// Makes an event that lasts from one moment to another.
  public init(from start: Duration, to end: Duration? = nil, _ happening: Happening) {
    self.start = start
    self.end = end
    self.happening = happening
  }
  /// The same, so much later.
  public func later(by delay: Duration) -> Event {
    Event(from: start + delay, to: end.map { $0 + delay }, happening)
  }
}
