internal import GNSS
internal import UBX

// The exchange of settings also restores a receiver's memory, because only one request may run at a time.

extension SettingExchange {
  /// When to request the receiver's navigation data next; nil while the receiver can't be asked.
  var memoryDeadline: ContinuousClock.Instant? { current == nil && canAsk ? warmStart?.due : nil }

  /// Queues the next request of the warm start, if the exchange is idle.
  mutating func planWarmStart(at now: ContinuousClock.Instant) {
    guard warmStart != nil, current == nil, queue.isEmpty, canAsk, case .ready(var speed) = condition
    else { return }
    if isOnUSB { speed = .meaningless }
    guard let work = warmStart?.takeRequest(speed, at: now) else { return }
    queue.add(work, isRestoring: true)
  }

  /// Whether the receiver is connected by its USB port, where the line speed has no effect.
  private var isOnUSB: Bool { known.identity.map { $0.isPortTold && $0.port == .usb } ?? false }

  /// Continues once a receiver's memory has been looked up; `memory` is nil if nothing is stored.
  mutating func recalled(
    _ memory: ReceiverMemory?, of owner: ReceiverMemory.Owner, _ clock: WarmStart.HostTime,
    at now: ContinuousClock.Instant
  ) {
    warmStart?.recalled(memory, of: owner, clock, at: now)
    proceed(at: now)
  }

  /// Returns the pending steps of the warm start, as actions.
  mutating func takeMemoryActions() -> [Action] {
    warmStart?.takeSteps().map { step in
      switch step {
      case .recall(let owner): .recall(owner)
      case .keep(let memory): .keep(memory)
      case .tell(let news): .tell(.memory(news))
      case .started(let start): .tell(.started(start))
      }
    } ?? []
  }

  /// The exchange that restores a receiver's memory or requests it.
  func memoryTalk(
    _ work: ReceiverRequest.Work, _ identity: ReceiverIdentity, at now: ContinuousClock.Instant
  ) -> MemoryTalk? {
    guard let warmStart else { return nil }
    guard work == .give else { return MemoryTalk(taking: identity.generation) }
    return MemoryTalk(giving: warmStart.gift(at: now), to: identity.generation)
  }

  /// The current time, for a message that sets the receiver's clock.
  func timeToTell(at now: ContinuousClock.Instant) -> (NavPVT.CalendarDate, NavPVT.TimeOfDay)? {
    guard let utc = warmStart?.utc(at: now) else { return nil }
    let (day, clock) = (utc.date, utc.timeOfDay)
    guard let date = NavPVT.CalendarDate(year: day.year, month: day.month, day: day.day),
      let time = NavPVT.TimeOfDay(
        hour: Int(clock.hour), minute: Int(clock.minute), second: Int(clock.second),
        nanosecond: Int(clock.nanosecond))
    else { return nil }
    return (date, time)
  }
}
