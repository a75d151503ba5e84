internal import GPSBridge
internal import GPSFormats
internal import TerminalKit

/// `gpsbridge watch` on a receiver: prints each record as soon as it is known.
struct LiveWatch {
  let options: WatchOptions
  let output: ByteOutput

  func run() throws(ToolError) -> ExitCode {
    let session = try LiveReports(
      [options.source], options.parsed, may: options.allowance, timeout: options.timeout,
      lostTimeout: options.lostTimeout)
    output.isEnough = { session.isEnding }
    var records = LiveRecords(
      options.source, options, ports: { [receiver = session.receiver] in receiver.knownPorts })
    var gate = RecordGate(output, options.count)
    var hasPrinted = false
    output.write(options.epochFormat(device: options.source.device).header)
    let isSentences = options.format == .nmea
    var extras: Report.Extras = isSentences || options.types.contains(.attitude) ? .sentences : []
    if options.types.contains(.verdict), options.format == .ndjson { extras.insert(.verdicts) }
    // Captured for themselves: a closure that captures `self` copies all options for each report.
    let end = try session.run(including: extras) { [output] news throws(ToolError) in
      var lines: [[UInt8]] = []
      switch news {
      case .heard(let report):
        lines = records.take(report, at: session.now)
        if isSentences, case .sentence = report {} else if isSentences { lines = [] }
      case .dropped(let count):
        lines = records.dropped(count, at: session.now)
        records.note(ofLost: count).map(ErrorReport.say)
      case .statsWanted: Self.say(Self.stats(session, records.device))
      case .tick, .reloadWanted: break
      }
      for line in lines where !line.isEmpty {
        gate.write(line)
        hasPrinted = true
      }
      output.flush()
      // At a signal, the output that a reader has not taken is dropped; the signal comes next.
      return gate.isShut || output.failure != nil && !session.isEnding ? .end : .goOn
    }
    return try finish(session, records.device, end, hasPrinted: hasPrinted)
  }

  private func finish(
    _ session: LiveReports, _ device: String, _ end: LiveReports.End, hasPrinted: Bool
  ) throws(ToolError) -> ExitCode {
    if case .timeout(let complaint) = end, !hasPrinted { throw complaint }
    if case .signal = end { output.isEnough = { true } }
    if options.types.contains(.stats) {
      let record = Self.stats(session, device)
      if options.format == .ndjson { output.write(record) } else { Self.say(record) }
    }
    output.flush()
    if case .signal(let number) = end { Interrupts.end(by: number) }
    return .done
  }

  private static func stats(_ session: LiveReports, _ device: String) -> [UInt8] {
    let suspect = session.receiver.condition.suspectPositions
    return NDJSONFormat.stats(WatchStats(session.receiver.counts, suspect: suspect), device: device)
  }

  private static func say(_ record: [UInt8]) { ErrorReport.say(String(decoding: record, as: UTF8.self)) }
}
