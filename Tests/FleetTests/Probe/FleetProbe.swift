import GNSS
import GPSBase
import GPSEventRuntime
import GPSFleetLink
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import Glibc

/// Publishes the made-up positions of many devices, for `Tests/Scripts/fleet.py`.
///
/// ```
/// fleet-probe publish HOSTS DEVICES EACH [RATE [BATCH [LIMIT [FIRST]]]]
/// fleet-probe batch FIRST LAST        writes a batch of these numbers to standard output
/// ```
///
/// HOSTS are addresses of brokers, separated by commas. Each device has EACH positions, RATE a second (0: all at once); a batch is
/// closed after BATCH milliseconds. It ends when all are settled, or after LIMIT seconds, with one line for each of its counts.
@main struct FleetProbe {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let numbers = words.dropFirst(2).map { Int($0) ?? 0 }
    if words.first == "batch", words.count == 3 {
      let batch = Device.batch(Int64(words[1]) ?? 1, Int64(words[2]) ?? 1, of: 0, start: Clock.now())
      var rest = batch.bytes[...]
      while !rest.isEmpty { rest = rest.dropFirst(try Kernel.write(STDOUT_FILENO, Array(rest).span)) }
      return
    }
    guard words.first == "publish", numbers.count >= 2 else { fatalError("see the comment of this program") }
    func number(_ place: Int, or usual: Int) -> Int { numbers.count > place ? numbers[place] : usual }
    _ = EventLoop.shared.adopt()
    Kernel.raiseDescriptorLimit()
    let hosts = try words[1].split(separator: ",").map { try BrokerAddress(String($0)) }
    let fleet = Fleet(
      hosts, devices: numbers[0], each: Int64(numbers[1]), rate: number(2, or: 0),
      batch: .milliseconds(number(3, or: 1000)), limit: .seconds(number(4, or: 120)), first: number(5, or: 0))
    fleet.assumeIsolated { $0.start() }
    EventLoop.shared.run()
  }
}

enum Clock {
  /// Milliseconds since 1970.
  static func now() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}

/// A device with its machine, and a store that is a formula.
struct Device {
  let name: FleetDevice
  var machine: PublisherMachine
  var link: FleetLink?
  /// The batches under way at the broker, by the numbers of their messages.
  var tokens: [Int: Int] = [:]
  var wake: (at: Moment, timer: LoopTimer)?

  static let installation = [UInt8](repeating: 7, count: 16)
  static let epoch: UInt32 = 217_315_200

  static func batch(_ first: Int64, _ last: Int64, of device: Int, start: Int64) -> FleetBatch {
    let fixes = (first...last).compactMap { number -> TrackColumns.Entry? in
      var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
      (columns[0], columns[1]) = (start + number * 1000, 140 + number % 7)
      columns[2] = 475_050_000 + (number * 7919 + Int64(device) * 104_729) % 2_000_000
      columns[3] = 94_000_000 + (number * 6271 + Int64(device) * 7907) % 2_000_000
      (columns[5], columns[7], columns[8]) = (40_400 + number % 11, 1200 + number % 90, number * 7 % 36_000)
      (columns[10], columns[12], columns[16]) = (1700, 12, 2)
      return TrackRow(columns: columns).map {
        TrackColumns.Entry(number: number, monotonic: number * 1000, row: $0)
      }
    }
    return FleetBatch(installation: installation, epoch: epoch, numbers: first...last, fixes: fixes)
  }
}

/// All devices on one loop.
actor Fleet: LoopActor {
  nonisolated let loop = EventLoop.shared
  private let hosts: [BrokerAddress]
  private let (each, rate, limit): (Int64, Int, Duration)
  private var devices: [Device]
  private let began = Moment(.now)
  /// The time of number 0, so that all positions are in the past.
  private let origin: Int64
  private var (made, connects, messages, entries, noSubscriber): (Int64, Int, Int, Int64, Int) = (
    0, 0, 0, 0, 0
  )
  private var firstSilence: Duration?
  private var oldest: Duration = .zero

  init(
    _ hosts: [BrokerAddress], devices: Int, each: Int64, rate: Int, batch: Duration, limit: Duration,
    first: Int
  ) {
    (self.hosts, self.each, self.rate, self.limit) = (hosts, each, rate, limit)
    origin = Clock.now() - each * 1000
    self.devices = (first..<(first + devices)).map { number in
      guard let tenant = try? FleetName("t", of: .tenant),
        let name = try? FleetName("d\(number)", of: .device)
      else { fatalError("a name") }
      var settings = PublisherMachine.Settings()
      (settings.hosts, settings.firstHost, settings.batch) = (hosts.count, number % hosts.count, batch)
      var machine = PublisherMachine(
        settings, cursor: FleetCursor(installation: "probe"), seed: UInt64(number) &* 7919)
      _ = machine.opened(Device.epoch, first: 1, at: Moment(.now))
      return Device(name: FleetDevice(tenant: tenant, name: name), machine: machine)
    }
  }

  private var now: Moment { Moment(.now) }

  func start() {
    for place in devices.indices { perform(devices[place].machine.start(at: now), place) }
    make()
    loop.after(limit, handler { $0.end() })
  }

  private var isWhole: Bool { devices.allSatisfy { $0.machine.cursor.settled.missing(in: 1...each).isEmpty } }

  /// Lets time make positions, and ends when all are settled.
  private func make() {
    let seconds = began.duration(to: now) / .milliseconds(1)
    made = rate == 0 ? each : min(each, Int64(seconds * Double(rate) / 1000))
    for place in devices.indices where made > 0 {
      perform(devices[place].machine.news(last: made, at: now), place)
    }
    noteAge()
    if isWhole { return end() }
    loop.after(.milliseconds(50), handler { $0.make() })
  }

  /// The age of the oldest position that is not settled, for devices that make them at a rate.
  private func noteAge() {
    guard rate > 0, made > 0 else { return }
    for device in devices {
      guard let first = device.machine.cursor.settled.missing(in: 1...made).ranges.first?.lowerBound else {
        continue
      }
      let age = began.duration(to: now) - .milliseconds(Int(first) * 1000 / rate)
      oldest = max(oldest, age)
    }
  }

  private func end() {
    let settled = devices.reduce(0 as UInt64) { $0 + $1.machine.cursor.settled.count }
    func again(_ count: (PublisherMachine) -> Int) -> Int { devices.reduce(0) { $0 + count($1.machine) } }
    let refused = devices.reduce(0 as UInt64) {
      $0 + $1.machine.cursor.refused.values.reduce(0) { $0 + $1.count }
    }
    func seconds(_ time: Duration) -> Double { Double(Int(time / .milliseconds(1))) / 1000 }
    let counts: [(String, Any)] = [
      ("made", UInt64(made) * UInt64(devices.count)), ("settled", settled), ("refused", refused),
      ("sent", entries), ("messages", messages), ("connects", connects),
      ("again_silence", again { $0.again.silence }), ("again_connection", again { $0.again.connection }),
      ("again_collector", again { $0.again.collector }),
      ("no_subscriber", noSubscriber), ("silent_after", firstSilence.map(seconds) ?? -1),
      ("oldest", seconds(oldest)), ("seconds", seconds(began.duration(to: now))),
    ]
    let text = counts.map { "\($0) \($1)\n" }.joined()
    _ = try? Kernel.write(STDOUT_FILENO, Array(text.utf8).span)
    for device in devices { device.link?.assumeIsolated { $0.close() } }
    exit(isWhole ? 0 : 1)
  }

  // MARK: - One device

  private func perform(_ actions: [PublisherMachine.Action], _ place: Int) {
    for action in actions {
      switch action {
      case .connect(let host, let connection): connect(place, host, connection)
      case .disconnect:
        devices[place].link?.assumeIsolated { $0.close() }
        ended(place, .asked)
      case .announce(let state):
        let topic = FleetTopic.device(devices[place].name, .state).description
        devices[place].link?.assumeIsolated {
          _ = $0.publish(FleetMessage(topic, state.bytes, isRetained: true), quality: 1)
        }
      case .read(let request):
        let batch = Device.batch(
          request.numbers.lowerBound, request.numbers.upperBound, of: place, start: origin)
        let page = PublisherMachine.Page.batch(
          epoch: Device.epoch, numbers: request.numbers, payload: batch.bytes)
        loop.async(handler { $0.read(page, place) })
      case .send(let token, let payload): send(place, token, payload)
      case .save, .find: break
      }
    }
    arm(place)
  }

  private func read(_ page: PublisherMachine.Page, _ place: Int) {
    perform(devices[place].machine.page(page, at: now), place)
  }

  private func send(_ place: Int, _ token: Int, _ payload: [UInt8]) {
    let topic = FleetTopic.device(devices[place].name, .fix).description
    let number = devices[place].link?.assumeIsolated { $0.publish(FleetMessage(topic, payload), quality: 1) }
    guard let number = number ?? nil else { return }
    devices[place].tokens[number] = token
    messages += 1
    if let head = FleetBatch.head(of: payload) { entries += Int64(head.numbers.count) }
  }

  private func connect(_ place: Int, _ host: Int, _ connection: Int64) {
    var settings = FleetLinkSettings(hosts[host], client: devices[place].name.client)
    let state = FleetPresence.Device(isOnline: false, connection: connection)
    settings.will = FleetMessage(FleetTopic.device(devices[place].name, .state).description, state.bytes)
    let link = FleetLink(on: loop, settings, handler { $0.handle($1, place) })
    devices[place].link = link
    devices[place].tokens = [:]
    link.assumeIsolated { link in
      do throws(FleetLinkFault) { try link.connect() } catch { fatalError("\(error)") }
    }
  }

  private func ended(_ place: Int, _ end: FleetEnd) {
    devices[place].link = nil
    perform(devices[place].machine.disconnected(end, at: now), place)
  }

  private func handle(_ event: FleetLinkEvent, _ place: Int) {
    switch event {
    case .connected(_, let most):
      connects += 1
      let topic = FleetTopic.device(devices[place].name, .acknowledgement).description
      devices[place].link?.assumeIsolated { link in
        _ = link.subscribe(topic, quality: 0)
        _ = link.subscribe(FleetTopic.collectors, quality: 1)
      }
      perform(devices[place].machine.connected(mostBytes: most == 0 ? nil : most, at: now), place)
    case .acknowledged(let number, let reason):
      guard let token = devices[place].tokens.removeValue(forKey: number) else { return }
      if reason == .noSubscribers {
        noSubscriber += 1
        if firstSilence == nil { firstSilence = began.duration(to: now) }
      }
      let code = UInt8(clamping: reason.rawValue)
      perform(devices[place].machine.published(token, reason: code, at: now), place)
    case .message(let message): take(message, place)
    case .subscribed: break
    case .ended(let end): ended(place, end == .dismissed(.takenOver) ? .takenOver : .failed("\(end)"))
    }
  }

  private func take(_ message: FleetMessage, _ place: Int) {
    switch FleetTopic(message.topic) {
    case .device(_, .acknowledgement):
      guard let answer = FleetAcknowledgement(message.payload) else { return }
      perform(devices[place].machine.acknowledged(answer, at: now), place)
    case .collector(let name):
      guard let state = FleetPresence.Collector(message.payload) else { return }
      perform(devices[place].machine.collector(name, state, at: now), place)
    default: break
    }
  }

  private func arm(_ place: Int) {
    let next = devices[place].machine.nextWake
    guard next != devices[place].wake?.at else { return }
    devices[place].wake?.timer.cancel()
    devices[place].wake = next.map { at in
      (at, loop.after(now.duration(to: at), handler { $0.due(place) }))
    }
  }

  private func due(_ place: Int) {
    devices[place].wake = nil
    perform(devices[place].machine.wake(at: now), place)
  }
}
