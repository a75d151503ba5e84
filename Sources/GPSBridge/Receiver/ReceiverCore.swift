internal import Delivery
internal import GNSS
internal import SerialPorts

/// An opening that waits for an earlier one to be closed.
struct NextOpening: Sendable {
  var place: DevicePlace
  var speed: Int?
}

/// All that a receiver remembers between two happenings on its queue.
struct ReceiverCore: Sendable {
  var machine: ReceiverMachine
  var decoder: ReceiverDecoder
  var freshness: FreshnessTracker
  /// What is set, and what the receiver says about it.
  var settings: SettingExchange
  /// Everything that verdicts follow from.
  var condition = ReceiverCondition()
  /// The number of listeners who asked for binary messages, which are copied for them alone.
  var messageListeners = 0 { didSet { decoder.givesMessages = messageListeners > 0 } }
  /// How many listeners want the text of sentences, and how many want verdicts.
  var sentenceListeners = 0
  var verdictListeners = 0
  /// Fires when the verdict is to be looked at again, although nothing was told.
  var verdictTimer: (any TimerHandle)?
  /// Reports that are to be told, in order.
  var outputs: [Report] = []

  var watch: (any DeviceWatch)?
  var source: (any ByteSource)?
  /// Where the source was opened.
  var place: DevicePlace?
  /// How many sources are being closed: until that is done, the same device would refuse to be opened.
  var closing = 0
  /// The opening that waits for that.
  var nextOpening: NextOpening?
  /// Other programs that were seen to read from the device.
  var otherReaders: [PortHolder] = []
  /// When they were looked for, and how much was damaged by then.
  var readersAsked: ContinuousClock.Instant?
  var damageSeen = 0
  /// Fires when it is time to see whether they have gone.
  var readersTimer: (any TimerHandle)?
  /// How often a device was opened: what an earlier one still says does not count.
  private(set) var opening = 0
  private(set) var openedAt: ContinuousClock.Instant

  var timers: [ReceiverMachine.Timer: any TimerHandle] = [:]
  /// Rings when something may be due by time alone.
  var alarm: (any TimerHandle)?
  var alarmDue: ContinuousClock.Instant?
  /// Fires when an errand takes too long.
  var errandTimer: (any TimerHandle)?
  var errandDeadline: ContinuousClock.Instant?
  /// Who waits for an errand.
  var waiting: [Int: OneShot<ReceiverDialect?, LocationError>] = [:]
  var lastByte: ContinuousClock.Instant

  let accuracy: AccuracyModel
  /// The last location, however old.
  var location: Location?
  /// Whether the receiver's last word was that it has no fix.
  var saysNoFix = true
  /// Whether its last word was a position that is none.
  var isImplausible = false
  /// How often it was.
  var refusedPositions = 0
  /// Whether the receiver had its chance to say since the device was opened whether it has a fix.
  var hasSpoken = false
  /// Whether there was a fix since the device was opened.
  var hadFix = false
  /// What the last update said.
  var told: ToldUpdate?
  /// The time that the receiver told last, over all openings.
  var lastTime: UTC?
  /// What was last done to the receiver's time.
  var corrections = TimeCorrections()

  init(_ options: ReceiverOptions, now: ContinuousClock.Instant, reference: DateReference) {
    machine = ReceiverMachine(options)
    decoder = ReceiverDecoder(reference, options.strictness)
    // The settings are watched by them.
    decoder.givesSentences = true
    settings = SettingExchange(options)
    freshness = FreshnessTracker(options.freshness)
    accuracy = options.accuracy
    openedAt = now
    lastByte = now
  }

  /// A device was opened: what an earlier opening left half said is forgotten.
  mutating func opened(
    _ source: any ByteSource, at now: ContinuousClock.Instant, _ place: DevicePlace,
    _ reference: DateReference,
    lastGood: Int?
  ) -> Int {
    self.source = source
    self.place = place
    opening += 1
    openedAt = now
    lastByte = now
    otherReaders = []
    hasSpoken = false
    hadFix = false
    saysNoFix = true
    isImplausible = false
    decoder.restart(reference)
    settings.opened(place.key, at: now)
    machine.opened(lastGood: lastGood)
    machine.stands(standing)
    return opening
  }

  /// Everything that must be let go when nobody holds the receiver any more.
  mutating func dismantle() -> (
    source: (any ByteSource)?, watch: (any DeviceWatch)?, timers: [any TimerHandle]
  ) {
    let handles = Array(timers.values) + [alarm, errandTimer, readersTimer, verdictTimer].compactMap(\.self)
    settings.close()
    defer {
      source = nil
      watch = nil
      timers = [:]
      alarm = nil
      alarmDue = nil
      errandTimer = nil
      readersTimer = nil
      verdictTimer = nil
    }
    return (source, watch, handles)
  }

  mutating func replace<Value>(_ path: WritableKeyPath<ReceiverCore, Value?>, with value: Value?) -> Value? {
    defer { self[keyPath: path] = value }
    return self[keyPath: path]
  }

  /// All that was counted.
  var counts: StreamTotals {
    var counts = decoder.counts
    counts.refusedPositions = refusedPositions
    return counts
  }

  mutating func takeOutputs() -> [Report] {
    defer { outputs.removeAll(keepingCapacity: true) }
    return outputs
  }
}
