internal import GPSDelivery
internal import GNSS

/// A receiver's state as all threads may ask for it, and the closures that are told.
///
/// It lies behind the engine's only lock. The engine renews it before it tells what a step has brought: a program that
/// was told something finds that, or something newer, in whatever it asks for.
struct PublishedState: Sendable {
  private(set) var snapshot = ReceiverSnapshot()
  private(set) var counts = StreamTotals()
  private(set) var means: SettingMeans
  /// Everything that verdicts follow from: it is kept here and nowhere else, for copies of it would cost more than
  /// most of what an epoch brings.
  private var gathered = ReceiverCondition()
  var observers = ObserverTable()
  /// Listeners to the raw bytes.
  var listeners = ChunkTable()
  /// How many consumers need the device.
  var demands = 0

  /// Begins with what the options tell: a dialect that was named is known before anything is opened.
  init(_ means: SettingMeans) { self.means = means }

  /// Everything that verdicts follow from, by now.
  var condition: ReceiverCondition {
    var condition = gathered
    condition.take(counts: counts)
    return condition
  }

  /// Bytes came; those who hear of them may ask how many.
  mutating func take(_ counts: StreamTotals) { self.counts = counts }

  /// Takes what a step has brought, and completes its reports with what only all of them together show.
  mutating func take(
    _ news: inout [ReceiverNews], _ counts: StreamTotals, _ place: DevicePlace?, _ means: SettingMeans
  ) {
    self.counts = counts
    self.means = means
    snapshot.place = place
    for index in news.indices {
      let instant = news[index].instant
      gathered.take(news[index].report, counts: counts, at: instant)
      // Asked first, since to take the epoch out is to copy it.
      if gathered.isSuspect(at: instant), case .epoch(var epoch) = news[index].report {
        epoch.isSuspect = true
        news[index].report = .epoch(epoch)
      }
    }
  }

  /// Takes a report just before it is told.
  mutating func note(_ report: Report) { snapshot.note(report) }

  /// Takes the next report just before it is told; the closures that are to be told by now.
  mutating func noteNext(_ report: Report) -> ObserverTable {
    note(report)
    return observers
  }

  /// The verdict, if it has changed since the last time.
  mutating func takeVerdictChange(at now: ContinuousClock.Instant) -> Verdict? {
    gathered.take(counts: counts, at: now)
    return gathered.takeVerdictChange(at: now)
  }

  /// The next listener is told the present verdict, whatever was told before.
  mutating func forgetVerdict() { gathered.forgetVerdict() }
}
