import GPSSystemCalls

/// Tracks which consumers of some broadcasts are busy, and when all of them are waiting again.
///
/// Sending never waits for consumers, so a test that has sent something can't see when its effects are
/// complete. Broadcasts created with an attendance report to it.
///
/// A consumer is busy from the moment when something wakes it until it waits again, in this broadcast or
/// another with the same attendance, or until it leaves. A consumer that has not waited yet is not counted.
package final class Attendance: Sendable {
  struct Place: Hashable, Sendable {
    let hub: ObjectIdentifier
    let index: Int
  }

  /// A closure to call when all consumers rest.
  typealias Watcher = @Sendable () -> Void

  private struct State: Sendable {
    /// The busy consumers and the tasks in which they run.
    var working: [Place: Int] = [:]
    var watchers: [Watcher] = []
    /// The number of consumers that left while busy.
    var departures = 0

    /// Removes and returns the watchers if no consumer is busy.
    mutating func takeWatchersAtRest() -> [Watcher] {
      guard working.isEmpty, !watchers.isEmpty else { return [] }
      defer { watchers = [] }
      return watchers
    }
  }

  private let state = Guarded(State())

  package init() {}

  package var isAtRest: Bool { state.withLock { $0.working.isEmpty } }

  /// The number of consumers that left while busy; their tasks may go on and soon wait for something else.
  package var departures: Int { state.withLock { $0.departures } }

  /// Calls a closure once when no consumer is busy: at once, or on the thread of the last busy consumer.
  package func whenAllRest(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.watchers.append(body) }
    tell()
  }

  /// Stops counting the consumers that are busy now, until something wakes them again.
  package func forgetWorking() {
    state.withLock { $0.working = [:] }
    tell()
  }

  /// Calls the watchers if no consumer is busy; must be called without holding a lock.
  func tell() { for watcher in state.withLock({ $0.takeWatchersAtRest() }) { watcher() } }

  fileprivate func works(_ place: Place, _ task: Int) { state.withLock { $0.working[place] = task } }

  fileprivate func rests(_ place: Place, _ task: Int) -> [Watcher] {
    state.withLock { state in
      state.working[place] = nil
      // A loop whose body waits for another broadcast is not busy either.
      if state.working.values.contains(task) { state.working = state.working.filter { $0.value != task } }
      return state.takeWatchersAtRest()
    }
  }

  fileprivate func leaves(_ place: Place) {
    state.withLock { if $0.working.removeValue(forKey: place) != nil { $0.departures += 1 } }
  }
}

/// A consumer as seen by its attendance.
struct Attendee: Sendable {
  private let attendance: Attendance
  private let place: Attendance.Place
  private let task: Int

  /// Registers the current task as the consumer at an index of a hub.
  init(_ attendance: Attendance, _ hub: Hub, _ index: Int) {
    self.attendance = attendance
    place = Attendance.Place(hub: ObjectIdentifier(hub), index: index)
    task = unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue ?? 0 }
  }

  func works() { attendance.works(place, task) }
  /// Returns the watchers, to be called without holding a lock.
  func rests() -> [Attendance.Watcher] { attendance.rests(place, task) }
  func leaves() { attendance.leaves(place) }
}
