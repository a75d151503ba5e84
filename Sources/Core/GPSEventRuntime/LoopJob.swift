internal import CGPSEventLoop
import GPSSystemCalls

/// A unit of work queued on a loop.
enum LoopJob: Sendable {
  case call(@Sendable () -> Void)
  case actorJob(UnownedJob)
  case taskJob(UnownedJob)
  // The loop's own jobs are not closures, which would capture the loop and create a retain cycle.
  case begin(LoopTimer)
  case remove(Int)
  case stop
}

/// A queue of jobs in which removing the first one does not move the others.
struct LoopJobQueue {
  // A slot is emptied when its job is removed: a closure must be released where it runs and never in here,
  // since its deinit may enqueue another job.
  private var places: [LoopJob?] = []
  private var first = 0

  var isEmpty: Bool { first == places.count }

  mutating func append(_ job: LoopJob) { places.append(job) }

  mutating func append(contentsOf jobs: [LoopJob]) { for job in jobs { places.append(job) } }

  mutating func popFirst() -> LoopJob? {
    guard !isEmpty else { return nil }
    let job = places[first].take()
    first += 1
    if isEmpty {
      places.removeAll(keepingCapacity: places.capacity <= 1024)
      first = 0
    } else if first > 1024, first > places.count / 2 {
      // This moves no more jobs than were removed.
      places.removeFirst(first)
      first = 0
    }
    return job
  }
}

/// The jobs that other threads submit to a loop, and whether the loop must be woken for them.
final class Inbox: Sendable {
  /// The duty of a thread after it submitted a job.
  private enum Duty { case none, ringBell, startThread }

  fileprivate struct State: Sendable {
    var jobs: [LoopJob] = []
    var isAsleep = false
    /// Whether a thread runs the loop or is about to.
    var isClaimed = false
  }

  private let state = Guarded(State())
  private let startsOnDemand: Bool
  /// The eventfd that wakes the loop.
  let bell: CInt

  /// - Parameter startsOnDemand: Whether the first job starts a thread.
  init(startsOnDemand: Bool) {
    self.startsOnDemand = startsOnDemand
    bell = gpsbridge_bell_create()
    precondition(bell >= 0, "no descriptor is left for an event loop (error \(Errno.last.rawValue))")
  }

  deinit { try? Kernel.close(bell) }

  /// Submits a job and wakes the loop if it sleeps.
  ///
  /// - Returns: Whether the caller must start a thread that runs the loop.
  func put(_ job: LoopJob) -> Bool {
    let duty = state.withLock { state -> Duty in
      state.jobs.append(job)
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

  /// Claims the loop for a thread that is about to run it; returns false if it was claimed already.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  var isIdle: Bool { state.withLock { $0.jobs.isEmpty && ($0.isAsleep || !$0.isClaimed) } }

  var isClaimed: Bool { state.withLock { $0.isClaimed } }

  /// Ends this thread's claim on the loop.
  ///
  /// - Parameter isRest: Whether the loop has jobs of its own left.
  /// - Returns: Whether the caller must start another thread to run the remaining jobs.
  func release(isRest: Bool) -> Bool {
    state.withLock { state in
      state.isClaimed = startsOnDemand && (isRest || !state.jobs.isEmpty)
      return state.isClaimed
    }
  }

  /// Ends the claim if no jobs are left, in one step, so that a later job starts a new thread.
  func releaseIfEmpty() -> Bool {
    state.withLock { state in
      guard state.jobs.isEmpty else { return false }
      state.isClaimed = false
      return true
    }
  }

  /// Returns all submitted jobs; if the inbox is empty, marks the loop as asleep.
  func takeAllOrSleep() -> [LoopJob] {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isAsleep = true
        return []
      }
      return state.takeJobs()
    }
  }

  /// Returns all submitted jobs; the loop stays awake.
  func takeAll() -> [LoopJob] {
    state.withLock { state in
      state.isAsleep = false
      return state.takeJobs()
    }
  }
}

extension Inbox.State {
  fileprivate mutating func takeJobs() -> [LoopJob] {
    guard !jobs.isEmpty else { return [] }
    defer { jobs = [] }
    return jobs
  }
}
