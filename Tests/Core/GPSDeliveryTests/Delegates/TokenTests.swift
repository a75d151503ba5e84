import GPSDelivery
import Testing

@MainActor private protocol DoorDelegate: AnyObject {
  func door(_ door: Door, didOpenBy degrees: Int)
  func door(_ door: Door, didCloseBy degrees: Int)
  func doorMayOpen(_ door: Door) -> Bool
  func doorMayClose(_ door: Door) -> Bool
}

@MainActor private final class Door: HasDelegate, ProxyHost {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any DoorDelegate)?
}

// Each second one was copied from the one above it, with its name.
@MainActor extension DelegateMethod where Delegate == any DoorDelegate, Arguments == (Door, Int) {
  fileprivate static var didOpen: Self { Self("door(_:didOpenBy:)") { $0.door($1.0, didOpenBy: $1.1) } }
  fileprivate static var didClose: Self { Self("door(_:didOpenBy:)") { $0.door($1.0, didCloseBy: $1.1) } }
  fileprivate static var nameless: Self { Self { $0.door($1.0, didOpenBy: $1.1) } }
}

@MainActor extension DelegateQuery where Delegate == any DoorDelegate, Arguments == Door, Answer == Bool {
  fileprivate static var mayOpen: Self { Self("doorMayOpen(_:)", default: true) { $0.doorMayOpen($1) } }
  fileprivate static var mayClose: Self { Self("doorMayOpen(_:)", default: true) { $0.doorMayClose($1) } }
  fileprivate static var nameless: Self { Self(default: true) { $0.doorMayClose($1) } }
}

private final class DoorProxy: DelegateProxy<Door, any DoorDelegate>, DelegateProxyType, DoorDelegate {
  static func registerKnownImplementations() {
    register { DoorProxy(parentObject: $0, delegateProxy: DoorProxy.self) }
  }
  func door(_ door: Door, didOpenBy degrees: Int) { dispatch(.didOpen, (door, degrees)) }
  func door(_ door: Door, didCloseBy degrees: Int) { dispatch(.didClose, (door, degrees)) }
  func doorMayOpen(_ door: Door) -> Bool { ask(.mayOpen, door) }
  func doorMayClose(_ door: Door) -> Bool { ask(.mayClose, door) }
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

  @Test func `never hear each other's questions`() {
    let proxy = DoorProxy.proxy(for: door)
    var heard: [String] = []
    proxy.onInvoked(.mayOpen) { _ in heard.append("open?") }
    proxy.onSent(.mayClose) { _ in heard.append("close?") }
    #expect(door.delegate?.doorMayOpen(door) == true)
    #expect(door.delegate?.doorMayClose(door) == true)
    #expect(heard == ["open?", "close?"])
  }

  @Test func `may stand on one line, and one that a function makes again is the same`() {
    func token(_ name: String) -> DelegateMethod<any DoorDelegate, (Door, Int)> { .init(name) { _, _ in } }
    let proxy = DoorProxy.proxy(for: door)
    var heard: [String] = []
    proxy.onInvoked(token("a")) { heard.append("a \($0.1)") }
    proxy.onInvoked(token("b")) { heard.append("b \($0.1)") }
    let (left, right) = (DoorToken("x") { _, _ in }, DoorToken("x") { _, _ in })
    proxy.onInvoked(left) { heard.append("left \($0.1)") }
    proxy.onInvoked(right) { heard.append("right \($0.1)") }
    for token in [token("b"), right, left, token("a")] { proxy.dispatch(token, (door, heard.count)) }
    #expect(heard == ["b 0", "right 1", "left 2", "a 3"])
  }

  @Test func `are two where a function makes them for unlike arguments`() {
    func token<Arguments>(for _: Arguments.Type) -> DelegateMethod<any DoorDelegate, Arguments> {
      .init("any") { _, _ in }
    }
    let proxy = DoorProxy.proxy(for: door)
    var heard: [String] = []
    proxy.onInvoked(token(for: Int.self)) { heard.append("\($0)") }
    proxy.onInvoked(token(for: String.self)) { heard.append($0) }
    proxy.dispatch(token(for: Int.self), 1)
    proxy.dispatch(token(for: String.self), "two")
    #expect(heard == ["1", "two"])
  }

  @Test func `need none: a token is named after the property that makes it`() {
    #expect(DelegateMethod<any DoorDelegate, (Door, Int)>.nameless.name == "nameless")
    #expect(DelegateQuery<any DoorDelegate, Door, Bool>.nameless.name == "nameless")
    #expect(DelegateMethod<any DoorDelegate, (Door, Int)>.didClose.name == "door(_:didOpenBy:)")
  }

  private typealias DoorToken = DelegateMethod<any DoorDelegate, (Door, Int)>
}
