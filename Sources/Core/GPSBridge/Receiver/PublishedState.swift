internal import GPSDelivery
internal import GNSS
internal import GPSBase

/// A report on its way from the core to the observers.
struct ReceiverNews: Sendable {
  var report: Report
  let instant: ContinuousClock.Instant
  /// Whether observers receive it; verdicts depend on it in either case.
  let isTold: Bool
}

/// The part of a receiver's state that any thread can read, and the closures that receive its reports.
///
/// It is guarded by the engine's only lock. The engine updates it before it delivers the reports of a step,
/// so a program that handles a report reads the matching state, or a newer one.
struct PublishedState: Sendable {
  private(set) var snapshot = ReceiverSnapshot()
  private(set) var counts = StreamTotals()
  private(set) var means: SettingMeans
  /// Everything that verdicts depend on; not copied elsewhere, because a copy would cost more than most of
  /// the work for an epoch.
  private var gathered = ReceiverCondition()
  var observers = ObserverTable()
  /// Listeners to the raw bytes.
  var listeners = ChunkTable()
  /// The number of consumers that need the device.
  var demands = 0

  /// Starts with the means given in the options: a dialect named there is known before the device is opened.
  init(_ means: SettingMeans) { self.means = means }

  /// Everything that verdicts depend on, up to date.
  var condition: ReceiverCondition {
    var condition = gathered
    condition.take(counts: counts)
    return condition
  }

  /// Updates the counts, so that a listener that received bytes reads a count that includes them.
  mutating func take(_ counts: StreamTotals) { self.counts = counts }

  /// Applies the reports of a step, and marks epochs as suspect if all reports together suggest forgery.
  mutating func take(
    _ news: inout [ReceiverNews], _ counts: StreamTotals, _ place: DevicePlace?, _ means: SettingMeans
  ) {
    (self.counts, self.means) = (counts, means)
    snapshot.place = place
    var counted: Moment?
    for index in news.indices {
      let instant = news[index].instant
      let moment = Moment(instant)
      if counted != moment { gathered.take(counts: counts, at: instant) }
      counted = moment
      gathered.take(news[index].report, at: moment)
      // Check first, because extracting the epoch copies it.
      if gathered.isSuspect(at: moment), case .epoch(var epoch) = news[index].report {
        epoch.isSuspect = true
        news[index].report = .epoch(epoch)
      }
    }
  }

  /// Updates the snapshot just before a report is delivered.
  mutating func note(_ report: Report) { snapshot.note(report) }

  /// Updates the snapshot just before the next report is delivered; returns the current observers.
  mutating func noteNext(_ report: Report) -> ObserverTable {
    note(report)
    return observers
  }

  /// The verdict, if it has changed since the last call.
  mutating func takeVerdictChange(at now: ContinuousClock.Instant) -> Verdict? {
    gathered.take(counts: counts, at: now)
    return gathered.takeVerdictChange(at: now)
  }

  /// Makes the next call of `takeVerdictChange` return the current verdict, even if it was reported before.
  mutating func forgetVerdict() { gathered.forgetVerdict() }
}
