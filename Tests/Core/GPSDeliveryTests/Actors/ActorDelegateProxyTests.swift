import GPSDelivery
import DeliverySupport
import Testing

private protocol ProbeDelegate: AnyObject {
  func probe(_ probe: Probe, didMeasure value: Int)
}

/// Lives on whichever actor made it; the compiler sees to that.
private final class Probe: ActorHasDelegate, ActorProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any ProbeDelegate)?
  func measure(_ value: Int) { delegate?.probe(self, didMeasure: value) }
}

extension DelegateMethod where Delegate == any ProbeDelegate {
  fileprivate static var didMeasure: DelegateMethod<Delegate, (Probe, Int)> { .init("probe(_:didMeasure:)") }
}

extension ProbeDelegate where Self: ActorDelegateProxy<Probe, any ProbeDelegate> {
  func probe(_ probe: Probe, didMeasure value: Int) {
    dispatch(.didMeasure, (probe, value)) { $0.probe(probe, didMeasure: value) }
  }
}

private final class ProbeProxy: ActorDelegateProxy<Probe, any ProbeDelegate>, ActorDelegateProxyType,
  ProbeDelegate
{}

private final class OuterProxy: ActorDelegateProxy<Probe, any ProbeDelegate>, ActorDelegateProxyType,
  ProbeDelegate
{}

private final class Notes: ProbeDelegate {
  var values: [Int] = []
  func probe(_ probe: Probe, didMeasure value: Int) { values.append(value) }
}

private actor Laboratory {
  private var probe: Probe? = Probe()
  private let notes = Notes()
  private var seen = 0
  private var announced: [Int] = []
  private var ends = 0

  func start(assignsFirst: Bool) -> Subscription<Int, Never>? {
    guard let probe else { return nil }
    if assignsFirst { probe.delegate = notes }
    let proxy = ProbeProxy.proxy(for: probe, isolation: self)
    #expect(proxy === ProbeProxy.proxy(for: probe, isolation: self))
    #expect(proxy.parentObject === probe)
    proxy.onSent(.didMeasure, on: self) { laboratory, measured in
      laboratory.announced.append(measured.1)
      #expect(laboratory.seen == laboratory.announced.count - 1)
    }
    proxy.onInvoked(.didMeasure, on: self) { laboratory, _ in laboratory.seen += 1 }
    proxy.onInvoked(.didMeasure) { _ in
    } completed: { [weak self] in
      // Weakly: the laboratory itself may be what has ended.
      self?.assumeIsolated { $0.ends += 1 }
    }
    if !assignsFirst { probe.delegate = notes }
    return proxy.values(.didMeasure, .unbounded) { $0.1 }
  }

  func measure(_ value: Int) { probe?.measure(value) }
  func install() -> [Int] {
    guard let probe else { return [] }
    let other = Notes()
    let registration = OuterProxy.proxy(for: probe, isolation: self)
      .installForwardDelegate(other, retainDelegate: false)
    probe.measure(1)
    registration.cancel()
    probe.measure(2)
    return other.values
  }
  func end() { probe = nil }
  var state: (notes: [Int], seen: Int, announced: [Int], ends: Int) { (notes.values, seen, announced, ends) }
}

@Suite(.timeLimit(.minutes(5))) struct `A proxy on an actor` {
  @Test(arguments: [true, false])
  func `observes and forwards there, whichever was first`(_ assignsFirst: Bool) async {
    let laboratory = Laboratory()
    let stream = await laboratory.start(assignsFirst: assignsFirst)
    await laboratory.measure(4)
    await laboratory.measure(5)
    let state = await laboratory.state
    #expect(state.notes == [4, 5] && state.seen == 2 && state.announced == [4, 5])
    #expect(await stream?.next() == 4)
  }

  @Test func `does not keep the actor of an observer alive`() async {
    weak var gone: Laboratory?
    do {
      let laboratory = Laboratory()
      _ = await laboratory.start(assignsFirst: true)
      await laboratory.measure(1)
      gone = laboratory
    }
    #expect(gone == nil)
  }

  @Test func `tells the end when its object dies`() async {
    let laboratory = Laboratory()
    let stream = await laboratory.start(assignsFirst: true)
    await laboratory.end()
    #expect(await laboratory.state.ends == 1)
    #expect(await stream?.next() == nil)
  }

  @Test func `of another class lends the place of the delegate, and silences no observer`() async {
    let laboratory = Laboratory()
    _ = await laboratory.start(assignsFirst: true)
    #expect(await laboratory.install() == [1])
    let state = await laboratory.state
    #expect(state.notes == [2] && state.seen == 2)
  }

  @Test func `works on many actors at once`() async throws {
    try await rounds(10) { _ in
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            let laboratory = Laboratory()
            let stream = await laboratory.start(assignsFirst: false)
            for value in 0..<20 { await laboratory.measure(value) }
            await laboratory.end()
            if let stream { #expect(await all(stream) == Array(0..<20)) }
          }
        }
      }
    }
  }
}

/// A class that keeps no proxies.
private final class Gauge {
  weak var delegate: (any GaugeDelegate)?
  func move(_ value: Int) { delegate?.gauge(self, didMove: value) }
}

private protocol GaugeDelegate: AnyObject {
  func gauge(_ gauge: Gauge, didMove value: Int)
}

private final class GaugeProxy: ActorDelegateProxy<Gauge, any GaugeDelegate>, ActorDelegateProxyType,
  GaugeDelegate
{
  static func currentDelegate(for object: Gauge) -> (any GaugeDelegate)? { object.delegate }
  static func setCurrentDelegate(_ delegate: (any GaugeDelegate)?, to object: Gauge) {
    object.delegate = delegate
  }
  func gauge(_ gauge: Gauge, didMove value: Int) {
    dispatch(.didMove, (gauge, value)) { $0.gauge(gauge, didMove: value) }
  }
}

extension DelegateMethod where Delegate == any GaugeDelegate {
  fileprivate static var didMove: DelegateMethod<Delegate, (Gauge, Int)> { .init("gauge(_:didMove:)") }
}

private actor Workshop {
  private let table = ProxyTable()

  func run() -> (seen: [Int], ends: Int, left: Int) {
    var seen: [Int] = []
    var ends = 0
    do {
      let gauge = Gauge()
      let proxy = GaugeProxy.proxy(for: gauge, in: table, isolation: self)
      #expect(GaugeProxy.proxy(for: gauge, in: table, isolation: self) === proxy)
      proxy.onInvoked(.didMove) {
        seen.append($0.1)
      } completed: {
        ends += 1
      }
      gauge.move(3)
    }
    table.sweep()
    return (seen, ends, table.count)
  }
}

extension `A proxy on an actor` {
  @Test func `serves a foreign object from a table of the actor`() async {
    let result = await Workshop().run()
    #expect(result.seen == [3] && result.ends == 1 && result.left == 0)
  }
}
