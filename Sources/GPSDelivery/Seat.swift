/// A place where one task waits, and from which it returns straight to its own executor.
///
/// A task that waits with a continuation is resumed on the global executor, and goes to its actor from there: two
/// enqueues, and often two more switches of threads. A seat has no continuation. It is an actor and its own executor:
/// a call of its method arrives in `enqueue`, which gives it to a ``WaitingRoom`` instead of running it. To resume the
/// task is to run that call. The method returns, and the runtime enqueues the task once, on the executor of its caller.
actor Seat: SerialExecutor {
  /// A task that waits.
  struct Waiter: Sendable {
    fileprivate let seat: Seat
    fileprivate let job: UnownedJob

    /// Sends the task back to its executor; to be called once.
    ///
    /// Not under a lock: that executor may be the user's, and is given the task on this thread.
    func resume() { unsafe job.runSynchronously(on: seat.asUnownedSerialExecutor()) }
  }

  private let room: any WaitingRoom
  private let number: Int
  /// Counts the tasks that were let go on.
  private var visits: UInt64 = 0

  /// Makes a seat of a room, known there by its number.
  init(_ room: any WaitingRoom, number: Int) {
    self.room = room
    self.number = number
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let waiter = Waiter(seat: self, job: UnownedJob(job))
    // Another thread may have resumed a parked task already, and the task may have dropped this seat: touch nothing of
    // it after `park`.
    if !room.park(waiter, number) { waiter.resume() }
  }

  /// Waits until the room resumes the task, or refuses to let it wait.
  func wait(isolation: isolated (any Actor)?, onCancel: @Sendable () -> Void) async {
    await withTaskCancellationHandler {
      // A closure is isolated to a parameter only if it captures it. One that does not is nonisolated, and may return
      // through the global executor. (Swift 6.3 leaves that way out for a closure as short as this one.)
      _ = isolation
      await visit()
    } onCancel: {
      onCancel()
    }
  }

  /// Is run when the task is resumed.
  ///
  /// It must touch state of this actor: the optimizer of Swift 6.3 removes the hop to an actor for a method that does
  /// not, and then nothing waits.
  private func visit() { visits &+= 1 }
}

/// Keeps the tasks that wait in its seats.
protocol WaitingRoom: AnyObject, Sendable {
  /// Keeps a waiter; false if there is nothing to wait for any more.
  ///
  /// An implementation must not touch itself once another thread can resume the waiter: the task may be its last owner.
  func park(_ waiter: Seat.Waiter, _ number: Int) -> Bool
}
