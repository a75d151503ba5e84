import CEnqueueCount
import Dispatch
import GPSEventRuntime
import GPSSystemCalls

/// The executor of a consumer.
enum Home: String, CaseIterable {
  case loopTask = "task on the loop"
  case loopActor = "actor on the loop"
  case mainActor = "main actor"
  case ownExecutor = "actor, own executor"
  case plainActor = "actor"
  case nowhere = "no actor"
  case preference = "no actor, prefers one"
  case actorAndPreference = "own executor, prefers one"

  /// Reads a stream to its end, there.
  func read<Stream: AsyncSequence<Int, Never> & Sendable>(
    _ stream: Stream, _ workers: Workers, _ times: Times
  ) -> Task<Void, Never> {
    switch self {
    case .loopTask:
      Task(executorPreference: workers.loop.tasks) { for await number in stream { times.heard(number) } }
    case .loopActor: Task { await Neighbor(workers.loop).read(stream, times) }
    case .mainActor: Task { await readOnMainActor(stream, times) }
    case .ownExecutor: Task { await Owner(workers).read(stream, times) }
    case .plainActor: Task { await Plain().read(stream, times) }
    case .nowhere: Task.detached { for await number in stream { times.heard(number) } }
    case .preference:
      Task(executorPreference: workers.tasks) { for await number in stream { times.heard(number) } }
    case .actorAndPreference:
      Task(executorPreference: workers.tasks) { await Owner(workers).read(stream, times) }
    }
  }
}

@MainActor private func readOnMainActor<Stream: AsyncSequence<Int, Never> & Sendable>(
  _ stream: Stream, _ times: Times
) async {
  for await number in stream { times.heard(number) }
}

private actor Plain {
  func read<Stream: AsyncSequence<Int, Never> & Sendable>(_ stream: Stream, _ times: Times) async {
    for await number in stream { times.heard(number) }
  }
}

private actor Neighbor {
  private let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop) { self.loop = loop }

  func read<Stream: AsyncSequence<Int, Never> & Sendable>(_ stream: Stream, _ times: Times) async {
    for await number in stream { times.heard(number) }
  }
}

private actor Owner {
  private let workers: Workers
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe workers.actors.asUnownedSerialExecutor() }

  init(_ workers: Workers) { self.workers = workers }

  func read<Stream: AsyncSequence<Int, Never> & Sendable>(_ stream: Stream, _ times: Times) async {
    for await number in stream { times.heard(number) }
  }
}

/// The source's loop, and two executors with a thread each, one for actors and one for tasks; all count their jobs.
struct Workers {
  let loop = EventLoop()
  let actors = ActorWorker()
  let tasks = TaskWorker()

  init() { loop.start() }

  /// To be asked on the loop.
  var count: Int { loop.tally.jobs + actors.line.count + tasks.line.count }

  func stop() {
    loop.stop()
    actors.line.stop()
    tasks.line.stop()
  }
}

final class ActorWorker: SerialExecutor {
  let line = JobLine()

  init() { line.start { job in unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
  func enqueue(_ job: consuming ExecutorJob) { line.add(UnownedJob(job)) }
}

final class TaskWorker: TaskExecutor {
  let line = JobLine()

  init() { line.start { job in unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
  func enqueue(_ job: consuming ExecutorJob) { line.add(UnownedJob(job)) }
}

/// The jobs of one thread.
final class JobLine: Sendable {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var count = 0
    var isStopped = false
  }

  private let state = Guarded(State())
  private let bell = DispatchSemaphore(value: 0)

  var count: Int { state.withLock { $0.count } }

  func start(_ run: @escaping @Sendable (UnownedJob) -> Void) {
    DispatchQueue(label: "worker").async { [state, bell] in
      while true {
        bell.wait()
        let jobs = state.withLock { state -> [UnownedJob]? in
          defer { state.jobs = [] }
          return state.isStopped ? nil : state.jobs
        }
        guard let jobs else { return }
        for job in jobs { run(job) }
      }
    }
  }

  func add(_ job: UnownedJob) {
    state.withLock { state in
      state.jobs.append(job)
      state.count += 1
    }
    bell.signal()
  }

  /// Ends the thread, when there is nothing left to do.
  func stop() {
    state.withLock { $0.isStopped = true }
    bell.signal()
  }
}

/// What was counted in this process.
struct Counts: Sendable {
  private(set) var own = 0
  private(set) var global = 0
  private(set) var switches = 0

  /// Nothing yet.
  init() {}

  /// All so far.
  init(_ workers: Workers) {
    own = workers.count
    global = gpsbridge_enqueues()
    // Threads that have ended are missing: with 2 ms between two elements none ends.
    switches = Kernel.names(in: "/proc/self/task").reduce(0) { sum, thread in
      let lines = (Kernel.text("/proc/self/task/\(thread)/status", limit: 4096) ?? "").split(separator: "\n")
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }

  static func += (sum: inout Counts, more: Counts) {
    sum.own += more.own
    sum.global += more.global
    sum.switches += more.switches
  }

  static func - (later: Counts, earlier: Counts) -> Counts {
    var difference = later
    difference.own -= earlier.own
    difference.global -= earlier.global
    difference.switches -= earlier.switches
    return difference
  }
}

/// When each element was sent and heard.
final class Times: Sendable {
  private let nanoseconds: Guarded<(sent: [Int64], heard: [Int64])>

  init(_ count: Int) {
    let zeros = [Int64](repeating: 0, count: count)
    nanoseconds = Guarded((zeros, zeros))
  }

  func sent(_ number: Int) { nanoseconds.withLock { $0.sent[number] = Kernel.monotonicNanoseconds() } }
  func heard(_ number: Int) { nanoseconds.withLock { $0.heard[number] = Kernel.monotonicNanoseconds() } }

  /// How long each was on its way.
  var onTheWay: [Int64] { nanoseconds.withLock { zip($0.heard, $0.sent).map { $0 - $1 } } }
}
