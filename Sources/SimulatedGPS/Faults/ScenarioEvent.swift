extension Scenario {
  /// Something that happens in a scenario, and its time.
  ///
  /// ```swift
  /// scenario.events = [Scenario.Event(from: .seconds(60), to: .seconds(100), .surroundings(.tunnel))]
  /// ```
  ///
  /// To say when things happen one after the other, without counting seconds, tell a ``Story``.
  public struct Event: Sendable, Hashable {
    /// When it begins, counted from the start of the scenario.
    public var start: Duration
    /// When it ends, counted from the start of the scenario; nil for an event that never ends.
    public var end: Duration?
    /// The change that it brings.
    public var kind: Kind

    /// Makes an event that lasts from one moment to another.
    public init(from start: Duration, to end: Duration? = nil, _ kind: Kind) {
      self.start = start
      self.end = end
      self.kind = kind
    }

    /// The same event, moved to a later time.
    public func later(by delay: Duration) -> Event {
      Event(from: start + delay, to: end.map { $0 + delay }, kind)
    }

    /// The kinds of events that a receiver can live through.
    public enum Kind: Sendable, Hashable {
      /// The receiver is somewhere else: under rock, between houses.
      case surroundings(Surroundings)
      /// Something goes wrong with a share of the sentences; 1 is all of them.
      case fault(Fault, share: Double = 1)
      /// The cable is pulled; at the end it is plugged in again, under another name if one is given.
      case unplug(returnsAs: String? = nil, waking: PowerUp = .hot)
      /// The port cannot be opened.
      case refusal(OpenRefusal)
      /// The receiver is switched off and on again.
      case restart(PowerUp)
    }
  }
}
