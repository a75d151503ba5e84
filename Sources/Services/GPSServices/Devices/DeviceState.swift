internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSDProtocol
internal import GPSFormats

/// The state of a receiver in a server, kept from its reports.
///
/// A fix never pretends to be live: if nothing arrives until the last one is stale, clients receive a report
/// without a fix, repeated every second. gpsd's clients need this; some quit without it.
struct DeviceState: Sendable {
  /// A change to report to clients.
  enum News: Sendable, Hashable {
    case epoch(EpochReport)
    /// The lines that report no fix, because the receiver is silent or unplugged.
    case silence([UInt8])
    case attitude([UInt8])
    /// The line that reports the offset between the receiver's time and the computer's clock.
    case offset([UInt8])
    /// The receiver was plugged in, or its protocol was detected.
    case changed
    case lost
  }

  private(set) var device: ServedDevice
  /// Whether clients received a report without a fix, and no epoch has followed.
  private var isSilent = false
  /// Whether the receiver was unplugged; an epoch delivered late is then out of date.
  private(set) var isGone = false
  private var pace: Duration?
  @StoredInstantIfAny private var lastEpoch: ContinuousClock.Instant?
  private(set) var lastTime: UTC?
  private var attitudes = AttitudeGatherer()
  private var statistics: SolutionStatistics?
  private var bursts = BurstWatch()
  /// When the next report without a fix is due.
  @StoredInstant private(set) var silenceDue: ContinuousClock.Instant

  /// The interval between reports without a fix.
  private static let repetition = Duration.seconds(1)

  init(_ id: ServedDevice.ID, name: String?, at now: ContinuousClock.Instant) {
    device = ServedDevice(id, path: name ?? "auto")
    device.isAutomatic = name == nil
    silenceDue = now + FreshnessThresholds.standard.earliestStale
  }

  /// The computer's time at an instant.
  typealias Calendar = (ContinuousClock.Instant) -> UTC

  /// Handles a report; returns what to report to clients.
  mutating func take(_ report: Report, at now: ContinuousClock.Instant, utc: Calendar) -> [News] {
    switch report {
    case .epoch(let epoch): return isGone ? [] : take(epoch, at: now, utc: utc)
    case .event(let event): return take(event.kind, at: now, utc: utc)
    case .update, .sky, .condition, .sentence, .message, .setting, .verdict, .failed: return []
    }
  }

  /// Handles a sentence, for data that is not part of epochs.
  mutating func hear(_ sentence: [UInt8]) -> News? {
    if let told = SolutionStatistics(sentence) { statistics = told }
    return attitudes.take(sentence).map(news)
  }

  mutating func heardBytes(at instant: ContinuousClock.Instant) {
    bursts.hear(at: instant, pace: pace ?? .seconds(1))
  }

  private func news(_ attitude: Attitude) -> News {
    .attitude(JSONWriter.line("\r\n") { GPSDObjects.attitude(attitude, device.path, &$0) })
  }

  /// Returns the report without a fix, if it is due.
  mutating func timePassed(to now: ContinuousClock.Instant) -> News? {
    now >= silenceDue ? silence(at: now) : nil
  }

  /// Returns the report without a fix; the first such report also includes a sky without satellites.
  private mutating func silence(at now: ContinuousClock.Instant) -> News {
    silenceDue = now + Self.repetition
    device.isActive = false
    let report = EpochReport(silent: device.path, lastTime: lastTime)
    device.report = report
    defer { isSilent = true }
    // The first line is the position.
    let end = report.lines.firstIndex(of: 0x0A).map { $0 + 1 } ?? report.lines.endIndex
    return .silence(isSilent ? Array(report.lines[..<end]) : report.lines)
  }

  /// Notes the protocol of an epoch's position; returns whether it changed.
  ///
  /// Satellites alone do not decide: a receiver may report them and its position in different protocols.
  private mutating func noteLanguage(_ sources: Fix.Sources) -> Bool {
    let told = sources.intersection(.position)
    let former = told.isEmpty ? device.driver : nil
    let binary = Self.binaryDrivers.first { !told.isDisjoint(with: $0.sources) }
    let driver = binary?.name ?? former ?? Self.textDriver
    guard device.driver != driver else { return false }
    (device.driver, device.isNative) = (driver, driver != Self.textDriver)
    return true
  }

  /// gpsd's names of the protocols.
  private static let textDriver = "NMEA0183"
  private static let binaryDrivers: [(name: String, sources: Fix.Sources)] = [
    ("u-blox", .ubx), ("SiRF", .sirf), ("CASIC", .casic),
  ]

  private mutating func take(_ epoch: Epoch, at now: ContinuousClock.Instant, utc: Calendar) -> [News] {
    var news: [News] = []
    if noteLanguage(epoch.fix.sources) { news.append(.changed) }
    // An epoch that reports neither a fix nor its loss has no TPV and does not extend the life of an old one.
    guard !epoch.fix.isUnreported else { return news }
    if let lastEpoch {
      // The shortest recent interval is the period; longer ones are pauses.
      let gap = lastEpoch.duration(to: epoch.received)
      if epoch.delay == nil, gap > .milliseconds(20), gap < .seconds(10) {
        pace = pace.map { min($0.times(1.2), gap) } ?? gap
      }
    }
    lastEpoch = epoch.received
    lastTime = epoch.fix.time ?? lastTime
    device.cycle = (pace ?? .seconds(1)).inSeconds
    device.isActive = true
    isSilent = false
    silenceDue = now + FreshnessThresholds.standard.age(of: .stale, interval: pace ?? .seconds(1))
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
