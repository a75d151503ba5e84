import GPSDelivery
import GPSDeliveryReactive
import DeliverySupport
import Testing

@MainActor private protocol DialDelegate: AnyObject {
  func dialDidTurn(_ dial: Dial)
}

@MainActor private final class Dial: HasDelegate, ProxyHost, ReactiveCompatible {
  let proxies = ProxyStorage()
  @ProxyAware var delegate: (any DialDelegate)?
  var position = 0
  func turn(to position: Int) {
    self.position = position
    delegate?.dialDidTurn(self)
  }
}

extension DelegateMethod where Delegate == any DialDelegate {
  fileprivate static var didTurn: DelegateMethod<Delegate, Dial> { .init("dialDidTurn(_:)") }
}

extension DialDelegate where Self: DelegateProxy<Dial, any DialDelegate> {
  func dialDidTurn(_ dial: Dial) { dispatch(.didTurn, dial) { $0.dialDidTurn(dial) } }
}

private final class DialProxy: DelegateProxy<Dial, any DialDelegate>, DelegateProxyType, DialDelegate {
  static func registerKnownImplementations() {
    register { DialProxy(parentObject: $0, delegateProxy: DialProxy.self) }
  }
}

extension Reactive where Base: Dial {
  fileprivate var didTurn: ControlEvent<Int> {
    ControlEvent(events: DialProxy.proxy(for: base).methodInvoked(.didTurn).map(\.position))
  }
  fileprivate var position: ControlProperty<Int> {
    controlProperty(changes: DialProxy.proxy(for: base).methodInvoked(.didTurn)) {
      $0.position
    } setter: {
      $0.position = $1
    }
  }
}

@MainActor private final class Lamp: ReactiveCompatible {
  var text: String?
  var color = ""
}

extension Reactive where Base: Lamp {
  fileprivate var text: Binder<String?> { Binder(base) { lamp, text in lamp.text = text } }
  fileprivate var level: Binder<Int> {
    Binder(base) { lamp, level in
      switch level {
      case 0: lamp.color = "red"
      case 1: lamp.color = "green"
      default: lamp.color = "black"
      }
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A binder` {
  let numbers = Source<Int>()

  @Test func `serves several alike, and takes a value where it may be nil`() {
    let lamps = [Lamp(), Lamp()]
    _ = numbers.observable.map { "\($0)" }.bind(to: lamps[0].rx.text, lamps[1].rx.text)
    numbers.send(4)
    #expect(lamps.map(\.text) == ["4", "4"])
  }

  @Test func `drops what comes after the end of its object, which it does not keep alive`() {
    var lamp: Lamp? = Lamp()
    weak let gone = lamp
    let binder = lamp!.rx.level
    lamp = nil
    #expect(gone == nil)
    binder.onNext(1)
    binder.onCompleted()
  }

  @Test func `is not told any more once its binding is disposed of`() {
    let lamp = Lamp()
    let binding = numbers.observable.bind(to: lamp.rx.level)
    binding.dispose()
    numbers.send(0)
    #expect(lamp.color == "")
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A control property` {
  private let dial = Dial()

  @Test func `tells the present value, then what comes from outside, and not what the program writes`() {
    var seen: [Int] = []
    dial.position = 3
    _ = dial.rx.position.subscribe(onNext: { seen.append($0) })
    dial.turn(to: 4)
    dial.position = 5
    dial.rx.position.onNext(6)
    #expect(dial.position == 6)
    #expect(seen == [3, 4])
  }

  @Test func `tells only changes where that is asked for`() {
    var seen: [Int] = []
    _ = dial.rx.position.changed.subscribe(onNext: { seen.append($0) })
    #expect(seen == [])
    dial.turn(to: 4)
    #expect(seen == [4])
  }

  @Test func `is bound from and bound to, beside others`() {
    let other = Dial()
    let lamp = Lamp()
    _ = dial.rx.position.bind(to: other.rx.position.asObserver(), lamp.rx.level.asObserver())
    dial.turn(to: 1)
    #expect(other.position == 1)
    #expect(lamp.color == "green")
    _ = dial.rx.position.asObservable().map { $0 * 2 }.bind(to: other.rx.position)
    #expect(other.position == 2)
  }

  @Test func `ends when its object ends, which it does not keep alive`() {
    var dial: Dial? = Dial()
    weak let gone = dial
    var ends = 0
    let property = dial!.rx.position
    _ = property.subscribe(onCompleted: { ends += 1 })
    dial = nil
    #expect(gone == nil)
    #expect(ends == 1)
    _ = property.subscribe(onNext: { _ in Issue.record("there is no value") }, onCompleted: { ends += 1 })
    #expect(ends == 2)
    property.onNext(1)
  }

  @Test func `leaves nothing behind, ten thousand times`() {
    let lives = Lives()
    for number in 0..<repetitions(10_000) {
      let dial = Dial()
      let life = lives.born()
      _ = dial.rx.position.subscribe(onNext: { _ in _ = life })
      dial.turn(to: number)
    }
    #expect(lives.count == 0)
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A control event` {
  @Test func `tells nothing at first, replays nothing, and ends with its object`() {
    var dial: Dial? = Dial()
    var seen: [String] = []
    dial!.turn(to: 1)
    _ = dial!.rx.didTurn.subscribe(onNext: { seen.append("\($0)") }, onCompleted: { seen.append("end") })
    #expect(seen == [])
    dial!.turn(to: 2)
    dial = nil
    #expect(seen == ["2", "end"])
  }
}
