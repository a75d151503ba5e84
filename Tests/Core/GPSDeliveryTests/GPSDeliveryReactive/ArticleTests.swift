import DeliverySupport
import GPSDelivery
import GPSDeliveryReactive
import Testing

// Controls and tables as texts 001 and 002 use them.

@MainActor private class Control: ProxyHost, ReactiveCompatible {
  let proxies = ProxyStorage()
  var actions: [ObjectIdentifier: () -> Void] = [:]
  func sendActions() { for action in actions.values { action() } }
}

private final class Slider: Control { var value = 0.0 }

@MainActor private final class ControlTarget {
  private weak var control: Control?
  init(control: Control, _ action: @escaping (Control) -> Void) {
    self.control = control
    control.actions[ObjectIdentifier(self)] = { [weak control] in
      if let control { action(control) }
    }
  }
  func dispose() { control?.actions[ObjectIdentifier(self)] = nil }
}

extension Reactive where Base: Control {
  fileprivate func controlProperty<Value>(
    getter: @escaping (Base) -> Value, setter: @escaping (Base, Value) -> Void
  ) -> ControlProperty<Value> {
    let source: Observable<Value> = Observable.create { [weak weakControl = base] observer in
      guard let control = weakControl else {
        observer.on(.completed)
        return Disposables.create()
      }
      observer.on(.next(getter(control)))
      let controlTarget = ControlTarget(control: control) { _ in
        if let control = weakControl { observer.on(.next(getter(control))) }
      }
      return Disposables.create(with: controlTarget.dispose)
    }
    .take(until: deallocated)
    let bindingObserver = Binder(base, scheduler: MainScheduler.instance, binding: setter)
    return ControlProperty<Value>(values: source, valueSink: bindingObserver)
  }
}

extension Reactive where Base: Slider {
  fileprivate var value: ControlProperty<Double> {
    controlProperty(getter: { $0.value }, setter: { $0.value = $1 })
  }
}

@MainActor private final class Cell { var text = "" }

@MainActor private final class Table: ReactiveCompatible { var cells: [Cell] = [] }

extension Reactive where Base: Table {
  fileprivate func items<Element>(
    cellType: Cell.Type
  ) -> (Observable<[Element]>) -> (@escaping (Int, Element, Cell) -> Void) -> any Disposable {
    { source in
      { configure in
        source.subscribe(onNext: { elements in
          base.cells = elements.enumerated().map { index, element in
            let cell = Cell()
            configure(index, element, cell)
            return cell
          }
        })
      }
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The code of the articles` {
  @Test func `makes a control property that ends with its control, which it does not keep alive`() {
    MainScheduler.ensureRunningOnMainThread()
    var slider: Slider? = Slider()
    weak let gone = slider
    var seen: [String] = []
    let property = slider!.rx.value
    let note = { seen.append("end") }
    let early = property.subscribe(onNext: { seen.append("early \($0)") }, onCompleted: note)
    _ = property.subscribe(onNext: { seen.append("\($0)") }, onCompleted: note)
    property.onNext(0.5)
    early.dispose()
    #expect(slider?.actions.count == 1)
    slider?.sendActions()
    slider = nil
    #expect(gone == nil)
    _ = property.subscribe(onCompleted: note)
    #expect(seen == ["early 0.0", "0.0", "0.5", "end", "end"])
  }

  @Test func `fills a table by a function of its source and a closure for rows`() {
    let (table, cities) = (Table(), Source<[String]>())
    let bag = DisposeBag()
    cities.observable
      .bind(to: table.rx.items(cellType: Cell.self)) { index, model, cell in
        cell.text = "\(index) \(model)"
      }
      .disposed(by: bag)
    cities.send(["Oslo", "Bern"])
    #expect(table.cells.map(\.text) == ["0 Oslo", "1 Bern"])
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The elements until another source sends` {
  let numbers = Source<Int>()
  let trigger = Source<Void>()

  @Test(arguments: ["trigger", "end", "dispose"])
  func `end at its first element, and both sources are left at any end`(_ ending: String) {
    var seen: [String] = []
    let disposable = numbers.observable.take(until: trigger.observable)
      .subscribe(onNext: { seen.append("\($0)") }, onCompleted: { seen.append("end") })
    numbers.send(1)
    switch ending {
    case "trigger": trigger.send(())
    case "end": numbers.end()
    default: disposable.dispose()
    }
    numbers.send(2)
    #expect(seen == (ending == "dispose" ? ["1"] : ["1", "end"]))
    #expect(numbers.disposals == 1 && trigger.disposals == 1)
  }

  @Test func `go on when it ends without one, and do not begin when it sends at once`() {
    var seen: [String] = []
    let note: (Int) -> Void = { seen.append("\($0)") }
    _ = numbers.observable.take(until: trigger.observable).subscribe(onNext: note)
    trigger.end()
    _ = numbers.observable.take(until: Observable.just(())).subscribe(
      onNext: note, onCompleted: { seen.append("end") })
    numbers.send(1)
    #expect(seen == ["end", "1"])
    #expect(numbers.disposals == 1)
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The end of an object` {
  @Test func `is sent once to each that has not left, and at once to those who come later`() {
    var control: Control? = Control()
    var seen: [String] = []
    func follow(_ source: Observable<Void>, _ name: String) -> any Disposable {
      source.subscribe(onNext: { seen.append(name) }, onCompleted: { seen.append("\(name) ended") })
    }
    let deallocated = control!.rx.deallocated
    let left = follow(deallocated, "left")
    for name in ["first", "second"] { _ = follow(deallocated, name) }
    left.dispose()
    control = nil
    #expect(seen == ["first", "first ended", "second", "second ended"])
    _ = follow(deallocated, "late")
    #expect(seen.suffix(2) == ["late", "late ended"])
  }

  @Test func `leaves nothing behind, whether the object or the source is the first to go`() {
    let lives = Lives()
    for isObjectFirst in [true, false] {
      var (control, numbers): (Control?, Source<Int>?) = (Control(), Source())
      let life = lives.born()
      _ = numbers?.observable.take(until: control!.rx.deallocated).subscribe(onNext: { _ in _ = life })
      if isObjectFirst { control = nil } else { numbers = nil }
      (control, numbers) = (nil, nil)
    }
    #expect(lives.count == 0)
  }
}
