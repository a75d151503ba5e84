import GPSBase
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetProtocol

/// A collector at two brokers, whose database a test answers for.
private struct Bench {
  var machine: CollectorMachine
  var now = Moment(.now)
  var transactions: [CollectorMachine.Transaction] = []
  var answers: [(broker: Int, device: FleetDevice, answer: FleetAcknowledgement)] = []
  var states: [(broker: Int, state: FleetPresence.Collector)] = []
  let database = FleetDatabase(identifier: "db", timeline: 1)

  init(_ change: (inout CollectorMachine.Settings) -> Void = { _ in }) throws {
    var settings = CollectorMachine.Settings(name: try FleetName("c1", of: .collector), connection: 5)
    change(&settings)
    machine = CollectorMachine(settings, seed: 1)
    perform(machine.available(database, at: now))
    for broker in [0, 1] { perform(machine.connected(broker, at: now)) }
  }

  mutating func perform(_ actions: [CollectorMachine.Action]) {
    for action in actions {
      switch action {
      case .announce(let broker, let state): states.append((broker, state))
      case .commit(let transaction): transactions.append(transaction)
      case .acknowledge(let broker, let device, let answer): answers.append((broker, device, answer))
      }
    }
  }

  mutating func receive(_ bytes: [UInt8], _ name: String = "d1", _ lane: String = "fix", from broker: Int = 0)
  {
    perform(machine.received("gpsbridge/v1/t/\(name)/\(lane)", bytes, from: broker, at: now))
  }

  mutating func receive(_ numbers: ClosedRange<Int64>, _ name: String = "d1", from broker: Int = 0) {
    let batch = FleetBatch(installation: SampleBatches.installation, epoch: 7, numbers: numbers, fixes: [])
    receive(batch.bytes, name, from: broker)
  }

  mutating func wait(_ milliseconds: Int = 200) {
    let end = now + .milliseconds(milliseconds)
    while let next = machine.nextWake, next <= end {
      now = max(now, next)
      perform(machine.wake(at: now))
      guard machine.nextWake != next else { break }
    }
    now = end
  }

  mutating func commit(timeline: UInt32 = 1) {
    guard let last = transactions.last else { return }
    let database = FleetDatabase(identifier: "db", timeline: timeline)
    perform(machine.committed(last.number, in: database, at: now))
  }

  mutating func fail(_ failure: CollectorMachine.Failure) {
    guard let last = transactions.last else { return }
    perform(machine.failed(last.number, failure, at: now))
  }
}

@Suite struct `A collector` {
  @Test func `answers after its commit, and not before`() throws {
    var bench = try Bench()
    bench.receive(1...60)
    #expect(bench.transactions.isEmpty)
    bench.wait()
    #expect(bench.transactions.count == 1 && bench.answers.isEmpty)
    bench.commit()
    #expect(bench.answers.map(\.answer.committed.ranges) == [[1...60]])
    #expect(bench.answers[0].answer.database == bench.database && "\(bench.answers[0].device)" == "t/d1")
  }

  @Test func `answers each device and epoch once a transaction, through the broker that brought it`() throws {
    var bench = try Bench()
    bench.receive(61...120)
    bench.receive(1...60)
    bench.receive(1...60, "d2", from: 1)
    bench.receive(1...60, "d0", from: 1)
    bench.wait()
    let order = bench.transactions[0].deliveries.map(\.device.name.description)
    #expect(order == ["d0", "d1", "d1", "d2"])
    bench.perform([])
    bench.machine.disconnected(1)
    bench.commit()
    #expect(bench.answers.map(\.broker) == [0] && bench.answers[0].answer.committed.ranges == [1...120])
  }

  @Test func `answers a message that it can't read as refused, after it is stored`() throws {
    var bench = try Bench()
    var bytes = SampleBatches.minute().bytes
    bytes[2] = 9
    bench.receive(`A batch`.sealed(bytes))
    bench.receive([UInt8](repeating: 0, count: 70_000))
    bench.wait()
    #expect(bench.transactions[0].deliveries.count == 2 && bench.answers.isEmpty)
    bench.commit()
    #expect(bench.answers.flatMap(\.answer.refused).map(\.reason) == ["version"])
    #expect(bench.answers[0].answer.refused[0].numbers == 1201...1260 && bench.machine.counts.refused == 2)
    for case .refused(let head, _, let kept) in bench.transactions[0].deliveries.map(\.content) {
      #expect(kept.count <= CollectorMachine.mostRefusedBytes && (head != nil) == (kept.count < 1000))
    }
  }

  @Test func `ignores the will of an older connection`() throws {
    var bench = try Bench()
    bench.receive(FleetPresence.Device(isOnline: true, connection: 18).bytes, "d1", "state")
    bench.receive(FleetPresence.Device(isOnline: false, connection: 17).bytes, "d1", "state")
    bench.wait()
    #expect(
      bench.transactions[0].states.values.map(\.isOnline) == [true] && bench.machine.counts.oldStates == 1)
    bench.commit()
    bench.receive(FleetPresence.Device(isOnline: false, connection: 18).bytes, "d1", "state")
    bench.wait()
    #expect(bench.transactions[1].states.values.map(\.isOnline) == [false])
  }

  @Test func `keeps few states of devices that a program makes up`() throws {
    var bench = try Bench { $0.mostStates = 10 }
    let state = FleetPresence.Device(isOnline: true, connection: 18).bytes
    for place in 0..<30 { bench.receive(state, "d\(place)", "state") }
    bench.receive(FleetPresence.Device(isOnline: false, connection: 19).bytes, "d9", "state")
    #expect(bench.machine.counts.full == 20)
    bench.wait()
    #expect(bench.transactions[0].states.count == 10)
    #expect(bench.transactions[0].states.values.count { $0.connection == 19 } == 1)
    // States that may return from a transaction count.
    for place in 30..<40 { bench.receive(state, "d\(place)", "state") }
    #expect(bench.machine.counts.full == 30)
    bench.fail(.conflict)
    bench.wait()
    bench.commit()
    #expect(bench.transactions[1].states == bench.transactions[0].states)
    // The eleventh device: the connections of all others are forgotten, and the table decides.
    bench.receive(state, "d30", "state")
    bench.receive(FleetPresence.Device(isOnline: false, connection: 17).bytes, "d9", "state")
    #expect(bench.machine.counts.oldStates == 0)
    bench.wait()
    #expect(bench.transactions[2].states.count == 2)
  }

  @Test func `repeats a transaction after a deadlock`() throws {
    var bench = try Bench()
    bench.receive(1...60)
    bench.receive(FleetPresence.Device(isOnline: true, connection: 1).bytes, "d1", "state")
    bench.wait()
    bench.fail(.conflict)
    #expect(bench.answers.isEmpty)
    bench.wait()
    #expect(
      bench.transactions.count == 2 && bench.transactions[1].deliveries == bench.transactions[0].deliveries)
    #expect(
      bench.transactions[1].states == bench.transactions[0].states && bench.machine.counts.conflicts == 1)
    bench.commit()
    #expect(bench.answers.count == 1)
  }

  @Test func `finds the one message that the database rejects, and refuses it`() throws {
    var bench = try Bench()
    for place in 0..<20 as Range<Int64> { bench.receive((60 * place + 1)...(60 * place + 60)) }
    let bad: ClosedRange<Int64> = 421...480
    for _ in 0..<40 where bench.machine.rows > 0 || bench.transactions.isEmpty {
      bench.wait()
      let isBad = bench.transactions.last?.deliveries.contains { delivery in
        if case .batch(let batch, _) = delivery.content { batch.numbers == bad } else { false }
      }
      if isBad ?? false { bench.fail(.rejected("22003")) } else { bench.commit() }
    }
    var committed = NumberRanges()
    for answer in bench.answers { committed.formUnion(answer.answer.committed) }
    #expect(committed.ranges == [1...420, 481...1200])
    let refused = bench.answers.flatMap(\.answer.refused)
    #expect(refused.map(\.numbers) == [bad] && refused.map(\.reason) == ["database: 22003"])
  }

  @Test func `keeps 200,000 fixes while the database is away, and calls for what did not fit`() throws {
    var bench = try Bench { $0.mostRows = 100 }
    bench.receive(1...60)
    bench.wait()
    bench.fail(.away)
    #expect(bench.states.last?.state.database == nil)
    let whole = SampleBatches.minute().bytes
    for _ in 0..<5 { bench.receive(whole, "d2") }
    bench.wait(10_000)
    #expect(bench.machine.rows <= 100 && bench.machine.counts.full == 4 && bench.transactions.count == 1)
    // A database that has no room accepts connections: no device may send all again at each of them.
    for _ in 0..<3 {
      bench.states = []
      bench.perform(bench.machine.available(bench.database, at: bench.now))
      #expect(bench.states.map(\.state.connection) == [5, 5])
      bench.wait()
      bench.fail(.away)
    }
    bench.perform(bench.machine.available(bench.database, at: bench.now))
    bench.wait()
    bench.states = []
    bench.commit()
    #expect(bench.answers.count == 2 && bench.machine.rows == 0)
    #expect(bench.states.map(\.state.connection) == [6, 6])
    bench.states = []
    bench.receive(1...60)
    bench.wait()
    bench.commit()
    #expect(bench.states.isEmpty)
  }

  @Test func `calls for what did not fit once half of its memory is free`() throws {
    var bench = try Bench {
      $0.mostRows = 200
      $0.rowsOfTransaction = 60
    }
    let whole = SampleBatches.minute().bytes
    for _ in 0..<5 { bench.receive(whole) }
    #expect(bench.machine.counts.full == 2 && bench.machine.rows == 180)
    bench.states = []
    bench.commit()
    #expect(bench.machine.rows == 120 && bench.states.isEmpty)
    bench.wait()
    bench.commit()
    #expect(bench.machine.rows == 60 && bench.states.map(\.state.connection) == [6, 6])
  }

  @Test func `knows how long its oldest message has waited`() throws {
    var bench = try Bench()
    #expect(bench.machine.oldest == nil)
    let began = bench.now
    bench.receive(1...60)
    bench.wait(1000)
    bench.receive(61...120)
    #expect(bench.machine.oldest == began)
    bench.fail(.away)
    #expect(bench.machine.oldest == began)
    bench.perform(bench.machine.available(bench.database, at: bench.now))
    bench.wait()
    bench.commit()
    bench.wait()
    bench.commit()
    #expect(bench.machine.oldest == nil)
  }

  @Test func `makes a transaction at once with 5,000 fixes, and the next one after it`() throws {
    var bench = try Bench { $0.rowsOfTransaction = 100 }
    let whole = SampleBatches.minute().bytes
    for name in ["d1", "d2", "d3"] { bench.receive(whole, name) }
    #expect(bench.transactions.count == 1 && bench.transactions[0].deliveries.count == 2)
    bench.wait(1000)
    #expect(bench.transactions.count == 1)
    bench.commit()
    bench.wait()
    #expect(bench.transactions.count == 2)
  }

  @Test func `takes no more bytes of a device in a minute, and none of a stranger`() throws {
    let known = FleetDevice(
      tenant: try FleetName("t", of: .tenant), name: try FleetName("d1", of: .device))
    var bench = try Bench {
      $0.devices = [known]
      $0.bytesOfMinute = 200
    }
    for _ in 0..<10 { bench.receive(1...60) }
    bench.receive(1...60, "d2")
    #expect(bench.machine.counts.flood > 0 && bench.machine.counts.foreign == 1)
    // It is answered, or it would send the same again forever.
    #expect(bench.answers.map(\.device.name.description) == ["d2"])
    #expect(bench.answers[0].answer.refused == [.init(numbers: 1...60, reason: "unknown_device")])
    #expect(
      bench.answers[0].answer.committed.isEmpty && bench.machine.counts.refusals == ["unknown_device": 1])
    #expect(bench.transactions.allSatisfy { $0.deliveries.allSatisfy { $0.device == known } })
    let before = bench.machine.counts.batches
    bench.wait(60_001)
    bench.receive(1...60)
    #expect(bench.machine.counts.batches == before + 1)
    for topic in ["x", "gpsbridge/v1/t/d1/ack", "gpsbridge/v1/t/../fix", "gpsbridge/v1/collector/c2/state"] {
      bench.perform(bench.machine.received(topic, [], from: 0, at: bench.now))
    }
    #expect(bench.machine.counts.strays == 3)
  }

  @Test func `announces a later timeline that a commit has shown`() throws {
    var bench = try Bench()
    bench.states = []
    bench.receive(1...60)
    bench.wait()
    bench.commit(timeline: 2)
    #expect(bench.states.map(\.state.database?.timeline) == [2, 2])
    #expect(bench.answers[0].answer.database.timeline == 2)
  }

  @Test func `survives any bytes under its topics`() throws {
    var bench = try Bench()
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let samples = [
      SampleBatches.mixed().bytes, FleetPresence.Device(isOnline: true, connection: 1).bytes,
      [UInt8](repeating: 0x5B, count: 20_000), [],
    ]
    for _ in 0..<2000 {
      var bytes = samples.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0 ... .max, using: &random)
      }
      bench.receive(bytes, "d1", ["fix", "state", "ack", "last"].randomElement(using: &random) ?? "fix")
      bench.wait(20)
      if bench.machine.nextWake == nil { bench.commit() }
    }
    let counts = bench.machine.counts
    #expect(counts.batches > 0 && counts.refused > 0 && counts.strays > 0, "seed \(seed)")
  }

  @Test(arguments: [(59, 2), (61, 2), (119, 2), (120, 0), (7200, 0)])
  func `repeats no answer of more than two minutes ago, also if it gave none since`(
    seconds: Int, count: Int
  ) throws {
    var bench = try Bench()
    bench.receive(1...60)
    bench.wait()
    bench.commit()
    bench.machine.disconnected(0)
    bench.now = bench.now + .seconds(seconds)
    bench.perform(bench.machine.connected(0, at: bench.now))
    bench.receive(FleetPresence.Device(isOnline: true, connection: 1).bytes, "d1", "state")
    #expect(bench.answers.count == 1 + count)
  }

  @Test func `repeats its answers to a device and a broker that were away, for two minutes`() throws {
    var bench = try Bench()
    func state(_ connection: Int64) -> [UInt8] {
      FleetPresence.Device(isOnline: true, connection: connection).bytes
    }
    bench.receive(state(1), "d1", "state")
    bench.receive(1...60)
    bench.receive(61...120, from: 1)
    bench.wait()
    bench.machine.disconnected(0)
    bench.commit()
    // The answer to broker 0 was lost.
    #expect(bench.answers.map(\.answer.committed.ranges) == [[61...120]])
    bench.perform(bench.machine.connected(0, at: bench.now))
    #expect(bench.answers.map(\.broker) == [1, 0] && bench.answers[1].answer.committed.ranges == [1...60])
    bench.receive(state(1), "d1", "state")
    #expect(bench.answers.count == 2)
    bench.receive(state(2), "d1", "state")
    #expect(bench.answers.count == 3 && bench.answers[2].answer.committed.ranges == [1...60])
    bench.receive(state(9), "d2", "state")
    #expect(bench.answers.count == 3)
    // Only the last two minutes count, and only this database.
    bench.now = bench.now + .seconds(61)
    bench.receive(1...60, "d2")
    bench.wait()
    bench.commit()
    bench.receive(state(3), "d1", "state")
    #expect(bench.answers.count == 5 && bench.answers[4].answer.committed.ranges == [1...60])
    bench.now = bench.now + .seconds(61)
    bench.receive(61...90, "d2")
    bench.wait()
    bench.commit()
    let count = bench.answers.count
    bench.receive(state(4), "d1", "state")
    #expect(bench.answers.count == count)
    bench.perform(bench.machine.available(FleetDatabase(identifier: "db", timeline: 2), at: bench.now))
    bench.receive(state(10), "d2", "state")
    #expect(bench.answers.count == count)
  }
}
