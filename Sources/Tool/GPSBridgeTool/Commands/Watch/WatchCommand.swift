internal import CommandLineTable
internal import GNSS
internal import GPSFormats
internal import Glibc
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// `gpsbridge watch`: prints what a receiver says; a recording is read as fast as it can be.
struct WatchCommand {
  private let options: WatchOptions
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(Complaint) {
    options = try WatchOptions(parsed)
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    options.source.isLive ? try LiveWatch(options, output).run() : try read()
  }

  /// Reads a recording.
  private func read() throws(Complaint) -> ExitCode {
    var input = try RecordedInput(options.source)
    let translation = makeTranslation()
    // Who reads a pipe waits there, where only the system's own answer reaches: every piece was flushed before.
    let signals = input.isLive ? nil : SignalCheck()
    do throws(Complaint) {
      while output.failure == nil, !translation.isEnough, try input.read(translation.take) {
        if let number = signals?.ending {
          output.flush()
          Interrupts.end(by: number)
        }
        // What a live source said must not wait for what it will say.
        if input.isLive {
          translation.nothingWaits()
          output.flush()
        }
      }
    } catch {
      output.flush()
      throw error
    }
    if !translation.isEnough { translation.finish() }
    let stats = translation.stats
    try judge(
      RecordingVerdict(
        stats: stats, problems: translation.problems, impression: input.impression, name: input.name))
    tellStats(stats)
    return .done
  }

  private func makeTranslation() -> any Translation {
    guard options.format != .nmea else { return SentenceTranslation(output, count: options.count) }
    return EpochTranslation(
      options.reference, options.epochFormat(device: options.source.device), output, count: options.count,
      attitudes: AttitudeRecords(options), story: StoryRecords(options))
  }

  private func judge(_ verdict: RecordingVerdict) throws(Complaint) {
    output.flush()
    // What could not be written is told by who checks the output, and whoever went away wants no note.
    guard output.failure == nil else { return }
    if let complaint = verdict.complaint { throw complaint }
    if let note = verdict.note { ErrorReport.say(note) }
  }

  private func tellStats(_ stats: WatchStats) {
    guard options.types.contains(.stats) else { return }
    let record = NDJSONFormat.stats(stats, device: options.source.device)
    if options.format == .ndjson {
      output.write(record)
    } else {
      ErrorReport.say(String(decoding: record, as: UTF8.self))
    }
  }
}
