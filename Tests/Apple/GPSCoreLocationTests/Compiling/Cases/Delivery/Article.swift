// A program in the manner of the articles on delegate proxies, without `any` and with plain settings: all of it
// compiles. Where an article says `#selector(…)` and casts, here stands a token.

import GPSDelivery
import GPSDeliveryReactive

class RxDialDelegateProxy: DelegateProxy<Dial, DialDelegate>, DelegateProxyType, DialDelegate {
  weak private(set) var dial: Dial?

  init(dial: Dial) {
    self.dial = dial
    super.init(parentObject: dial, delegateProxy: RxDialDelegateProxy.self)
  }

  static func registerKnownImplementations() {
    self.register { RxDialDelegateProxy(dial: $0) }
  }
}

class RxLongDialDelegateProxy: DelegateProxy<Dial, DialDelegate>, DelegateProxyType, DialDelegate {
  static func registerKnownImplementations() {
    self.register { (dial) -> RxLongDialDelegateProxy in
      RxLongDialDelegateProxy(parentObject: dial, delegateProxy: self)
    }
  }

  static func currentDelegate(for object: Dial) -> DialDelegate? {
    return object.delegate
  }

  static func setCurrentDelegate(_ delegate: DialDelegate?, to object: Dial) {
    object.delegate = delegate
  }
}

extension Dial: ReactiveCompatible {}

extension Reactive where Base: Dial {
  var delegate: DelegateProxy<Dial, DialDelegate> {
    return RxDialDelegateProxy.proxy(for: base)
  }

  var didTurn: Observable<Int> {
    return delegate.methodInvoked(.didTurn)
      .map { parameters in
        return parameters.1
      }
  }

  var didTurnEvent: ControlEvent<Int> {
    let source: Observable<Int> = delegate.methodInvoked(.didTurn)
      .map { $0.1 }
    return ControlEvent(events: source)
  }

  func setDelegate(_ delegate: DialDelegate) -> Disposable {
    return RxDialDelegateProxy
      .installForwardDelegate(
        delegate,
        retainDelegate: false,
        onProxyForObject: self.base)
  }
}

// In an article it inherits from a view controller, which lives on the main actor.
@MainActor class DialViewController {
  let dial = Dial()
  let disposeBag = DisposeBag()
  var position = 0
  var text: Binder<String?> { Binder(self) { _, _ in } }

  func bind() {
    dial.rx.didTurn
      .asObservable()
      .subscribe(onNext: { print($0) })
      .disposed(by: disposeBag)

    dial.rx.didTurn
      .asObservable()
      .map {
        return "position: \($0)"
      }
      .bind(to: text)
      .disposed(by: disposeBag)

    dial.rx
      .setDelegate(self)
      .disposed(by: disposeBag)
  }
}

extension DialViewController: DialDelegate {
  func dial(_ dial: Dial, didTurnTo position: Int) {
    self.position = position
  }
}
