/// The events of a scenario, one after the other.
///
/// ```swift
/// let story = Story {
///   Story.Wait(for: .seconds(60))
///   Story.Enter(.tunnel, for: .seconds(40))
///   Story.Meanwhile { Story.Fault(.noise, share: 0.2, for: .seconds(300)) }
///   Story.Wait(for: .seconds(60))
///   Story.Unplug(for: .seconds(5), returningAs: "ttyUSB1")
/// }
/// ```
///
/// A step with a time takes that time: the next step begins when it ends. ``Meanwhile`` takes none.
public struct Story: Sendable, Hashable {
  /// The events added to this point, in order.
  public private(set) var events: [Scenario.Event] = []
  /// The total duration of the steps.
  public private(set) var duration = Duration.zero

  /// Creates a story from its steps.
  public init(@Builder _ steps: () -> [any Step]) { for step in steps() { step.tell(&self) } }

  /// Adds an event that begins now, and advances to its end; without a duration the event never ends.
  public mutating func add(_ kind: Scenario.Event.Kind, for duration: Duration? = nil) {
    let end = duration.map { self.duration + max($0, .zero) }
    events.append(Scenario.Event(from: self.duration, to: end, kind))
    self.duration = end ?? self.duration
  }

  /// Advances the time without an event.
  public mutating func wait(_ duration: Duration) { self.duration += max(duration, .zero) }

  /// Adds steps, then returns to the moment at which they began.
  fileprivate mutating func meanwhile(_ steps: [any Step]) {
    let start = duration
    for step in steps { step.tell(&self) }
    duration = start
  }

  /// One step of a story.
  ///
  /// A type of your own can be a step: it calls ``Story/add(_:for:)`` and ``Story/wait(_:)``.
  public protocol Step: Sendable {
    /// Adds the step's events to the story, and advances its time.
    func tell(_ story: inout Story)
  }

  /// A pause without events.
  public struct Wait: Step {
    private let duration: Duration
    /// Creates a pause.
    public init(for duration: Duration) { self.duration = duration }
    /// Advances the time.
    public func tell(_ story: inout Story) { story.wait(duration) }
  }

  /// A stay in different surroundings, such as a tunnel or a street.
  public struct Enter: Step {
    private let surroundings: Scenario.Surroundings
    private let duration: Duration?
    /// Enters the surroundings for some time, or for good if no time is given.
    public init(_ surroundings: Scenario.Surroundings, for duration: Duration? = nil) {
      (self.surroundings, self.duration) = (surroundings, duration)
    }
    /// Changes the surroundings.
    public func tell(_ story: inout Story) { story.add(.surroundings(surroundings), for: duration) }
  }

  /// A fault that lasts for a while.
  public struct Fault: Step {
    private let fault: Scenario.Fault
    private let share: Double
    private let duration: Duration?
    /// Creates a fault that lasts for some time, or for good if no time is given.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - share: The share of sentences that it damages, from 0 to 1.
    ///   - duration: How long it lasts.
    public init(_ fault: Scenario.Fault, share: Double = 1, for duration: Duration? = nil) {
      (self.fault, self.share, self.duration) = (fault, share, duration)
    }
    /// Adds the fault.
    public func tell(_ story: inout Story) { story.add(.fault(fault, share: share), for: duration) }
  }

  /// An interruption in which the cable is pulled and later plugged in again.
  public struct Unplug: Step {
    private let duration: Duration?
    private let name: String?
    private let waking: Scenario.PowerUp
    /// Pulls the cable for some time, or for good if no time is given.
    ///
    /// - Parameters:
    ///   - duration: How long the cable is out.
    ///   - name: The port's name after it is plugged in again; nil for the same name.
    ///   - waking: The kind of start that the receiver makes then.
    public init(
      for duration: Duration? = nil, returningAs name: String? = nil, waking: Scenario.PowerUp = .hot
    ) { (self.duration, self.name, self.waking) = (duration, name, waking) }
    /// Adds the interruption.
    public func tell(_ story: inout Story) {
      story.add(.unplug(returnsAs: name, waking: waking), for: duration)
    }
  }

  /// A period in which the port cannot be opened.
  public struct Refuse: Step {
    private let reason: Scenario.OpenRefusal
    private let duration: Duration?
    /// Refuses for some time, or for good if no time is given.
    public init(_ reason: Scenario.OpenRefusal, for duration: Duration? = nil) {
      (self.reason, self.duration) = (reason, duration)
    }
    /// Adds the refusal.
    public func tell(_ story: inout Story) { story.add(.refusal(reason), for: duration) }
  }

  /// A moment at which the receiver is switched off and on again.
  public struct Restart: Step {
    private let powerUp: Scenario.PowerUp
    /// Creates a restart that keeps as much memory as this kind of start has.
    public init(_ powerUp: Scenario.PowerUp) { self.powerUp = powerUp }
    /// Adds the restart.
    public func tell(_ story: inout Story) { story.add(.restart(powerUp), for: .zero) }
  }

  /// Steps that run at the same time as the steps that follow.
  public struct Meanwhile: Step {
    private let steps: [any Step]
    /// Creates the concurrent steps.
    public init(@Builder _ steps: () -> [any Step]) { self.steps = steps() }
    /// Adds the steps, and returns to the time at which they began.
    public func tell(_ story: inout Story) { story.meanwhile(steps) }
  }

  /// Collects the steps of a story.
  @resultBuilder
  public enum Builder {
    /// One step.
    public static func buildExpression(_ step: any Step) -> [any Step] { [step] }
    /// Several steps in a row.
    public static func buildBlock(_ parts: [any Step]...) -> [any Step] { parts.flatMap { $0 } }
    /// The steps of a loop.
    public static func buildArray(_ parts: [[any Step]]) -> [any Step] { parts.flatMap { $0 } }
    /// The steps of an `if` without an `else`.
    public static func buildOptional(_ part: [any Step]?) -> [any Step] { part ?? [] }
    /// The steps of the first branch.
    public static func buildEither(first part: [any Step]) -> [any Step] { part }
    /// The steps of the second branch.
    public static func buildEither(second part: [any Step]) -> [any Step] { part }
  }
}
