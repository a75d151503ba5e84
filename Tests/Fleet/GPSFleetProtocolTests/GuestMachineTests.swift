import GPSBase
import GPSTrackRows
import Testing

@testable import GPSFleetProtocol

@Suite struct `The machine of a guest` {
  private let start = Moment(.now)
  private let end = Array("end".utf8)

  private func machine(_ kind: GuestMachine.Kind) -> GuestMachine {
    GuestMachine(kind, hosts: 2, firstHost: 1, cursor: FleetCursor(installation: "00"), seed: 1)
  }

  private func item(_ number: Int64) -> GuestMachine.Item {
    GuestMachine.Item(number: number, payload: Array("\(number)".utf8))
  }

  private func tokens(_ actions: [GuestMachine.Action]) -> [Int] {
    actions.compactMap { if case .send(let token, _) = $0 { token } else { nil } }
  }

  private func texts(_ actions: [GuestMachine.Action]) -> [String] {
    actions.compactMap { action in
      if case .send(_, let payload) = action { String(decoding: payload, as: UTF8.self) } else { nil }
    }
  }

  /// A machine that is connected, with entries up to a number, all of which are read.
  private func connected(_ count: Int64) -> (machine: GuestMachine, tokens: [Int]) {
    var machine = machine(.each)
    #expect(machine.start(at: start) == [.connect(host: 1)])
    #expect(machine.connected(at: start) == [] && machine.condition == .delivering)
    #expect(machine.news(last: count, at: start) == [.read(1...count)])
    let actions = machine.page(.items(1...count, (1...count).map(item)), at: start)
    return (machine, tokens(actions))
  }

  @Test func `has eight messages under way, and settles them in the order of numbers`() {
    var (machine, first) = connected(20)
    #expect(first == Array(1...8))
    // The second one is answered first.
    _ = machine.published(2, reason: 0, at: start)
    #expect(machine.cursor.settled.isEmpty && machine.pending == 20 && machine.handedOver == 1)
    #expect(texts(machine.published(1, reason: 0, at: start)) == ["10"])
    #expect(machine.cursor.settled.ranges == [1...2] && machine.pending == 18)
    for token in 3...20 { _ = machine.published(token, reason: 0, at: start) }
    #expect(machine.cursor.settled.ranges == [1...20] && machine.held == 0)
  }

  @Test func `sends again on a new connection what the broker has not answered`() {
    var (machine, _) = connected(5)
    for token in [1, 3] { _ = machine.published(token, reason: 0, at: start) }
    _ = machine.disconnected(.lost("x"), at: start)
    #expect(machine.condition == .lost("x"))
    let due = machine.nextWake ?? start
    #expect(machine.wake(at: due).contains(.connect(host: 0)))
    #expect(texts(machine.connected(at: due)) == ["2", "4", "5"])
    // Answers of the old connection count for nothing.
    #expect(machine.published(2, reason: 0, at: due) == [] && machine.cursor.settled.ranges == [1...1])
  }

  @Test(arguments: [16, 135, 151] as [UInt8])
  func `waits after a refusal, and sends one message as a probe`(reason: UInt8) {
    var (machine, _) = connected(20)
    #expect(tokens(machine.published(1, reason: reason, at: start)) == [])
    #expect(
      machine.condition
        == (reason == 16 ? .noSubscriber : reason == 135 ? .notAuthorized : .notAccepted(reason)))
    var now = start
    // 15, 30, 60 s and so on up to 5 minutes.
    for pause in [15, 30, 60, 120, 240, 300, 300] {
      #expect(tokens(machine.wake(at: now + (.seconds(pause) - .milliseconds(1)))) == [])
      now = now + .seconds(pause)
      let probe = machine.wake(at: now)
      #expect(texts(probe) == ["1"])
      if let token = tokens(probe).first { _ = machine.published(token, reason: reason, at: now) }
    }
    #expect(machine.cursor.settled.isEmpty && machine.handedOver == 0)
    now = now + .seconds(300)
    let probe = tokens(machine.wake(at: now))
    #expect(texts(machine.published(probe[0], reason: 0, at: now)) == (2...9).map { "\($0)" })
    #expect(machine.condition == .delivering && machine.cursor.settled.ranges == [1...1])
  }

  @Test func `writes its cursor every 300 messages, and every 10 s`() {
    var (machine, _) = connected(600)
    var saves: [Int] = []
    for token in 1...600 where machine.published(token, reason: 0, at: start).contains(.save) {
      saves.append(token)
    }
    // The first read has set the time of the last one.
    #expect(saves == [1, 301] || saves == [1, 300, 600] || saves == [300, 600], "\(saves)")
    #expect(machine.wake(at: start + .seconds(10)).contains(.save) == (saves.last != 600))
  }

  @Test func `settles numbers without a position, and reads the next page`() {
    var machine = machine(.each)
    _ = machine.start(at: start)
    _ = machine.connected(at: start)
    #expect(machine.news(last: 1000, at: start) == [.read(1...600)])
    // The store's answer may reach further.
    #expect(machine.page(.items(1...700, []), at: start).contains(.read(701...1000)))
    #expect(machine.cursor.settled.ranges == [1...700])
    #expect(machine.page(.failed, at: start) == [])
    #expect(machine.wake(at: start + .seconds(10)).contains(.read(701...1000)))
  }

  @Test func `counts as not handed over what a power cut gives out again`() {
    var machine = machine(.each)
    _ = machine.opened(5, first: 1, at: start)
    _ = machine.start(at: start)
    _ = machine.connected(at: start)
    _ = machine.news(last: 10, at: start)
    for token in tokens(machine.page(.items(1...10, (1...10).map(item)), at: start)) {
      _ = machine.published(token, reason: 0, at: start)
    }
    #expect(machine.cursor.settled.ranges == [1...8])
    #expect(machine.opened(5, first: 1, at: start) == [])
    #expect(machine.opened(6, first: 6, at: start).contains(.read(6...10)))
    #expect(machine.cursor.settled.ranges == [1...5] && machine.cursor.epoch == 6)
  }

  @Test func `sends the newest position once an interval, and again when it is no longer live`() {
    var machine = machine(.newest(every: .seconds(5)))
    _ = machine.start(at: start)
    _ = machine.connected(at: start)
    #expect(machine.news(last: 7, at: start).contains(.readNewest))
    let first = machine.page(.newest(item(7), isLiveFor: .seconds(30), then: end), at: start)
    #expect(texts(first) == ["7"])
    // A retained message needs no subscriber.
    _ = machine.published(1, reason: 16, at: start)
    #expect(machine.cursor.settled.ranges == [1...7] && machine.condition == .delivering)
    #expect(!machine.news(last: 8, at: start + .seconds(1)).contains(.readNewest))
    #expect(machine.nextWake == start + .seconds(5))
    #expect(machine.wake(at: start + .seconds(5)).contains(.readNewest))
    // An event, and no newer position: nothing is sent.
    let same = machine.page(.newest(item(7), isLiveFor: .seconds(25), then: end), at: start + .seconds(5))
    #expect(tokens(same) == [])
    #expect(machine.wake(at: start + .seconds(29)).contains(.readNewest) == false)
    #expect(machine.wake(at: start + .seconds(30)).contains(.readNewest))
    // Although the clock was set back.
    let stale = machine.page(.newest(item(7), isLiveFor: .seconds(30), then: end), at: start + .seconds(30))
    #expect(texts(stale) == ["end"])
    _ = machine.published(2, reason: 0, at: start + .seconds(30))
    // Nothing more, however long it takes.
    #expect(!machine.wake(at: start + .seconds(3600)).contains(.readNewest))
    // The broker may have lost it.
    _ = machine.disconnected(.lost("x"), at: start + .seconds(3600))
    #expect(machine.connected(at: start + .seconds(3601)).contains(.readNewest))
  }

  /// A machine that has sent a newest position, which is a live one for 30 s.
  private func live() -> GuestMachine {
    var machine = machine(.newest(every: .seconds(1)))
    _ = machine.start(at: start)
    _ = machine.connected(at: start)
    _ = machine.news(last: 7, at: start)
    #expect(texts(machine.page(.newest(item(7), isLiveFor: .seconds(30), then: end), at: start)) == ["7"])
    _ = machine.published(1, reason: 0, at: start)
    return machine
  }

  @Test func `ends a live position while the store can't be read, and looks again`() {
    var machine = live()
    #expect(machine.news(last: 8, at: start + .seconds(20)).contains(.readNewest))
    #expect(tokens(machine.page(.failed, at: start + .seconds(20))) == [])
    #expect(machine.nextWake == start + .seconds(30))
    #expect(machine.wake(at: start + .seconds(30)).contains(.readNewest))
    #expect(texts(machine.page(.failed, at: start + .seconds(30))) == ["end"])
    // The broker may not have it: it is sent on the next connection.
    _ = machine.disconnected(.lost("x"), at: start + .seconds(31))
    _ = machine.wake(at: start + .seconds(40))
    #expect(!machine.connected(at: start + .seconds(39)).contains(.readNewest))
    #expect(machine.wake(at: start + .seconds(40)).contains(.readNewest))
    #expect(texts(machine.page(.failed, at: start + .seconds(40))) == ["end"])
    _ = machine.published(3, reason: 0, at: start + .seconds(40))
    #expect(machine.wake(at: start + .seconds(50)).contains(.readNewest))
    #expect(tokens(machine.page(.failed, at: start + .seconds(50))) == [])
    // The store is back.
    #expect(machine.wake(at: start + .seconds(60)).contains(.readNewest))
    let next = GuestMachine.Page.newest(item(8), isLiveFor: .seconds(30), then: end)
    #expect(texts(machine.page(next, at: start + .seconds(60))) == ["8"])
    _ = machine.published(4, reason: 0, at: start + .seconds(60))
    #expect(machine.nextWake == start + .seconds(90) || machine.nextWake == start + .seconds(70))
    #expect(machine.wake(at: start + .seconds(90)).contains(.readNewest))
  }

  @Test func `ends a live position if the store has none any more`() {
    var machine = live()
    #expect(machine.wake(at: start + .seconds(30)).contains(.readNewest))
    #expect(texts(machine.page(.nothing, at: start + .seconds(30))) == ["end"])
    _ = machine.published(2, reason: 0, at: start + .seconds(30))
    #expect(!machine.wake(at: start + .seconds(3600)).contains(.readNewest))
  }

  @Test func `reports a refusal of the engine's own messages`() {
    var machine = machine(.newest(every: .seconds(5)))
    _ = machine.start(at: start)
    _ = machine.connected(at: start)
    #expect(machine.published(0, reason: 0, at: start) == [] && machine.condition == .delivering)
    _ = machine.published(0, reason: 135, at: start)
    #expect(machine.condition == .notAuthorized)
  }
}
