import GPSBase
import GPSTrackRows
import TestSupport

@testable import GPSFleetProtocol

/// Devices, a broker, collectors and a database in virtual time, over a network that loses, doubles and reorders.
///
/// For an hour everything fails now and then: connections, the broker, collectors, the database, a standby that is promoted
/// without the last seconds, and devices, which start again with the cursor that they have saved. Then all is well, and everything
/// must be delivered.
final class FleetSimulation {
  var outcome = Outcome()
  var random: SeededGenerator
  let start = Moment(.now)
  var now: Int64 = 0
  private var events = EventQueue<Event>()
  var devices: [Device] = []
  var collectors: [Collector] = []
  var table = SimulatedTable(hole: 500...900)
  var isBrokerUp = true
  var retained: [FleetName: FleetPresence.Collector] = [:]
  private let loss: Int
  private let story: Story
  /// The end of the trouble, and the time between two positions, in milliseconds.
  let (end, interval): (Int64, Int64)
  /// The longest time of a commit.
  private let slowest: Int64

  var isTrouble: Bool { if case .trouble = story { true } else { false } }

  var moment: Moment { start + .milliseconds(now) }

  init(seed: UInt64, _ story: Story = .trouble) {
    random = SeededGenerator(seed: seed)
    self.story = story
    var count = 2
    switch story {
    case .trouble:
      (loss, end, interval, slowest) = (Int.random(in: 0...10, using: &random), 3_600_000, 1000, 300)
    case .kills(let commit): (count, loss, end, interval, slowest) = (20, 0, 20_000, 40, commit)
    }
    for place in 0..<count {
      let (tenant, name) = (try? FleetName("t", of: .tenant), try? FleetName("d\(place)", of: .device))
      guard let tenant, let name else { continue }
      let device = FleetDevice(tenant: tenant, name: name)
      let cursor = FleetCursor(installation: "\(place)")
      devices.append(Device(machine: publisher(cursor), saved: cursor, name: device))
      guard place < 2, let name = try? FleetName("c\(place)", of: .collector) else { continue }
      collectors.append(Collector(machine: collector(name, 1), name: name))
    }
  }

  private func publisher(_ cursor: FleetCursor) -> PublisherMachine {
    var settings = PublisherMachine.Settings()
    settings.hosts = 2
    if !isTrouble { (settings.hosts, settings.batch) = (1, .seconds(1)) }
    return PublisherMachine(settings, cursor: cursor, seed: random.next())
  }

  func collector(_ name: FleetName, _ connection: Int64) -> CollectorMachine {
    var settings = CollectorMachine.Settings(name: name, connection: connection)
    if isTrouble { settings.mostRows = 40 }
    return CollectorMachine(settings, seed: random.next())
  }

  // MARK: - Events

  func after(_ milliseconds: Int64, _ event: Event) { events.add(event, at: now + milliseconds) }

  func below(_ limit: Int64) -> Int64 { Int64.random(in: 0..<limit, using: &random) }

  private func happens(_ percent: Int) -> Bool {
    isTrouble && now < end && Int.random(in: 0..<100, using: &random) < percent
  }

  /// Sends over the network: never, once or twice, in any order.
  private func send(_ event: Event) {
    guard !happens(loss) else { return }
    for _ in 0...(happens(5) ? 1 : 0) { after(20 + below(happens(10) ? 4000 : 200), event) }
  }

  // MARK: - The run

  /// Runs until everything is delivered, or for a day.
  func run() -> Outcome {
    for place in devices.indices {
      act(place, devices[place].machine.start(at: moment))
      after(below(isTrouble ? 20_000 : 200), .news(place))
    }
    for place in collectors.indices {
      act(place, collectors[place].machine.available(table.identity, at: moment))
      act(place, collectors[place].machine.connected(0, at: moment))
    }
    if isTrouble { for _ in 0..<Int.random(in: 0...12, using: &random) { plan() } } else { planKills() }
    while outcome.complaints.isEmpty, now < 24 * end {
      if now > end, isDelivered { break }
      guard let next = events.next() else { break }
      now = next.time
      perform(next.event)
    }
    outcome.calm = max(0, now - end) / 1000
    finish()
    return outcome
  }

  private func perform(_ event: Event) {
    switch event {
    case .news(let place):
      guard now <= end else { return }
      devices[place].made = now / interval
      outcome.made = devices.reduce(0) { $0 + Int($1.made) }
      act(place, devices[place].machine.news(last: devices[place].made, at: moment))
      after(isTrouble ? 20_000 : 200, .news(place))
    case .wakeDevice(let place):
      guard devices[place].wake == now else { return }
      devices[place].wake = nil
      act(place, devices[place].machine.wake(at: moment))
    case .wakeCollector(let place):
      guard collectors[place].wake == now else { return }
      collectors[place].wake = nil
      act(place, collectors[place].machine.wake(at: moment))
    case .toDevice(let place, let life, let line, let call):
      guard devices[place].life == life, line == nil || devices[place].line == line else { return }
      act(place, call(&devices[place].machine, moment))
    case .toCollector(let place, let life, let call):
      guard collectors[place].life == life, collectors[place].isUp else { return }
      act(place, call(&collectors[place].machine, moment))
    case .run(let body): body()
    }
  }

  private var isDelivered: Bool {
    devices.allSatisfy { UInt64($0.made) == $0.machine.cursor.settled.count }
  }

  func databaseIsBack() {
    table.isUp = true
    for place in collectors.indices where collectors[place].isUp && collectors[place].machine.database == nil
    {
      act(place, collectors[place].machine.available(table.identity, at: moment))
    }
  }

  /// A device starts again, with what it has saved, and as a rule in a new epoch of its store.
  func restart(_ place: Int) {
    devices[place].life += 1
    devices[place].line += 1
    devices[place].isConnected = false
    if happens(50), devices[place].made > 0 { devices[place].epochs.append(devices[place].made + 1) }
    var machine = publisher(devices[place].saved)
    let (epoch, first) = (UInt32(devices[place].epochs.count), devices[place].epochs.last ?? 1)
    var actions = machine.opened(epoch, first: first, at: moment)
    actions += machine.start(at: moment)
    actions += machine.news(last: devices[place].made, at: moment)
    devices[place].machine = machine
    act(place, actions)
  }

  func drop(_ place: Int) {
    guard devices[place].isConnected else { return }
    end(place, .failed("reset"), after: 10)
  }

  private func end(_ place: Int, _ reason: FleetEnd, after milliseconds: Int64) {
    devices[place].line += 1
    devices[place].isConnected = false
    after(
      milliseconds,
      .toDevice(place, life: devices[place].life, line: devices[place].line) {
        $0.disconnected(reason, at: $1)
      })
  }

  // MARK: - The device

  func act(_ place: Int, _ actions: [PublisherMachine.Action]) {
    for action in actions { perform(action, place) }
    check(place)
    guard let next = devices[place].machine.nextWake else { return }
    let time = max(now + 1, Int64((start.duration(to: next) / .milliseconds(1)).rounded(.up)))
    if devices[place].wake.map({ $0 <= time && $0 > now }) ?? false { return }
    devices[place].wake = time
    after(time - now, .wakeDevice(place))
  }

  private func perform(_ action: PublisherMachine.Action, _ place: Int) {
    let life = devices[place].life
    switch action {
    case .connect:
      devices[place].line += 1
      let line = devices[place].line
      after(
        50 + below(200),
        .run { [unowned self] in
          guard devices[place].life == life, devices[place].line == line else { return }
          guard isBrokerUp else { return end(place, .failed("refused"), after: 1) }
          devices[place].isConnected = true
          act(place, devices[place].machine.connected(mostBytes: nil, at: moment))
          for (name, state) in retained {
            send(.toDevice(place, life: life, line: line) { $0.collector(name, state, at: $1) })
          }
        })
    case .disconnect: end(place, .asked, after: 1)
    case .announce(let state):
      // Each message of a group goes to one collector.
      guard let chosen = ready.randomElement(using: &random) else { break }
      let (device, life) = (devices[place].name, collectors[chosen].life)
      send(
        .toCollector(chosen, life: life) {
          $0.received("\(FleetTopic.device(device, .state))", state.bytes, from: 0, at: $1)
        })
    case .read(let request):
      let page = happens(2) ? .failed : table.page(request, epochs: devices[place].epochs)
      after(1 + below(50), .toDevice(place, life: life, line: nil) { $0.page(page, at: $1) })
    case .send(let token, let payload): publish(token, payload, place)
    case .save: devices[place].saved = devices[place].machine.cursor
    case .find: break
    }
  }

  /// The collectors to which the broker passes messages.
  private var ready: [Int] {
    isBrokerUp ? collectors.indices.filter { collectors[$0].isUp && collectors[$0].isConnected } : []
  }

  /// The broker acknowledges a message, and passes it to one collector.
  private func publish(_ token: Int, _ payload: [UInt8], _ place: Int) {
    let parts = payload.split(separator: UInt8(ascii: " ")).map {
      Int64(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    let (numbers, epoch) = (parts[1]...parts[2], UInt32(parts[0]))
    outcome.sent += numbers.count
    guard devices[place].isConnected, isBrokerUp else { return }
    let ready = ready
    let reason: UInt8 = ready.isEmpty ? 16 : 0
    let (life, line) = (devices[place].life, devices[place].line)
    send(.toDevice(place, life: life, line: line) { $0.published(token, reason: reason, at: $1) })
    guard let chosen = ready.randomElement(using: &random) else { return }
    let batch = FleetBatch(installation: [], epoch: epoch, numbers: numbers, fixes: [])
    let delivery = CollectorMachine.Delivery(
      device: devices[place].name, broker: 0, content: .batch(batch, bytes: []))
    send(
      .toCollector(chosen, life: collectors[chosen].life) { machine, moment in
        machine.take(delivery, at: moment)
        return machine.wake(at: moment)
      })
  }

  /// The cursor is never ahead of a commit.
  private func check(_ place: Int) {
    let device = devices[place]
    for range in device.machine.cursor.settled.ranges {
      for missing in table.neverCommitted(in: range, of: device.name) {
        outcome.complaints.append("\(missing) is settled and was never committed")
      }
    }
  }

  // MARK: - The collector

  func act(_ place: Int, _ actions: [CollectorMachine.Action]) {
    for action in actions { perform(action, place) }
    guard let next = collectors[place].machine.nextWake else { return }
    let time = max(now + 1, Int64((start.duration(to: next) / .milliseconds(1)).rounded(.up)))
    if collectors[place].wake.map({ $0 <= time && $0 > now }) ?? false { return }
    collectors[place].wake = time
    after(time - now, .wakeCollector(place))
  }

  private func perform(_ action: CollectorMachine.Action, _ place: Int) {
    let life = collectors[place].life
    switch action {
    case .announce(_, let state): announce(collectors[place].name, state)
    case .commit(let transaction):
      after(5 + below(slowest), .run { [unowned self] in commit(transaction, place, life) })
    case .acknowledge(_, let device, let answer):
      guard isBrokerUp, let target = devices.firstIndex(where: { $0.name == device }),
        devices[target].isConnected
      else { return }
      send(
        .toDevice(target, life: devices[target].life, line: devices[target].line) {
          $0.acknowledged(answer, at: $1)
        })
    }
  }

  /// The broker keeps the state of a collector, and passes it to all devices.
  func announce(_ name: FleetName, _ state: FleetPresence.Collector) {
    retained[name] = state
    for device in devices.indices where devices[device].isConnected {
      send(
        .toDevice(device, life: devices[device].life, line: devices[device].line) {
          $0.collector(name, state, at: $1)
        })
    }
  }

  private func commit(_ transaction: CollectorMachine.Transaction, _ place: Int, _ life: Int) {
    let number = transaction.number
    func answer(_ call: @escaping (inout CollectorMachine, Moment) -> [CollectorMachine.Action]) {
      after(1 + below(20), .toCollector(place, life: life, call))
    }
    guard table.isUp else {
      answer { $0.failed(number, .away, at: $1) }
      return after(5000, .run { [unowned self] in if table.isUp { databaseIsBack() } })
    }
    if happens(3) { return answer { $0.failed(number, .conflict, at: $1) } }
    for delivery in transaction.deliveries {
      guard case .batch(let batch, _) = delivery.content else { continue }
      table.commit(batch.numbers, of: delivery.device, at: now)
    }
    // The commit succeeds, and its answer is lost.
    if happens(2) {
      answer { $0.failed(number, .away, at: $1) }
      return after(1000, .run { [unowned self] in if table.isUp { databaseIsBack() } })
    }
    let database = table.identity
    answer { $0.committed(number, in: database, at: $1) }
  }

  // MARK: - The end

  private func finish() {
    for device in devices {
      let again = device.machine.again
      outcome.again.silence += again.silence
      outcome.again.connection += again.connection
      outcome.again.collector += again.collector
      for missing in table.missing(in: 1...max(1, device.made), of: device.name) {
        outcome.complaints.append("\(device.name): \(missing) is not in the table")
      }
    }
    if outcome.sent > 3 * outcome.made {
      outcome.complaints.append("\(outcome.sent) sent of \(outcome.made)")
    }
  }
}
