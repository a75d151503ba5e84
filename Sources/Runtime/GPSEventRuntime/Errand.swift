internal import CGPSEventLoop
import GPSSystemCalls

/// A piece of work that waits for its turn on a loop.
enum Errand: Sendable {
  case call(@Sendable () -> Void)
  /// A part of an actor's work.
  case actorJob(UnownedJob)
  /// A part of a task that prefers the loop.
  case taskJob(UnownedJob)
  // Those of the loop itself are no closures, which would keep the loop that keeps them.
  case begin(LoopTimer)
  /// The timer of this number is called off.
  case remove(Int)
  case stop
}

/// Errands in order: taking the first one moves no others.
struct ErrandQueue {
  // A place is emptied when its errand is taken: a closure must die where it is done, and never in here, since its
  // end may run code that hands over the next one.
  private var places: [Errand?] = []
  private var first = 0

  var isEmpty: Bool { first == places.count }

  mutating func append(_ errand: Errand) { places.append(errand) }

  mutating func append(contentsOf errands: [Errand]) { for errand in errands { places.append(errand) } }

  mutating func popFirst() -> Errand? {
    guard !isEmpty else { return nil }
    let errand = places[first].take()
    first += 1
    if isEmpty {
      places.removeAll(keepingCapacity: places.capacity <= 1024)
      first = 0
    } else if first > 1024, first > places.count / 2 {
      // No more are moved than were taken.
      places.removeFirst(first)
      first = 0
    }
    return errand
  }
}

/// The errands that other threads hand over to a loop, and whether it must be woken for them.
final class Inbox: Sendable {
  /// What a thread must do after it has handed something over.
  private enum Duty { case none, ringBell, startThread }

  fileprivate struct State: Sendable {
    var errands: [Errand] = []
    var isAsleep = false
    /// Whether a thread runs the loop, or is about to.
    var isClaimed = false
  }

  private let state = Guarded(State())
  private let startsOnDemand: Bool
  /// Wakes the loop.
  let bell: CInt

  /// - Parameter startsOnDemand: Whether the first errand asks for a thread.
  init(startsOnDemand: Bool) {
    self.startsOnDemand = startsOnDemand
    bell = gpsbridge_bell_create()
    precondition(bell >= 0, "no descriptor is left for a loop (error \(Errno.last.rawValue))")
  }

  deinit { try? Kernel.close(bell) }

  /// Hands an errand over, and wakes the loop if it sleeps.
  ///
  /// - Returns: Whether the caller must start a thread that runs the loop.
  func put(_ errand: Errand) -> Bool {
    let duty = state.withLock { state -> Duty in
      state.errands.append(errand)
      if startsOnDemand, !state.isClaimed {
        state.isClaimed = true
        return .startThread
      }
      defer { state.isAsleep = false }
      return state.isAsleep ? .ringBell : .none
    }
    if duty == .ringBell { gpsbridge_bell_ring(bell) }
    return duty == .startThread
  }

  /// Says that a thread runs the loop, or is about to; false if one did already.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  var isClaimed: Bool { state.withLock { $0.isClaimed } }

  /// Says that this thread does not run the loop any more.
  ///
  /// - Parameter isRest: Whether the loop has errands left of its own.
  /// - Returns: Whether the caller must start another thread: a loop that starts on demand leaves no errand undone.
  func release(isRest: Bool) -> Bool {
    state.withLock { state in
      state.isClaimed = startsOnDemand && (isRest || !state.errands.isEmpty)
      return state.isClaimed
    }
  }

  /// Says that nobody runs the loop any more, if nothing is left; in one step, so that what comes later finds it so.
  func releaseIfEmpty() -> Bool {
    state.withLock { state in
      guard state.errands.isEmpty else { return false }
      state.isClaimed = false
      return true
    }
  }

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
