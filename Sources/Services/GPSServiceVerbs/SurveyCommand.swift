internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import GPSGeodesy
internal import GPSStore
internal import TerminalKit

/// `gpsbridge survey`: the mean position of a receiver at rest, with the uncertainty of the mean.
struct SurveyCommand: VerbRun {
  private let parsed: ParsedArguments
  private let source: SourceName
  /// Nil until a signal ends it.
  private var length: Duration? { parsed.duration(of: .surveyLength) }
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    (self.parsed, self.output) = (parsed, output)
    source = try parsed.source(read: .reference, stored: [.storedDevice, .from, .to])
    if length != nil, !source.isLive {
      throw Usage.contradiction(
        "--for needs a receiver, but \(source.shown) is a recording", "cut it: gpsbridge export --to")
    }
  }

  func run() throws(ToolError) -> ExitCode {
    // An error of the file must not come after a day.
    var file: OutputFile?
    if let plot = parsed.argument(of: .plot)?.bytes {
      if case .store(let name) = source {
        try StorePlace.refuse(plot, asPartOf: StorePlace.path(name.bytes, parsed.table), "--svg")
      }
      try source.refuse(asOutput: plot, "plot", "--svg")
      file = try OutputFile(plot, overwrites: parsed.has(.force))
    }
    var tally = SurveyTally()
    var end = ExitCode.done
    let signal = try source.isLive ? hear(&tally) : read(&tally, &end)
    guard let report = SurveyReport(tally, source) else {
      throw ToolError(
        code: "no_fix", exit: .notInTime, message: "no position with a time from \(source.shown)",
        reason: tally.untimed > 0 ? "\(Plural.of(tally.untimed, "position")) came without a time" : nil,
        remedy: tally.untimed > 0
          ? "record sentences with a time, such as GGA or RMC" : "gpsbridge doctor \(source.shown) shows why")
    }
    if parsed.has(.json) { output.write(report.record) } else { output.write(text: report.text) }
    if let file {
      file.output.write(text: SurveyPlot(tally.average.survey, report.result).text)
      try file.finish()
      ErrorReport.say("\(file.name): \(Plural.of(report.result.count, "position"))\n")
    }
    output.flush()
    if let warning = report.warning {
      throw ToolError(
        code: "moved", exit: .dataProblems,
        message: "the receiver moved, so the mean is not its position", reason: warning,
        remedy:
          "mount the antenna so that it does not move, and survey again; gpsbridge stats shows how fast it was"
      )
    }
    if let signal { Interrupts.end(by: signal) }
    return end
  }

  /// Follows a receiver; returns the signal that ended it.
  private func hear(_ tally: inout SurveyTally) throws(ToolError) -> CInt? {
    let session = try LiveReports([source], parsed, timeout: length)
    let time = length.map { "for \(HumanText.time($0 / .seconds(1)))" } ?? "without an end"
    ErrorReport.say("surveying \(time); Ctrl-C ends it and prints the result\n")
    let start = session.now.instant
    var news = tally
    let end = try session.run { report throws(ToolError) in
      switch report {
      case .heard(.epoch(let epoch)) where !epoch.isSuspect:
        guard let location = epoch.update.at(session.now.instant).newLocation else { break }
        news.take(location, epoch.fix, at: start.duration(to: epoch.received) / .seconds(1))
      case .statsWanted: if let report = SurveyReport(news, source) { ErrorReport.say(report.text) }
      default: break
      }
      return .goOn
    }
    tally = news
    switch end {
    case .timeout(let complaint) where tally.average.count == 0: throw complaint
    case .signal(let number):
      if tally.average.count == 0 { Interrupts.end(by: number) }
      return number
    default: return nil
    }
  }

  private func read(_ tally: inout SurveyTally, _ end: inout ExitCode) throws(ToolError) -> CInt? {
    var read = tally
    func take(_ fix: Fix, _ seconds: Double?) {
      guard let location = Location(fix, received: ContinuousClock.now, utcSeconds: 0, source: SourceInfo())
      else { return }
      read.take(location, fix, at: seconds)
    }
    if let store = try StoredSource(source, parsed) {
      _ = try store.read(store.query) { fix, stored in
        if !stored.isSuspect { take(fix, fix.time?.unixSeconds) }
        return true
      }
      end = store.end()
    } else {
      _ = try RecordedFixes(source, reference: parsed.day(of: .reference)).read(within: nil) { fix, seconds in
        take(fix, seconds)
        return true
      }
    }
    tally = read
    return nil
  }
}

struct SurveyTally {
  /// A stationary receiver keeps its place during a pause.
  private(set) var average = PositionAverage(restarts: false)
  private(set) var (first, last): (UTC?, UTC?)
  /// The number of positions without a time.
  private(set) var untimed = 0

  mutating func take(_ location: Location, _ fix: Fix, at seconds: Double?) {
    guard let seconds else { return untimed += 1 }
    average.take(location, fix, at: seconds)
    guard let time = fix.time else { return }
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }
}

/// The result of a survey, for people and for programs.
struct SurveyReport {
  let result: PositionSurvey.Result
  /// Nil unless the evidence shows that the receiver moved.
  let warning: String?
  private let tally: SurveyTally
  private let source: SourceName
  private let ellipsoidalAltitude: Double?

  /// Returns nil without positions.
  init?(_ tally: SurveyTally, _ source: SourceName) {
    guard let result = tally.average.survey.result, let found = tally.average.result() else { return nil }
    (self.result, self.tally, self.source) = (result, tally, source)
    warning = found.average?.warning
    let (sea, ellipsoid) = (found.location.altitude, found.location.ellipsoidalAltitude)
    ellipsoidalAltitude = result.altitude.flatMap { mean in
      sea.flatMap { sea in ellipsoid.map { $0 - sea + mean } }
    }
  }

  private func meters(_ value: Double) -> String {
    "\(HumanText.fixed(value, max(2, PositionDigits.ofMeters(abs(value))))) m"
  }

  var text: String {
    let digits = result.standardError ?? result.cep50
    var lines = [source.shown]
    func row(_ name: String, _ text: String) {
      lines.append(name + String(repeating: " ", count: max(1, 14 - name.count)) + text)
    }
    if let first = tally.first { lines[0] += "  \(Timestamp.text(first))" }
    row("position", PositionFormat.degrees(result.mean, digits))
    if let altitude = result.altitude {
      let ellipsoid = ellipsoidalAltitude.map { ", \(meters($0)) above the ellipsoid" } ?? ""
      row("height", "\(meters(altitude)) above the sea\(ellipsoid)")
    }
    if let error = result.standardError {
      let time = result.correlationTime.map { "; errors last for \(HumanText.time($0))" } ?? ""
      row(
        "uncertainty",
        "\(meters(error)) (68 %)\(result.altitudeError.map { ", \(meters($0)) in height" } ?? "")\(time)")
    } else {
      row(
        "uncertainty",
        result.count < PositionSurvey.leastCount
          ? "not known yet: fewer than \(PositionSurvey.leastCount) positions"
          : result.twoDRMS == 0
            ? "not known: the receiver holds its position"
            : tally.average.survey.deviation.map { min($0.east, $0.north) } == 0
              ? "not known: the receiver rounds its position"
              : "not known yet: its errors last too long for this time")
    }
    row("positions", "\(result.count) in \(HumanText.time(result.duration))")
    row("CEP50", "\(meters(result.cep50)): half of the positions are nearer to the mean")
    row("R95", "\(meters(result.r95)): 95 % of them")
    row("2DRMS", meters(result.twoDRMS))
    if let deviation = tally.average.survey.deviation {
      row("scatter", "\(meters(deviation.east)) east, \(meters(deviation.north)) north (1 sigma)")
    }
    if let east = result.driftEast, let north = result.driftNorth {
      row("drift", "\(meters(east)) east, \(meters(north)) north in an hour")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var record: [UInt8] {
    JSONWriter.line { json in
      json.member("type", "survey")
      json.member("v", 1)
      json.member("device", VisibleText.replaced(source.device))
      json.member("from", tally.first)
      json.member("to", tally.last)
      json.member("lat", result.mean.latitude, decimals: 9)
      json.member("lon", result.mean.longitude, decimals: 9)
      json.member("alt_msl_m", result.altitude, decimals: 3)
      json.member("alt_hae_m", ellipsoidalAltitude, decimals: 3)
      json.member("standard_error_m", result.standardError, decimals: 4)
      json.member("standard_error_east_m", result.standardErrorEast, decimals: 4)
      json.member("standard_error_north_m", result.standardErrorNorth, decimals: 4)
      json.member("standard_error_alt_m", result.altitudeError, decimals: 4)
      json.member("correlation_s", result.correlationTime, decimals: 3)
      json.member("positions", result.count)
      json.member("duration_s", result.duration, decimals: 3)
      json.member("cep50_m", result.cep50, decimals: 4)
      json.member("r95_m", result.r95, decimals: 4)
      json.member("two_drms_m", result.twoDRMS, decimals: 4)
      json.member("spread_east_m", tally.average.survey.deviation?.east, decimals: 4)
      json.member("spread_north_m", tally.average.survey.deviation?.north, decimals: 4)
      json.member("drift_east_m_per_h", result.driftEast, decimals: 4)
      json.member("drift_north_m_per_h", result.driftNorth, decimals: 4)
      if warning != nil { json.member("moved", true) }
    }
  }
}

/// The positions of a survey as an image, with the circles that hold half and 95 % of them.
struct SurveyPlot {
  private let points: [(east: Double, north: Double)]
  private let result: PositionSurvey.Result
  private static let most = 4000
  /// Half of the image's width.
  private static let half = 300.0

  init(_ survey: PositionSurvey, _ result: PositionSurvey.Result) {
    let all = survey.points
    let step = max(1, (all.count + Self.most - 1) / Self.most)
    points = stride(from: 0, to: all.count, by: step).map { all[$0] }
    self.result = result
  }

  /// The image as SVG.
  var text: String {
    let (half, size) = (Self.half, "640")
    // The circle of 95 % fills two thirds of the image.
    let reach = max(result.r95, 0.001) * 1.5
    let scale = half / reach
    func number(_ value: Double) -> String { HumanText.fixed(value, 1) }
    func circle(_ radius: Double, _ style: String) -> String {
      "<circle cx=\"320\" cy=\"320\" r=\"\(number(radius * scale))\" fill=\"none\" \(style)/>\n"
    }
    var power = 0.001
    while power * 10 <= reach / 2 { power *= 10 }
    let bar = [5.0, 2, 1].first { $0 * power <= reach / 2 }.map { $0 * power } ?? power
    var path = ""
    for point in points {
      let (x, y) = ((point.east - result.east) * scale, (result.north - point.north) * scale)
      if abs(x) <= half, abs(y) <= half { path += "M\(number(320 + x)) \(number(320 + y))h0" }
    }
    let error = result.standardError.map { "; mean known to \(PositionDigits.roundedUp($0)) m (68 %)" } ?? ""
    let title =
      "\(result.count) positions in \(HumanText.time(result.duration)); CEP50 \(PositionDigits.roundedUp(result.cep50)) m, "
      + "R95 \(PositionDigits.roundedUp(result.r95)) m, 2DRMS \(PositionDigits.roundedUp(result.twoDRMS)) m\(error)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) 680" width="\(size)" height="680" role="img">
      <title>\(title)</title>
      <rect width="\(size)" height="680" fill="#fff"/>
      <path d="M20 320h600M320 20v600" stroke="#ccc"/>
      <path d="\(path)" stroke="#06c" stroke-width="3" stroke-linecap="round" stroke-opacity="0.4"/>
      \(circle(result.cep50, "stroke=\"#000\" stroke-width=\"1.5\""))\
      \(circle(result.r95, "stroke=\"#000\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\""))\
      <path d="M20 640h\(number(bar * scale))" stroke="#000" stroke-width="3"/>
      <g font-family="sans-serif" font-size="12"><text x="20" y="632">\(HumanText.shortest(bar)) m</text>
      <text x="326" y="30">north</text><text x="586" y="314">east</text>
      <text x="20" y="664">\(title)</text></g>
      </svg>

      """
  }
}

// MARK: - Command line

extension Verb {
  static let survey = Verb("survey", SurveyCommand.self) {
    Command(
      .evaluate, summary: "determine the mean position of an antenna, and its uncertainty",
      description: """
        Prints the mean of all positions, its standard error, and the radii around it with 50 % and 95 % \
        of the positions. The standard error takes into account that the errors of a receiver last for \
        minutes.
        """,
      operands: [.sourceOrStore],
      flags: [.surveyLength, .reference, .storedDevice, .from, .to, .plot, .force, .json],
      exitCodes: ExitCode.opening + [.nothingKnown, .notInTime, .lost, .dataProblems, .unreachable],
      examples: [
        Example("gpsbridge survey --for 24h", "the place of an antenna, over a day"),
        Example("gpsbridge survey roof.gbr --svg roof.svg", "the same for a recording, with a plot"),
        Example("gpsbridge survey --for 1h --json", "one JSON record, for programs"),
      ])
  }
}

extension Flag {
  static let plot = Flag(
    "svg", "FILE", help: "also draw the positions around their mean, with the circles of CEP50 and R95")
}
