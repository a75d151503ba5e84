internal import Glibc
import GPSSystemCalls

/// Threads for work that blocks: opening a port, listing devices, waiting for a disk.
///
/// They start on demand and end when they have had nothing to do for some seconds. Several, since a driver that hangs
/// must not keep other ports from being opened; and only a few, since a thread that hangs cannot be ended: when all
/// of them do, work that comes later waits until one of them returns.
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

  init(most: Int = 4, secondsIdle: Int = 10) {
    self.most = most
    self.secondsIdle = secondsIdle
  }

  var count: Int { state.withLock { $0.threads } }

  /// Runs a closure on one of the threads.
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
          // Another thread was quicker, or there was nothing for too long.
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
  /// Runs work that may block on a helper thread, and then a closure with its outcome on the loop; from any thread.
  ///
  /// ```swift
  /// loop.offload({ Result { try SerialPort(path: path) } }, then: { opened in begin(opened) })
  /// ```
  ///
  /// Works run side by side, four at most in the whole program, and their outcomes come in the order in which they
  /// end. Work that never returns holds its thread for ever; once four do, later work never begins. So give what
  /// waits for a device or for another computer a limit of time.
  ///
  /// - Parameters:
  ///   - work: A closure that may block. It must not wait for this loop if the loop waits for it.
  ///   - then: A closure that is quick. It does not run if the loop does not.
  public func offload<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome, then: @escaping @Sendable (Outcome) -> Void
  ) {
    HelperThreads.shared.run { [self] in
      let outcome = work()
      async { then(outcome) }
    }
  }

  /// Runs work that may block on a helper thread, and tells nobody: no loop is woken for it.
  package static func offload(_ work: @escaping @Sendable () -> Void) { HelperThreads.shared.run(work) }

  /// Runs a closure on the loop and waits for its outcome; at once if this is the loop's thread.
  ///
  /// It waits for ever if nobody runs the loop. Another loop must not wait for this one: two that wait for each other
  /// would wait for ever, too.
  package func sync<Outcome: Sendable>(_ body: @escaping @Sendable () -> Outcome) -> Outcome {
    if isCurrent { return body() }
    let outcome = Guarded<Outcome?>(nil)
    let done = Semaphore()
    async {
      let found = body()
      outcome.withLock { $0 = found }
      done.signal()
    }
    while true {
      done.wait()
      if let found = outcome.withLock({ $0 }) { return found }
    }
  }
}

/// The system's semaphore, at a place in memory that stays.
@safe final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    unsafe semaphore = .allocate(capacity: 1)
    let made = unsafe sem_init(semaphore, 0, 0)
    precondition(made == 0, "no semaphore is to be had")
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func signal() { unsafe sem_post(semaphore) }

  func wait() { while unsafe sem_wait(semaphore) != 0 {} }

  /// Whether there was a signal before the time was over.
  ///
  /// The system's wait has the clock that people set. A clock that is set makes it shorter or longer, which does no
  /// harm to a thread without work.
  func wait(atMostSeconds seconds: Int) -> Bool {
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    while unsafe sem_timedwait(semaphore, &end) != 0 {
      if errno == ETIMEDOUT { return false }
    }
    return true
  }
}
