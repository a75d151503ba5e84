internal import CEventLoop

extension EventLoop {
  /// Takes a part of an actor's work.
  public func enqueue(_ job: consuming ExecutorJob) { accept(.actorJob(UnownedJob(job))) }

  /// Stops the program where isolation to the loop is asserted on another thread.
  public func checkIsolated() { precondition(isCurrent, "not on the thread of the loop") }

  /// Whether the running code is isolated to the loop.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}

/// The executor of tasks that prefer a loop.
///
/// It is another object than the loop, since a job must be run as what it was enqueued as. Told that it is isolated to an
/// actor, a job that belongs to none is enqueued again at each call of a nonisolated function.
public final class LoopTasks: TaskExecutor, @unchecked Sendable {
  // Set once, before the loop is known to anybody.
  unowned var loop: EventLoop?

  init() {}

  /// Takes a part of a task's work.
  public func enqueue(_ job: consuming ExecutorJob) { loop?.accept(.taskJob(UnownedJob(job))) }
}
