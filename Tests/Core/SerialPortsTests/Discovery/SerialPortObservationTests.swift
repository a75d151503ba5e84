import DiscoverySupport
import Dispatch
import GPSEventRuntime
import GPSSystemCalls
import Testing

@testable import SerialPorts

/// Collects words on a serial queue, and lets a test wait for so many of them.
private final class Notebook: Sendable {
  private let words = Guarded<[String]>([])
  private let news = DispatchSemaphore(value: 0)

  func note(_ event: SerialPortEvent) {
    words.withLock { $0.append(event.word) }
    news.signal()
  }

  /// The first so many words, as soon as they are there.
  func first(_ count: Int) -> [String] {
    while words.withLock({ $0.count }) < count {
      guard news.wait(timeout: .now() + 30) == .success else { break }
    }
    return words.withLock { Array($0.prefix(count)) }
  }

  var all: [String] { words.withLock { $0 } }
}

@Suite(.timeLimit(.minutes(2))) struct `An observation of ports` {
  private let loop = EventLoop.shared
  private let notebook = Notebook()

  private func observer(_ snapshot: PortSnapshot) -> PortObserver {
    PortObserver(on: loop, snapshot: { snapshot }) { [notebook] in notebook.note($0) }
  }

  @Test func `is called on its loop, first with what is there`() throws {
    let system = try FakeSystem()
    try system.plug(.ublox("ttyACM0", at: "1-1"))
    var patience = MonitorEngine.Patience()
    patience.betweenLooks = .seconds(3600)
    let monitor = SerialPortMonitor(roots: system.roots, patience: patience)
    let observation = monitor.observe(on: loop) { [loop, notebook] event in
      #expect(loop.isCurrent)
      notebook.note(event)
    }
    #expect(notebook.first(1) == ["+ttyACM0"])
    try system.unplug(.ublox("ttyACM0", at: "1-1"))
    #expect(notebook.first(2) == ["+ttyACM0", "-ttyACM0"])
    observation.cancel()
  }

  @Test func `is not called any more when it was cancelled on its loop`() throws {
    let observer = observer(PortSnapshot(number: 0, ports: [stick(1)]))
    loop.sync {
      observer.offer([])
      observer.cancel()
      observer.offer([NumberedEvent(number: 1, event: .appeared(stick(2)))])
    }
    loop.sync {}
    #expect(notebook.all == [])
  }

  @Test func `may be cancelled from its own handler`() throws {
    let own = Guarded<PortObserver?>(nil)
    let snapshot = PortSnapshot(number: 0, ports: [stick(1), stick(2, "ttyACM1")])
    let observer = PortObserver(on: loop, snapshot: { snapshot }) { [notebook] event in
      notebook.note(event)
      own.withLock { $0 }?.cancel()
    }
    own.withLock { $0 = observer }
    observer.offer([])
    loop.sync {}
    #expect(notebook.all == ["+ttyACM0"])
    own.withLock { $0 = nil }
  }

  @Test func `is brought up to date when its loop stood still for long`() {
    let now = PortSnapshot(number: 2000, ports: [stick(1), stick(7, "ttyACM6")])
    let snapshots = Guarded(PortSnapshot(number: 0, ports: [stick(1)]))
    let observer = PortObserver(on: loop, snapshot: { snapshots.withLock { $0 } }) { [notebook] in
      notebook.note($0)
    }
    observer.offer([])
    #expect(notebook.first(1) == ["+ttyACM0"])
    loop.sync {
      for number in 1...1000 {
        let event =
          number.isMultiple(of: 2)
          ? SerialPortEvent.disappeared(stick(2, "ttyACM1")) : .appeared(stick(2, "ttyACM1"))
        observer.offer([NumberedEvent(number: number, event: event)])
      }
      snapshots.withLock { $0 = now }
    }
    loop.sync {}
    #expect(notebook.all == ["+ttyACM0", "+ttyACM6"])
  }

  @Test func `goes when it is dropped, and its handler with it`() throws {
    final class Witness: Sendable {}
    let system = try FakeSystem()
    let monitor = SerialPortMonitor(roots: system.roots)
    weak var seen: Witness?
    do {
      let witness = Witness()
      seen = witness
      let observation = monitor.observe(on: loop) { _ in withExtendedLifetime(witness) {} }
      withExtendedLifetime(observation) {}
    }
    loop.sync {}
    #expect(seen == nil)
  }

  @Test func `of a monitor that has ended is never called`() throws {
    let system = try FakeSystem()
    try system.plug(.ublox("ttyACM0", at: "1-1"))
    let monitor = SerialPortMonitor(roots: system.roots)
    monitor.stop()
    let observation = monitor.observe(on: loop) { [notebook] in notebook.note($0) }
    loop.sync {}
    #expect(notebook.all == [])
    observation.cancel()
  }
}
