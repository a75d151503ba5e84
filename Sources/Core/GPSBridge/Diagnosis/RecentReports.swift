internal import GNSS
internal import GPSBase

/// Values that only some epochs report, kept for several seconds.
///
/// Some receivers send RMC and GGA at different times. An epoch with only RMC does not revoke what GGA
/// reported a second earlier; otherwise verdicts that depend on it would come and go.
struct RecentReports: Sendable {
  private struct Entry<Value: Sendable>: Sendable {
    var value: Value
    var at: Moment
  }

  private var dimensions: Entry<Int>?
  private var dilution: Entry<Double>?
  private var usedCount: Entry<Int>?
  private var height: Entry<Double>?
  /// When date and time were last reported.
  private var clockAt: Moment?
  /// The number of epochs with a position but no altitude since the last altitude, and the first such epoch.
  private var flatEpochs = 0
  private var flatSince: Moment?
  /// Whether a count of used satellites was above zero since the device was opened.
  private var countsUsed = false

  /// A report is valid for this long.
  private static let memory = Duration.seconds(10)
  /// The longest interval between altitudes of a receiver that sends them.
  private static let heightMemory = Duration.seconds(30)
  /// Before the first altitude, this many epochs over this time show that none is sent.
  private static let enoughFlatEpochs = 5
  private static let enoughFlatTime = Duration.seconds(4)

  /// The number of satellites used, if an epoch in the last seconds reported it.
  var used: Int? { usedCount?.value }

  /// Stores an epoch's values, and completes the facts from earlier epochs.
  mutating func take(_ fix: Fix, _ facts: inout FixFacts, at now: Moment) {
    forget(before: now)
    if let found = fix.horizontalDilution { dilution = Entry(value: found, at: now) }
    takeUsed(fix, at: now)
    if fix.reportsClock { clockAt = now }
    facts.isTimeKnown = fix.reportsTime
    // If only every second epoch has a ZDA, the others do not contradict it.
    if facts.isTimeKnown == .no, clockAt != nil { facts.isTimeKnown = .unknown }
    guard fix.hasUsablePosition else {
      dimensions = nil
      facts.dimensions = .unknown
      facts.horizontalDilution = .init(fix.horizontalDilution)
      return
    }
    if fix.isModeReported { dimensions = Entry(value: fix.mode == .twoDimensional ? 2 : 3, at: now) }
    takeHeight(fix, at: now)
    facts.dimensions = .init(dimensions?.value)
    facts.horizontalDilution = .init(dilution?.value)
    facts.hasHeight = hasHeight(at: now)
  }

  private mutating func forget(before now: Moment) {
    if let entry = dimensions, entry.at.duration(to: now) > Self.memory { dimensions = nil }
    if let entry = dilution, entry.at.duration(to: now) > Self.memory { dilution = nil }
    if let entry = usedCount, entry.at.duration(to: now) > Self.memory { usedCount = nil }
    if let at = clockAt, at.duration(to: now) > Self.memory { clockAt = nil }
  }

  /// A count of zero with a position is accepted only after a larger count: some receivers leave it at 0.
  private mutating func takeUsed(_ fix: Fix, at now: Moment) {
    guard fix.hasUsablePosition else { return usedCount = nil }
    guard let used = fix.satellitesUsed else { return }
    if used > 0 { countsUsed = true }
    if countsUsed || fix.quality == .deadReckoning { usedCount = Entry(value: used, at: now) }
  }

  private mutating func takeHeight(_ fix: Fix, at now: Moment) {
    if let altitude = fix.altitude ?? fix.ellipsoidalAltitude {
      height = Entry(value: altitude, at: now)
      flatEpochs = 0
    } else {
      if flatEpochs == 0 { flatSince = now }
      flatEpochs += 1
    }
  }

  private func hasHeight(at now: Moment) -> ReceiverFacts.Fact<Bool> {
    if let height, height.at.duration(to: now) <= Self.heightMemory { return .yes }
    guard let flatSince, flatEpochs >= Self.enoughFlatEpochs,
      flatSince.duration(to: now) >= Self.enoughFlatTime
    else { return .unknown }
    return .no
  }
}
