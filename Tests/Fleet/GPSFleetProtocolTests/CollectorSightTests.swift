import GPSBase
import GPSTrackRows
import Testing

@testable import GPSFleetProtocol

/// A publisher at a broker that acknowledges each message, with a reason.
private struct Bench {
  var machine: PublisherMachine
  var now = Moment(.now)
  var sends: [Int] = []
  var reason: UInt8 = 0
  private let collector: FleetName

  init() throws {
    collector = try FleetName("c1", of: .collector)
    machine = PublisherMachine(
      PublisherMachine.Settings(), cursor: FleetCursor(installation: "i"), seed: 1)
    perform(machine.opened(7, first: 1, at: now))
    perform(machine.start(at: now))
  }

  mutating func perform(_ actions: [PublisherMachine.Action]) {
    for action in actions {
      switch action {
      case .connect: perform(machine.connected(mostBytes: nil, at: now))
      case .disconnect: perform(machine.disconnected(.asked, at: now))
      case .read(let request):
        let page = PublisherMachine.Page.batch(epoch: 7, numbers: request.numbers, payload: [1])
        perform(machine.page(page, at: now))
      case .send(let token, _):
        sends.append(token)
        perform(machine.published(token, reason: reason, at: now))
      case .announce, .save, .find: break
      }
    }
  }

  mutating func wait(_ milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    while let next = machine.nextWake, next <= end {
      now = max(now, next)
      perform(machine.wake(at: now))
    }
    now = end
  }

  mutating func see(online isOnline: Bool = true, _ connection: Int64 = 1) {
    let database = FleetDatabase(identifier: "db", timeline: 1)
    let state = FleetPresence.Collector(isOnline: isOnline, connection: connection, database: database)
    perform(machine.collector(collector, state, at: now))
  }
}

@Suite struct `A publisher sends nothing that no collector can receive` {
  @Test func `on a new connection it waits for a collector, and begins when it is in sight`() throws {
    var bench = try Bench()
    bench.perform(bench.machine.news(last: 6000, at: bench.now))
    bench.wait(1500)
    #expect(bench.sends.isEmpty)
    bench.see()
    #expect(bench.sends.count == 8)
  }

  @Test func `without one, it sends one message after two seconds, and the others if the broker takes it`()
    throws
  {
    for reason in [16, 0] as [UInt8] {
      var bench = try Bench()
      bench.reason = reason
      bench.perform(bench.machine.news(last: 6000, at: bench.now))
      bench.wait(1900)
      #expect(bench.sends.isEmpty)
      bench.wait(10_000)
      #expect(Set(bench.sends).count == (reason == 16 ? 1 : 8), "\(bench.sends)")
      #expect(bench.sends.count == Set(bench.sends).count)
      #expect(bench.machine.condition == (reason == 16 ? .noSubscriber : .delivering))
      // A collector of which the number is known connects later.
      bench.reason = 0
      bench.see()
      bench.wait(6000)
      #expect(Set(bench.sends).count == 8 && bench.machine.condition == .delivering)
    }
  }

  @Test func `it stops when the last collector is gone, and tries after 30 s`() throws {
    var bench = try Bench()
    bench.see()
    bench.see(online: false)
    // The broker has reported nothing.
    #expect(bench.machine.condition == .noCollector)
    bench.perform(bench.machine.news(last: 6000, at: bench.now))
    bench.wait(29_000)
    #expect(bench.sends.isEmpty)
    bench.reason = 16
    bench.wait(2000)
    #expect(bench.sends.count == 1)
    bench.reason = 0
    bench.see(2)
    bench.wait(6000)
    #expect(Set(bench.sends).count == 8 && bench.machine.condition == .delivering)
  }

  @Test func `what was sent on an earlier connection has time for a repeated answer`() throws {
    var bench = try Bench()
    bench.see()
    bench.perform(bench.machine.news(last: 600, at: bench.now))
    #expect(bench.sends.count == 1)
    bench.perform(bench.machine.disconnected(.failed("reset"), at: bench.now))
    // It connects again within a second.
    bench.wait(1000)
    bench.see()
    bench.wait(900)
    #expect(bench.sends.count == 1)
    bench.wait(3000)
    #expect(bench.sends.count == 2 && bench.machine.again.connection == 600)
    var (committed, second) = (NumberRanges(), try Bench())
    second.see()
    second.perform(second.machine.news(last: 600, at: second.now))
    second.perform(second.machine.disconnected(.failed("reset"), at: second.now))
    second.wait(1000)
    second.see()
    second.wait(1500)
    committed.insert(1...600)
    let answer = FleetAcknowledgement(
      epoch: 7, committed: committed, by: try FleetName("c1", of: .collector),
      in: FleetDatabase(identifier: "db", timeline: 1))
    second.perform(second.machine.acknowledged(answer, at: second.now))
    second.wait(60_000)
    #expect(second.sends.count == 1 && second.machine.backlog == 0)
  }
}
