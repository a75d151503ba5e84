import CEnqueueCount
import GPSDelivery
import GPSEventRuntime
import GPSSystemCalls

/// An element for one consumer that waits: how often it is enqueued, how often threads are switched, and how long it takes.
///
/// The source is a timer of an event loop, as a receiver is. The counts do not depend on the machine. One of the switches is
/// the loop's own: it sleeps between two elements.
enum Hops {
  private static let rounds = 3
  private static let warmUp = 20
  private static let elements = 100

  static func run() async {
    gpsbridge_enqueues_begin()
    print("hop: per element, for one consumer that waits; the source is on an event loop and sends each 2 ms")
    print(
      column("consumer", 26), column("sent by"), column("own"), column("global"), column("switches"),
      column("us, median"))
    for home in Home.allCases {
      var (stream, broadcast) = (Sum(), Sum())
      // In turns, since the machine does not stay as busy as it is.
      for _ in 0..<rounds {
        await measure(home, into: &stream) {
          let (stream, source) = AsyncStream<Int>.makeStream()
          return (stream, { source.yield($0) }, { source.finish() })
        }
        await measure(home, into: &broadcast) {
          let hub = Broadcast<Int, Never>()
          return (hub.subscribe(.unbounded), { hub.send($0) }, { hub.finish() })
        }
      }
      show(home, "AsyncStream", stream)
      show(home, "Broadcast", broadcast)
    }
    print(
      "  own, global: enqueues on executors of the program, its loop among them, and on the global one; the main "
        + "actor's cannot be counted")
  }

  private struct Sum {
    var counts = Counts()
    var times: [Int64] = []
  }

  private static func show(_ home: Home, _ name: String, _ sum: Sum) {
    func each(_ count: Int) -> String { column(Double(count) / Double(rounds * elements)) }
    print(
      column(home.rawValue, 26), column(name), home == .mainActor ? column("-") : each(sum.counts.own),
      each(sum.counts.global), each(sum.counts.switches),
      column(Double(sum.times.sorted()[sum.times.count / 2]) / 1000))
  }

  private static func measure<Stream: AsyncSequence<Int, Never> & Sendable>(
    _ home: Home, into sum: inout Sum, _ make: () -> (Stream, @Sendable (Int) -> Void, @Sendable () -> Void)
  ) async {
    let (stream, send, finish) = make()
    let workers = Workers()
    let times = Times(warmUp + elements)
    let reader = home.read(stream, workers, times)
    sum.counts += await sendAll(send, times, workers)
    finish()
    await reader.value
    workers.stop()
    sum.times += times.onTheWay.dropFirst(warmUp)
  }

  /// Sends on the loop, and counts from the first element that is measured to the last.
  private static func sendAll(
    _ send: @escaping @Sendable (Int) -> Void, _ times: Times, _ workers: Workers
  ) async -> Counts {
    await withCheckedContinuation { done in
      let source = Source(send, times, workers) { done.resume(returning: $0) }
      workers.loop.async { source.send(0) }
    }
  }

  /// Sends an element every 2 ms, as a timer of the loop.
  private final class Source: Sendable {
    private let pass: @Sendable (Int) -> Void
    private let times: Times
    private let workers: Workers
    private let done: @Sendable (Counts) -> Void
    private let before = Guarded(Counts())

    init(
      _ pass: @escaping @Sendable (Int) -> Void, _ times: Times, _ workers: Workers,
      _ done: @escaping @Sendable (Counts) -> Void
    ) {
      self.pass = pass
      self.times = times
      self.workers = workers
      self.done = done
    }

    func send(_ number: Int) {
      if number == Hops.warmUp {
        let counts = Counts(workers)
        before.withLock { $0 = counts }
      }
      guard number < Hops.warmUp + Hops.elements else {
        return done(Counts(workers) - before.withLock { $0 })
      }
      times.sent(number)
      pass(number)
      workers.loop.after(.milliseconds(2)) { self.send(number + 1) }
    }
  }
}
