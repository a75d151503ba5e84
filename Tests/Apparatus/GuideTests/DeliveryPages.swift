// What the articles of Delivery show. The oven's are compiled with the guide to delegate proxies.
import GPSDelivery

func send() {
  let temperatures = Broadcast<Double, Never>()
  let log = temperatures.subscribe(.unbounded)
  let dial = temperatures.subscribe(.latest)
  temperatures.send(21.5)
  print(log, dial)
}

func register(_ hub: Broadcast<Int, Never>, start: () -> Void, use: (Int) -> Void) async {
  let subscription = hub.subscribe(.unbounded)  // registered
  start()
  for await element in subscription { use(element) }  // sees what start() sent

  let values = hub.keeping(.unbounded)  // NOT registered
  start()
  for await element in values { use(element) }  // registered here: too late
}

struct City { var name: String }

func choose() async throws -> City {
  let city = OneShot<City, any Error>()
  city.then { print($0.name) }.catch { print("none: \($0)") }
  let chosen = try await city.value
  return chosen
}

struct Page: Sendable { var text: String }
enum ScanError: OneShotFailure {
  case abandoned, cancelled, empty
}

func feed() -> String? { nil }
func read(_ paper: String) -> Page { Page(text: paper) }

func scan(_ resolver: consuming OneShot<Page, ScanError>.Resolver) {
  guard let paper = feed() else { return }  // the waiters get .abandoned
  resolver.fulfill(read(paper))
}

@MainActor final class Gauge {
  func turn(to degrees: Double) { print(degrees) }
}

@MainActor func show(_ temperatures: Broadcast<Double, Never>, on gauge: Gauge) async {
  for await degrees in temperatures.keeping(.latest) { gauge.turn(to: degrees) }
}

func follow(_ temperatures: Broadcast<Double, Never>) async {
  for await degrees in temperatures.keeping(.unbounded) { print(degrees) }
}

actor Logbook {
  func read(_ temperatures: Broadcast<Double, Never>) async { await follow(temperatures) }
}

func prefer(
  _ worker: some TaskExecutor, _ logbook: Logbook, _ temperatures: Broadcast<Double, Never>
) {
  Task(executorPreference: worker) { await follow(temperatures) }  // no actor: 1 enqueue
  Task { await logbook.read(temperatures) }  // an actor: 1 enqueue

  // Both: 5 enqueues, if the actor has an executor of its own
  Task(executorPreference: worker) { await logbook.read(temperatures) }
}
