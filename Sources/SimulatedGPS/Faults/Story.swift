/// What happens in a scenario, told one thing behind the other.
///
/// ```swift
/// let story = Story {
///   Wait(for: .seconds(60))
///   Enter(.tunnel, for: .seconds(40))
///   Meanwhile { Suffer(.noise, share: 0.2, for: .seconds(300)) }
///   Wait(for: .seconds(60))
///   Unplug(for: .seconds(5), returningAs: "ttyUSB1")
/// }
/// ```
///
/// A step with a time takes that time: what stands below it begins when it ends. ``Meanwhile`` does not wait.
public struct Story: Sendable, Hashable {
  /// What it comes to.
  public let events: [Event]
  /// How long it takes.
  public let duration: Duration

  /// Tells a story.
  public init(@StoryBuilder _ steps: () -> [any StoryStep]) {
    var teller = StoryTeller()
    for step in steps() { step.tell(&teller) }
    events = teller.events
    duration = teller.time
  }
}

/// One step of a story.
public protocol StoryStep: Sendable {
  /// Adds what happens, and moves time on.
  func tell(_ teller: inout StoryTeller)
}

/// Where a story has come to.
public struct StoryTeller: Sendable {
  /// Since the beginning.
  public private(set) var time = Duration.zero
  /// What has happened so far.
  public private(set) var events: [Event] = []

  /// Lets something happen from now on, and waits until it is over.
  public mutating func add(_ happening: Happening, for duration: Duration?) {
    let end = duration.map { time + max($0, .zero) }
    events.append(Event(from: time, to: end, happening))
    time = end ?? time
  }

  /// Lets time pass.
  public mutating func wait(_ duration: Duration) { time += max(duration, .zero) }

  /// Tells a part, and goes back to where it began.
  mutating func meanwhile(_ steps: [any StoryStep]) {
    let start = time
    for step in steps { step.tell(&self) }
    time = start
  }
}

/// Collects the steps of a story.
@resultBuilder
public enum StoryBuilder {
  /// One step.
  public static func buildExpression(_ step: any StoryStep) -> [any StoryStep] { [step] }
  /// Several in a row.
  public static func buildBlock(_ parts: [any StoryStep]...) -> [any StoryStep] { parts.flatMap { $0 } }
  /// Those of a loop.
  public static func buildArray(_ parts: [[any StoryStep]]) -> [any StoryStep] { parts.flatMap { $0 } }
  /// Those behind an `if`.
  public static func buildOptional(_ part: [any StoryStep]?) -> [any StoryStep] { part ?? [] }
  /// Those behind the first branch.
  public static func buildEither(first part: [any StoryStep]) -> [any StoryStep] { part }
  /// Those behind the other branch.
  public static func buildEither(second part: [any StoryStep]) -> [any StoryStep] { part }
}
