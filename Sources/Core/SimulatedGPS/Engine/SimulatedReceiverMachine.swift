internal import GPSBridge

/// A GPS receiver as a value: time goes in, bytes come out.
///
/// ```swift
/// var engine = SimulatedReceiverMachine(.tunnel)
/// for emission in engine.advance(to: .seconds(60)) {
///   if case .bytes(let chunk) = emission { print(chunk.start, chunk.bytes.count) }
/// }
/// ```
///
/// The same scenario and seed give the same bytes on any machine, however time is divided into calls. The
/// engine performs no I/O, reads no clock, and never sleeps; the type that plays it does so.
public struct SimulatedReceiverMachine: Sendable {
  /// The scenario that the engine plays.
  public let scenario: Scenario
  /// The last epoch, before any damage; nil before the first one.
  public private(set) var lastEpoch: SimulatedEpoch?
  /// Bits per second at which the receiver currently sends; nil for native USB.
  public var speed: Int? { cable.speed }
  /// The name under which the receiver is plugged in; nil while it is not.
  public private(set) var deviceName: String?
  /// The number of epochs dropped because the line was too slow.
  package private(set) var droppedEpochs = 0

  private var mind: ReceiverModel
  private var speaker: Speaker
  private var damage: SentenceDamage
  private var beliefs = BeliefFaults()
  private var chance: RandomSource
  private var commands = CommandReader()
  /// The u-blox part: UBX messages and settings.
  private var ublox: UBloxPart?
  /// Whether the next plug-in keeps power: the receiver has reset itself.
  private var isResetting = false
  private var cable: Cable
  private var timeline: Timeline
  private var outputs: OutputTable
  /// The current time in nanoseconds since the beginning; negative before it.
  private var clock: Int64 = -1
  private var interval: Int64
  private var nextTick: Int64 = 0
  private var nextEpoch: Int64 = 0
  /// When the next sensor report is due; the largest number means never.
  private var nextSensing = Int64.max
  /// When the next startup text is due; the largest number means never.
  private var nextGreeting = Int64.max
  /// Emissions caused by a command, which the next call to ``advance(to:)`` returns.
  private var waiting: [Emission] = []
  /// Nanoseconds from power-on to the startup text, and to the first epoch.
  private static let greeting: Int64 = 150_000_000
  private static let boot: Int64 = 300_000_000
  /// Nanoseconds from a moment to its sensor report; sensors are faster than satellite solutions.
  private static let sensing: Int64 = 8_000_000

  /// How much of its first second has passed when it is plugged in.
  package private(set) var age = Duration.zero

  /// Creates a receiver that is about to be plugged in, at a time in seconds of UTC unless its scenario has a start.
  package init(_ scenario: Scenario, at present: Double) {
    guard scenario.start == nil, let second = Int64(exactly: present.rounded(.down)),
      Scenario.years.contains(second)
    else {
      self.init(scenario)
      return
    }
    var begun = scenario
    begun.start = UTC(secondsSince1970: second)
    self.init(begun)
    // Its epochs are at the whole seconds of UTC, as a real receiver's are.
    age = .nanoseconds(Int64((present - Double(second)) * 1e9))
  }

  /// Creates a receiver that is about to be plugged in.
  public init(_ scenario: Scenario) {
    self.scenario = scenario
    interval = scenario.interval
    outputs = scenario.dialect.outputs(interval: interval, skyPeriod: scenario.skyPeriod)
    cable = Cable(
      speed: scenario.speed ?? scenario.dialect.speed, hostSpeed: scenario.hostSpeed,
      limit: scenario.receiverFaults.contains(.slowLine) ? 300 : nil, overflow: scenario.overflow)
    mind = ReceiverModel(scenario, interval: interval)
    speaker = Speaker(scenario.dialect)
    damage = SentenceDamage(seed: scenario.seed)
    chance = RandomSource(seed: scenario.seed, stream: 4)
    timeline = Timeline(scenario.events + scenario.faultEvents)
    ublox = UBloxPart(scenario, sentences: outputs)
  }

  /// The current simulated time.
  public var now: Duration { .nanoseconds(max(0, clock)) }

  /// Why the port cannot be opened now; nil if it can.
  package var openRefusal: Scenario.OpenRefusal? { timeline.refusal }

  /// When the next output is due; call ``advance(to:)`` then or later.
  public var nextDue: Duration {
    guard waiting.isEmpty else { return now }
    var next = timeline.nextTime ?? .max
    if deviceName != nil { next = min(next, nextTick, nextEpoch, nextGreeting, nextSensing) }
    if clock < 0 { next = 0 }
    if let departure = cable.nextDeparture { next = min(next, departure) }
    return .nanoseconds(max(next, clock, 0))
  }

  /// When the next known event begins or ends; nil if no event remains.
  package var nextTurn: Duration? { clock < 0 ? .zero : timeline.nextTime.map { .nanoseconds($0) } }

  /// Adds events to the scenario, from now on or later.
  public mutating func add(_ events: [Scenario.Event]) { timeline.add(events, from: max(0, clock)) }

  /// Advances the time and returns all output that has left completely by then, in order.
  ///
  /// A time in the past changes nothing.
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
      let sensing = deviceName == nil ? .max : nextSensing
      let next = min(event, tick, epoch, greeting, sensing)
      guard next <= target else { break }
      if next == event {
        turn(at: next, &emissions)
      } else if next == tick {
        mind.tick(
          Int(next / 1_000_000_000), surroundings, BeliefFaults.interference(timeline.faults, at: next))
        nextTick += 1_000_000_000
      } else if next == greeting {
        greet(at: next)
      } else if next == sensing {
        sense(at: next)
        nextSensing = ublox?.nextSensing(after: next) ?? .max
      } else {
        speak(at: next, &emissions)
        nextEpoch += interval
      }
    }
    clock = max(clock, target)
    cable.drain(until: clock, &emissions)
    return emissions
  }

  /// Receives bytes from the host, at the current simulated time.
  public mutating func receive(_ bytes: Span<UInt8>) {
    if deviceName != nil { read(cable.heard(bytes).span) }
  }

  /// Changes the host's speed from now on; nil means that it always matches.
  ///
  /// The host receives the rest of a burst in transit at the new speed.
  package mutating func setHostSpeed(_ speed: Int?) { cable.setHostSpeed(speed) }

  // MARK: - Events

  private var surroundings: Scenario.Surroundings {
    if ublox?.isDeafToSky == true { return .tunnel }
    return timeline.surroundings ?? scenario.surroundings
  }

  private mutating func plugIn(
    _ name: String, _ start: Scenario.PowerUp, at time: Int64, _ emissions: inout [Emission]
  ) {
    deviceName = name
    emissions.append(.plugged(name: name, at: .nanoseconds(time)))
    powerUp(start, at: time, powerWasGone: !isResetting)
    isResetting = false
  }

  private mutating func powerUp(_ start: Scenario.PowerUp, at time: Int64, powerWasGone: Bool = true) {
    ublox?.start(at: time, powerWasGone: powerWasGone)
    adopt(at: time)
    search(start, at: time)
    nextGreeting = time + Self.greeting
  }

  private mutating func search(_ start: Scenario.PowerUp, at time: Int64) {
    ublox?.begin(at: time)
    mind.powerUp(start, at: time)
    nextTick = Self.multiple(of: 1_000_000_000, from: time)
    nextEpoch = Self.multiple(of: interval, from: time + Self.boot)
    nextSensing = ublox?.nextSensing(after: nextEpoch) ?? .max
  }

  private mutating func greet(at time: Int64) {
    nextGreeting = .max
    guard !isSilent else { return }
    if let ublox, !ublox.speaksSentences { return send(ublox.greeting(scenario.dialect.greeting), at: time) }
    speaker.writer.removeAll()
    for body in scenario.dialect.greeting { speaker.writer.write(body: body.utf8) }
    var bytes = outgoing()
    if scenario.dialect.quirks.contains(.beginsMidSentence) { bytes.removeFirst(bytes.count / 3) }
    send(bytes, at: time)
  }

  private static func multiple(of unit: Int64, from time: Int64) -> Int64 { (time + unit - 1) / unit * unit }

  private var isSilent: Bool { timeline.faults.contains { $0.fault == .silent } }

  private mutating func turn(at time: Int64, _ emissions: inout [Emission]) {
    // Drain the bytes that have left; the event may change the others.
    cable.drain(until: time, &emissions)
    let wasRefused = timeline.refusal
    guard let (happening, isBeginning, time) = timeline.advance() else { return }
    let instant = Duration.nanoseconds(time)
    switch happening {
    case .unplug where isBeginning:
      guard deviceName != nil else { return }
      deviceName = nil
      cable.removeAll()
      emissions.append(.unplugged(at: instant))
    case .unplug(let name, let waking):
      guard !timeline.isUnplugged else { return }
      plugIn(name ?? scenario.device, waking, at: time, &emissions)
    case .restart(let start) where isBeginning && deviceName != nil: powerUp(start, at: time)
    case .refusal where timeline.refusal != wasRefused:
      emissions.append(
        timeline.refusal.map { .refusesOpening($0, at: instant) } ?? .allowsOpening(at: instant))
    case .fault(.stalled, _): if let end = timeline.stallEnd { cable.hold(from: time, until: end) }
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
    // Drain the bytes that have left, so that only the waiting ones are counted.
    cable.drain(until: time, &emissions)
    guard cable.pending <= cable.capacity else {
      loseEpoch(at: time)
      return
    }
    send(burst(epoch, at: time), at: time + delay)
    if ublox?.isForgetting(at: time) == true { powerUp(.hot, at: time, powerWasGone: false) }
  }

  /// Sends a position that sensors carried forward from the last epoch, ahead of any solution still queued.
  private mutating func sense(at time: Int64) {
    guard let lastEpoch, nextEpoch < .max, !isSilent, cable.pending <= cable.capacity else { return }
    let isFrozen = timeline.faults.contains { $0.fault == .frozen || $0.fault == .frozenTime }
    let epoch = isFrozen ? lastEpoch : mind.carried(lastEpoch, to: time)
    guard let said = ublox?.sense(epoch, carriedFrom: lastEpoch.instant) else { return }
    let risks = timeline.risks
    let bytes = risks.isEmpty ? said : damage.damage(said, [said.count], risks)
    send(bytes, at: time + Self.sensing, overtaking: true)
  }

  private mutating func burst(_ epoch: SimulatedEpoch, at time: Int64) -> [UInt8] {
    speaker.writer.removeAll()
    guard ublox != nil else {
      speaker.speak(epoch, outputs)
      return outgoing()
    }
    look(at: time)
    var said = epoch
    // NMEA sentences can only report a fix outside the output filters as no fix.
    if ublox?.isGood(epoch) == false { said.mode = .none }
    if ublox?.speaksSentences == true { speaker.speak(said, outputs) }
    if scenario.dialect.quirks.contains(.padsSentences) { speaker.writer.pad() }
    let sentences = OutputBurst(speaker.writer.bytes, ends: speaker.writer.ends)
    var burst = ublox?.burst(epoch, around: sentences) ?? sentences
    if !cable.hasRoom(for: burst.bytes.count) {
      burst.cut(to: cable.capacity - cable.pending)
      loseEpoch(at: time)
    }
    return timeline.risks.isEmpty ? burst.bytes : damage.damage(burst.bytes, burst.ends, timeline.risks)
  }

  /// Counts an epoch that did not fit on the line.
  private mutating func loseEpoch(at time: Int64) {
    droppedEpochs += 1
    ublox?.noteLoss(at: time)
  }

  /// The speaker's bytes, with the active faults applied.
  private mutating func outgoing() -> [UInt8] {
    let risks = timeline.risks
    if scenario.dialect.quirks.contains(.padsSentences) { speaker.writer.pad() }
    guard risks.isEmpty else { return damage.damage(speaker.writer.bytes, speaker.writer.ends, risks) }
    // An exact-size copy: the writer keeps its capacity and does not reallocate with each epoch.
    return Array(speaker.writer.bytes[...])
  }

  private mutating func send(_ bytes: [UInt8], at time: Int64, overtaking: Bool = false) {
    ublox?.count(sent: bytes.count)
    var wrongSpeed: Int?
    for case (.wrongSpeed(let wrong), _) in timeline.faults { wrongSpeed = wrong }
    cable.send(bytes, at: time, wrongSpeed: wrongSpeed, overtaking: overtaking)
  }

  // MARK: - Commands

  private mutating func read(_ bytes: Span<UInt8>) {
    guard ublox != nil else { return obey(commands.take(bytes)) }
    for heard in ublox?.read(bytes) ?? [] {
      switch heard {
      case .sentence(let body): obey([body])
      case .message(let kind, let payload):
        guard scenario.commandSupport != .ignores else { continue }
        for effect in ublox?.hear(kind, payload) ?? [] { carryOut(effect) }
      }
    }
  }

  private mutating func carryOut(_ effect: UBloxReceiver.Effect) {
    let time = max(0, clock)
    switch effect {
    case .send(let bytes): send(bytes, at: time + 20_000_000)
    case .tell(let kind):
      look(at: time)
      if let bytes = ublox?.tell(kind, lastEpoch) { send(bytes, at: time + 20_000_000) }
    case .adopt: adopt(at: time)
    case .search(let start): search(start, at: time)
    case .stop: nextEpoch = .max
    case .dump:
      // Half a millisecond apart, because all of them together exceed a host's buffer.
      let frames = ublox?.dump(mind.orbits(at: time), at: mind.unixSeconds(at: time)) ?? []
      for (place, frame) in frames.enumerated() {
        send(frame, at: time + 20_000_000 + Int64(place) * 500_000)
      }
    case .assist(let assistance, let receipt):
      let knowsTime = mind.believesTime(at: time)
      if knowsTime || !assistance.needsTime { mind.take(assistance, at: time) }
      if let bytes = ublox?.acknowledge(assistance, receipt, knowsTime: knowsTime) {
        send(bytes, at: time + 20_000_000)
      }
    case .reset(let start):
      guard speed == nil, let deviceName else { return powerUp(start, at: time, powerWasGone: false) }
      // With native USB, the device disappears while the receiver resets.
      isResetting = true
      timeline.add(
        [
          Scenario.Event(
            from: .nanoseconds(time), to: .nanoseconds(time + 1_000_000_000),
            .unplug(returnsAs: deviceName, waking: start))
        ], from: time)
    }
  }

  /// Updates the state that a u-blox reports.
  private mutating func look(at time: Int64) {
    ublox?.look(at: time, BeliefFaults.interference(timeline.faults, at: time), cable)
  }

  /// Applies the settings of a u-blox.
  private mutating func adopt(at time: Int64) {
    guard let ublox else { return }
    outputs = ublox.sentences
    if ublox.interval != interval {
      interval = ublox.interval
      mind.setInterval(interval)
      nextEpoch = Self.multiple(of: interval, from: time + 1)
    }
    if ublox.constellations != speaker.constellations {
      mind.receive(ublox.constellations)
      search(.hot, at: time)
    }
    speaker.change(ublox.constellations, ublox.revision ?? scenario.dialect.revision)
    nextSensing = ublox.nextSensing(after: time) ?? .max
    guard let asked = ublox.speed, cable.changeSpeed(to: asked, at: time) else { return }
    waiting.append(.speedChanged(to: asked, at: .nanoseconds(time)))
  }

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
      guard cable.setSpeed(asked) else { return }
      waiting.append(.speedChanged(to: asked, at: .nanoseconds(time)))
    case .port(let command):
      ublox?.take(command)
      adopt(at: time)
    case .output(let kind, let period):
      outputs[kind] = period
      ublox?.set(kind, period)
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
