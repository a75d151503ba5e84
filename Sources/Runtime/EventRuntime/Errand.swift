import Locking

/// A piece of work that waits for its turn on a loop.
enum Errand: Sendable {
  case call(@Sendable () -> Void)
  /// A part of an actor's work.
  case actorJob(UnownedJob)
  /// A part of a task that prefers the loop.
  case taskJob(UnownedJob)
}

/// Errands in order: taking the first one moves no others.
struct ErrandQueue {
  private var waiting: [Errand] = []
  private var first = 0

  var isEmpty: Bool { first == waiting.count }

  mutating func append(_ errand: Errand) { waiting.append(errand) }

  mutating func append(contentsOf errands: [Errand]) { waiting += errands }

  mutating func popFirst() -> Errand? {
    guard !isEmpty else { return nil }
    let errand = waiting[first]
    first += 1
    if isEmpty {
      waiting.removeAll(keepingCapacity: waiting.capacity <= 1024)
      first = 0
    } else if first > 1024 {
      waiting.removeFirst(first)
      first = 0
    }
    return errand
  }
}

/// The errands that other threads hand over to a loop, and whether it must be woken for them.
final class Inbox: Sendable {
  /// What a thread must do after it has handed something over.
  enum Duty { case none, ringBell, startThread }

  fileprivate struct State: Sendable {
    var errands: [Errand] = []
    var isAsleep = false
    /// Whether a thread runs the loop, or is about to.
    var isClaimed = false
  }

  private let state = Guarded(State())
  private let startsOnDemand: Bool

  /// - Parameter startsOnDemand: Whether the first errand asks for a thread.
  init(startsOnDemand: Bool) { self.startsOnDemand = startsOnDemand }

  func put(_ errand: Errand) -> Duty {
    state.withLock { state in
      state.errands.append(errand)
      if startsOnDemand, !state.isClaimed {
        state.isClaimed = true
        return .startThread
      }
      defer { state.isAsleep = false }
      return state.isAsleep ? .ringBell : .none
    }
  }

  /// Says that a thread runs the loop, or is about to; false if one did already.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  /// Says that no thread runs the loop any more.
  func release() { state.withLock { $0.isClaimed = false } }

  /// All that was handed over; if there is nothing, the loop may sleep, and is woken for the next errand.
  func takeAllOrSleep() -> [Errand] {
    state.withLock { state in
      guard !state.errands.isEmpty else {
        state.isAsleep = true
        return []
      }
      return state.takeErrands()
    }
  }

  /// All that was handed over; the loop does not sleep.
  func takeAll() -> [Errand] {
    state.withLock { state in
      state.isAsleep = false
      return state.takeErrands()
    }
  }
}

extension Inbox.State {
  fileprivate mutating func takeErrands() -> [Errand] {
    guard !errands.isEmpty else { return [] }
    defer { errands = [] }
    return errands
  }
}
