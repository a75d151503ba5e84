internal import GPSBridge

/// A GPS receiver as a value: time goes in, bytes come out.
///
/// ```swift
/// var engine = SimulatedReceiverEngine(.tunnel)
/// for emission in engine.advance(to: .seconds(60)) {
///   if case .bytes(let chunk) = emission { print(chunk.start, chunk.bytes.count) }
/// }
/// ```
///
/// The same scenario and seed give the same bytes, however time is cut into pieces, on any machine. It does no input
/// and output, reads no clock, and never sleeps: that is the work of the type that plays it.
public struct SimulatedReceiverEngine: Sendable {
  /// The scenario that it plays.
  public let scenario: Scenario
  /// The last epoch, as it was meant; nil before the first one.
  public private(set) var lastEpoch: SimulatedEpoch?
  /// Bits per second at which it speaks now; nil for one that is USB itself.
  public private(set) var speed: Int?
  /// Under which name it is plugged in; nil while it is not.
  public private(set) var deviceName: String?
  /// Epochs that were not sent because the line was too slow for them.
  package private(set) var droppedEpochs = 0

  /// Bits per second at which the host listens; nil: always the right ones.
  package private(set) var hostSpeed: Int?

  private var mind: ReceiverModel
  private var speaker: Speaker
  private var damage: SentenceDamage
  private var beliefs = BeliefFaults()
  private var chance: RandomSource
  private var commands = CommandReader()
  private var line = LineQueue()
  private var timeline: Timeline
  private var outputs: OutputTable
  /// Nanoseconds, since the beginning; negative before it.
  private var clock: Int64 = -1
  private var interval: Int64
  private var nextTick: Int64 = 0
  private var nextEpoch: Int64 = 0
  /// When it will greet; never again for the largest number.
  private var nextGreeting = Int64.max
  /// Emissions that wait for the next call: what a command led to.
  private var waiting: [Emission] = []
  /// Bytes that the receiver can keep for a slow line.
  private static let buffer = 4096
  /// Nanoseconds from power to the first word, and to the first epoch.
  private static let greeting: Int64 = 150_000_000
  private static let boot: Int64 = 300_000_000

  /// Makes a receiver that is about to be plugged in.
  public init(_ scenario: Scenario) {
    self.scenario = scenario
    interval = scenario.interval
    outputs = scenario.dialect.outputs(interval: interval, skyPeriod: scenario.skyPeriod)
    speed = scenario.speed ?? scenario.dialect.speed
    hostSpeed = scenario.hostSpeed
    mind = ReceiverModel(scenario, interval: interval)
    speaker = Speaker(scenario.dialect)
    damage = SentenceDamage(seed: scenario.seed)
    chance = RandomSource(seed: scenario.seed, stream: 4)
    timeline = Timeline(scenario.events)
  }

  /// How far time has come.
  public var now: Duration { .nanoseconds(max(0, clock)) }

  /// Why the port cannot be opened now; nil if it can.
  package var openRefusal: Scenario.OpenRefusal? { timeline.refusal }

  /// When there is something to be had next: call ``advance(to:)`` then, or later.
  ///
  /// Bytes on a slow line are announced in pieces of 16 ms, as the chip of a serial bridge hands them over.
  public var nextDue: Duration {
    guard waiting.isEmpty else { return now }
    var next = timeline.nextTime ?? .max
    if deviceName != nil { next = min(next, nextTick, nextEpoch, nextGreeting) }
    if clock < 0 { next = 0 }
    let piece = speed.map { max(1, $0 / 625) } ?? Int.max / 2
    if let departure = line.nextDeparture(piece) { next = min(next, departure) }
    return .nanoseconds(max(next, clock, 0))
  }

  /// When something begins or ends next, of what is known to happen; nil if nothing does any more.
  package var nextTurn: Duration? { clock < 0 ? .zero : timeline.nextTime.map { .nanoseconds($0) } }

  /// Lets something happen that was not in the scenario, from now on or later.
  public mutating func add(_ events: [Scenario.Event]) { timeline.add(events, from: max(0, clock)) }

  /// Lets time go on, and answers what has come out: in order, and nothing that has not wholly left by then.
  ///
  /// A time that lies behind changes nothing.
  public mutating func advance(to target: Duration) -> [Emission] {
    let target = target.wholeNanoseconds
    var emissions = waiting
    waiting = []
    if clock < 0, target >= 0 { plugIn(scenario.device, scenario.powerUp, at: 0, &emissions) }
    while true {
      let event = timeline.nextTime ?? .max
      let tick = deviceName == nil ? .max : nextTick
      let epoch = deviceName == nil ? .max : nextEpoch
      let greeting = deviceName == nil ? .max : nextGreeting
      let next = min(event, tick, epoch, greeting)
      guard next <= target else { break }
      if next == event {
        turn(at: next, &emissions)
      } else if next == tick {
        mind.tick(
          Int(next / 1_000_000_000), surroundings, BeliefFaults.interference(timeline.faults, at: next))
        nextTick += 1_000_000_000
      } else if next == greeting {
        greet(at: next)
      } else {
        speak(at: next, &emissions)
        nextEpoch += interval
      }
    }
    clock = max(clock, target)
    drain(until: clock, &emissions)
    return emissions
  }

  /// Bytes that the host sends, at the moment to which time has come.
  public mutating func receive(_ bytes: Span<UInt8>) {
    guard deviceName != nil else { return }
    guard let speed, let hostSpeed, speed != hostSpeed else { return obey(commands.take(bytes)) }
    let garbled = UARTModel(sender: hostSpeed, receiver: speed).garble(bytes).bytes
    obey(commands.take(garbled.span))
  }

  /// The host listens at another speed from now on; nil: at whatever is right.
  ///
  /// Bytes that are on the line already were sampled at the old one.
  package mutating func setHostSpeed(_ speed: Int?) { hostSpeed = speed.map { max(1, $0) } }

  // MARK: - Events

  private var surroundings: Scenario.Surroundings { timeline.surroundings ?? scenario.surroundings }

  private mutating func plugIn(
    _ name: String, _ start: Scenario.PowerUp, at time: Int64, _ emissions: inout [Emission]
  ) {
    deviceName = name
    emissions.append(.plugged(name: name, at: .nanoseconds(time)))
    powerUp(start, at: time)
  }

  private mutating func powerUp(_ start: Scenario.PowerUp, at time: Int64) {
    mind.powerUp(start, at: time)
    nextTick = Self.multiple(of: 1_000_000_000, from: time)
    nextEpoch = Self.multiple(of: interval, from: time + Self.boot)
    nextGreeting = time + Self.greeting
  }

  private mutating func greet(at time: Int64) {
    nextGreeting = .max
    guard !isSilent else { return }
    speaker.writer.removeAll()
    for body in scenario.dialect.greeting { speaker.writer.write(body: body.utf8) }
    var bytes = outgoing()
    if scenario.dialect.quirks.contains(.beginsMidSentence) { bytes.removeFirst(bytes.count / 3) }
    send(bytes, at: time)
  }

  private static func multiple(of unit: Int64, from time: Int64) -> Int64 { (time + unit - 1) / unit * unit }

  private var isSilent: Bool { timeline.faults.contains { $0.fault == .silent } }

  private mutating func turn(at time: Int64, _ emissions: inout [Emission]) {
    // Take out the bytes that have left; the event may change the others.
    drain(until: time, &emissions)
    let wasRefused = timeline.refusal
    guard let (happening, isBeginning, time) = timeline.advance() else { return }
    let instant = Duration.nanoseconds(time)
    switch happening {
    case .unplug where isBeginning:
      guard deviceName != nil else { return }
      deviceName = nil
      line.removeAll()
      emissions.append(.unplugged(at: instant))
    case .unplug(let name, let waking):
      guard !timeline.isUnplugged else { return }
      plugIn(name ?? scenario.device, waking, at: time, &emissions)
    case .restart(let start) where isBeginning && deviceName != nil: powerUp(start, at: time)
    case .refusal where timeline.refusal != wasRefused:
      emissions.append(
        timeline.refusal.map { .refusesOpening($0, at: instant) } ?? .allowsOpening(at: instant))
    case .fault(.stalled, _): if let end = timeline.stallEnd { line.hold(from: time, until: end) }
    default: break
    }
  }

  // MARK: - Output

  private mutating func speak(at time: Int64, _ emissions: inout [Emission]) {
    var epoch = mind.epoch(at: time, surroundings)
    if !timeline.faults.isEmpty { beliefs.apply(timeline.faults, to: &epoch, at: time) }
    lastEpoch = epoch
    guard !isSilent else { return }
    let delay = scenario.dialect.latency + Int64(chance.fraction() * Double(scenario.dialect.jitter))
    // Take out the bytes that have left, so that the waiting ones can be counted.
    drain(until: time, &emissions)
    guard line.count <= Self.buffer else {
      droppedEpochs += 1
      return
    }
    speaker.writer.removeAll()
    speaker.speak(epoch, outputs)
    send(outgoing(), at: time + delay)
  }

  /// The speaker's bytes, after the faults that are going on.
  private mutating func outgoing() -> [UInt8] {
    let risks = timeline.risks
    if scenario.dialect.quirks.contains(.padsSentences) { speaker.writer.pad() }
    guard risks.isEmpty else { return damage.damage(speaker.writer.bytes, speaker.writer.ends, risks) }
    // A copy of its own size: the writer keeps its memory, and does not have to ask for more with each epoch.
    return Array(speaker.writer.bytes[...])
  }

  /// Puts bytes on the line, as the host will hear them.
  private mutating func send(_ bytes: [UInt8], at time: Int64) {
    guard !bytes.isEmpty else { return }
    var speaking = speed
    for case (.wrongSpeed(let wrong), _) in timeline.faults { speaking = max(1, wrong) }
    guard let speaking else { return line.append(bytes, at: time, duration: 0) }
    let duration = Int64(bytes.count) * 10_000_000_000 / Int64(speaking)
    let listening = hostSpeed ?? speed ?? speaking
    guard listening != speaking else { return line.append(bytes, at: time, duration: duration) }
    let garbled = UARTModel(sender: speaking, receiver: listening).garble(bytes.span)
    line.append(garbled.bytes, at: time, duration: duration)
  }

  private mutating func drain(until time: Int64, _ emissions: inout [Emission]) {
    line.drain(until: time) { bytes, start, end in
      emissions.append(
        .bytes(Emission.Chunk(bytes: bytes, start: .nanoseconds(start), end: .nanoseconds(end))))
    }
  }

  // MARK: - Commands

  private mutating func obey(_ bodies: [[UInt8]]) {
    for body in bodies {
      let effects = scenario.dialect.commands.effects(of: body, scenario.dialect, scenario.commandSupport)
      for effect in effects { carryOut(effect) }
    }
  }

  private mutating func carryOut(_ effect: CommandEffect) {
    let time = max(0, clock)
    switch effect {
    case .interval(let asked):
      interval = asked
      mind.setInterval(asked)
      nextEpoch = Self.multiple(of: asked, from: time + 1)
    case .speed(let asked):
      guard speed != nil, speed != asked else { return }
      speed = asked
      waiting.append(.speedChanged(to: asked, at: .nanoseconds(time)))
    case .output(let kind, let period): outputs[kind] = period
    case .outputs(let periods): for (kind, period) in periods { outputs[kind] = period }
    case .defaultOutputs:
      outputs = scenario.dialect.outputs(interval: interval, skyPeriod: scenario.skyPeriod)
    case .restart(let start): powerUp(start, at: time)
    case .tell(let kind):
      guard let lastEpoch else { return }
      speaker.writer.removeAll()
      speaker.answer(kind, lastEpoch)
      send(outgoing(), at: time + 20_000_000)
    case .reply(let body):
      speaker.writer.removeAll()
      speaker.writer.write(body: body.utf8)
      send(outgoing(), at: time + 20_000_000)
    }
  }
}
