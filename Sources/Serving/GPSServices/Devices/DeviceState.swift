internal import GNSS
internal import GPSBridge
internal import GPSDProtocol
internal import GPSFormats

/// What a server knows of a receiver, from its reports.
///
/// A fix never pretends to be live: when nothing comes for two and a half periods, clients are told that there is none,
/// and again each second. gpsd's clients need that; some of them end without it.
struct DeviceState: Sendable {
  /// What is to be told.
  enum News: Sendable, Hashable {
    case epoch(EpochReport)
    /// It has told nothing for too long: there is no fix.
    case silence(EpochReport)
    /// Where it points, as a line.
    case attitude([UInt8])
    /// What its time is by the computer's clock, as a line.
    case offset([UInt8])
    /// It is there, or its language is known now.
    case changed
    case lost
  }

  private(set) var device: ServedDevice
  private let isNamed: Bool
  private var pace: Duration?
  private var lastEpoch: ContinuousClock.Instant?
  /// The time of its last epoch that had one.
  private(set) var lastTime: UTC?
  private var attitudes = AttitudeGatherer()
  private var statistics: SolutionStatistics?
  private var bursts = BurstWatch()
  /// When it is next told that there is no fix.
  private(set) var silenceDue: ContinuousClock.Instant

  /// Silence is told again in this time.
  private static let repetition = Duration.seconds(1)
  /// No silence is told before.
  private static let patience = Duration.seconds(2)

  init(_ id: ServedDevice.ID, name: String?, at now: ContinuousClock.Instant) {
    device = ServedDevice(id, path: name ?? "auto")
    isNamed = name != nil
    silenceDue = now + Self.patience
  }

  /// The computer's time at a moment.
  typealias Calendar = (ContinuousClock.Instant) -> UTC

  /// Takes a report; what is to be told because of it.
  mutating func take(
    _ report: Report, speaksUBX: Bool, at now: ContinuousClock.Instant, utc: Calendar
  ) -> [News] {
    switch report {
    case .epoch(let epoch): return take(epoch, speaksUBX: speaksUBX, at: now, utc: utc)
    case .event(let event): return take(event.kind, utc: utc(now))
    case .update, .sky, .condition, .sentence, .message, .setting, .verdict, .failed: return []
    }
  }

  /// Takes a sentence, for what stands in no epoch.
  mutating func hear(_ sentence: [UInt8]) -> News? {
    if let told = SolutionStatistics(sentence) { statistics = told }
    return attitudes.take(sentence).map(news)
  }

  /// Bytes have come.
  mutating func heardBytes(at instant: ContinuousClock.Instant) {
    bursts.hear(at: instant, pace: pace ?? .seconds(1))
  }

  private func news(_ attitude: Attitude) -> News { .attitude(AttitudeLine.bytes(attitude, device.path)) }

  /// Time has passed; the report that there is no fix, if it is due.
  mutating func timePassed(to now: ContinuousClock.Instant) -> News? {
    guard now >= silenceDue else { return nil }
    silenceDue = now + Self.repetition
    device.isActive = false
    let report = EpochReport(silent: device.path, lastTime: lastTime)
    device.report = report
    return .silence(report)
  }

  private mutating func take(
    _ epoch: Epoch, speaksUBX: Bool, at now: ContinuousClock.Instant, utc: Calendar
  ) -> [News] {
    var news: [News] = []
    let driver = speaksUBX ? "u-blox" : "NMEA0183"
    if device.driver != driver {
      (device.driver, device.isNative) = (driver, speaksUBX)
      news.append(.changed)
    }
    if let lastEpoch {
      // The shortest of the last ones would do; a pause is no period.
      let gap = lastEpoch.duration(to: epoch.received)
      if gap > .milliseconds(20), gap < .seconds(10) { pace = pace.map { min($0 * 1.2, gap) } ?? gap }
    }
    lastEpoch = epoch.received
    lastTime = epoch.fix.time ?? lastTime
    device.cycle = (pace ?? .seconds(1)) / .seconds(1)
    device.isActive = true
    silenceDue = now + max(Self.patience, (pace ?? .seconds(1)) * 2.5)
    let told = statistics.flatMap { $0.belongs(to: epoch.fix.time) ? $0 : nil }
    statistics = nil
    let report = EpochReport(
      epoch.fix, device: device.path, isSuspect: epoch.isSuspect, statistics: told)
    device.report = report
    news.append(.epoch(report))
    if let attitude = attitudes.endEpoch(at: epoch.fix.time) { news.append(self.news(attitude)) }
    if let begin = bursts.endEpoch(isGood: epoch.fix.isValid && !epoch.isSuspect), let time = epoch.fix.time {
      news.append(.offset(ClockOffset(told: time, clock: utc(begin)).line(device.path)))
    }
    return news
  }

  private mutating func take(_ event: ReceiverEvent.Kind, utc: UTC) -> [News] {
    switch event {
    case .opened(let place, let speed):
      if !isNamed { device.path = place.node }
      device.activated = utc
      device.speed = speed ?? 0
      (device.driver, lastEpoch, pace) = (nil, nil, nil)
      (attitudes, statistics, bursts) = (AttitudeGatherer(), nil, BurstWatch())
      return [.changed]
    case .speedFound(let speed):
      device.speed = speed
      return []
    case .detached, .disconnected, .closed:
      guard device.activated != nil else { return [] }
      (device.activated, device.isActive) = (nil, false)
      return [.lost]
    default: return []
    }
  }
}
