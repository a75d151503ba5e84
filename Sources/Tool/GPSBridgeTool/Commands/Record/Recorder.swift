internal import GPSBridge
internal import GPSFormats
import GPSSystemCalls
internal import TerminalKit

/// Receives bytes on the loop and writes them on a helper thread, so that no disk delays the receiver.
///
/// A file gets its bytes each second, with the sync, since each write wakes a thread; a pipe or a device gets them at once.
/// No bytes are lost for lack of a thread: they wait in memory, and are written at the latest at the end.
final class Recorder: Sendable {
  private enum Entry: Sendable {
    case bytes([UInt8], ContinuousClock.Instant)
    case remark(String, ContinuousClock.Instant)
  }

  private struct Waiting: Sendable {
    var entries: [Entry] = []
    var bytes = 0
    var dropped = 0
    /// Whether a job that writes everything is queued.
    var isScheduled = false
  }

  private let work = OrderedWork()
  private let waiting = Guarded(Waiting())
  struct Progress: Hashable, Sendable {
    var bytes = 0
    /// Whether writing has stopped, because the disk or the file is full.
    var isStopped = false
  }

  private let written = Guarded(Progress())
  /// Used by one job at a time.
  private let series: Guarded<RecordingSeries>
  private let patience: ReaderPatience
  /// Whether a clock that was not set has named the current file.
  private let isMisdated: Guarded<Bool>
  private let time: SystemTime
  private let say: @Sendable (String) -> Void
  /// The number of bytes that may wait for the next sync.
  private let most: Int
  /// The maximum number of bytes in memory while the disk is blocked.
  private static let limit = 16_777_216

  /// Begins with a series; messages for the user are passed to `say` on the helper thread.
  init(
    _ series: RecordingSeries, _ time: SystemTime,
    say: @escaping @Sendable (String) -> Void = { ErrorReport.say($0) }
  ) {
    self.series = Guarded(series)
    most = series.writesRegularFile ? 65_536 : 0
    patience = series.patience
    isMisdated = Guarded(series.isMisdated)
    (self.time, self.say) = (time, say)
  }

  /// Queues bytes, from any thread; never waits.
  func take(_ bytes: [UInt8], arrival: ContinuousClock.Instant) {
    put(.bytes(bytes, arrival), size: bytes.count)
  }

  /// Queues an event of the device, for the header and the user, and an epoch's time, for the file's name.
  func take(_ report: Report, selector: String) {
    if case .epoch(let epoch) = report, let utc = epoch.fix.time, epoch.fix.hasPosition,
      isMisdated.withLock({ $0 })
    {
      work.add { [self] in change { $0.name(by: utc, at: epoch.received) } }
    }
    guard case .event(let event) = report else { return }
    switch event.kind {
    case .opened(let place, let speed):
      var fields = [
        RecordedLog.Header.Field("device", place.key), RecordedLog.Header.Field("port", place.node),
        RecordedLog.Header.Field("selector", selector), RecordedLog.Header.Field("program", Tool.program),
      ]
      if let speed { fields.insert(RecordedLog.Header.Field("speed", String(speed)), at: 1) }
      work.add { [series, fields] in series.withLock { $0.fields = fields } }
      put(.remark("opened \(place.node)\(speed.map { ", \($0) bit/s" } ?? "")", event.instant), size: 0)
    case .speedFound(let speed): put(.remark("speed \(speed) bit/s", event.instant), size: 0)
    case .detached(let place): put(.remark("detached \(place.node)", event.instant), size: 0)
    default: break
    }
  }

  /// Writes all waiting entries and syncs the file in the background.
  ///
  /// - Parameter tell: Called afterward with the current series.
  func sync(then tell: @escaping @Sendable (RecordingSeries) -> Void = { _ in }) {
    work.add { [self] in
      drain()
      let moment = LiveMoment(time)
      tell(change { $0.sync(at: moment) })
    }
  }

  /// The progress at the latest write; never waits for the disk.
  var progress: Progress { written.withLock { $0 } }

  /// Writes all waiting entries, and closes the file.
  func finish() -> RecordingSeries {
    patience.end()
    work.add { [self] in drain() }
    work.finish()
    return change { $0.finish() }
  }

  /// Bytes lost because the disk was too slow.
  var droppedBytes: Int { waiting.withLock { $0.dropped } }

  private func put(_ entry: Entry, size: Int) {
    let isDue = waiting.withLock { waiting in
      guard waiting.bytes + size <= Self.limit else {
        waiting.dropped += size
        return false
      }
      waiting.bytes += size
      waiting.entries.append(entry)
      guard !waiting.isScheduled, waiting.bytes >= most else { return false }
      waiting.isScheduled = true
      return true
    }
    if isDue { work.add { [self] in drain() } }
  }

  private func drain() {
    let entries = waiting.withLock { waiting in
      defer { (waiting.entries, waiting.bytes, waiting.isScheduled) = ([], 0, false) }
      return waiting.entries
    }
    let moment = LiveMoment(time)
    // Entries have waited for up to a second; files turn and lines are dated by when each one came.
    change { series in
      for entry in entries {
        switch entry {
        case .bytes(let bytes, let arrival):
          series.take(bytes, arrival: arrival, at: moment.moved(to: arrival))
        case .remark(let text, let instant): series.remark(text, at: moment.moved(to: instant))
        }
      }
    }
  }

  /// Changes the series, stores its progress, and prints its notes.
  @discardableResult private func change(_ body: (inout RecordingSeries) -> Void) -> RecordingSeries {
    let (series, notes) = series.withLock { series in
      body(&series)
      let notes = series.takeNotes()
      return (series, notes)
    }
    let progress = Progress(bytes: series.bytes, isStopped: series.stop != nil)
    written.withLock { $0 = progress }
    isMisdated.withLock { $0 = series.isMisdated }
    for note in notes { say(note) }
    return series
  }
}

extension LiveMoment {
  /// A nearby moment, by the same clocks.
  fileprivate func moved(to other: ContinuousClock.Instant) -> LiveMoment {
    LiveMoment(other, utcSeconds: utcSeconds + instant.duration(to: other) / .seconds(1))
  }
}

/// How long a recording waits for a pipe's reader: without limit while it runs, and one second at its end.
final class ReaderPatience: Sendable {
  private let limit = Guarded<ContinuousClock.Instant?>(nil)

  /// Whether the last second has passed.
  var isOver: Bool { limit.withLock { $0.map { $0 <= .now } ?? false } }

  /// Starts the last second, when the recording ends.
  func end() { limit.withLock { $0 = $0 ?? .now + .seconds(1) } }
}
