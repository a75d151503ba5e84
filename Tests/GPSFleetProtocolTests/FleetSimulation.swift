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
  /// How a run ended.
  struct Outcome: Equatable {
    var complaints: [String] = []
    var (made, sent, failovers) = (0, 0, 0)
    /// Seconds after the hour until everything was delivered.
    var calm: Int64 = 0
  }

  private enum Event {
    case news(Int)
    case wakeDevice(Int)
    case wakeCollector(Int)
    /// To a device, in a life and on a connection of it.
    case toDevice(Int, life: Int, line: Int?, (inout PublisherMachine, Moment) -> [PublisherMachine.Action])
    case toCollector(Int, life: Int, (inout CollectorMachine, Moment) -> [CollectorMachine.Action])
    case run(() -> Void)
  }

  private struct Device {
    var machine: PublisherMachine
    var saved: FleetCursor
    var life = 0
    var line = 0
    var isConnected = false
    var made: Int64 = 0
    /// The first numbers of the epochs, which begin with 1.
    var epochs: [Int64] = [1]
    var wake: Int64?
    let name: FleetDevice
  }

  private struct Collector {
    var machine: CollectorMachine
    var life = 0
    var isUp = true
    var wake: Int64?
    let name: FleetName
  }

  private(set) var outcome = Outcome()
  private var random: SeededGenerator
  private let start = Moment(.now)
  private var now: Int64 = 0
  private var events = EventQueue<Event>()
  private var devices: [Device] = []
  private var collectors: [Collector] = []
  private var table = SimulatedTable(hole: 500...900)
  private var isBrokerUp = true
  private var retained: [FleetName: FleetPresence.Collector] = [:]
  private let loss: Int
  /// The end of the hour, in milliseconds.
  private static let end: Int64 = 3_600_000

  private var moment: Moment { start + .milliseconds(now) }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    loss = Int.random(in: 0...10, using: &random)
    for place in 0..<2 {
      let (tenant, name) = (try? FleetName("t", of: .tenant), try? FleetName("d\(place)", of: .device))
      guard let tenant, let name else { continue }
      let device = FleetDevice(tenant: tenant, name: name)
      let cursor = FleetCursor(installation: "\(place)")
      devices.append(Device(machine: publisher(cursor), saved: cursor, name: device))
      guard let name = try? FleetName("c\(place)", of: .collector) else { continue }
      collectors.append(Collector(machine: collector(name, 1), name: name))
    }
  }

  private func publisher(_ cursor: FleetCursor) -> PublisherMachine {
    var settings = PublisherMachine.Settings()
    settings.hosts = 2
    return PublisherMachine(settings, cursor: cursor, seed: random.next())
  }

  private func collector(_ name: FleetName, _ connection: Int64) -> CollectorMachine {
    var settings = CollectorMachine.Settings(name: name, connection: connection)
    settings.mostRows = 40
    return CollectorMachine(settings, seed: random.next())
  }

  // MARK: - Events

  private func after(_ milliseconds: Int64, _ event: Event) { events.add(event, at: now + milliseconds) }

  private func below(_ limit: Int64) -> Int64 { Int64.random(in: 0..<limit, using: &random) }

  private func happens(_ percent: Int) -> Bool {
    now < Self.end && Int.random(in: 0..<100, using: &random) < percent
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
      after(below(20_000), .news(place))
    }
    for place in collectors.indices {
      act(place, collectors[place].machine.available(table.identity, at: moment))
      act(place, collectors[place].machine.connected(0))
    }
    for _ in 0..<Int.random(in: 0...12, using: &random) { plan() }
    while outcome.complaints.isEmpty, now < 24 * Self.end {
      if now > Self.end, isDelivered { break }
      guard let next = events.next() else { break }
      now = next.time
      perform(next.event)
    }
    outcome.calm = max(0, now - Self.end) / 1000
    finish()
    return outcome
  }

  private func perform(_ event: Event) {
    switch event {
    case .news(let place):
      guard now <= Self.end else { return }
      devices[place].made = now / 1000
      outcome.made = devices.reduce(0) { $0 + Int($1.made) }
      act(place, devices[place].machine.news(last: devices[place].made, at: moment))
      after(20_000, .news(place))
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

  /// Something that fails within the hour, and when.
  private func plan() {
    let (begin, length) = (below(Self.end - 400_000), 1000 + below(300_000))
    let place = Int(below(2))
    let fail: () -> Void
    switch below(6) {
    case 0:
      fail = { [unowned self] in
        isBrokerUp = false
        for place in devices.indices { drop(place) }
        for place in collectors.indices { collectors[place].machine.disconnected(0) }
        after(
          length,
          .run { [unowned self] in
            isBrokerUp = true
            for place in collectors.indices where collectors[place].isUp {
              act(place, collectors[place].machine.connected(0))
            }
          })
      }
    case 1:
      fail = { [unowned self] in
        collectors[place].isUp = false
        collectors[place].life += 1
        after(
          length,
          .run { [unowned self] in
            guard !collectors[place].isUp else { return }
            collectors[place].machine = collector(collectors[place].name, now)
            collectors[place].isUp = true
            if table.isUp { act(place, collectors[place].machine.available(table.identity, at: moment)) }
            if isBrokerUp { act(place, collectors[place].machine.connected(0)) }
          })
      }
    case 2:
      fail = { [unowned self] in
        table.isUp = false
        after(length, .run { [unowned self] in databaseIsBack() })
      }
    case 3:
      fail = { [unowned self] in
        // Each one has the last hour sent again: a second one in the hour would be beyond the bound of repeats.
        guard outcome.failovers == 0 else { return }
        let kept = now - below(20_000)
        table.failOver(to: kept)
        outcome.failovers += 1
        after(below(5000), .run { [unowned self] in databaseIsBack() })
      }
    case 4: fail = { [unowned self] in restart(place) }
    default: fail = { [unowned self] in drop(place) }
    }
    after(begin, .run(fail))
  }

  private func databaseIsBack() {
    table.isUp = true
    for place in collectors.indices where collectors[place].isUp && collectors[place].machine.database == nil
    {
      act(place, collectors[place].machine.available(table.identity, at: moment))
    }
  }

  /// A device starts again, with what it has saved, and as a rule in a new epoch of its store.
  private func restart(_ place: Int) {
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

  private func drop(_ place: Int) {
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

  private func act(_ place: Int, _ actions: [PublisherMachine.Action]) {
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
    case .announce: break
    case .read(let request):
      let page = happens(2) ? .failed : table.page(request, epochs: devices[place].epochs)
      after(1 + below(50), .toDevice(place, life: life, line: nil) { $0.page(page, at: $1) })
    case .send(let token, let payload): publish(token, payload, place)
    case .save: devices[place].saved = devices[place].machine.cursor
    case .find: break
    }
  }

  /// The broker acknowledges a message, and passes it to one collector.
  private func publish(_ token: Int, _ payload: [UInt8], _ place: Int) {
    let parts = payload.split(separator: UInt8(ascii: " ")).map {
      Int64(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    let (numbers, epoch) = (parts[1]...parts[2], UInt32(parts[0]))
    outcome.sent += numbers.count
    guard devices[place].isConnected, isBrokerUp else { return }
    let ready = collectors.indices.filter { collectors[$0].isUp }
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

  private func act(_ place: Int, _ actions: [CollectorMachine.Action]) {
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
    case .announce(_, let state):
      let name = collectors[place].name
      retained[name] = state
      for device in devices.indices where devices[device].isConnected {
        send(
          .toDevice(device, life: devices[device].life, line: devices[device].line) {
            $0.collector(name, state, at: $1)
          })
      }
    case .commit(let transaction):
      after(5 + below(300), .run { [unowned self] in commit(transaction, place, life) })
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
      for missing in table.missing(in: 1...max(1, device.made), of: device.name) {
        outcome.complaints.append("\(device.name): \(missing) is not in the table")
      }
    }
    if outcome.sent > 3 * outcome.made {
      outcome.complaints.append("\(outcome.sent) sent of \(outcome.made)")
    }
  }
}
