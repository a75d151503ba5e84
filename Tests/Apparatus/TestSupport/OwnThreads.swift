import Glibc

/// Runs a closure on so many threads at once, with their numbers, and waits until all are done.
///
/// They are real threads, of which the pool for tasks has only as many as there are processors. They hold all
/// signals back, as the threads of a loop do.
public func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let threads = (0..<count).map { number in
    var thread = pthread_t()
    let part = unsafe Unmanaged.passRetained(ThreadPart { body(number) }).toOpaque()
    let failure = unsafe pthread_create(&thread, nil, runPart, part)
    precondition(failure == 0, "can't create a thread (error \(failure))")
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}

private final class ThreadPart: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A thread's first function, in the form that C calls.
private func runPart(_ part: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  var all = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
  if let part = unsafe part { unsafe Unmanaged<ThreadPart>.fromOpaque(part).takeRetainedValue().body() }
  return nil
}
