/// A place where one task waits, and from which it resumes directly on its own executor.
///
/// A continuation would resume the task on the global executor, from where it hops to its actor: two
/// enqueues, and often two more thread switches. A seat uses no continuation. It is an actor and its own
/// executor: a call of its method arrives in `enqueue`, which gives the job to a ``WaitingRoom`` instead of
/// running it. Running the job resumes the task: the method returns, and the runtime enqueues the task once,
/// on its caller's executor.
actor Seat: SerialExecutor {
  struct Waiter: Sendable {
    fileprivate let seat: Seat
    fileprivate let job: UnownedJob

    /// Resumes the task on its executor; must be called once.
    ///
    /// Don't call it under a lock: the executor may be the user's, and is called on this thread.
    func resume() { unsafe job.runSynchronously(on: seat.asUnownedSerialExecutor()) }
  }

  private let room: any WaitingRoom
  private let number: Int
  /// The number of tasks that were resumed.
  private var visits: UInt64 = 0

  /// Creates a seat in a room, which identifies it by its number.
  init(_ room: any WaitingRoom, number: Int) { (self.room, self.number) = (room, number) }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let waiter = Waiter(seat: self, job: UnownedJob(job))
    // Don't touch `self` after `park`: another thread may already have resumed the task, which may have
    // released this seat.
    if !room.park(waiter, number) { waiter.resume() }
  }

  /// Waits until the room resumes the task; returns at once if the room does not let it wait.
  func wait(isolation: isolated (any Actor)?, onCancel: @Sendable () -> Void) async {
    await withTaskCancellationHandler {
      // A closure is isolated to a parameter only if it captures it. Otherwise it is nonisolated, and may
      // return through the global executor. (Swift 6.3 avoids that detour for closures as short as this.)
      _ = isolation
      await visit()
    } onCancel: {
      onCancel()
    }
  }

  /// Runs when the task is resumed.
  ///
  /// It must access state of this actor: the optimizer of Swift 6.3 removes the hop to an actor for a method
  /// that does not, and then nothing would wait.
  private func visit() { visits &+= 1 }
}

/// An object that keeps the tasks that wait in its seats.
protocol WaitingRoom: AnyObject, Sendable {
  /// Keeps a waiter; returns false if there is nothing to wait for.
  ///
  /// Don't touch `self` once another thread can resume the waiter: its task may hold the last reference.
  func park(_ waiter: Seat.Waiter, _ number: Int) -> Bool
}
