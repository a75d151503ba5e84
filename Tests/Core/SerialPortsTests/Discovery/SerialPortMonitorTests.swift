import DiscoverySupport
import Dispatch
import TestSupport
import Testing

@testable import SerialPorts

/// A patience in which nothing happens by the clock.
private var endless: MonitorEngine.Patience {
  var patience = MonitorEngine.Patience()
  patience.afterHangUp = .seconds(3600)
  patience.forUdev = .seconds(3600)
  patience.betweenLooks = .seconds(3600)
  return patience
}

extension Subscription<SerialPortEvent, Never> {
  /// The next so many events, in short words.
  fileprivate func words(_ count: Int) async -> [String] {
    var words: [String] = []
    while words.count < count, let event = await next() {
      // The links of a fake stick come after its node, as they do from a real udev.
      if case .changed(let old, let new) = event, old.node == new.node { continue }
      words.append(event.word)
    }
    return words
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A monitor of ports` {
  let system: FakeSystem

  init() throws { system = try FakeSystem() }

  private func monitor(_ patience: MonitorEngine.Patience = endless) -> SerialPortMonitor {
    SerialPortMonitor(roots: system.roots, patience: patience)
  }

  @Test func `knows the ports when it has been made`() throws {
    try system.plug(.ublox("ttyACM0", at: "1-1"))
    let monitor = monitor()
    #expect(monitor.ports.map(\.node) == ["/dev/ttyACM0"])
    #expect(monitor.source == SerialPortList.current(roots: system.roots).source)
  }

  @Test func `tells each consumer first of what is there, then of what happens`() async throws {
    try system.plug(.ublox("ttyACM0", at: "1-1"))
    let monitor = monitor()
    let early = monitor.events.makeAsyncIterator()
    #expect(await early.words(1) == ["+ttyACM0"])
    try system.plug(.ublox("ttyACM1", at: "1-2"))
    #expect(await early.words(1) == ["+ttyACM1"])
    let late = monitor.events.makeAsyncIterator()
    #expect(await late.words(2) == ["+ttyACM0", "+ttyACM1"])
    try system.unplug(.ublox("ttyACM0", at: "1-1"))
    #expect(await early.words(1) == ["-ttyACM0"])
    #expect(await late.words(1) == ["-ttyACM0"])
  }

  @Test func `has room for a port that comes while its watcher opens`() async throws {
    let stick = FakePort.ublox("ttyACM0", at: "1-1")
    let monitor = SerialPortMonitor(roots: system.roots, patience: endless) { try? system.plug(stick) }
    let events = monitor.events.makeAsyncIterator()
    #expect(await events.words(1) == ["+ttyACM0"])
    try system.unplug(stick)
    #expect(await events.words(1) == ["-ttyACM0"])
  }

  @Test func `sees what changes behind a node that stays, as in a container`() async throws {
    try system.node("ttyACM0")
    var patience = endless
    patience.betweenLooks = .milliseconds(1)
    let monitor = monitor(patience)
    let events = monitor.events.makeAsyncIterator()
    let stick = FakePort.ublox("ttyACM0", at: "1-1")
    for block in stick.blocks { try system.add(block) }
    try system.link("/sys/class/tty/ttyACM0", to: "../..\(stick.path)")
    #expect(await events.words(1) == ["+ttyACM0"])
    try system.remove("/sys" + stick.plugPath)
    #expect(await events.words(1) == ["-ttyACM0"])
  }

  @Test func `brings a port back that hung up and is still there`() async throws {
    try system.plug(.ublox("ttyACM0", at: "1-1"))
    var patience = endless
    patience.afterHangUp = .milliseconds(1)
    let monitor = monitor(patience)
    let events = monitor.events.makeAsyncIterator()
    #expect(await events.words(1) == ["+ttyACM0"])
    monitor.portHungUp("/dev/ttyACM0")
    #expect(await events.words(2) == ["-ttyACM0", "+ttyACM0"])
  }

  @Test func `brings a consumer up to date that keeps less than has happened`() async throws {
    let monitor = monitor()
    let sleeper = monitor.events.keeping(.latest).subscribe()
    let witness = monitor.events.subscribe()
    for name in ["ttyACM0", "ttyACM1"] {
      try system.plug(.ublox(name, at: name == "ttyACM0" ? "1-1" : "1-2"))
      #expect(await witness.words(1) == ["+\(name)"])
    }
    try system.unplug(.ublox("ttyACM0", at: "1-1"))
    #expect(await witness.words(1) == ["-ttyACM0"])
    // It was told of nothing, and is told of what is left.
    #expect(await sleeper.words(1) == ["+ttyACM1"])
  }

  @Test func `ends the loops of all when it is stopped`() async throws {
    try system.plug(.ublox("ttyACM0", at: "1-1"))
    let monitor = monitor()
    let events = monitor.events.makeAsyncIterator()
    #expect(await events.words(1) == ["+ttyACM0"])
    monitor.stop()
    #expect(await events.next() == nil)
    let late = monitor.events.makeAsyncIterator()
    #expect(await late.next() == nil)
    #expect(monitor.ports == [])
    monitor.stop()
  }

  @Test func `ends the loops of all when it is dropped`() async throws {
    var monitor: SerialPortMonitor? = monitor()
    var events = monitor?.events.makeAsyncIterator()
    monitor = nil
    #expect(await events?.next() == nil)
    events = nil
  }

  @Test func `ends the loop of a task that is cancelled`() async {
    let monitor = monitor()
    let task = Task { [events = monitor.events] in
      var count = 0
      for await _ in events { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func `leaves no descriptor open`() throws {
    let before = descriptorCount()
    for _ in 0..<100 {
      monitor().stop()
      // Dispatch lets go of a descriptor in its own time, and other tests have some as well. No more than so many
      // monitors may be alive: the system has 128 watches for all.
      guard eventually({ descriptorCount() < before + 30 }) else {
        throw Unexpected("\(before) descriptors have become \(descriptorCount())")
      }
    }
  }
}
