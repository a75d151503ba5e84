// The loop as an executor for actors.
extension EventLoop {
  /// Enqueues a job of an actor; called by the Swift runtime.
  ///
  /// Jobs run in order of arrival, regardless of priority: one thread runs them all, and none takes long.
  public func enqueue(_ job: consuming ExecutorJob) { accept(.actorJob(UnownedJob(job))) }

  /// Stops the program if isolation to the loop is asserted on another thread; called by the Swift runtime.
  public func checkIsolated() { precondition(isCurrent, "not on the thread of the loop") }

  /// Returns whether the running code is isolated to the loop; called by the Swift runtime.
  ///
  /// This makes `assumeIsolated` work for an actor on the loop, in every handler, timer and job.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}

/// The executor of tasks that prefer a loop; see ``EventLoop/tasks``.
///
/// It is separate from the loop, since a job must run as what it was enqueued as: a task's job that runs as
/// if isolated to an actor would be enqueued again at each call of a nonisolated function.
///
/// A task keeps its executor alive, but not the loop: jobs enqueued after the loop is released never run.
public final class LoopTasks: TaskExecutor {
  private let inbox: Inbox

  init(_ inbox: Inbox) { self.inbox = inbox }

  /// Enqueues a job of a task; called by the Swift runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = LoopJob.taskJob(UnownedJob(job))
    if let loop = EventLoop.current, loop.tasks === self {
      loop.accept(job)
    } else if inbox.put(job) {
      EventLoop.shared.startThread()
    }
  }
}
