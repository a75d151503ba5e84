import GPSBase
import GPSTrackRows

@testable import GPSFleetProtocol

/// A publisher whose store and broker answer at once, and whose messages a test answers.
struct PublisherBench {
  var machine: PublisherMachine
  var now = Moment(.now)
  var sends: [(token: Int, numbers: ClosedRange<Int64>)] = []
  var connects: [Int64] = []
  var hosts: [Int] = []
  var states: [FleetPresence.Device] = []
  var searches: [FleetSearch] = []
  var saves = 0
  /// The size of the broker's largest packet, and of an entry.
  var (mostBytes, bytesOfEntry): (Int?, Int) = (nil, 0)
  private var numbers: [[UInt8]: ClosedRange<Int64>] = [:]
  /// Whether a new connection brings the retained state of a collector.
  var hasCollector = true

  init(hosts: Int = 1, cursor: FleetCursor = FleetCursor(installation: "i"), hasCollector: Bool = true) {
    self.hasCollector = hasCollector
    var settings = PublisherMachine.Settings()
    (settings.hosts, settings.second) = (hosts, 1000)
    machine = PublisherMachine(settings, cursor: cursor, seed: 1)
    perform(machine.opened(7, first: 1, at: now))
    perform(machine.start(at: now))
  }

  mutating func perform(_ actions: [PublisherMachine.Action]) {
    for action in actions {
      switch action {
      case .connect(let host, let connection):
        hosts.append(host)
        connects.append(connection)
        perform(machine.connected(mostBytes: mostBytes, at: now))
        guard hasCollector, let name = try? FleetName("c0", of: .collector) else { continue }
        perform(machine.collector(name, FleetPresence.Collector(isOnline: true, connection: 1), at: now))
      case .disconnect: perform(machine.disconnected(.asked, at: now))
      case .announce(let state): states.append(state)
      case .read(let request):
        var page = request.numbers
        while page.count > 1, page.count * bytesOfEntry > request.mostBytes {
          page = page.lowerBound...(page.lowerBound + Int64(page.count / 2) - 1)
        }
        let payload = Array("\(page)".utf8) + Array(repeating: 0, count: page.count * bytesOfEntry)
        numbers[payload] = page
        perform(machine.page(.batch(epoch: 7, numbers: page, payload: payload), at: now))
      case .send(let token, let payload): sends.append((token, numbers[payload] ?? 0...0))
      case .save: saves += 1
      case .find(let search): searches.append(search)
      }
    }
  }

  mutating func news(_ last: Int64) { perform(machine.news(last: last, at: now)) }

  /// Advances the time, with all that is due within it.
  mutating func wait(_ seconds: Double) {
    let end = now + .milliseconds(Int(seconds * 1000))
    while let next = machine.nextWake, next <= end {
      now = max(now, next)
      perform(machine.wake(at: now))
    }
    now = end
  }

  mutating func commit(_ ranges: ClosedRange<Int64>..., epoch: UInt32 = 7, timeline: UInt32 = 1) {
    var committed = NumberRanges()
    for range in ranges { committed.insert(range) }
    answer(committed, epoch: epoch, timeline: timeline)
  }

  mutating func answer(
    _ committed: NumberRanges, refused: [FleetAcknowledgement.Refusal] = [], epoch: UInt32 = 7,
    database: String = "db", timeline: UInt32 = 1
  ) {
    guard let name = try? FleetName("c1", of: .collector) else { return }
    let database = FleetDatabase(identifier: database, timeline: timeline)
    let answer = FleetAcknowledgement(
      epoch: epoch, committed: committed, refused: refused, by: name, in: database)
    perform(machine.acknowledged(answer, at: now))
  }

  mutating func refuse(_ numbers: ClosedRange<Int64>, _ reason: String) {
    answer(NumberRanges(), refused: [FleetAcknowledgement.Refusal(numbers: numbers, reason: reason)])
  }

  /// Answers the last search.
  mutating func find(_ result: FleetSearch.Result) {
    guard let search = searches.last else { return }
    perform(machine.found(result, for: search, at: now))
  }

  mutating func announce(_ connection: Int64, timeline: UInt32 = 1, restored: Int64? = nil) {
    guard let name = try? FleetName("c1", of: .collector) else { return }
    let state = FleetPresence.Collector(
      isOnline: true, connection: connection, database: FleetDatabase(identifier: "db", timeline: timeline),
      restored: restored.map { FleetPresence.Collector.Restored(at: $0, since: 5000) })
    perform(machine.collector(name, state, at: now))
  }
}
