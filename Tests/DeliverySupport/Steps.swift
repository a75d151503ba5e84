import GPSSystemCalls

/// Two executors that keep their jobs until a test runs them, on its own thread, and count them.
///
/// Tasks prefer ``tasks``, and actors live on ``actors``. So what a task does without an actor is counted apart from what it
/// does on its own:
///
/// ```swift
/// let steps = Steps()
/// let task = Task(executorPreference: steps.tasks) { await Reader(steps).read(subscription) }
/// steps.run()                                  // until the reader waits
/// hub.send(1)
/// steps.run()                                  // (actors: 1, tasks: 0)
/// ```
public final class Steps: Sendable {
  /// How many jobs were run, by executor.
  public struct Count: Equatable, Sendable {
    /// Jobs of actors.
    public var actors: Int
    /// Jobs that belong to no actor.
    public var tasks: Int

    /// A count to compare with.
    public init(actors: Int, tasks: Int) {
      self.actors = actors
      self.tasks = tasks
    }
  }

  /// Runs what is isolated to an actor.
  public final class Actors: SerialExecutor {
    fileprivate let jobs = Guarded<[UnownedJob]>([])

    /// Keeps a job.
    public func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }
  }

  /// Runs what is not isolated.
  public final class Tasks: TaskExecutor {
    fileprivate let jobs = Guarded<[UnownedJob]>([])

    /// Keeps a job.
    public func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }
  }

  /// The executor of actors.
  public let actors = Actors()
  /// The executor that tasks prefer.
  public let tasks = Tasks()
  private let tasksPreferIt: Bool

  /// Makes two executors without jobs.
  ///
  /// - Parameter tasksPreferIt: Whether the tasks that come to the actors prefer ``tasks``. An executor has to know, or the
  ///   runtime enqueues them again at each call.
  public init(tasksPreferIt: Bool = true) { self.tasksPreferIt = tasksPreferIt }

  /// How many jobs wait.
  public var waiting: Int { actors.jobs.withLock { $0.count } + tasks.jobs.withLock { $0.count } }

  /// Runs all jobs, and those that they enqueue, until none is left.
  @discardableResult public func run() -> Count {
    var count = Count(actors: 0, tasks: 0)
    while true {
      if let job = actors.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        count.actors += 1
        runOnActor(job)
      } else if let job = tasks.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        count.tasks += 1
        unsafe job.runSynchronously(on: tasks.asUnownedTaskExecutor())
      } else {
        return count
      }
    }
  }

  private func runOnActor(_ job: UnownedJob) {
    let actor = unsafe actors.asUnownedSerialExecutor()
    guard tasksPreferIt else { return unsafe job.runSynchronously(on: actor) }
    unsafe job.runSynchronously(isolatedTo: actor, taskExecutor: tasks.asUnownedTaskExecutor())
  }
}
