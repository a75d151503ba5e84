import GPSSystemCalls

/// Knows which consumers of some broadcasts are at work, and when all of them wait again.
///
/// Sending never waits for a consumer, so a test that has sent something cannot see when its consequences are complete.
/// Broadcasts that were made with the same attendance report to it:
///
/// ```swift
/// let attendance = Attendance()
/// let numbers = Broadcast<Int, Never>(attendance: attendance)
/// numbers.send(1)
/// attendance.whenAllRest { print("each loop over numbers has done its part for 1") }
/// ```
///
/// A consumer is at work from the moment when something wakes it until it waits again, in this broadcast or in another of
/// the same attendance, or leaves. One that has not waited yet is not counted.
public final class Attendance: Sendable {
  /// A consumer's place.
  struct Place: Hashable, Sendable {
    let hub: ObjectIdentifier
    let index: Int
  }

  /// A closure that waits for all to rest.
  typealias Watcher = @Sendable () -> Void

  private struct State: Sendable {
    /// Those at work, and the tasks that they are.
    var working: [Place: Int] = [:]
    var watchers: [Watcher] = []
    /// How many were at work when they left.
    var departures = 0

    /// Hands out the watchers if no consumer is at work.
    mutating func takeWatchersAtRest() -> [Watcher] {
      guard working.isEmpty, !watchers.isEmpty else { return [] }
      defer { watchers = [] }
      return watchers
    }
  }

  private let state = Guarded(State())

  /// Makes an attendance without consumers.
  public init() {}

  /// Whether no consumer is at work.
  public var isAtRest: Bool { state.withLock { $0.working.isEmpty } }

  /// How many consumers have left that were at work: their tasks may go on, and wait for something else soon.
  package var departures: Int { state.withLock { $0.departures } }

  /// Runs a closure once, when no consumer is at work: at once, or on the thread of the last one that was.
  public func whenAllRest(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.watchers.append(body) }
    tell()
  }

  /// Stops counting the consumers that are at work now, until something wakes them again.
  public func forgetWorking() {
    state.withLock { $0.working = [:] }
    tell()
  }

  /// Calls the watchers if no consumer is at work; outside of all locks.
  func tell() {
    for watcher in state.withLock({ $0.takeWatchersAtRest() }) { watcher() }
  }

  fileprivate func works(_ place: Place, _ task: Int) { state.withLock { $0.working[place] = task } }

  fileprivate func rests(_ place: Place, _ task: Int) -> [Watcher] {
    state.withLock { state in
      state.working[place] = nil
      // A loop whose body waits for another broadcast is not at work either.
      if state.working.values.contains(task) { state.working = state.working.filter { $0.value != task } }
      return state.takeWatchersAtRest()
    }
  }

  fileprivate func leaves(_ place: Place) {
    state.withLock { if $0.working.removeValue(forKey: place) != nil { $0.departures += 1 } }
  }
}

/// One consumer as its attendance sees it.
struct Attendee: Sendable {
  private let attendance: Attendance
  private let place: Attendance.Place
  private let task: Int

  /// Notes the running task as the consumer in a place of a hub.
  init(_ attendance: Attendance, _ hub: Hub, _ index: Int) {
    self.attendance = attendance
    place = Attendance.Place(hub: ObjectIdentifier(hub), index: index)
    task = unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue ?? 0 }
  }

  func works() { attendance.works(place, task) }
  /// Returns the watchers to call when no lock is held.
  func rests() -> [Attendance.Watcher] { attendance.rests(place, task) }
  func leaves() { attendance.leaves(place) }
}
