internal import GNSS
internal import GPSBridge
internal import GPSDProtocol

/// What a server knows of a receiver, from its reports.
///
/// A fix never pretends to be live: when nothing comes for two and a half periods, clients are told that there is none,
/// and again each second. gpsd's clients need that; some of them end without it.
struct DeviceState: Sendable {
  /// What is to be told.
  enum News: Sendable, Hashable {
    case epoch(EpochReport)
    /// It is there, or its language is known now.
    case changed
    case lost
  }

  private(set) var device: ServedDevice
  private let isNamed: Bool
  private var pace: Duration?
  private var lastEpoch: ContinuousClock.Instant?
  private var lastTime: UTC?
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

  /// Takes a report; what is to be told because of it.
  mutating func take(_ report: Report, speaksUBX: Bool, at now: ContinuousClock.Instant, utc: UTC) -> [News] {
    switch report {
    case .epoch(let epoch): return take(epoch, speaksUBX: speaksUBX, at: now)
    case .event(let event): return take(event.kind, utc: utc)
    case .update, .sky, .condition, .sentence, .message, .setting, .verdict, .failed: return []
    }
  }

  /// Time has passed; the report that there is no fix, if it is due.
  mutating func timePassed(to now: ContinuousClock.Instant) -> News? {
    guard now >= silenceDue else { return nil }
    silenceDue = now + Self.repetition
    device.isActive = false
    let report = EpochReport(silent: device.path, lastTime: lastTime)
    device.report = report
    return .epoch(report)
  }

  private mutating func take(
    _ epoch: Epoch, speaksUBX: Bool, at now: ContinuousClock.Instant
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
    let report = EpochReport(epoch.fix, device: device.path, isSuspect: epoch.isSuspect)
    device.report = report
    return news + [.epoch(report)]
  }

  private mutating func take(_ event: ReceiverEvent.Kind, utc: UTC) -> [News] {
    switch event {
    case .opened(let place, let speed):
      if !isNamed { device.path = place.node }
      device.activated = utc
      device.speed = speed ?? 0
      (device.driver, lastEpoch, pace) = (nil, nil, nil)
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
