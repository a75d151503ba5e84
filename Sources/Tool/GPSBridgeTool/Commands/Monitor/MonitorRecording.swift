internal import GPSBridge
internal import GPSFormats
internal import GPSBase
import GPSSystemCalls

/// Recordings of the monitored receivers: one file, or one per receiver in a folder.
final class MonitorRecording {
  /// Receives a receiver's reports, on its loop.
  typealias Witness = @Sendable (Report) -> Void

  private struct Part {
    let recorder: Recorder
    let chunks: ReceiverListening
  }

  private let options: RecordOptions
  private let time = SystemTime()
  private var parts: [Part] = []
  /// Messages for the user, held back until the screen is closed.
  private let notes = Guarded<[String]>([])
  private var nextSync: ContinuousClock.Instant?
  /// Why a receiver found later is not recorded.
  private var problem: ToolError?
  private static let pace = Duration.seconds(1)

  init(_ options: RecordOptions) { self.options = options }

  /// Begins to record a receiver, before its device is opened.
  ///
  /// - Returns: A closure that must be called with every report of the receiver.
  func add(_ receiver: Receiver, _ selector: String) throws(ToolError) -> Witness {
    guard hasRoom else {
      throw ToolError(
        code: "several_receivers", exit: .usage,
        message: "\(VisibleText.escaped(options.output)) is one file, but there are several receivers",
        remedy: "name a folder: --record DIR, or name one of the receivers")
    }
    let series = try RecordingSeries(options, at: LiveMoment(time))
    let recorder = Recorder(series, time) { [notes] note in notes.withLock { $0.append(note) } }
    parts.append(Part(recorder: recorder, chunks: receiver.onBytes { recorder.take($0, arrival: $1) }))
    return { recorder.take($0, selector: selector) }
  }

  /// Begins to record a receiver that was plugged in later; a failure is reported at the end.
  func addLater(_ receiver: Receiver, _ selector: String) -> Witness? {
    guard hasRoom else { return nil }
    do throws(ToolError) { return try add(receiver, selector) } catch {
      problem = problem ?? error
      return nil
    }
  }

  /// Whether another receiver can be recorded: a file takes one receiver, a folder any number.
  private var hasRoom: Bool { parts.isEmpty || RecordingFolder(options.output, ending: "gbr") != nil }

  /// Syncs the files to disk once a second; never waits.
  func tick(at now: ContinuousClock.Instant) {
    guard nextSync.map({ $0 <= now }) ?? true else { return }
    nextSync = now + Self.pace
    for part in parts { part.recorder.sync() }
  }

  /// The note on the screen: `REC 12 kB`.
  var note: String {
    let progress = parts.map(\.recorder.progress)
    if problem != nil || progress.contains(where: \.isStopped) { return "REC STOPPED" }
    return "REC \(HumanText.bytes(progress.reduce(0) { $0 + $1.bytes }))"
  }

  /// Writes all pending bytes, closes the files, and reports their contents.
  func finish() throws(ToolError) {
    var failure = problem
    for part in parts {
      part.chunks.cancel()
      let series = part.recorder.finish()
      for note in notes.withLock({ $0 }) { ErrorReport.say(note) }
      notes.withLock { $0 = [] }
      if series.bytes > 0 { ErrorReport.say(series.report(dropped: part.recorder.droppedBytes)) }
      do throws(ToolError) { try series.check() } catch { failure = failure ?? error }
    }
    parts = []
    if let failure { throw failure }
  }
}
