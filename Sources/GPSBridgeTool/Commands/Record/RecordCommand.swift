internal import GPSBridge
internal import Glibc

/// `gpsbridge record`: keeps what a receiver says, so that it can be played again.
struct RecordCommand {
  private let options: RecordOptions
  private let time = SystemTime()

  init(_ parsed: ParsedArguments) throws(Complaint) { options = try RecordOptions(parsed) }

  func run() throws(Complaint) -> ExitCode {
    let session = try LiveSession(options.source, .record, timeout: options.duration, waitsForPort: true)
    let recorder = Recorder(try RecordingSeries(options, at: LiveMoment(time)), time)
    let selector = options.source.device
    let events = session.receiver.listen { output, _ in
      if case .event(let event) = output { recorder.take(event.kind, selector: selector) }
    }
    let chunks = session.receiver.listenToChunks { recorder.take($0, arrival: $1) }
    var end = LiveSession.End.done
    var complaint: Complaint?
    do throws(Complaint) {
      end = try session.run(ticks: true) { news in
        switch news {
        case .tick: return recorder.sync().stop == nil ? .goOn : .end
        case .statsWanted: ErrorReport.say(report(recorder.sync(), recorder.droppedBytes))
        case .heard, .dropped: break
        }
        return .goOn
      }
    } catch {
      complaint = error
    }
    chunks.cancel()
    events.cancel()
    return try finish(recorder, end, complaint)
  }

  private func finish(
    _ recorder: Recorder, _ end: LiveSession.End, _ complaint: Complaint?
  ) throws(Complaint) -> ExitCode {
    let series = recorder.finish()
    if series.bytes > 0 { ErrorReport.say(report(series, recorder.droppedBytes)) }
    switch series.stop {
    case .fault(let fault):
      // Whoever reads from a pipe and goes away has enough.
      if fault.number == EPIPE { return .done }
      throw OutputFailure.writing(
        fault.number, ShownText.of(series.path),
        left: "what came before is there and can be read: \(Plural.of(series.bytes, "byte"))")
    case .complaint(let complaint): throw complaint
    case .full, nil: break
    }
    if let complaint { throw complaint }
    switch end {
    case .timeout(let complaint) where series.bytes == 0: throw complaint
    case .signal(let number): Interrupts.end(by: number)
    case .timeout, .done: break
    }
    return .done
  }

  private func report(_ series: RecordingSeries, _ dropped: Int) -> String {
    let files = series.files > 1 ? " and \(series.files - 1) before it" : ""
    let lost = dropped > 0 ? ", \(Plural.of(dropped, "byte")) lost: the disk was too slow" : ""
    return "\(ShownText.of(series.path))\(files): \(Plural.of(series.bytes, "byte"))\(lost)\n"
  }
}
