internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import GPSGeodesy

/// Two receivers beside each other, and how they differ at the same times: a pure value.
struct MonitorPair: Sendable {
  private(set) var comparison = Comparison()
  /// The mean difference; nil without positions of the same time at one place.
  private(set) var result: PositionSurvey.Result?
  /// When the last two positions of the same time were complete.
  private(set) var matchedAt: ContinuousClock.Instant?
  private var resultAt: ContinuousClock.Instant?
  /// When the last signals of the same time were complete, and when both had a position.
  private var (signalsAt, begunAt): (ContinuousClock.Instant?, ContinuousClock.Instant?)

  /// The error of many positions takes some milliseconds to compute.
  private static let pace = Duration.seconds(2)
  /// After this time without positions of the same time, there is a reason for it.
  static let patience = Duration.seconds(5)

  /// Applies a report of one of the receivers.
  mutating func take(_ report: Report, from side: Int, at now: ContinuousClock.Instant) {
    switch report {
    case .epoch(let epoch) where !epoch.isSuspect:
      let before = comparison.latest?.time
      comparison.take(epoch.fix, after: 0, from: side)
      if begunAt == nil, !comparison.positions.contains(0) { begunAt = now }
      guard comparison.latest?.time != before else { return }
      matchedAt = now
      guard resultAt.map({ $0.duration(to: now) >= Self.pace }) ?? true else { return }
      result = comparison.survey.result
      resultAt = now
    case .sky(let sky):
      let before = comparison.signalTime
      comparison.take(sky, from: side)
      if comparison.signalTime != before { signalsAt = now }
    default: break
    }
  }

  /// How long ago the last positions of the same time were; nil without any.
  func age(at now: ContinuousClock.Instant) -> Duration? { matchedAt.map { $0.duration(to: now) } }

  /// Whether the last difference is too old to be current; also without one.
  func isOld(at now: ContinuousClock.Instant) -> Bool { age(at: now).map { $0 >= Self.patience } ?? true }

  /// Whether the last signals of the same time are too old to be current; many receivers report them each five seconds.
  func hasOldSignals(at now: ContinuousClock.Instant) -> Bool {
    signalsAt.map { $0.duration(to: now) >= Self.patience * 2 } ?? true
  }

  /// Why there is no current difference of the two devices; nil if there is one.
  ///
  /// Without detail it has no times, which change each second.
  func reason(_ devices: [MonitoredDevice], at now: ContinuousClock.Instant, hasDetail: Bool = true)
    -> String?
  {
    if let age = age(at: now), age < Self.patience {
      guard let (_, east, north, _) = comparison.latest, east * east + north * north >= 1e8 else {
        return nil
      }
      let mean =
        result.map { "the mean is of the \(Plural.of($0.count, "position")) before" } ?? "no mean"
      return "A and B are more than 10 km apart: \(mean)"
    }
    let troubles = zip(["A", "B"], devices).compactMap { name, device in
      Self.trouble(device, at: now, hasDetail).map { "\(name): \($0)" }
    }
    guard troubles.isEmpty, devices.count > 1 else { return troubles.joined(separator: "; ") }
    guard let since = matchedAt ?? begunAt, let one = devices[0].fix?.time, let other = devices[1].fix?.time,
      one != other
    else { return nil }
    let areApart = Self.areApart(devices)
    // A position waits for the next one before it is compared.
    guard areApart || since.duration(to: now) >= Self.patience else { return nil }
    guard hasDetail else { return "no position of the same time" }
    guard !areApart else {
      return
        "A is of \(TimeText.moment(one, decimals: 0))Z and B of \(TimeText.moment(other, decimals: 0))Z: "
        + "only positions of the same time are compared"
    }
    let yet = matchedAt == nil ? " yet" : ""
    return "no position of the same time\(yet): A is at \(Self.clock(one)), B at \(Self.clock(other))"
  }

  /// Whether two devices report times so different that a pause explains nothing.
  static func areApart(_ devices: [MonitoredDevice]) -> Bool {
    guard let one = devices[0].fix?.time, let other = devices[1].fix?.time else { return false }
    return abs(one.unixSeconds - other.unixSeconds) >= 3600
  }

  /// `07:08:22.250Z`, without the date.
  static func clock(_ time: UTC) -> String {
    let text = TimeText.moment(time, decimals: 3).dropFirst("2026-11-20 ".count)
    return (text.hasSuffix(".000") ? String(text.dropLast(4)) : String(text)) + "Z"
  }

  /// Why a receiver's positions can't be compared; nil if they can.
  private static func trouble(
    _ device: MonitoredDevice, at now: ContinuousClock.Instant, _ hasDetail: Bool
  ) -> String? {
    let headline = Headline(device, at: now)
    let words = headline.word + (hasDetail && !headline.detail.isEmpty ? ", \(headline.detail)" : "")
    guard !device.isOver, let fix = device.fix, fix.hasPosition else { return words }
    switch device.state {
    case .noFix, .fix, .lost: break
    default: return words
    }
    if device.facts.isSuspect(at: now) { return "\(words): not compared" }
    guard fix.time != nil else { return "its positions have no date and time" }
    return [.stale, .lost].contains(device.update?.freshness) ? words : nil
  }
}
