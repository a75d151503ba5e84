internal import Dispatch
internal import GPSBridge
import Locking
internal import ToolSources

/// Takes a receiver's bytes from its queue, and writes them on a queue of its own: no disk makes the receiver wait.
final class Recorder: Sendable {
  /// What waits to be written.
  private enum Entry: Sendable {
    case bytes([UInt8], ContinuousClock.Instant)
    case remark(String)
  }

  private struct Waiting: Sendable {
    var entries: [Entry] = []
    var bytes = 0
    var dropped = 0
  }

  private let queue = DispatchQueue(label: "gpsbridge.recorder")
  private let waiting = Guarded(Waiting())
  /// How far it has come.
  struct Progress: Hashable, Sendable {
    var bytes = 0
    /// Whether no more is written: the disk is full, or the file is.
    var isStopped = false
  }

  private let written = Guarded(Progress())
  /// Touched on the queue only.
  private let series: Guarded<RecordingSeries>
  private let time: SystemTime
  /// A disk that stands still for minutes must not cost more memory than this.
  private static let most = 16_777_216

  init(_ series: RecordingSeries, _ time: SystemTime) {
    self.series = Guarded(series)
    self.time = time
  }

  /// Takes bytes, from any thread; never waits.
  func take(_ bytes: [UInt8], arrival: ContinuousClock.Instant) {
    put(.bytes(bytes, arrival), size: bytes.count)
  }

  /// Takes what happened to the device, for the header and for people.
  func take(_ report: Report, selector: String) {
    guard case .event(let event) = report else { return }
    switch event.kind {
    case .opened(let place, let speed):
      var fields = [
        RecordedLog.Header.Field("device", place.key), RecordedLog.Header.Field("port", place.node),
        RecordedLog.Header.Field("selector", selector),
        RecordedLog.Header.Field("program", "gpsbridge \(Tool.version)"),
      ]
      if let speed { fields.insert(RecordedLog.Header.Field("speed", String(speed)), at: 1) }
      queue.async { [series, fields] in series.withLock { $0.fields = fields } }
      put(.remark("opened \(place.node)\(speed.map { ", \($0) bit/s" } ?? "")"), size: 0)
    case .speedFound(let speed): put(.remark("speed \(speed) bit/s"), size: 0)
    case .detached(let place): put(.remark("detached \(place.node)"), size: 0)
    default: break
    }
  }

  /// Writes all that waits, and has it outlive the machine's end; answers what was written so far.
  func sync() -> RecordingSeries {
    queue.sync {
      drain()
      return series.withLock { series in
        series.sync()
        return series
      }
    }
  }

  /// The same behind the back of the caller, who does not wait.
  func syncLater() {
    queue.async { [self] in
      drain()
      series.withLock { $0.sync() }
    }
  }

  /// What was written by the latest look; never waits for a disk.
  var progress: Progress { written.withLock { $0 } }

  /// Writes all that waits, and closes the file.
  func finish() -> RecordingSeries {
    queue.sync {
      drain()
      return series.withLock { series in
        series.finish()
        return series
      }
    }
  }

  /// Bytes that were lost since the disk was too slow.
  var droppedBytes: Int { waiting.withLock { $0.dropped } }

  private func put(_ entry: Entry, size: Int) {
    let wasEmpty = waiting.withLock { waiting in
      guard waiting.bytes + size <= Self.most else {
        waiting.dropped += size
        return false
      }
      waiting.bytes += size
      waiting.entries.append(entry)
      return waiting.entries.count == 1
    }
    if wasEmpty { queue.async { [self] in drain() } }
  }

  private func drain() {
    let entries = waiting.withLock { waiting in
      defer { (waiting.entries, waiting.bytes) = ([], 0) }
      return waiting.entries
    }
    let moment = LiveMoment(time)
    series.withLock { series in
      for entry in entries {
        switch entry {
        case .bytes(let bytes, let arrival): series.take(bytes, arrival: arrival, at: moment)
        case .remark(let text): series.remark(text, at: moment)
        }
      }
      let progress = Progress(bytes: series.bytes, isStopped: series.stop != nil)
      written.withLock { $0 = progress }
    }
  }
}
