import GPSBase
import GPSEventRuntime
import GPSFleetProtocol
import GPSFleetPublisher
import GPSTrackRows

/// Many simulated devices on one event loop, each with a token, a publisher's machine and connections of its own.
///
/// They keep the publisher's promise: a position counts as settled when a collector has reported its commit. A backlog is a range
/// of numbers, not memory.
actor SimulatedFleet: LoopActor {
  struct Settings: Sendable {
    var address: FleetAddress
    var authorities: String?
    /// A token for each device.
    var tokens: [String]
    /// The number of the first device, which decides where it drives.
    var first = 1
    /// The positions of each device: how many, and how many in a second; 0 for all at once.
    var (most, rate): (Int64, Double) = (1000, 1)
    var batch: Duration = .seconds(1)
    /// Ends after this time, even if not everything is settled.
    var limit: Duration = .seconds(120)
    var epoch: UInt32 = 217_315_200
    /// The device's time of number 0, in milliseconds since 1970.
    var start: Int64 = 0
    var step: SimulatedLane.ClockStep?

    init(address: FleetAddress, tokens: [String]) { (self.address, self.tokens) = (address, tokens) }
  }

  private struct Device {
    let lane: SimulatedLane
    let post: BatchPost
    let installation: [UInt8]
    /// How much later than the first device it makes each of its positions.
    let delay: Duration
    var machine: PublisherMachine
    var made: Int64 = 0
    var numbers: [Int: ClosedRange<Int64>] = [:]
    var wake: (at: Moment, timer: LoopTimer)?
  }

  nonisolated let loop: EventLoop
  private var settings: Settings
  private let finish: @Sendable (String, Bool) -> Void
  private var devices: [Device] = []
  private let began = Moment(.now)
  private var isOver = false
  private var messages = 0
  /// How many replies had each status; 0 for none.
  private var statuses: [Int: Int] = [:]
  /// How long positions took until they were settled, in steps of 10 ms.
  private var ages: [Int: Int] = [:]

  private static let interval: Duration = .milliseconds(50)

  /// Creates a fleet; `finish` is called on the loop at the end, with the counts and whether all is settled.
  init(on loop: EventLoop, _ settings: Settings, _ finish: @escaping @Sendable (String, Bool) -> Void) {
    (self.loop, self.settings, self.finish) = (loop, settings, finish)
  }

  func begin() {
    for (place, token) in settings.tokens.enumerated() {
      let number = settings.first + place
      var post = PostSettings(settings.address)
      (post.secret, post.authorities, post.version) = (token, settings.authorities, "probe")
      var own = PublisherMachine.Settings()
      own.batch = settings.batch
      var machine = PublisherMachine(
        own, cursor: FleetCursor(installation: "simulated"), seed: UInt64(number) &* 7919)
      _ = machine.opened(settings.epoch, first: 1, at: began)
      var lane = SimulatedLane(number, start: settings.start)
      lane.step = settings.step
      // Else all devices would make their positions in the same moment.
      let share = Double(place) / Double(settings.tokens.count)
      let poster = BatchPost(on: loop, post, handler { $0.answered($1.number, $1.reply, place) })
      devices.append(
        Device(
          lane: lane, post: poster,
          installation: (0..<16).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 7 },
          delay: settings.rate > 0 ? .seconds(share / settings.rate) : .zero, machine: machine))
    }
    loop.after(settings.limit, handler { $0.end() })
    turn()
  }

  /// Makes the rest of all positions at once.
  func makeRest() { settings.rate = 0 }

  private var now: Moment { Moment(.now) }

  /// The number of positions that a device has made at a time.
  private func made(_ place: Int, at now: Moment) -> Int64 {
    guard settings.rate > 0 else { return settings.most }
    let time = began.duration(to: now) - devices[place].delay
    return time < .zero ? 0 : min(settings.most, Int64(time / .seconds(1) * settings.rate) + 1)
  }

  private func turn() {
    guard !isOver else { return }
    for place in devices.indices {
      let made = made(place, at: now)
      guard made > devices[place].made else { continue }
      devices[place].made = made
      perform(devices[place].machine.news(last: made, at: now), place)
    }
    if devices.allSatisfy({ $0.made == settings.most && isWhole($0) }) { return end() }
    loop.after(Self.interval, handler { $0.turn() })
  }

  private func isWhole(_ device: Device) -> Bool {
    device.machine.cursor.settled.count + device.machine.cursor.refusedCount == UInt64(device.made)
  }

  private func answered(_ number: Int, _ reply: FleetReply, _ place: Int) {
    guard !isOver else { return }
    if case .answered(let status, _, _) = reply {
      statuses[status, default: 0] += 1
    } else {
      statuses[0, default: 0] += 1
    }
    let before = devices[place].machine.settledCount
    perform(devices[place].machine.answered(number, reply, at: now), place)
    guard let numbers = devices[place].numbers.removeValue(forKey: number),
      devices[place].machine.settledCount > before, settings.rate > 0
    else { return }
    for number in numbers {
      let made = devices[place].delay + .seconds(Double(number - 1) / settings.rate)
      ages[max(0, Int((began.duration(to: now) - made) / .milliseconds(10))), default: 0] += 1
    }
  }

  private func perform(_ actions: [PublisherMachine.Action], _ place: Int) {
    for action in actions {
      switch action {
      case .read(let request):
        let device = devices[place]
        let batch = device.lane.batch(
          request.numbers, installation: device.installation, epoch: settings.epoch)
        let page = PublisherMachine.Page.batch(
          epoch: settings.epoch, numbers: request.numbers, payload: batch.bytes)
        // Within a call of the machine.
        later { if !$0.isOver { $0.perform($0.devices[place].machine.page(page, at: $0.now), place) } }
      case .send(let token, let payload):
        messages += 1
        if let batch = try? FleetBatch(payload) { devices[place].numbers[token] = batch.numbers }
        devices[place].post.here { $0.post(token, payload) }
      case .find, .save, .stop: break
      }
    }
    guard let due = devices[place].machine.nextWake else { return }
    if let wake = devices[place].wake, wake.at <= due { return }
    devices[place].wake?.timer.cancel()
    let timer = loop.after(
      now.duration(to: due),
      handler {
        $0.devices[place].wake = nil
        if !$0.isOver { $0.perform($0.devices[place].machine.wake(at: $0.now), place) }
      })
    devices[place].wake = (due, timer)
  }

  private func end() {
    guard !isOver else { return }
    isOver = true
    for device in devices { device.post.here { $0.close() } }
    func sum(_ part: (Device) -> Int) -> Int { devices.reduce(0) { $0 + part($1) } }
    let (made, settled) = (sum { Int($0.made) }, sum { Int(clamping: $0.machine.cursor.settled.count) })
    var lines: [(String, String)] = [
      ("devices", "\(devices.count)"), ("made", "\(made)"), ("settled", "\(settled)"),
      ("refused", "\(sum { Int(clamping: $0.machine.cursor.refusedCount) })"),
      ("sent", "\(sum { $0.machine.sentCount })"), ("messages", "\(messages)"),
      ("half_within", bound(0.5)), ("99_of_100_within", bound(0.99)), ("oldest", bound(1)),
      ("seconds", "\(Double(Int(began.duration(to: now) / .milliseconds(1))) / 1000)"),
    ]
    for (status, count) in statuses.sorted(by: { $0.key < $1.key }) {
      lines.append(("status_\(status)", "\(count)"))
    }
    finish(lines.map { "\($0) \($1)\n" }.joined(), settled == made)
  }

  /// The seconds within which a part of the positions was settled; -1 if none was.
  private func bound(_ part: Double) -> String {
    let count = ages.values.reduce(0, +)
    var sum = 0
    for (step, number) in ages.sorted(by: { $0.key < $1.key }) {
      sum += number
      if Double(sum) >= Double(count) * part { return "\(Double(step + 1) / 100)" }
    }
    return "-1"
  }
}
