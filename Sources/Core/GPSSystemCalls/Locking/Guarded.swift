import Glibc

// A POSIX mutex rather than `Synchronization.Mutex`: on Linux, the latter is a bare futex, which
// ThreadSanitizer does not recognize and reports as a race. Unchecked but safe: only code in this file
// accesses `state`, while holding the mutex; values that enter or leave must be `sending`, so no part is
// shared.

/// State shared between threads and accessed only through its lock.
///
/// ```swift
/// let count = Guarded(0)
/// count.withLock { $0 += 1 }
/// ```
///
/// The state can't be accessed in any other way. The compiler rejects closures that leak a part of it or
/// store a value that is still in use elsewhere; only the exact closure `{ $0 }` is accepted by Swift 6.3, as
/// it is with `Mutex`.
///
/// Keep the closure short, and don't run user code in it: no callbacks, and no `deinit` of an object from
/// outside. In debug builds, locking twice on the same thread stops the program; a release build would
/// deadlock.
@usableFromInline @safe package final class Guarded<State>: @unchecked Sendable {
  // Unchecked, because only one thread at a time holds the mutex, and a debug build stops at a second lock.
  @exclusivity(unchecked) @usableFromInline var state: State
  @usableFromInline let mutex = PosixMutex()

  package init(_ state: consuming sending State) { unsafe self.state = state }

  deinit { mutex.destroy() }

  // Inlinable, like its class, or it would be ignored: for a state whose type is opaque to the caller, the
  // compiler uses witness tables, which took longer than the lock and most of the work under it.
  /// Runs a closure with the lock held and returns its result.
  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try unsafe body(&state)
  }
}

/// The system's mutex, at a fixed address.
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
    precondition(started == 0, "cannot create a mutex (error \(started))")
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
