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
    /// There is no fix, since it has told nothing for too long or is not there; as lines.
    case silence([UInt8])
    /// Where it points, as a line.
    case attitude([UInt8])
    /// What its time is by the computer's clock, as a line.
    case offset([UInt8])
    /// It is there, or its language is known now.
    case changed
    case lost
  }

  private(set) var device: ServedDevice
  /// Whether clients were told that there is no fix, and no epoch has come since.
  private var isSilent = false
  /// Whether it has gone and is not back: an epoch that was held back meanwhile is of before.
  private(set) var isGone = false
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
    device.isAutomatic = name == nil
    silenceDue = now + Self.patience
  }

  /// The computer's time at a moment.
  typealias Calendar = (ContinuousClock.Instant) -> UTC

  /// Takes a report; what is to be told because of it.
  mutating func take(
    _ report: Report, at now: ContinuousClock.Instant, utc: Calendar
  ) -> [News] {
    switch report {
    case .epoch(let epoch): return isGone ? [] : take(epoch, at: now, utc: utc)
    case .event(let event): return take(event.kind, at: now, utc: utc)
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
    now >= silenceDue ? silence(at: now) : nil
  }

  /// The report that there is no fix; the first one says that no satellite is used, too.
  private mutating func silence(at now: ContinuousClock.Instant) -> News {
    silenceDue = now + Self.repetition
    device.isActive = false
    let report = EpochReport(silent: device.path, lastTime: lastTime)
    device.report = report
    defer { isSilent = true }
    // The position is the first line.
    let end = report.lines.firstIndex(of: 0x0A).map { $0 + 1 } ?? report.lines.endIndex
    return .silence(isSilent ? Array(report.lines[..<end]) : report.lines)
  }

  /// Notes the language that an epoch was told in; whether it is another one than before.
  ///
  /// Satellites alone decide nothing: a receiver may tell them in one language and its position in the other.
  private mutating func noteLanguage(_ sources: Fix.Sources) -> Bool {
    let told = sources.intersection(.position)
    let former = told.isEmpty ? device.driver : nil
    let binary = Self.binaryDrivers.first { !told.isDisjoint(with: $0.sources) }
    let driver = binary?.name ?? former ?? Self.textDriver
    guard device.driver != driver else { return false }
    (device.driver, device.isNative) = (driver, driver != Self.textDriver)
    return true
  }

  /// gpsd's names of the languages.
  private static let textDriver = "NMEA0183"
  private static let binaryDrivers: [(name: String, sources: Fix.Sources)] = [
    ("u-blox", .ubx), ("SiRF", .sirf), ("CASIC", .casic),
  ]

  private mutating func take(
    _ epoch: Epoch, at now: ContinuousClock.Instant, utc: Calendar
  ) -> [News] {
    var news: [News] = []
    if noteLanguage(epoch.fix.sources) { news.append(.changed) }
    // It has no TPV, and an old one is not kept up by it.
    guard !epoch.fix.isUnreported else { return news }
    if let lastEpoch {
      // The shortest of the last ones would do; a pause is no period.
      let gap = lastEpoch.duration(to: epoch.received)
      if epoch.delay == nil, gap > .milliseconds(20), gap < .seconds(10) {
        pace = pace.map { min($0 * 1.2, gap) } ?? gap
      }
    }
    lastEpoch = epoch.received
    lastTime = epoch.fix.time ?? lastTime
    device.cycle = (pace ?? .seconds(1)) / .seconds(1)
    device.isActive = true
    isSilent = false
    silenceDue = now + max(Self.patience, (pace ?? .seconds(1)) * 2.5)
    let told = statistics.flatMap { $0.belongs(to: epoch.fix.time) ? $0 : nil }
    statistics = nil
    let report = EpochReport(
      epoch.fix, device: device.path, isSuspect: !epoch.isPresentable, statistics: told)
    device.report = report
    news.append(.epoch(report))
    if let attitude = attitudes.endEpoch(at: epoch.fix.time) { news.append(self.news(attitude)) }
    if let begin = bursts.endEpoch(isGood: epoch.fix.isValid && epoch.isPresentable),
      let time = epoch.fix.time
    {
      news.append(.offset(ClockOffset(told: time, clock: utc(begin)).line(device.path)))
    }
    return news
  }

  private mutating func take(
    _ event: ReceiverEvent.Kind, at now: ContinuousClock.Instant, utc: Calendar
  ) -> [News] {
    switch event {
    case .opened(let place, let speed):
      if device.isAutomatic { device.path = place.node }
      device.node = place.node
      device.activated = utc(now)
      isGone = false
      device.speed = speed ?? 0
      (device.driver, lastEpoch, pace) = (nil, nil, nil)
      (attitudes, statistics, bursts) = (AttitudeGatherer(), nil, BurstWatch())
      return [.changed]
    case .speedFound(let speed):
      device.speed = speed
      return []
    case .detached, .disconnected, .closed:
      guard device.activated != nil else { return [] }
      (device.activated, device.node) = (nil, nil)
      isGone = true
      return [.lost, silence(at: now)]
    default: return []
    }
  }
}
