internal import Glibc
import GPSSystemCalls

/// Threads for blocking work: opening ports, listing devices, waiting for a disk.
///
/// They start on demand and exit when idle for some seconds. There are several, since a hanging driver must
/// not keep other ports from opening, but only a few, since a hanging thread can't be ended. If all of them
/// hang, later work waits until one returns.
final class HelperThreads: Sendable {
  static let shared = HelperThreads()

  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var threads = 0
    var idle = 0
  }

  private let most: Int
  private let secondsIdle: Int
  private let state = Guarded(State())
  private let news = Semaphore()

  init(most: Int = 4, secondsIdle: Int = 10) { (self.most, self.secondsIdle) = (most, secondsIdle) }

  var count: Int { state.withLock { $0.threads } }

  func run(_ work: @escaping @Sendable () -> Void) {
    let startsThread = state.withLock { state in
      state.waiting.append(work)
      guard state.idle < state.waiting.count, state.threads < most else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    if startsThread { OwnThread.start { [self] in serve() } }
    news.signal()
  }

  private func serve() {
    while true {
      let isNews = news.wait(atMostSeconds: secondsIdle)
      let work = state.withLock { state -> (@Sendable () -> Void)? in
        guard !state.waiting.isEmpty else {
          // Another thread was faster, or the wait timed out.
          if !isNews {
            state.threads -= 1
            state.idle -= 1
          }
          return nil
        }
        state.idle -= 1
        return state.waiting.removeFirst()
      }
      guard let work else {
        if isNews { continue }
        return
      }
      work()
      state.withLock { $0.idle += 1 }
    }
  }
}

extension EventLoop {
  /// Runs blocking work on a helper thread, then a closure with its result on the loop.
  ///
  /// ```swift
  /// loop.offload({ Result { try SerialPort(path: path) } }, then: { opened in begin(opened) })
  /// ```
  ///
  /// Call it from any thread. Up to four pieces of work run concurrently in the whole program, and their
  /// results arrive in order of completion. Work that never returns occupies its thread forever; with four of
  /// these, later work never starts. Set a timeout for work that waits for a device or a network.
  ///
  /// - Parameters:
  ///   - work: A closure that may block. It must not wait for this loop if the loop waits for it.
  ///   - then: A quick closure. It runs only if the loop runs.
  public func offload<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome, then: @escaping @Sendable (Outcome) -> Void
  ) {
    HelperThreads.shared.run { [self] in
      let outcome = work()
      async { then(outcome) }
    }
  }

  /// Runs blocking work on a helper thread without reporting its end, so that no loop is woken.
  package static func offload(_ work: @escaping @Sendable () -> Void) { HelperThreads.shared.run(work) }

  /// Runs a closure on the loop and waits for its result; directly if this is the loop's thread.
  ///
  /// With `rounds`, it also waits for the work that the closure queued, for what that work queued, and so on.
  ///
  /// It waits forever if the loop does not run. Don't call it from another loop: two loops that wait for each
  /// other would deadlock.
  package func sync<Outcome: Sendable>(rounds: Int = 0, _ body: @escaping @Sendable () -> Outcome) -> Outcome
  {
    if isCurrent { return body() }
    let outcome = Guarded<Outcome?>(nil)
    let done = Semaphore()
    async {
      let found = body()
      self.after(rounds: rounds) {
        outcome.withLock { $0 = found }
        done.signal()
      }
    }
    while true {
      done.wait()
      if let found = outcome.withLock({ $0 }) { return found }
    }
  }

  private func after(rounds: Int, _ action: @escaping @Sendable () -> Void) {
    if rounds == 0 { action() } else { async { self.after(rounds: rounds - 1, action) } }
  }
}

/// The system's semaphore, at a fixed address.
@safe final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    unsafe semaphore = .allocate(capacity: 1)
    let made = unsafe sem_init(semaphore, 0, 0)
    precondition(made == 0, "can't create a semaphore")
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func signal() { unsafe sem_post(semaphore) }

  func wait() { while unsafe sem_wait(semaphore) != 0 {} }

  /// Waits for a signal; returns false after the timeout.
  ///
  /// The system's wait uses the wall clock. Setting that clock shortens or extends the wait, which is
  /// harmless for an idle thread.
  func wait(atMostSeconds seconds: Int) -> Bool {
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    while unsafe sem_timedwait(semaphore, &end) != 0 { if errno == ETIMEDOUT { return false } }
    return true
  }
}
