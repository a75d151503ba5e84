package import GNSS
internal import GPSBridge
internal import GPSFormats
internal import TerminalKit
internal import GPSBase

/// `gpsbridge fix`: waits for one good position and prints it.
struct FixCommand: VerbRun {
  private let parsed: ParsedArguments
  private let source: SourceName
  private let criteria: FixCriteria
  private var average: Duration? { parsed.duration(of: .average) }
  private var timeout: Duration? { parsed.duration(of: .timeout) }
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    (self.parsed, self.output) = (parsed, output)
    source = try parsed.source()
    var criteria = FixCriteria()
    if let mode = parsed.value(of: .minimum).flatMap({ FixCriteria.Mode(rawValue: $0) }) {
      criteria.mode = mode
    }
    criteria.accuracy = parsed.meters(of: .accuracy)
    self.criteria = criteria
    if let average, let timeout, average >= timeout {
      throw Usage.contradiction(
        "--average \(DurationText.of(average)) takes longer than --timeout \(DurationText.of(timeout)) allows",
        "give it more time")
    }
  }

  func run() throws(ToolError) -> ExitCode { source.isLive ? try hear() : try read() }

  // MARK: - Receiver

  private func hear() throws(ToolError) -> ExitCode {
    let session = try LiveReports(
      [source], parsed, may: parsed.has(.noQuestions) ? .joining : .starting, timeout: timeout)
    var search = PositionSearch(criteria, average: average, isLive: true)
    let start = session.now.instant
    let end = try session.run { news throws(ToolError) in
      // An epoch that we read late, e.g. after we were suspended, is no longer current.
      guard case .heard(.epoch(let epoch)) = news, !epoch.isSuspect,
        let location = epoch.update.at(session.now.instant).newLocation
      else { return .goOn }
      let seconds = start.duration(to: epoch.received) / .seconds(1)
      guard let found = search.take(location, epoch.fix, at: seconds) else { return .goOn }
      tell(found, device: session.receiver.place, received: epoch.received, session.now)
      return .end
    }
    switch end {
    case .done: return .done
    case .timeout(let complaint): throw best(search, complaint)
    case .signal(let number):
      Interrupts.end(by: number)
      return .unexpected
    }
  }

  /// The complaint, with the best accuracy if positions were found.
  private func best(_ search: PositionSearch, _ complaint: ToolError) -> ToolError {
    guard complaint.exit == .notInTime else { return complaint }
    let time = timeout.map { " within \(DurationText.of($0))" } ?? ""
    if let short = tooShort(search, time) { return short }
    var complaint = complaint
    complaint.message = "no \(criteria.words)\(time)"
    if let best = search.best {
      complaint.reason = "the best was \(Self.words(best))"
      complaint.remedy = "give it more time and a wider view of the sky, or request less"
    }
    return complaint
  }

  /// The complaint if positions came, but for too short a time to average; nil if none came.
  private func tooShort(_ search: PositionSearch, _ place: String) -> ToolError? {
    guard let averageText = parsed.value(of: .average), let mean = search.average.result()?.average,
      let found = search.average.result()
    else {
      guard average != nil, search.untimed > 0 else { return nil }
      return ToolError(
        code: "not_in_time", exit: .notInTime,
        message: "no time with the \(Plural.of(search.untimed, "position"))\(place)",
        reason: "an average needs times for its length", remedy: "leave out --average")
    }
    let seconds = HumanText.time(mean.seconds)
    let less = HumanText.time(mean.seconds.rounded(.down)).filter { $0 != " " }
    return ToolError(
      code: "not_in_time", exit: .notInTime,
      message: "positions for \(seconds)\(place), but --average \(averageText) was requested",
      reason: "so far: \(Self.words(found.location)); \(mean.words)",
      remedy: mean.seconds >= 1 ? "average for less: --average \(less)" : "leave out --average")
  }

  private static func words(_ location: Location) -> String {
    let accuracy = location.horizontalAccuracy
    return
      "\(PositionFormat.degrees(location.coordinate, accuracy)), within \(PositionDigits.roundedUp(accuracy)) m"
  }

  private func tell(
    _ found: PositionSearch.Found, device: DevicePlace?, received: ContinuousClock.Instant, _ now: LiveMoment
  ) {
    let moment = FixMoment(
      received: now.utc(received), state: Freshness.live.rawValue,
      age: max(0, received.duration(to: now.instant).seconds), isSimulated: device?.isSimulated ?? false)
    tell(found, device: device?.node ?? source.device, moment)
  }

  private func tell(_ found: PositionSearch.Found, device: String, _ moment: FixMoment) {
    var moment = moment
    moment.average = found.average
    if let average = found.average {
      ErrorReport.say("note: \(average.words)\n")
      if let warning = average.warning { ErrorReport.say("note: \(warning)\n") }
    }
    if let text = format.text(found.location, at: found.fix.time) {
      return output.write(text: (isPlain ? Self.plain(text) : text) + "\n")
    }
    output.write(NDJSONFormat(device: device, types: [.fix]).lines(for: .fix(found.fix), at: moment))
  }

  private var format: PositionFormat {
    let named = parsed.value(of: .positionFormat).flatMap { PositionFormat(rawValue: $0) }
    return parsed.has(.json) ? .json : named ?? .dd
  }

  /// Whether the locale is limited to ASCII.
  private var isPlain: Bool { format != .json && !TerminalRules.isUTF8(UserFolders.environment) }

  /// A position in characters that every terminal has: `48d 07' 02.28" N`.
  private static func plain(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "°": scalars.append("d")
      case "±": scalars.append(contentsOf: "+/-".unicodeScalars)
      default: scalars.append(PlainGlyphs.scalar(for: scalar))
      }
    }
    return String(scalars)
  }

  // MARK: - Recording

  private func read() throws(ToolError) -> ExitCode {
    let recording = try RecordedFixes(source)
    var search = PositionSearch(criteria, average: average)
    var found: PositionSearch.Found?
    let stats = try recording.read(within: timeout) { fix, seconds in
      // The receiver's own time is the only one that a recording has.
      guard let location = Location(fix, received: ContinuousClock.now, utcSeconds: 0, source: SourceInfo())
      else { return true }
      found = search.take(location, fix, at: seconds)
      return found == nil
    }
    if let found {
      tell(found, device: source.device, .recorded)
      return .done
    }
    if let short = tooShort(search, " in \(source.shown)") { throw short }
    throw ToolError(
      code: "no_fix", exit: .notInTime, message: "no \(criteria.words) in \(source.shown)",
      reason: search.best.map { "the best is \(Self.words($0))" }
        ?? "\(Plural.of(stats.epochs?.epochs ?? 0, "epoch")), none with a position",
      remedy: search.best == nil ? "read another recording" : "request less")
  }
}

package enum PositionFormat: String, CaseIterable, Sendable {
  case dd, dms
  case geoURI = "geo-uri"
  case json, line, maidenhead, mgrs, utm

  /// One line of text; nil for the format that prints a record.
  func text(_ location: Location, at time: UTC?) -> String? {
    let (place, accuracy) = (location.coordinate, location.horizontalAccuracy)
    return switch self {
    case .dd: Self.degrees(place, accuracy)
    case .dms: CoordinateStyle.dms.text(place, accuracy: accuracy)
    case .geoURI: Self.geoURI(location)
    case .line: Self.line(location, time)
    case .maidenhead: CoordinateStyle.maidenhead.text(place)
    case .mgrs: CoordinateStyle.mgrs.text(place, accuracy: accuracy)
    case .utm: CoordinateStyle.utm.text(place, accuracy: accuracy)
    case .json: nil
    }
  }

  /// `48.117300, 11.516667`, with the digits that the accuracy in meters justifies.
  package static func degrees(_ place: Coordinate, _ accuracy: Double) -> String {
    let decimals = PositionDigits.ofDegrees(accuracy)
    return HumanText.fixed(place.latitude, decimals) + ", " + HumanText.fixed(place.longitude, decimals)
  }

  /// `48.117300, 11.516667 ±3.2 m 2026-11-24T09:30:00.000Z`, for messages.
  private static func line(_ location: Location, _ time: UTC?) -> String {
    degrees(location.coordinate, location.horizontalAccuracy)
      + " ±\(PositionDigits.roundedUp(location.horizontalAccuracy)) m "
      + (time.map { Timestamp.text($0) } ?? "at an unknown time")
  }

  /// RFC 5870: heights are above the ellipsoid, and the uncertainty is a radius in meters.
  private static func geoURI(_ location: Location) -> String {
    let (place, accuracy) = (location.coordinate, location.horizontalAccuracy)
    let height = location.ellipsoidalAltitude.map {
      "," + HumanText.fixed($0, PositionDigits.ofMeters(location.verticalAccuracy))
    }
    let decimals = PositionDigits.ofDegrees(accuracy)
    // A pole has every longitude; the RFC requires 0.
    let longitude = abs(place.latitude) == 90 ? 0 : place.longitude
    return "geo:\(HumanText.fixed(place.latitude, decimals)),\(HumanText.fixed(longitude, decimals))"
      + "\(height ?? "");u=\(PositionDigits.roundedUp(accuracy))"
  }
}

// MARK: - Command line

extension Verb {
  static let fix = Verb("fix", FixCommand.self) {
    Command(
      .read, summary: "print one good position, and end",
      description: """
        Waits for a position that meets the conditions. Of a recording, the first such position counts. If \
        there is none, the reason goes to standard error.
        """,
      operands: [.source],
      flags: [.minimum, .accuracy, .average, .timeout, .positionFormat, .noQuestions, .json],
      rules: [
        .each(
          of: .json, excludes: .positionFormat,
          values: PositionFormat.allCases.filter { $0 != .json }.map(\.rawValue))
      ],
      exitCodes: ExitCode.opening + [.nothingKnown, .notInTime, .unreachable],
      examples: [
        Example("gpsbridge fix --timeout 60s", "the position, or a reason after a minute"),
        Example("gpsbridge fix --min 3d --accuracy 5", "with a height, and a stated accuracy of five meters"),
        Example("gpsbridge fix --average 5m --format geo-uri", "the mean of five minutes, as a link"),
        Example("gpsbridge fix walk.nmea --format utm", "the first position of a recording"),
      ])
  }
}

extension Flag {
  static let minimum = Flag(
    "min", .word(placeholder: "MODE", choices: FixCriteria.Mode.allCases.map(\.rawValue)),
    help: "the least kind of fix: 2d (the default), 3d (with a height), or rtk (carrier phase with fixed "
      + "ambiguities)")
  static let accuracy = Flag(
    "accuracy", "METERS", form: .meters,
    help: "the stated accuracy of the position (68 %) must be at most this many meters")
  static let average = Flag(
    "average", "TIME", form: .duration,
    help: "print the mean of all good positions of this time, such as 30s; its stated accuracy is never "
      + "better than their spread, and the status is 7 if the time was not reached")
  static let positionFormat = Flag(
    "format", .word(placeholder: "FORMAT", choices: PositionFormat.allCases.map(\.rawValue)),
    help: "dd (degrees, the default), dms (degrees, minutes, seconds), geo-uri (RFC 5870), json (a fix "
      + "record), line (degrees, with accuracy and time), maidenhead, mgrs or utm")
}
