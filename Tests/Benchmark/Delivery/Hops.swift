import CEnqueueCount
import Delivery
import Dispatch
import SystemCalls

/// An element for one consumer that waits: how often it is enqueued, how often threads are switched, and how long it takes.
///
/// The counts do not depend on the machine. One of the switches is the source's own: it sleeps between two elements.
enum Hops {
  private static let rounds = 3
  private static let warmUp = 20
  private static let elements = 100

  static func run() async {
    gpsbridge_enqueues_begin()
    print(
      "hop: per element, for one consumer that waits; the source has a thread of its own and sends each 2 ms")
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
      "  own, global: enqueues on executors of the program, on the global one; the main actor's cannot be counted"
    )
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
    _ home: Home, into sum: inout Sum,
    _ make: () -> (Stream, @Sendable (Int) -> Void, @Sendable () -> Void)
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

  /// Sends from a thread of its own, and counts from the first element that is measured to the last.
  private static func sendAll(
    _ send: @escaping @Sendable (Int) -> Void, _ times: Times, _ workers: Workers
  ) async -> Counts {
    await withCheckedContinuation { done in
      DispatchQueue(label: "source").async {
        var before = Counts()
        var due = Kernel.monotonicNanoseconds()
        for number in 0..<warmUp + elements {
          if number == warmUp { before = Counts(workers) }
          times.sent(number)
          send(number)
          due += 2_000_000
          Kernel.sleep(untilMonotonicNanoseconds: due)
        }
        done.resume(returning: Counts(workers) - before)
      }
    }
  }
}
