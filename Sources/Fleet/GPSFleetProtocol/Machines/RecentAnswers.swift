internal import GPSBase
internal import GPSTrackRows

/// The answers of the last two minutes, to repeat them to devices and brokers that were away: else all that was under way would be
/// sent again.
///
/// They are of one database and without refusals, one for each device and broker. Memory is bounded: with more devices the time is
/// shorter.
struct RecentAnswers: Sendable {
  private struct Key: Sendable, Hashable {
    let broker: Int
    let device: FleetDevice
  }

  /// In which the answers were given.
  private(set) var database: FleetDatabase?
  /// The ones of this minute, and of the one before.
  private var (new, old): ([Key: FleetAcknowledgement], [Key: FleetAcknowledgement]) = ([:], [:])
  private var began: Moment?

  private static let (period, most): (Duration, Int) = (.seconds(60), 20_000)
  /// A device has eight batches under way: more ranges were never answered at once.
  private static let mostRanges = 32

  mutating func note(
    _ answer: FleetAcknowledgement, to device: FleetDevice, through broker: Int, at now: Moment
  ) {
    guard !answer.committed.isEmpty else { return }
    if answer.database != database { self = RecentAnswers() }
    database = answer.database
    let key = Key(broker: broker, device: device)
    if began.map({ $0.duration(to: now) >= Self.period }) ?? true || new.count >= Self.most && new[key] == nil
    {
      (old, new, began) = (new, [:], now)
    }
    var answer = answer
    answer.refused = []
    if let before = new[key], before.epoch == answer.epoch, before.committed.ranges.count < Self.mostRanges {
      answer.committed.formUnion(before.committed)
    }
    new[key] = answer
  }

  /// The answers to a device.
  func answers(to device: FleetDevice, through broker: Int) -> [FleetAcknowledgement] {
    let key = Key(broker: broker, device: device)
    return [old[key], new[key]].compactMap(\.self)
  }

  /// The answers to all devices of a broker.
  func all(for broker: Int) -> [(FleetDevice, FleetAcknowledgement)] {
    [old, new].flatMap { answers in
      answers.filter { $0.key.broker == broker }.sorted { $0.key.device < $1.key.device }
        .map { ($0.key.device, $0.value) }
    }
  }
}
