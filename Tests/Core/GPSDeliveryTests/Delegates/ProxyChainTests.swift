import DeliverySupport
import GPSDelivery
import TestSupport
import Testing

/// A manager whose delegate property does not support proxies: an assignment displaces them.
private final class PlainManager: LocationManager {
  weak var plain: (any LocationManagerDelegate)?
}

/// As many proxy classes as there are tags, for either kind of property.
private final class TaggedProxy<Tag>: DelegateProxy<LocationManager, any LocationManagerDelegate>,
  DelegateProxyType, LocationManagerDelegate
{
  static func registerKnownImplementations() {
    register { TaggedProxy(parentObject: $0, delegateProxy: TaggedProxy.self) }
  }
  static func currentDelegate(for object: LocationManager) -> (any LocationManagerDelegate)? {
    (object as? PlainManager).map(\.plain) ?? object.delegate
  }
  static func setCurrentDelegate(_ delegate: (any LocationManagerDelegate)?, to object: LocationManager) {
    if let object = object as? PlainManager { object.plain = delegate } else { object.delegate = delegate }
  }
}

/// One proxy class, as a program uses it.
@MainActor private struct ProxyClass {
  let proxy: () -> DelegateProxy<LocationManager, any LocationManagerDelegate>
  let install: (Listener, Bool) -> Registration

  init<Tag>(_: Tag.Type, on manager: LocationManager) {
    proxy = { TaggedProxy<Tag>.proxy(for: manager) }
    install = {
      TaggedProxy<Tag>.installForwardDelegate($0, retainDelegate: $1, onProxyForObject: manager)
    }
  }
}

/// What a program does with several proxy classes at random, and what each observer and delegate must receive.
@MainActor private final class ProxyModel {
  private struct Link {
    let delegate: Int
    let isRetained: Bool
    let number: Int
  }

  private let manager: LocationManager
  private let classes: [ProxyClass]
  private let isPlain: Bool
  private var pool: [Int: Listener] = [:]
  private var links: [Link] = []
  private var installed: [(registration: Registration, number: Int)] = []
  private var observers: [(registration: Registration, name: String, index: Int)] = []
  /// The classes whose proxies were requested since a plain property was last assigned.
  private var placed: Set<Int> = []
  private var last = 0
  private var received: [String] = []
  private(set) var steps: [String] = []

  init(_ count: Int, isPlain: Bool) {
    let manager = isPlain ? PlainManager() : LocationManager()
    (self.manager, self.isPlain) = (manager, isPlain)
    classes = Array(
      [
        ProxyClass(Int8.self, on: manager), ProxyClass(Int16.self, on: manager),
        ProxyClass(Int32.self, on: manager), ProxyClass(Int64.self, on: manager),
      ].prefix(count))
  }

  /// The delegate to be called, if any.
  private var current: Int? { links.last.flatMap { isAlive($0) ? $0.delegate : nil } }

  private func isAlive(_ link: Link) -> Bool { link.isRetained || pool[link.delegate] != nil }

  func step(_ random: inout SeededGenerator) {
    let index = Int.random(in: classes.indices, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: observe(index, isBefore: Bool.random(using: &random))
    case 2, 3: install(index, isRetained: Int.random(in: 0..<4, using: &random) == 0)
    case 4: set(index, toNil: Int.random(in: 0..<4, using: &random) == 0)
    case 5: assign(toNil: Int.random(in: 0..<4, using: &random) == 0)
    case 6: request(index)
    case 7:
      guard let entry = observers.indices.randomElement(using: &random) else { return }
      let observer = observers.remove(at: entry)
      steps.append("cancel \(observer.name)")
      observer.registration.cancel()
    case 8:
      guard let entry = installed.indices.randomElement(using: &random) else { return }
      let (registration, number) = installed.remove(at: entry)
      steps.append("dispose \(number)")
      registration.cancel()
      links.removeAll { $0.number == number }
    default:
      guard let delegate = pool.keys.sorted().randomElement(using: &random) else { return }
      steps.append("release \(delegate)")
      pool[delegate] = nil
    }
  }

  private func request(_ index: Int) {
    steps.append("request \(index)")
    _ = classes[index].proxy()
    placed.insert(index)
  }

  private func observe(_ index: Int, isBefore: Bool) {
    last += 1
    let name = "observer \(last)"
    steps.append("\(name) on \(index)")
    let proxy = classes[index].proxy()
    placed.insert(index)
    let note: ((LocationManager, [Place])) -> Void = { [unowned self] _ in received.append(name) }
    let registration =
      isBefore ? proxy.onSent(.didUpdateLocations, note) : proxy.onInvoked(.didUpdateLocations, note)
    observers.append((registration, name, index))
  }

  private func listener() -> Listener {
    last += 1
    let (listener, name) = (Listener(), "delegate \(last)")
    listener.onHearing = { [unowned self] in received.append(name) }
    pool[last] = listener
    return listener
  }

  private func install(_ index: Int, isRetained: Bool) {
    let listener = listener()
    steps.append("install \(last) on \(index)\(isRetained ? ", retained" : "")")
    placed.insert(index)
    installed.append((classes[index].install(listener, isRetained), last))
    links.removeAll { !isAlive($0) }
    links.append(Link(delegate: last, isRetained: isRetained, number: last))
  }

  private func set(_ index: Int, toNil: Bool) {
    let listener = toNil ? nil : listener()
    steps.append("set \(toNil ? 0 : last) on \(index)")
    placed.insert(index)
    classes[index].proxy().setForwardToDelegate(listener, retainDelegate: false)
    links = toNil ? [] : [Link(delegate: last, isRetained: false, number: 0)]
  }

  private func assign(toNil: Bool) {
    let listener = toNil ? nil : listener()
    steps.append("assign \(toNil ? 0 : last)")
    if let manager = manager as? PlainManager {
      manager.plain = listener
    } else {
      manager.delegate = listener
    }
    links = toNil ? [] : [Link(delegate: last, isRetained: false, number: 0)]
    if isPlain { placed = [] }
  }

  /// What differs from what must be received of one call, or nil.
  func fault() -> String? {
    received = []
    let first = TaggedProxy<Int8>.currentDelegate(for: manager)
    first?.locationManager(manager, didUpdateLocations: [])
    let due =
      observers.filter { placed.contains($0.index) }.map(\.name) + (current.map { ["delegate \($0)"] } ?? [])
    // A displaced proxy may be called through another one that was requested again, but not twice.
    let allowed = due + observers.filter { !placed.contains($0.index) }.map(\.name)
    let isRight =
      received.count == Set(received).count && Set(due).isSubset(of: received)
      && Set(received).isSubset(of: allowed)
    // The delegate is the last thing that an outer proxy calls, so every proxy names the same one.
    let named = placed.allSatisfy { index in
      let user = classes[index].proxy().forwardToDelegate()
      return current.map { pool[$0] == nil ? user != nil : user === pool[$0] } ?? (user == nil)
    }
    return isRight && named
      ? nil
      : "received \(received), expected \(due), \(named ? "" : "another delegate is named, ")after \(steps)"
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `Several proxy classes on one object` {
  @Test(arguments: [2, 3, 4], [false, true])
  func `silence neither an observer nor the delegate, whichever of them is asked`(
    _ count: Int, _ isPlain: Bool
  ) async throws {
    try await rounds(200) { random in
      let model = ProxyModel(count, isPlain: isPlain)
      for _ in 0..<24 {
        model.step(&random)
        if let fault = model.fault() {
          Issue.record("\(fault)")
          return
        }
      }
    }
  }
}
