import GPSDelivery
import Testing

// What a program writes for a protocol of seven methods: three lines each, and five for the class and the proxy.

@MainActor private protocol LoomDelegate: AnyObject {
  func loomStopped()
  func loomRan(_ loom: Loom)
  func loom(_ loom: Loom, didWeave threads: Int)
  func loom(_ loom: Loom, didChange color: String, after threads: Int, at speed: Double)
  func loomMayRun(_ loom: Loom) -> Bool
  func loom(_ loom: Loom, load yarn: String) throws -> Int
  func loomMends(_ loom: Loom) async throws -> Int
}

extension LoomDelegate {
  func loomStopped() {}
  func loomRan(_ loom: Loom) {}
  func loom(_ loom: Loom, didWeave threads: Int) {}
  func loom(_ loom: Loom, didChange color: String, after threads: Int, at speed: Double) {}
  func loomMayRun(_ loom: Loom) -> Bool { true }
  func loom(_ loom: Loom, load yarn: String) throws -> Int { 0 }
  func loomMends(_ loom: Loom) async throws -> Int { 0 }
}

extension DelegateMethod where Delegate == any LoomDelegate {
  fileprivate static var stopped: DelegateMethod<Delegate, Void> { .init() }
  fileprivate static var ran: DelegateMethod<Delegate, Loom> { .init() }
  fileprivate static var didWeave: DelegateMethod<Delegate, (Loom, Int)> { .init() }
  fileprivate static var didChange: DelegateMethod<Delegate, (Loom, String, Int, Double)> { .init() }
  fileprivate static var mayRun: DelegateMethod<Delegate, Loom> { .init() }
  fileprivate static var load: DelegateMethod<Delegate, (Loom, String)> { .init() }
  fileprivate static var mends: DelegateMethod<Delegate, Loom> { .init() }
}

extension LoomDelegate where Self: DelegateProxy<Loom, any LoomDelegate> {
  func loomStopped() { dispatch(.stopped, ()) { $0.loomStopped() } }
  func loomRan(_ loom: Loom) { dispatch(.ran, loom) { $0.loomRan(loom) } }
  func loom(_ loom: Loom, didWeave n: Int) { dispatch(.didWeave, (loom, n)) { $0.loom(loom, didWeave: n) } }
  func loom(_ loom: Loom, didChange c: String, after n: Int, at v: Double) {
    dispatch(.didChange, (loom, c, n, v)) { $0.loom(loom, didChange: c, after: n, at: v) }
  }
  func loomMayRun(_ loom: Loom) -> Bool { dispatch(.mayRun, loom, default: true) { $0.loomMayRun(loom) } }
  func loom(_ loom: Loom, load y: String) throws -> Int {
    try dispatch(.load, (loom, y), default: 1) { try $0.loom(loom, load: y) }
  }
  func loomMends(_ loom: Loom) async throws -> Int {
    try await dispatch(.mends, loom, default: 2) { try await $0.loomMends(loom) }
  }
}

@MainActor private final class Loom: HasDelegate, ProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any LoomDelegate)?
}

private final class LoomProxy: DelegateProxy<Loom, any LoomDelegate>, DelegateProxyType, LoomDelegate {
  static func registerKnownImplementations() {
    register { LoomProxy(parentObject: $0, delegateProxy: LoomProxy.self) }
  }
}

private struct Torn: Error {}

@MainActor private final class Weaver: LoomDelegate {
  var calls: [String] = []
  func loomStopped() { calls.append("stopped") }
  func loom(_ loom: Loom, didChange color: String, after threads: Int, at speed: Double) {
    calls.append("\(color) \(threads) \(speed)")
  }
  func loomMayRun(_ loom: Loom) -> Bool { false }
  func loom(_ loom: Loom, load yarn: String) throws -> Int {
    calls.append(yarn)
    if yarn == "torn" { throw Torn() }
    return yarn.count
  }
  func loomMends(_ loom: Loom) async throws -> Int {
    await Task.yield()
    calls.append("mended")
    return 7
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A protocol of seven methods` {
  private let loom = Loom()
  private let weaver = Weaver()
  private var first: (any LoomDelegate)? { loom.delegate }

  @Test func `passes on each of them, and calls nobody to find that out`() async throws {
    let (loom, proxy) = (loom, LoomProxy.proxy(for: loom))
    loom.delegate = weaver
    #expect(proxy.forwards(.stopped) { $0.loomStopped() })
    #expect(proxy.forwards(.ran) { $0.loomRan(loom) })
    #expect(proxy.forwards(.didWeave) { $0.loom(loom, didWeave: 3) })
    #expect(proxy.forwards(.didChange) { $0.loom(loom, didChange: "red", after: 3, at: 1) })
    #expect(proxy.forwards(.mayRun) { $0.loomMayRun(loom) })
    #expect(try proxy.forwards(.load) { try $0.loom(loom, load: "torn") })
    #expect(try await proxy.forwards(.mends) { try await $0.loomMends(loom) })
    #expect(try await !proxy.forwards(.ran) { try await $0.loomMends(loom) })
    #expect(weaver.calls == [])
  }

  @Test func `has its answers: the defaults without a delegate, then the delegate's`() async throws {
    let proxy = LoomProxy.proxy(for: loom)
    #expect(try proxy.loomMayRun(loom) && proxy.loom(loom, load: "wool") == 1)
    #expect(try await proxy.loomMends(loom) == 2)
    loom.delegate = weaver
    first?.loomStopped()
    first?.loom(loom, didChange: "red", after: 3, at: 0.5)
    #expect(try first?.loomMayRun(loom) == false && first?.loom(loom, load: "wool") == 4)
    #expect(try await first?.loomMends(loom) == 7)
    #expect(weaver.calls == ["stopped", "red 3 0.5", "wool", "mended"])
  }

  @Test func `is observed before and after, also where a method throws or suspends`() async throws {
    let (proxy, weaver) = (LoomProxy.proxy(for: loom), weaver)
    loom.delegate = weaver
    proxy.onSent(.load) { weaver.calls.append("before \($0.1)") }
    proxy.onInvoked(.load) { weaver.calls.append("after \($0.1)") }
    proxy.onSent(.mends) { _ in weaver.calls.append("before") }
    proxy.onInvoked(.mends) { _ in weaver.calls.append("after") }
    #expect(throws: Torn.self) { try first?.loom(loom, load: "torn") }
    #expect(try await first?.loomMends(loom) == 7)
    #expect(weaver.calls == ["before torn", "torn", "after torn", "before", "mended", "after"])
  }
}
