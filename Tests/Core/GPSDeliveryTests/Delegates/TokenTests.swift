import GPSDelivery
import Testing

@MainActor private protocol DoorDelegate: AnyObject {
  func door(_ door: Door, didOpenBy degrees: Int)
  func door(_ door: Door, didCloseBy degrees: Int)
}

@MainActor private final class Door: HasDelegate, ProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any DoorDelegate)?
}

// The second one was copied from the one above it, with its name.
extension DelegateMethod where Delegate == any DoorDelegate {
  fileprivate static var didOpen: DelegateMethod<Delegate, (Door, Int)> { .init("door(_:didOpenBy:)") }
  fileprivate static var didClose: DelegateMethod<Delegate, (Door, Int)> { .init("door(_:didOpenBy:)") }
  fileprivate static var nameless: DelegateMethod<Delegate, (Door, Int)> { .init() }
}

private final class DoorProxy: DelegateProxy<Door, any DoorDelegate>, DelegateProxyType, DoorDelegate {
  static func registerKnownImplementations() {
    register { DoorProxy(parentObject: $0, delegateProxy: DoorProxy.self) }
  }
  func door(_ door: Door, didOpenBy degrees: Int) {
    dispatch(.didOpen, (door, degrees)) { $0.door(door, didOpenBy: degrees) }
  }
  func door(_ door: Door, didCloseBy degrees: Int) {
    dispatch(.didClose, (door, degrees)) { $0.door(door, didCloseBy: degrees) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `Two tokens of one name` {
  private let door = Door()

  @Test func `never hear each other's calls`() {
    let proxy = DoorProxy.proxy(for: door)
    var heard: [String] = []
    proxy.onInvoked(.didOpen) { heard.append("open \($0.1)") }
    proxy.onSent(.didClose) { heard.append("close \($0.1)") }
    door.delegate?.door(door, didOpenBy: 10)
    door.delegate?.door(door, didCloseBy: 20)
    door.delegate?.door(door, didOpenBy: 30)
    #expect(heard == ["open 10", "close 20", "open 30"])
  }

  @Test func `may stand on one line, and one that a function makes again is the same`() {
    func token(_ name: String) -> DelegateMethod<any DoorDelegate, (Door, Int)> { .init(name) }
    let proxy = DoorProxy.proxy(for: door)
    var heard: [String] = []
    proxy.onInvoked(token("a")) { heard.append("a \($0.1)") }
    proxy.onInvoked(token("b")) { heard.append("b \($0.1)") }
    let (left, right) = (DoorToken("x"), DoorToken("x"))
    proxy.onInvoked(left) { heard.append("left \($0.1)") }
    proxy.onInvoked(right) { heard.append("right \($0.1)") }
    for token in [token("b"), right, left, token("a")] { proxy.dispatch(token, (door, heard.count)) { _ in } }
    #expect(heard == ["b 0", "right 1", "left 2", "a 3"])
  }

  @Test func `are two where a function makes them for unlike arguments`() {
    func token<Arguments>(for _: Arguments.Type) -> DelegateMethod<any DoorDelegate, Arguments> {
      .init("any")
    }
    let proxy = DoorProxy.proxy(for: door)
    var heard: [String] = []
    proxy.onInvoked(token(for: Int.self)) { heard.append("\($0)") }
    proxy.onInvoked(token(for: String.self)) { heard.append($0) }
    proxy.dispatch(token(for: Int.self), 1) { _ in }
    proxy.dispatch(token(for: String.self), "two") { _ in }
    #expect(heard == ["1", "two"])
  }

  @Test func `need none: a token is named after the property that makes it`() {
    #expect(DelegateMethod<any DoorDelegate, (Door, Int)>.nameless.name == "nameless")
    #expect(DelegateMethod<any DoorDelegate, (Door, Int)>.didClose.name == "door(_:didOpenBy:)")
  }

  private typealias DoorToken = DelegateMethod<any DoorDelegate, (Door, Int)>
}
