/// The events of a scenario, told one after the other.
///
/// ```swift
/// let story = Story {
///   Story.Wait(for: .seconds(60))
///   Story.Enter(.tunnel, for: .seconds(40))
///   Story.Meanwhile { Story.Suffer(.noise, share: 0.2, for: .seconds(300)) }
///   Story.Wait(for: .seconds(60))
///   Story.Unplug(for: .seconds(5), returningAs: "ttyUSB1")
/// }
/// ```
///
/// A step with a time takes that time: the next step begins when it ends. ``Meanwhile`` takes none.
public struct Story: Sendable, Hashable {
  /// The events so far, in the order in which they were told.
  public private(set) var events: [Scenario.Event] = []
  /// How long the story takes so far.
  public private(set) var duration = Duration.zero

  /// Tells a story.
  public init(@Builder _ steps: () -> [any Step]) {
    for step in steps() { step.tell(&self) }
  }

  /// Adds an event that begins now, and moves on to its end; without a time the event never ends, and no time passes.
  public mutating func add(_ kind: Scenario.Event.Kind, for duration: Duration? = nil) {
    let end = duration.map { self.duration + max($0, .zero) }
    events.append(Scenario.Event(from: self.duration, to: end, kind))
    self.duration = end ?? self.duration
  }

  /// Lets time pass in which nothing happens.
  public mutating func wait(_ duration: Duration) { self.duration += max(duration, .zero) }

  /// Tells some steps, and goes back to the moment at which they began.
  fileprivate mutating func meanwhile(_ steps: [any Step]) {
    let start = duration
    for step in steps { step.tell(&self) }
    duration = start
  }
}

extension Story {
  /// One step of a story.
  ///
  /// A type of your own can be a step: it calls ``Story/add(_:for:)`` and ``Story/wait(_:)``.
  public protocol Step: Sendable {
    /// Adds the step's events to the story, and moves its time on.
    func tell(_ story: inout Story)
  }

  /// A pause in which nothing happens.
  public struct Wait: Step {
    private let duration: Duration
    /// Waits for some time.
    public init(for duration: Duration) { self.duration = duration }
    /// Lets time pass.
    public func tell(_ story: inout Story) { story.wait(duration) }
  }

  /// A stay in other surroundings: a tunnel, a street between houses.
  public struct Enter: Step {
    private let surroundings: Scenario.Surroundings
    private let duration: Duration?
    /// Enters for some time; for good without a time.
    public init(_ surroundings: Scenario.Surroundings, for duration: Duration? = nil) {
      self.surroundings = surroundings
      self.duration = duration
    }
    /// Changes the surroundings.
    public func tell(_ story: inout Story) { story.add(.surroundings(surroundings), for: duration) }
  }

  /// A fault that lasts for a while.
  public struct Suffer: Step {
    private let fault: Scenario.Fault
    private let share: Double
    private let duration: Duration?
    /// Suffers a fault for some time; for good without a time.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - share: How many of the sentences it hits, from 0 to 1.
    ///   - duration: How long it lasts.
    public init(_ fault: Scenario.Fault, share: Double = 1, for duration: Duration? = nil) {
      self.fault = fault
      self.share = share
      self.duration = duration
    }
    /// Begins the fault.
    public func tell(_ story: inout Story) { story.add(.fault(fault, share: share), for: duration) }
  }

  /// A pull of the cable, which is plugged in again later.
  public struct Unplug: Step {
    private let duration: Duration?
    private let name: String?
    private let waking: Scenario.PowerUp
    /// Pulls the cable for some time; for good without a time.
    ///
    /// - Parameters:
    ///   - duration: How long it is out.
    ///   - name: Its port's name after it is plugged in again; nil for the same one.
    ///   - waking: How much the receiver still knows then.
    public init(
      for duration: Duration? = nil, returningAs name: String? = nil, waking: Scenario.PowerUp = .hot
    ) {
      self.duration = duration
      self.name = name
      self.waking = waking
    }
    /// Pulls the cable.
    public func tell(_ story: inout Story) {
      story.add(.unplug(returnsAs: name, waking: waking), for: duration)
    }
  }

  /// A time in which the port cannot be opened.
  public struct Refuse: Step {
    private let reason: Scenario.OpenRefusal
    private let duration: Duration?
    /// Refuses for some time; for good without a time.
    public init(_ reason: Scenario.OpenRefusal, for duration: Duration? = nil) {
      self.reason = reason
      self.duration = duration
    }
    /// Begins to refuse.
    public func tell(_ story: inout Story) { story.add(.refusal(reason), for: duration) }
  }

  /// A moment at which the receiver is switched off and on again.
  public struct Restart: Step {
    private let powerUp: Scenario.PowerUp
    /// Starts with the memory that the kind of start leaves it.
    public init(_ powerUp: Scenario.PowerUp) { self.powerUp = powerUp }
    /// Switches it off and on.
    public func tell(_ story: inout Story) { story.add(.restart(powerUp), for: .zero) }
  }

  /// Steps that happen beside the steps that follow.
  public struct Meanwhile: Step {
    private let steps: [any Step]
    /// Takes the steps that happen meanwhile.
    public init(@Builder _ steps: () -> [any Step]) { self.steps = steps() }
    /// Tells them, and goes back in time.
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
    /// The steps of the other branch.
    public static func buildEither(second part: [any Step]) -> [any Step] { part }
  }
}
