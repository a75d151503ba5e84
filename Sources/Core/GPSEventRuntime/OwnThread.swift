internal import Glibc

/// Starts threads that block all signals, which are meant for the program's own threads.
///
/// Only signals that a thread causes itself, such as SIGSEGV, stay unblocked: if one were blocked, the kernel
/// would kill the program before the crash handler could describe the crash.
enum OwnThread {
  fileprivate final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    for own in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF] {
      unsafe sigdelset(&all, own)
    }
    // A new thread inherits the signal mask of its creator.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    var thread = pthread_t()
    let started = unsafe pthread_create(&thread, nil, doWork, work)
    precondition(started == 0, "can't create a thread (error \(started))")
    pthread_detach(thread)
  }
}

/// The thread's start routine, in the form that C calls.
private func doWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work = unsafe work else { return nil }
  unsafe Unmanaged<OwnThread.Work>.fromOpaque(work).takeRetainedValue().body()
  return nil
}
