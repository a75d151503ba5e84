import CEnqueueCount
import Dispatch
import Locking
import SystemCalls

/// The executor of a consumer.
enum Home: String, CaseIterable {
  case mainActor = "main actor"
  case ownExecutor = "actor, own executor"
  case plainActor = "actor"
  case nowhere = "no actor"

  /// Reads a stream to its end, there.
  func read<Stream: AsyncSequence<Int, Never> & Sendable>(
    _ stream: Stream, _ worker: Worker, _ times: Times
  ) -> Task<Void, Never> {
    switch self {
    case .mainActor: Task { await readOnMainActor(stream, times) }
    case .ownExecutor: Task { await Owner(worker).read(stream, times) }
    case .plainActor: Task { await Plain().read(stream, times) }
    case .nowhere: Task.detached { for await number in stream { times.heard(number) } }
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

private actor Owner {
  private let worker: Worker
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe worker.asUnownedSerialExecutor() }

  init(_ worker: Worker) { self.worker = worker }

  func read<Stream: AsyncSequence<Int, Never> & Sendable>(_ stream: Stream, _ times: Times) async {
    for await number in stream { times.heard(number) }
  }
}

/// An executor that is one thread, and counts its jobs.
final class Worker: SerialExecutor {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var count = 0
    var isStopped = false
  }

  private let state = Guarded(State())
  private let bell = DispatchSemaphore(value: 0)

  init() {
    DispatchQueue(label: "worker").async { [state, bell] in
      while true {
        bell.wait()
        let jobs = state.withLock { state -> [UnownedJob]? in
          defer { state.jobs = [] }
          return state.isStopped ? nil : state.jobs
        }
        guard let jobs else { return }
        for job in jobs { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }
  }

  var count: Int { state.withLock { $0.count } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
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
  init(_ worker: Worker) {
    own = worker.count
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
