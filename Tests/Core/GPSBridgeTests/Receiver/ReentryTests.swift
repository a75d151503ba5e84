import GPSDelivery
import GPSEventRuntime
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(1))) struct `Handlers that call back into their receiver` {
  private let bench = Bench()

  /// The numbers of the epochs among reports.
  private static func epoch(_ report: Report) -> Int? {
    if case .epoch(let epoch) = report { epoch.fix.epoch } else { nil }
  }

  @Test func `and bring the next bytes change nothing in what others hear`() {
    let (device, heard) = (bench.device, Notes<Int>())
    let first = bench.receiver.onReport { report in
      // The source has its answer ready, and gives it within the call.
      if Self.epoch(report) == 1 { device.source?.sayNow(wireEpoch(second: 5)) }
    }
    let second = bench.receiver.onReport { report in Self.epoch(report).map(heard.note) }
    bench.say(wireEpoch(second: 4))
    bench.wait(.seconds(1))
    #expect(heard.entries == [1, 2])
    first.cancel()
    second.cancel()
  }

  @Test func `may cancel themselves and others, who hear nothing from then on`() {
    let heard = Notes<String>()
    let listenings = Guarded<[ReceiverListening]>([])
    let receiver = bench.receiver
    listenings.withLock { listenings in
      for name in ["one", "other"] {
        listenings.append(
          receiver.onReport { report in
            guard Self.epoch(report) != nil else { return }
            heard.note(name)
            if heard.entries.count == 3 { cancelAll() }
          })
      }
    }
    @Sendable func cancelAll() {
      let all = listenings.withLock { listenings in
        defer { listenings = [] }
        return listenings
      }
      for listening in all { listening.cancel() }
    }
    for _ in 0..<4 { bench.epoch() }
    // A call that was on its way is not taken back.
    #expect(heard.entries == ["one", "other", "one", "other"])
    bench.wait(.seconds(5))
    #expect(!bench.device.isOpen)
  }

  @Test func `may drop its last reference`() {
    let time = ManualTime()
    let device = FakeDevice(time)
    let holder = Guarded<Receiver?>(Receiver(device, time: time))
    let told = Notes<Int>()
    let loop = EventLoop.shared
    holder.withLock { holder in
      _ = holder?.engine.observe { report in
        guard let number = Self.epoch(report) else { return }
        told.note(number)
        drop()
      }
      holder?.engine.demand(.began)
    }
    @Sendable func drop() {
      let receiver = holder.withLock { holder in
        defer { holder = nil }
        return holder
      }
      withExtendedLifetime(receiver) {}
    }
    for _ in 0..<6 { loop.sync {} }
    #expect(device.isOpen)
    for second in 0..<4 {
      device.say(wireEpoch(second: second))
      time.jump(by: .seconds(1))
    }
    for _ in 0..<6 { loop.sync {} }
    #expect(told.entries == [1])
    #expect(!device.isOpen)
    time.jump(by: .seconds(60))
    #expect(time.pendingTimers == 0)
  }

  @Test func `may begin an errand, which is answered behind what was told`() async {
    let (receiver, order) = (bench.receiver, Notes<String>())
    let listening = receiver.onReport { report in
      guard Self.epoch(report) != nil else { return }
      order.note("epoch")
      if order.entries.count == 1 {
        Task {
          let error = await #expect(throws: LocationError.self) {
            try await receiver[.updateRate].set(.hertz(5))
          }
          order.note(error == nil ? "nothing" : "answer")
        }
      }
    }
    bench.epoch()
    while !order.entries.contains("answer") {
      bench.epoch()
      await Task.yield()
    }
    #expect(order.entries.first == "epoch")
    listening.cancel()
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A source of bytes that calls on another thread than its loop's` {
  @Test func `stops the program, since its receiver belongs to that thread`() async {
    await #expect(processExitsWith: .failure) {
      let time = ManualTime()
      let device = FakeDevice(time)
      let receiver = Receiver(device, time: time)
      let listener = receiver.fixes.subscribe(.latest)
      for _ in 0..<6 { receiver.engine.loop.sync {} }
      device.source?.sayNow(wireEpoch(second: 1))
      withExtendedLifetime(listener) {}
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct `What a receiver says to other threads` {
  @Test func `is never older than what was told, though the loop is held meanwhile`() {
    // Loops of its own, for no other test is to be held up, and no thread of a pool may be needed.
    let (loop, other) = (EventLoop(), EventLoop())
    loop.start()
    other.start()
    defer {
      loop.stop()
      other.stop()
    }
    let bench = Bench(on: loop)
    let receiver = bench.receiver
    /// Asks on another thread, and holds the receiver's loop until there is the answer.
    @Sendable func ask<Answer: Sendable>(_ question: @escaping @Sendable () -> Answer) -> Answer {
      other.sync(question)
    }
    let late = Notes<String>()
    let listening = receiver.onReport(including: .all) { report in
      switch report {
      case .epoch(let epoch):
        let (counts, fix, latest) = ask { (receiver.counts, receiver.condition.fix, receiver.latest) }
        if counts.epochs < epoch.fix.epoch { late.note("counts") }
        if fix?.epoch ?? 0 < epoch.fix.epoch { late.note("condition") }
        if latest != epoch.update { late.note("update") }
      case .event(let event):
        if case .state(let state) = event.kind, ask({ receiver.state }) != state { late.note("state") }
        if case .opened = event.kind, ask({ receiver.place }) == nil { late.note("place") }
        if case .dialect(let dialect) = event.kind, ask({ receiver.dialect }) != dialect {
          late.note("dialect")
        }
      case .verdict(let verdict):
        if ask({ receiver.verdict.code }) != verdict.code { late.note("verdict") }
      default: break
      }
    }
    let bytes = receiver.onBytes { bytes, _ in
      // A byte counts when it is known what it belongs to.
      if ask({ receiver.counts.bytes }) == 0 { late.note("bytes") }
    }
    bench.say(wire(["PMTK705,AXN_5.1.7_3333_18041700,0000,QUECTEL-L80,1.0"]))
    for _ in 0..<5 { bench.epoch() }
    bench.wait(.seconds(20))
    #expect(late.entries == [])
    #expect(receiver.dialect == .mediaTek && receiver[.updateRate].isWritable)
    bytes.cancel()
    listening.cancel()
  }

  @Test func `is answered while its loop does not run at all`() {
    let loop = EventLoop()
    // Its time would wait for the loop.
    let receiver = Receiver(FakeDevice(SystemTime()), on: loop)
    let listener = receiver.fixes.subscribe(.latest)
    #expect(receiver.state == .idle && receiver.counts == StreamTotals())
    #expect(receiver.condition.fix == nil && receiver.verdict.code == .listening)
    #expect(receiver.dialect == nil && !receiver[.updateRate].isWritable)
    listener.cancel()
    loop.start()
    loop.sync {}
    loop.stop()
  }
}
