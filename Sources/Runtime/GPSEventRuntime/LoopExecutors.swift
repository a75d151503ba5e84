// The loop as the executor of actors.
extension EventLoop {
  /// Takes a part of an actor's work; the Swift runtime calls it.
  ///
  /// Parts are done in the order of their coming, whatever their priority: one thread does them all, and none is long.
  public func enqueue(_ job: consuming ExecutorJob) { accept(.actorJob(UnownedJob(job))) }

  /// Stops the program where isolation to the loop is asserted on another thread; the Swift runtime calls it.
  public func checkIsolated() { precondition(isCurrent, "not on the thread of the loop") }

  /// Whether the running code is isolated to the loop; the Swift runtime asks it.
  ///
  /// So `assumeIsolated` of an actor on the loop works in every handler, timer and errand, without a task.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }
}

/// The executor of tasks that prefer a loop, see ``EventLoop/tasks``.
///
/// It is another object than the loop, since a job must be run as what it was enqueued as. Told that it is isolated
/// to an actor, a job that belongs to none is enqueued again at each call of a nonisolated function.
///
/// A task keeps its executor, but not the loop: parts that come when the loop has gone are never done.
public final class LoopTasks: TaskExecutor {
  private let inbox: Inbox

  init(_ inbox: Inbox) { self.inbox = inbox }

  /// Takes a part of a task's work; the Swift runtime calls it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let errand = Errand.taskJob(UnownedJob(job))
    if let loop = EventLoop.current, loop.tasks === self {
      loop.accept(errand)
    } else if inbox.put(errand) {
      EventLoop.shared.startThread()
    }
  }
}
