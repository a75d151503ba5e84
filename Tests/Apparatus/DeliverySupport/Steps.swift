import GPSSystemCalls

/// Two executors that hold their jobs until a test runs them on its own thread, and count them.
///
/// Tasks prefer ``tasks``, and actors use ``actors``. So the jobs that a task runs on an actor are counted
/// separately from its other jobs:
///
/// ```swift
/// let steps = Steps()
/// let task = Task(executorPreference: steps.tasks) { await Reader(steps).read(subscription) }
/// steps.run()                                  // until the reader waits
/// hub.send(1)
/// steps.run()                                  // (actors: 1, tasks: 0)
/// ```
public final class Steps: Sendable {
  /// The number of jobs that were run, by executor.
  public struct Count: Equatable, Sendable {
    /// The number of jobs on actors.
    public var actors: Int
    /// The number of jobs that are not on an actor.
    public var tasks: Int

    /// Makes a count to compare with.
    public init(actors: Int, tasks: Int) {
      self.actors = actors
      self.tasks = tasks
    }
  }

  /// The executor of actor-isolated jobs.
  public final class Actors: SerialExecutor {
    fileprivate let jobs = Guarded<[UnownedJob]>([])

    /// Queues a job.
    public func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }
  }

  /// The executor of jobs without isolation.
  public final class Tasks: TaskExecutor {
    fileprivate let jobs = Guarded<[UnownedJob]>([])

    /// Queues a job.
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
  /// - Parameter tasksPreferIt: Whether the tasks that call the actors prefer ``tasks``. The executor must
  ///   know this, or the runtime enqueues them again at each call.
  public init(tasksPreferIt: Bool = true) { self.tasksPreferIt = tasksPreferIt }

  /// The number of queued jobs.
  public var waiting: Int { actors.jobs.withLock { $0.count } + tasks.jobs.withLock { $0.count } }

  /// Runs all jobs, including new ones that they enqueue, until the queues are empty.
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
