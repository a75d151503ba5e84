internal import CommandLineTable
internal import GPSBridge
internal import GPSFormats
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// `gpsbridge watch` on a receiver: each record is out as soon as it is known.
struct LiveWatch {
  private let options: WatchOptions
  private let output: ByteOutput

  init(_ options: WatchOptions, _ output: ByteOutput) {
    self.options = options
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    let session = try LiveSession(
      options.source, .watch, timeout: options.timeout, lostTimeout: options.lostTimeout)
    var records = LiveRecords(options.source, options)
    var judge = VerdictChanges(isWanted: options.types.contains(.verdict) && options.format == .ndjson)
    var gate = RecordGate(output, options.count)
    var hasPrinted = false
    output.write(options.epochFormat(device: options.source.device).header)
    let isSentences = options.format == .nmea
    let wantsSentences = isSentences || options.types.contains(.attitude)
    let end = try session.run(sentences: wantsSentences, ticks: judge.isWanted) { news throws(Complaint) in
      let now = session.now
      var lines: [[UInt8]] = []
      switch news {
      case .heard(let told, let lastByte):
        records.isSuspect = session.facts.isSuspect(at: lastByte)
        lines = records.take(told, lastByte: lastByte, at: now)
        if isSentences, case .sentence = told {} else if isSentences { lines = [] }
      case .dropped(let count):
        lines = records.dropped(count, at: now)
        records.note(ofLost: count).map(ErrorReport.say)
      case .statsWanted: tellStats(session, records.device, asRecord: false)
      case .tick: break
      }
      if let verdict = judge.change(session.facts, at: now.instant) {
        lines.append(records.verdict(verdict, at: now))
      }
      for line in lines where !line.isEmpty {
        gate.write(line)
        hasPrinted = true
      }
      output.flush()
      return gate.isShut || output.failure != nil ? .end : .goOn
    }
    return try finish(session, records.device, end, hasPrinted: hasPrinted)
  }

  private func finish(
    _ session: LiveSession, _ device: String, _ end: LiveSession.End, hasPrinted: Bool
  ) throws(Complaint) -> ExitCode {
    if case .timeout(let complaint) = end, !hasPrinted { throw complaint }
    if options.types.contains(.stats) {
      tellStats(session, device, asRecord: options.format == .ndjson)
    }
    output.flush()
    if case .signal(let number) = end { Interrupts.end(by: number) }
    return .done
  }

  private func tellStats(_ session: LiveSession, _ device: String, asRecord: Bool) {
    let stats = WatchStats(session.receiver.counts, suspect: session.facts.suspectPositions)
    let record = NDJSONFormat.stats(stats, device: device)
    if asRecord {
      output.write(record)
    } else {
      ErrorReport.say(String(decoding: record, as: UTF8.self))
    }
  }
}

/// Tells a verdict when it has become another one.
struct VerdictChanges {
  let isWanted: Bool
  private var told: Verdict.Code?

  init(isWanted: Bool) { self.isWanted = isWanted }

  mutating func change(_ facts: LiveFacts, at now: ContinuousClock.Instant) -> Verdict? {
    guard isWanted else { return nil }
    let verdict = facts.verdict(at: now)
    // Before a device is open, and between two openings, nothing is known: that is no news.
    guard verdict.code != told, verdict.code != .listening || facts.isOpen else { return nil }
    told = verdict.code
    return verdict
  }
}
