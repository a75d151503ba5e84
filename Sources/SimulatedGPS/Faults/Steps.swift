/// Nothing happens for a while.
public struct Wait: StoryStep {
  private let duration: Duration
  /// Waits so long.
  public init(for duration: Duration) { self.duration = duration }
  /// Lets time pass.
  public func tell(_ teller: inout StoryTeller) { teller.wait(duration) }
}

/// The receiver gets into other surroundings, and out of them again.
public struct Enter: StoryStep {
  private let surroundings: Surroundings
  private let duration: Duration?
  /// Enters for so long; for good without a time.
  public init(_ surroundings: Surroundings, for duration: Duration? = nil) {
    self.surroundings = surroundings
    self.duration = duration
  }
  /// Changes the surroundings.
  public func tell(_ teller: inout StoryTeller) { teller.add(.surroundings(surroundings), for: duration) }
}

/// Something goes wrong for a while.
public struct Suffer: StoryStep {
  private let fault: Fault
  private let share: Double
  private let duration: Duration?
  /// Suffers a fault for so long, with so large a share of the sentences; for good without a time.
  public init(_ fault: Fault, share: Double = 1, for duration: Duration? = nil) {
    self.fault = fault
    self.share = share
    self.duration = duration
  }
  /// Lets it go wrong.
  public func tell(_ teller: inout StoryTeller) { teller.add(.fault(fault, share: share), for: duration) }
}

/// The cable is pulled and plugged in again.
public struct Unplug: StoryStep {
  private let duration: Duration?
  private let name: String?
  private let waking: PowerUp
  /// Pulls the cable for so long; for good without a time.
  public init(for duration: Duration? = nil, returningAs name: String? = nil, waking: PowerUp = .hot) {
    self.duration = duration
    self.name = name
    self.waking = waking
  }
  /// Pulls the cable.
  public func tell(_ teller: inout StoryTeller) {
    teller.add(.unplug(returnsAs: name, waking: waking), for: duration)
  }
}

/// The port cannot be opened for a while.
public struct Refuse: StoryStep {
  private let reason: OpenRefusal
  private let duration: Duration?
  /// Refuses for so long; for good without a time.
  public init(_ reason: OpenRefusal, for duration: Duration? = nil) {
    self.reason = reason
    self.duration = duration
  }
  /// Refuses.
  public func tell(_ teller: inout StoryTeller) { teller.add(.refusal(reason), for: duration) }
}

/// The receiver is switched off and on again.
public struct Restart: StoryStep {
  private let powerUp: PowerUp
  /// Starts with what it still knows.
  public init(_ powerUp: PowerUp) { self.powerUp = powerUp }
  /// Switches it off and on.
  public func tell(_ teller: inout StoryTeller) { teller.add(.restart(powerUp), for: .zero) }
}

/// Something that happens beside what follows.
public struct Meanwhile: StoryStep {
  private let steps: [any StoryStep]
  /// Tells what happens meanwhile.
  public init(@StoryBuilder _ steps: () -> [any StoryStep]) { self.steps = steps() }
  /// Tells it, and goes back in time.
  public func tell(_ teller: inout StoryTeller) { teller.meanwhile(steps) }
}
