internal import GNSS
internal import GPSBase
internal import GPSSystemCalls
internal import Glibc
internal import GPSBridge
internal import GPSFormats
internal import GPSGeodesy
internal import TerminalKit

/// `gpsbridge compare`: the differences of two receivers, or two recordings, at the same times.
struct CompareCommand: VerbRun {
  private let parsed: ParsedArguments
  private let sources: [SourceName]
  private var length: Duration? { parsed.duration(of: .surveyLength) }
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    (self.parsed, self.output) = (parsed, output)
    sources = try parsed.operands.prefix(2).map { operand throws(ToolError) in try parsed.source(operand) }
    try Self.check(sources)
    if length != nil, !sources[0].isLive {
      throw Usage.contradiction("--for needs receivers, but these are recordings", "leave it out")
    }
  }

  private static func check(_ sources: [SourceName]) throws(ToolError) {
    for source in sources { if case .store = source { throw ToolError(notRecorded: source) } }
    if sources[0].isLive != sources[1].isLive {
      throw Usage.contradiction(
        "\(sources[0].shown) and \(sources[1].shown) are "
          + (sources[0].isLive ? "a receiver and a recording" : "a recording and a receiver"),
        "compare two receivers, or two recordings of the same time")
    }
    if sources[0] == sources[1] {
      throw Usage.contradiction("both are \(sources[0].shown)", "name two receivers or two recordings")
    }
    if let one = entry(sources[0]), let other = entry(sources[1]), one == other {
      throw Usage.contradiction(
        "\(sources[0].shown) and \(sources[1].shown) are the same", "name two receivers or two recordings")
    }
  }

  /// The file system and number of a file or port, which all of its names share; nil for other sources.
  private static func entry(_ source: SourceName) -> [UInt64]? {
    let node: Kernel.Node? =
      switch source {
      case .file(let argument): Kernel.node(argument.text)
      case .port(let text): Kernel.node(text)
      case .standardInput: Kernel.node(of: STDIN_FILENO)
      case .automatic, .simulated, .network, .store: nil
      }
    return node.map { [$0.fileSystem, $0.number] }
  }

  func run() throws(ToolError) -> ExitCode {
    var comparison = Comparison()
    let signal = try sources[0].isLive ? hear(&comparison) : read(&comparison)
    comparison.finish()
    guard let report = ComparisonReport(comparison, sources) else {
      if let signal, comparison.positions == [0, 0] { Interrupts.end(by: signal) }
      let times = (0...1).map {
        "\(sources[$0].shown) \(comparison.times($0) ?? "has no position with a time")"
      }
      if comparison.begin != nil {
        throw ToolError(
          code: "too_far", exit: .nothingKnown,
          message: "\(sources[0].shown) and \(sources[1].shown) are more than 10 km apart at the same times",
          remedy: "compare receivers at one place, or in one vehicle")
      }
      throw ToolError(
        code: "no_common_time", exit: .nothingKnown,
        message: "\(sources[0].shown) and \(sources[1].shown) have no position of the same time",
        reason: times.joined(separator: "; "), remedy: "compare what was recorded at the same time")
    }
    if parsed.has(.json) { output.write(report.record) } else { output.write(text: report.text) }
    output.flush()
    if let mover = report.mover {
      throw ToolError(
        code: "moved", exit: .dataProblems,
        message: "\(mover.words), so their offset is not one of two antennas at rest", reason: mover.evidence,
        remedy: "mount both antennas so that they do not move, or compare two receivers in one vehicle")
    }
    if let signal { Interrupts.end(by: signal) }
    return .done
  }

  private func hear(_ comparison: inout Comparison) throws(ToolError) -> CInt? {
    let session = try LiveReports(sources, parsed, timeout: length)
    let time = length.map { "for \(HumanText.time($0 / .seconds(1)))" } ?? "without an end"
    ErrorReport.say("comparing \(time); Ctrl-C ends it and prints the result\n")
    let start = session.now.instant
    var news = comparison
    let end = try session.run { report in
      switch report {
      case .heard(.epoch(let epoch)) where !epoch.isSuspect:
        news.take(epoch.fix, after: start.duration(to: epoch.received) / .seconds(1), from: session.index)
      case .heard(.sky(let sky)): news.take(sky, from: session.index)
      default: break
      }
      return .goOn
    }
    comparison = news
    switch end {
    case .timeout(let complaint) where news.positions == [0, 0]: throw complaint
    case .signal(let number): return number
    default: return nil
    }
  }

  /// Reads both recordings, always continuing with the one that has fewer waiting positions.
  private func read(_ comparison: inout Comparison) throws(ToolError) -> CInt? {
    let day = parsed.day(of: .reference)
    let recordings = [try ComparedRecording(sources[0], 0, day), try ComparedRecording(sources[1], 1, day)]
    while let next = recordings.filter({ !$0.isOver }).min(by: {
      comparison.waiting($0.side) < comparison.waiting($1.side)
    }) {
      try next.read(&comparison)
    }
    for recording in recordings { if let complaint = recording.complaint { throw complaint } }
    return nil
  }
}

private final class ComparedRecording {
  private(set) var isOver = false
  let side: Int
  private var input: RecordedInput
  private var decoder: RecordedDecoder

  init(_ source: SourceName, _ side: Int, _ reference: CivilDate?) throws(ToolError) {
    input = try RecordedInput(source)
    decoder = RecordedDecoder(reference, ReadingRules.strictness)
    self.side = side
  }

  func read(_ comparison: inout Comparison) throws(ToolError) {
    var news = comparison
    func hear(_ output: DecodedOutput, _ moment: RecordedMoment) {
      switch output {
      case .fix(let fix) where !moment.isSuspect:
        news.take(fix, after: RecordedClock.start.duration(to: moment.instant) / .seconds(1), from: side)
      case .sky(let sky): news.take(sky, from: side)
      default: break
      }
    }
    isOver = try !input.read { decoder.take($0, $1, hear) }
    if isOver { decoder.finish(hear) }
    comparison = news
  }

  var complaint: ToolError? { input.verdict(decoder).complaint }
}

struct ComparisonReport {
  private let comparison: Comparison
  private let sources: [SourceName]
  private let result: PositionSurvey.Result
  /// The receiver that moved while the other was at rest, in words; there is then no offset.
  let mover: (side: Int, words: String, evidence: String)?

  /// Below this probability, a difference is called significant.
  private static let limit = 0.001

  /// The number of standard errors with this probability.
  private static let errors = 3.29

  /// Returns nil without positions at the same time.
  init?(_ comparison: Comparison, _ sources: [SourceName]) {
    guard let result = comparison.survey.result else { return nil }
    (self.comparison, self.sources, self.result) = (comparison, sources, result)
    mover = comparison.mover.map {
      ($0.side, $0.side == 0 ? "A moved and B did not" : "B moved and A did not", $0.evidence)
    }
  }

  /// Whether errors alone rarely cause such an offset; nil if the errors are unknown.
  private var isSignificant: Bool? { mover == nil ? result.chance.map { $0 < Self.limit } : nil }

  private var isHeightSignificant: Bool? {
    mover != nil
      ? nil : result.altitudeError.flatMap { error in result.altitude.map { abs($0) > Self.errors * error } }
  }

  private func meters(_ value: Double) -> String { "\(HumanText.fixed(value, 2)) m" }

  private func verdict(_ isSignificant: Bool?) -> String {
    switch isSignificant {
    case true?: "significant"
    case false?: "not significant"
    case nil: "not known whether it is significant: too short, or the positions do not vary"
    }
  }

  var text: String {
    var lines = ["A is \(sources[0].shown), B is \(sources[1].shown)", ""]
    func row(_ name: String, _ text: String) {
      lines.append(name + String(repeating: " ", count: max(1, 14 - name.count)) + text)
    }
    row(
      "matched",
      "\(Plural.of(result.count, "position")) in \(HumanText.time(result.duration)), by their time\(comparison.isDated ? "" : " of day")"
    )
    if let mover {
      row("offset", "none: \(mover.words)")
    } else {
      row("B from A", "\(meters(result.east)) east, \(meters(result.north)) north")
      let distance = (result.east * result.east + result.north * result.north).squareRoot()
      let error = result.standardError.map { " ± \(meters($0)) (68 %)" } ?? ""
      row("offset", "\(meters(distance))\(error): \(verdict(isSignificant))")
      if let up = result.altitude {
        let error = result.altitudeError.map { " ± \(meters($0)) (68 %)" } ?? ""
        row("height", "\(meters(up))\(error): \(verdict(isHeightSignificant))")
      }
    }
    let radii = comparison.survey.radii([0.5, 0.95, 1])
    row("distance", "median \(meters(radii[0])), 95 % up to \(meters(radii[1])), most \(meters(radii[2]))")
    for (side, name) in ["A", "B"].enumerated() {
      let first = comparison.firstFix[side].map { "first after \(HumanText.time($0)); " } ?? ""
      row(
        name,
        "\(first)\(comparison.alone[side]) of \(Plural.of(comparison.positions[side], "position")) only in \(name)"
      )
      if comparison.outside[side] > 0 {
        row("", "\(comparison.outside[side]) at times that the other does not cover")
      }
    }
    if let median = comparison.medianDifference {
      let signals = comparison.commonSignals
      row("C/N0", "B minus A, median of \(Plural.of(signals.count, "satellite")): \(signed(median)) dB-Hz")
      for signal in signals {
        row(
          "  \(signal.satellite.constellation.word) \(signal.satellite.number)",
          "\(HumanText.fixed(signal.means.0, 1)), \(HumanText.fixed(signal.means.1, 1)): \(signed(signal.difference))"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The sign of the rounded number; zero has none.
  private func signed(_ value: Double) -> String {
    let text = HumanText.fixed(value, 1)
    return text == "0.0" || text.hasPrefix("-") ? text : "+" + text
  }

  var record: [UInt8] {
    JSONWriter.line { json in
      json.member("type", "comparison")
      json.member("v", 1)
      json.member("device", VisibleText.replaced(sources[0].device))
      json.member("other", VisibleText.replaced(sources[1].device))
      json.member("from", comparison.isDated ? comparison.begin : nil)
      json.member("to", comparison.isDated ? comparison.end : nil)
      json.member("matched", result.count)
      json.member("duration_s", result.duration, decimals: 3)
      json.member("moved", mover.map { $0.side == 0 ? "first" : "second" })
      let offset = mover == nil ? result : nil
      json.member("east_m", offset?.east, decimals: 4)
      json.member("north_m", offset?.north, decimals: 4)
      json.member("up_m", offset?.altitude, decimals: 4)
      json.member("standard_error_east_m", offset?.standardErrorEast, decimals: 4)
      json.member("standard_error_north_m", offset?.standardErrorNorth, decimals: 4)
      json.member("standard_error_up_m", offset?.altitudeError, decimals: 4)
      json.member("correlation_s", offset?.correlationTime, decimals: 3)
      json.member("chance", offset?.chance, decimals: 6)
      json.member("significant", isSignificant)
      json.member("significant_up", isHeightSignificant)
      let radii = comparison.survey.radii([0.5, 0.95, 1])
      json.member("distance_median_m", radii[0], decimals: 4)
      json.member("distance_p95_m", radii[1], decimals: 4)
      json.member("distance_max_m", radii[2], decimals: 4)
      json.member("only_in_first", comparison.alone[0])
      json.member("only_in_second", comparison.alone[1])
      json.member("outside_first", comparison.outside[0])
      json.member("outside_second", comparison.outside[1])
      json.member("first_fix_s", comparison.firstFix[0], decimals: 3)
      json.member("other_first_fix_s", comparison.firstFix[1], decimals: 3)
      json.member("cn0_difference_median_db", comparison.medianDifference, decimals: 2)
      json.array("signals") { json in
        for signal in comparison.commonSignals {
          json.object { json in
            json.member("gnss", signal.satellite.constellation.word)
            json.member("id", signal.satellite.number)
            json.member("count", signal.count)
            json.member("first_dbhz", signal.means.0, decimals: 2)
            json.member("second_dbhz", signal.means.1, decimals: 2)
          }
        }
      }
    }
  }
}

// MARK: - Command line

extension Verb {
  static let compare = Verb("compare", CompareCommand.self) {
    Command(
      .evaluate, summary: "compare two receivers or recordings at the same times",
      description: """
        Prints the mean offset of the second one from the first with its uncertainty, and the distances \
        between the two.
        """,
      operands: [
        Operand(placeholder: "SOURCE", help: "a receiver or a recording"),
        Operand(placeholder: "SOURCE", help: "another one, from which the first is subtracted"),
      ],
      flags: [.surveyLength, .reference, .json],
      exitCodes: ExitCode.opening + [.nothingKnown, .notInTime, .lost, .dataProblems, .unreachable],
      examples: [
        Example("gpsbridge compare old.gbr new.gbr", "two recordings of the same hour"),
        Example("gpsbridge compare /dev/ttyACM0 /dev/ttyACM1 --for 1h", "two receivers"),
        Example("gpsbridge compare --json old.gbr new.gbr", "one JSON record, for programs"),
      ])
  }
}

extension Flag {
  package static let surveyLength = Flag(
    "for", "TIME", form: .duration,
    help: "read receivers for this time, such as 24h; by default until Ctrl-C")
}
