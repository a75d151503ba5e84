import Glibc

// A POSIX mutex and not `Synchronization.Mutex`: on Linux that one is a bare futex, which ThreadSanitizer
// does not know and reports as a race. Unchecked, and right: only the lines in this file touch `state`, and
// they hold the mutex; whatever enters or leaves must be `sending`, so nobody outside shares a part of it.

/// State that several threads share, reached only through its lock.
///
/// ```swift
/// let count = Guarded(0)
/// count.withLock { $0 += 1 }
/// ```
///
/// The state cannot be touched otherwise. The compiler refuses a closure that carries a part of it out or
/// brings in what others still hold; only a closure that is nothing but `{ $0 }` slips past Swift 6.3, here
/// as with `Mutex`.
///
/// Keep the closure short, and let nothing of the user's run in it: no callback, no `deinit` of an object
/// that came from outside. In debug builds taking the same lock twice on one thread stops the program, where
/// a release build would hang.
@safe package final class Guarded<State>: @unchecked Sendable {
  @usableFromInline var state: State
  @usableFromInline let mutex = PosixMutex()

  /// Puts the first state behind a new lock.
  package init(_ state: consuming sending State) { self.state = state }

  deinit { mutex.destroy() }

  // Inlinable, since a state that the caller's compiler does not see is handed around by its witness table, piece by
  // piece: that took longer than the lock, and than most of what is done under it.
  /// Runs a closure with the lock held and returns what it returns.
  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&state)
  }
}

/// The mutex of the system, at a place in memory that stays.
@usableFromInline @safe struct PosixMutex {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    #if DEBUG
    unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
    #endif
    let started = unsafe pthread_mutex_init(mutex, &attributes)
    precondition(started == 0, "no mutex to be had (error \(started))")
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  func destroy() {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  @usableFromInline func lock() {
    let locked = unsafe pthread_mutex_lock(mutex)
    precondition(locked == 0, "the lock is already held by this thread (error \(locked))")
  }

  @usableFromInline func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
