internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls
internal import Glibc
internal import SerialPorts
internal import TerminalKit
internal import GPSBase

/// `gpsbridge wait`: exits silently when a condition holds, or then runs another program in its place.
struct WaitCommand: VerbRun {
  /// The conditions to wait for; all of them must hold at once.
  private struct Conditions {
    /// Whether the port must be open; once it was, this holds.
    var device = false
    /// Whether date and time must be known; once they were, this holds.
    var time = false
    var fix: FixCriteria?
    var circle: Crossing?
    var until: FieldExpression?
    /// Whether the last position satisfies ``fix``, is on the side of ``circle``, and the fields satisfy ``until``.
    private var (hasFix, isOnSide, isTrue) = (false, false, false)

    var isEmpty: Bool { !device && fix == nil && !time && circle == nil && until == nil }

    var words: String {
      let parts = [
        device ? "device" : nil, hasFix ? nil : fix?.words, time ? "time" : nil,
        isOnSide ? nil : circle.map { "position \($0.words)" },
        isTrue ? nil : until.map { "state with \(VisibleText.escaped($0.text.utf8))" },
      ].compactMap { $0 }
      return parts.joined(separator: " and no ")
    }

    mutating func take(_ report: Report) {
      switch report {
      case .event(let event): if case .opened = event.kind { device = false }
      case .epoch(let epoch):
        if epoch.fix.time != nil { time = false }
        guard !epoch.fix.isUnreported else { return }
        guard let location = epoch.newLocation, !epoch.isSuspect else { return losePosition() }
        hasFix = fix?.isMet(by: location) == true
        isOnSide = circle?.isMet(by: location) == true
      default: break
      }
    }

    /// Whether all conditions hold now; fields and their freshness change even if nothing arrives.
    mutating func areMet(by facts: Facts) -> Bool {
      if !facts.isFresh { losePosition() }
      isTrue = until?.holds(facts.value) == true
      return !device && !time && (fix == nil || hasFix) && (circle == nil || isOnSide)
        && (until == nil || isTrue)
    }

    private mutating func losePosition() { (hasFix, isOnSide) = (false, false) }
  }

  /// A circle and one of its sides.
  private struct Crossing {
    var side: RegionState
    var text: String
    var monitor = RegionMonitor()

    init?(_ flag: Flag, _ side: RegionState, _ parsed: ParsedArguments) {
      guard let circle = parsed.circle(of: flag),
        let region = CircularRegion(identifier: "", center: circle.place, radius: circle.meters)
      else { return nil }
      (self.side, text) = (side, VisibleText.escaped((parsed.value(of: flag) ?? "").utf8))
      monitor.add(region)
    }

    var words: String { "\(side.rawValue) \(text)" }

    /// Whether several positions in a row are on the side, beyond their error from the border.
    mutating func isMet(by location: Location) -> Bool {
      _ = monitor.update(location)
      return monitor.state(of: "") == side
    }
  }

  private let parsed: ParsedArguments
  private let source: SourceName
  private var timeout: Duration? { parsed.duration(of: .timeout) }
  private let successor: Successor?
  private var conditions = Conditions()

  init(_ parsed: ParsedArguments, _: ByteOutput) throws(ToolError) {
    self.parsed = parsed
    source = try parsed.source()
    for flag in [Flag.untilFix, .accuracy, .inside, .outside, .until] where parsed.values(of: flag).count > 1
    {
      throw Usage.contradiction(
        "--\(flag.name) is given more than once, and a wait has one of them",
        flag == .until
          ? "join them with and: --until 'speed_mps > 3 and h_acc_m < 10'" : "leave out all but one of them")
    }
    conditions.device = parsed.has(.device)
    conditions.time = parsed.has(.untilTime)
    successor = try parsed.value(of: .successor).map { text throws(ToolError) in try Successor(text) }
    conditions.until = parsed.value(of: .until).flatMap { try? FieldExpression(reading: $0) }
    conditions.circle = Crossing(.inside, .inside, parsed) ?? Crossing(.outside, .outside, parsed)
    let accuracy = parsed.meters(of: .accuracy)
    let mode = parsed.value(of: .untilFix).flatMap { FixCriteria.Mode(rawValue: $0) }
    if mode != nil || accuracy != nil || conditions.isEmpty {
      conditions.fix = FixCriteria(mode: mode ?? .plane, accuracy: accuracy)
    }
  }

  func run() throws(ToolError) -> ExitCode {
    var facts = Facts(device: source.device)
    let code = try wait(&facts)
    if code == .done, let successor { throw successor.start(facts.environment) }
    return code
  }

  /// The names of all variables of ``Facts``, without their prefix and in small letters.
  fileprivate static let variables = ["device"] + FieldExpression.Field.names

  /// The last epoch, and the verdict that includes it.
  private struct Facts {
    var records: ReportRecords
    var epoch: Epoch?
    var verdict: Verdict?
    var moment = FixMoment.recorded

    init(device: String) { records = ReportRecords(device: device, types: [], ports: { [] }) }

    func value(_ field: FieldExpression.Field) -> Scalar? {
      switch field {
      case .verdict: verdict.map { .text($0.code.rawValue) }
      case .fix(let key): epoch.flatMap { key.value(in: $0.fix, at: moment) }
      }
    }

    mutating func take(_ report: Report, at now: LiveMoment) {
      switch report {
      case .epoch(let epoch): self.epoch = epoch
      case .verdict(let verdict): self.verdict = verdict
      case .event: _ = records.take(report, at: now)
      default: break
      }
    }

    /// Whether the last position is current.
    var isFresh: Bool {
      [Freshness.live.rawValue, Freshness.aging.rawValue, FixMoment.recorded.state].contains(moment.state)
    }

    /// Computes the state and age of the last epoch at a moment, since both change even if nothing arrives.
    mutating func advance(to now: LiveMoment) {
      if let epoch { moment = records.moment(of: epoch, at: now) }
    }

    /// `GPSBRIDGE_LAT=48.1173`, and so on: each known field, the verdict and the device.
    var environment: [String] {
      let fields = FixKey.allCases.map { ($0.rawValue, value(.fix($0))) } + [("verdict", value(.verdict))]
      return ["GPSBRIDGE_DEVICE=\(records.device)"]
        + fields.compactMap { name, value in value.map { "GPSBRIDGE_\(name.uppercased())=\($0.plainText)" } }
    }
  }

  private func wait(_ facts: inout Facts) throws(ToolError) -> ExitCode {
    let session = try LiveReports(
      [source], parsed, may: parsed.has(.noQuestions) ? .joining : .starting, timeout: timeout,
      waitsForPort: true)
    var missing = conditions
    var hasTimeOfDay = false
    let watches = conditions.until != nil || successor != nil
    let end = try session.run(including: watches ? [.verdicts] : [], ticks: watches) {
      news throws(ToolError) in
      let now = session.now
      if case .heard(let report) = news {
        facts.take(report, at: now)
        missing.take(report)
        if case .epoch(let epoch) = report {
          hasTimeOfDay = hasTimeOfDay || epoch.fix.timeOfDay != nil
          // The report of a new verdict comes after the epoch that it is about.
          if watches { facts.verdict = session.receiver.verdict }
        }
      }
      // State and age change while nothing arrives, so this is checked on ticks as well.
      facts.advance(to: now)
      return missing.areMet(by: facts) ? .end : .goOn
    }
    switch end {
    case .done: return .done
    case .timeout(var complaint):
      // For any of these reasons, the condition did not hold in time.
      if complaint.exit != .notInTime {
        complaint.reason = ToolError.joined(complaint.message, complaint.reason)
      }
      // Without a fix, the date may be from a clock whose battery is empty; a position makes it credible.
      if missing.time, hasTimeOfDay, complaint.exit == .notInTime {
        complaint.reason = ToolError.joined(
          "it sends a time of day, but no reliable date before its first position", complaint.reason)
      }
      complaint.code = "not_in_time"
      complaint.exit = .notInTime
      complaint.message = "no \(missing.words) within \(timeout.map(DurationText.of) ?? "the time")"
      throw complaint
    case .signal(let number):
      Interrupts.end(by: number)
      return .unexpected
    }
  }
}

/// A program that replaces this one; its arguments are not passed through a shell.
private struct Successor {
  let words: [String]
  let path: String

  init(_ text: String) throws(ToolError) {
    words = text.split(separator: " ").map(String.init)
    let name = words.first ?? ""
    let folders =
      name.contains("/")
      ? [""] : (UserFolders.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/" }
    let paths = folders.map { $0 + name }
    let isProgram = { (path: String) in
      let mayRun = unsafe access(path, X_OK) == 0
      return mayRun && Kernel.node(path)?.isFile == true
    }
    guard let path = paths.first(where: isProgram) else {
      throw ToolError(
        code: "not_found", exit: .notFound, message: "there is no program \(VisibleText.escaped(name.utf8))",
        reason: folders == [""] ? "it does not exist or may not be run" : "the folders of PATH have none",
        remedy: "give the full path, such as --exec /usr/bin/notify-send")
    }
    self.path = path
  }

  /// Executes the program with additional environment variables; returns only on failure.
  func start(_ variables: [String]) -> ToolError {
    SerialPort.leaveAllAsFound()
    // A program expects the usual answers to signals.
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_DFL) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    // Values of an earlier wait would look current; all others are passed on as they are, in any encoding.
    let own = WaitCommand.variables.map { Array("GPSBRIDGE_\($0.uppercased())=".utf8) }
    var environment: [UnsafeMutablePointer<CChar>?] = unsafe []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let isOwn = own.contains { name in
        name.indices.allSatisfy { unsafe UInt8(bitPattern: entry[$0]) == name[$0] }
      }
      if !isOwn { unsafe environment.append(entry) }
      unsafe next += 1
    }
    for variable in variables { unsafe environment.append(strdup(variable)) }
    unsafe environment.append(nil)
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    unsafe execve(path, arguments, environment)
    let number = errno
    return ToolError(
      code: "unexpected", exit: .unexpected, message: "can't start \(VisibleText.escaped(path.utf8))",
      reason: Errno(number).words, remedy: "start it by itself to see what it lacks")
  }
}

extension Scalar {
  /// The value as an environment variable.
  fileprivate var plainText: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .count(let count): "\(count)"
    case .truth: "true"
    }
  }
}

// MARK: - Command line

extension Verb {
  static let wait = Verb("wait", WaitCommand.self) {
    Command(
      .read, summary: "wait until a receiver is connected, has a fix, or is at a place",
      description: """
        Ends silently as soon as all given conditions hold; without conditions, as soon as there is a \
        position.
        """,
      operands: [.receiver],
      flags: [
        .device, .untilFix, .accuracy, .untilTime, .inside, .outside, .until, .successor, .timeout,
        .noQuestions, .json,
      ],
      rules: [.each(of: .inside, excludes: .outside)],
      exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .notInTime],
      examples: [
        Example("gpsbridge wait --device --timeout 30s", "wait until a receiver can be opened"),
        Example("gpsbridge wait --fix 3d && date", "wait until it has a position with a height"),
        Example("gpsbridge wait --time --timeout 5m", "wait until it has the date and the time"),
        Example("gpsbridge wait --outside 47.658,9.176,50m --exec ./alarm", "an anchor alarm"),
        Example("gpsbridge wait --until verdict=jammed", "wait until signals are jammed"),
      ])
  }
}

extension Flag {
  static let device = Flag("device", help: "wait until the device is connected and open")
  static let untilFix = Flag(
    "fix", .word(placeholder: "MODE", choices: FixCriteria.Mode.allCases.map(\.rawValue)),
    help: "wait until there is a position: 2d (any, the default), 3d (with a height), or rtk (carrier "
      + "phase with fixed ambiguities)")
  static let untilTime = Flag(
    "time",
    help: "wait until the receiver has the date and the time; a date that it marks as void (RMC with V) "
      + "does not count")
  static let inside = Flag(
    "inside", "CIRCLE", form: .circle,
    help: "wait until several positions in a row are inside a circle, such as 47.5,9.4,100m, by more than "
      + "their error")
  static let outside = Flag(
    "outside", "CIRCLE", form: .circle, help: "wait until several positions in a row are outside a circle")
  static let until = Flag(
    "until", "EXPR",
    form: Form(example: "speed_mps > 3 and h_acc_m < 10") { text, flag in
      do throws(FieldExpression.Fault) { _ = try FieldExpression(reading: text) } catch {
        let names = FieldExpression.Field.names
        let nearest = error.unknownField.flatMap { NearestName.find(to: $0, among: names) }
        return Usage.wrongForm(
          flag, text,
          expected: error.message
            + (error.unknownField == nil ? "" : "; known: \(names.joined(separator: ", "))"),
          nearest.map { "did you mean \($0)?" })
      }
      return nil
    },
    help: "wait until an expression is true, such as speed_mps > 3 and h_acc_m < 10, with the fields of "
      + "the fix record and verdict; 'and' binds more tightly than 'or', and comparisons with an "
      + "unknown field are false")
  static let successor = Flag(
    "exec", "COMMAND",
    form: Form(example: "notify-send moved") { text, flag in
      if text.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }) {
        return Usage.wrongForm(
          flag, text, expected: "its words are separated by blanks, and no shell reads quotes in them",
          "write the command into a script, and name the script")
      }
      return text.utf8.contains { $0 != UInt8(ascii: " ") }
        ? nil
        : Usage.wrongForm(
          flag, text, expected: "a program and its arguments are expected, separated by blanks")
    },
    help: "then replace wait with this program, without a shell; its environment has GPSBRIDGE_LAT and "
      + "all other known fields, GPSBRIDGE_VERDICT and GPSBRIDGE_DEVICE")
}
