internal import CommandLineTable
internal import GPSBridge
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// `gpsbridge record`: keeps what a receiver says, so that it can be played again.
struct RecordCommand {
  private let options: RecordOptions
  private let time = SystemTime()

  init(_ parsed: ParsedArguments) throws(Complaint) { options = try RecordOptions(parsed) }

  func run() throws(Complaint) -> ExitCode {
    let session = try LiveSession(options.source, .record, timeout: options.duration, waitsForPort: true)
    let recorder = Recorder(try RecordingSeries(options, at: LiveMoment(time)), time)
    let selector = options.source.device
    let chunks = session.receiver.onBytes { recorder.take($0, arrival: $1) }
    var end = LiveSession.End.done
    var complaint: Complaint?
    do throws(Complaint) {
      end = try session.run(ticks: true, witness: { recorder.take($0, selector: selector) }) { news in
        switch news {
        case .tick: return recorder.sync().stop == nil ? .goOn : .end
        case .statsWanted: ErrorReport.say(recorder.sync().report(dropped: recorder.droppedBytes))
        case .heard, .dropped: break
        }
        return .goOn
      }
    } catch {
      complaint = error
    }
    chunks.cancel()
    return try finish(recorder, end, complaint)
  }

  private func finish(
    _ recorder: Recorder, _ end: LiveSession.End, _ complaint: Complaint?
  ) throws(Complaint) -> ExitCode {
    let series = recorder.finish()
    if series.bytes > 0 { ErrorReport.say(series.report(dropped: recorder.droppedBytes)) }
    try series.check()
    // Whoever reads from a pipe and goes away has enough.
    if case .fault = series.stop { return .done }
    if let complaint { throw complaint }
    switch end {
    case .timeout(let complaint) where series.bytes == 0: throw complaint
    case .signal(let number): Interrupts.end(by: number)
    case .timeout, .done: break
    }
    return .done
  }
}
