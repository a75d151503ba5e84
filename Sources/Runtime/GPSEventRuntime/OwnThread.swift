internal import Glibc

/// Starts threads that take no signals: those are for the program's own threads.
///
/// Only what a thread brings upon itself reaches it, as a bad address: held back, it would end the program without a
/// word where its crash is to be described.
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
    // A new thread has the mask of the thread that starts it.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    var thread = pthread_t()
    let started = unsafe pthread_create(&thread, nil, doWork, work)
    precondition(started == 0, "no thread is to be had (error \(started))")
    pthread_detach(thread)
  }
}

/// The first function of a thread, in the form that C calls.
private func doWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work = unsafe work else { return nil }
  unsafe Unmanaged<OwnThread.Work>.fromOpaque(work).takeRetainedValue().body()
  return nil
}
