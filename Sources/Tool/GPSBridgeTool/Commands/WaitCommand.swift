internal import GNSS
internal import GPSBridge
internal import TerminalKit
internal import GPSBase

/// `gpsbridge wait`: ends when a condition holds, without output.
struct WaitCommand {
  /// The conditions to wait for; all of them must hold.
  private struct Conditions {
    var device = false
    var fix: FixCriteria?
    var time = false

    var words: String {
      let parts = [device ? "device" : nil, fix?.words, time ? "time" : nil].compactMap { $0 }
      return parts.joined(separator: " and no ")
    }
  }

  private let source: SourceName
  private let timeout: Duration?
  private let asks: Bool
  private var conditions = Conditions()

  init(_ parsed: ParsedArguments) throws(ToolError) {
    source = try SourceName(parsed.operand(0))
    timeout = try parsed.duration(of: .timeout)
    asks = !parsed.has(.noQuestions)
    conditions.device = parsed.has(.device)
    conditions.time = parsed.has(.untilTime)
    let accuracy = try parsed.meters(of: .accuracy)
    let mode = parsed.value(of: .untilFix).flatMap { FixCriteria.Mode(rawValue: $0) }
    if mode != nil || accuracy != nil || !conditions.device && !conditions.time {
      conditions.fix = FixCriteria(mode: mode ?? .plane, accuracy: accuracy)
    }
  }

  func run() throws(ToolError) -> ExitCode {
    let session = try LiveReports(
      [source], .wait, may: asks ? .starting : .joining, timeout: timeout, waitsForPort: true)
    var missing = conditions
    var hasTimeOfDay = false
    let end = try session.run { news throws(ToolError) in
      guard case .heard(let report) = news else { return .goOn }
      switch report {
      case .event(let event): if case .opened = event.kind { missing.device = false }
      case .epoch(let epoch):
        if epoch.fix.time != nil { missing.time = false }
        hasTimeOfDay = hasTimeOfDay || epoch.fix.timeOfDay != nil
        if let location = epoch.newLocation, missing.fix?.isMet(by: location) == true, !epoch.isSuspect {
          missing.fix = nil
        }
      default: break
      }
      return missing.device || missing.time || missing.fix != nil ? .goOn : .end
    }
    switch end {
    case .done: return .done
    case .timeout(var complaint):
      // For any of these reasons, the condition did not hold in time.
      complaint.reason = [complaint.exit == .notInTime ? nil : complaint.message, complaint.reason]
        .compactMap { $0 }.joined(separator: "; ")
      // Without a fix, the date may be from a clock whose battery is empty; a position makes it credible.
      if missing.time, hasTimeOfDay, complaint.exit == .notInTime {
        complaint.reason =
          "it sends a time of day, but no reliable date before its first position; "
          + (complaint.reason ?? "")
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

// MARK: - Command line

extension Command {
  static let wait = Command(
    verb: .wait,
    summary: "wait until a receiver is there, has a fix, or has the time",
    operands: [.receiver],
    flags: [.device, .untilFix, .accuracy, .untilTime, .timeout, .noQuestions, .json],
    exitCodes: [.done, .unexpected, .usage, .permissionDenied, .notInTime],
    examples: [
      Example("gpsbridge wait --device --timeout 30s", "until a receiver can be opened"),
      Example("gpsbridge wait --fix 3d && date", "until it has a position with a height"),
      Example("gpsbridge wait --time --timeout 5m", "until it has date and time"),
    ])
}

extension Flag {
  static let device = Flag(name: "device", help: "until the device is there and open")
  static let untilFix = Flag(
    name: "fix", value: .word(placeholder: "MODE", choices: FixCriteria.Mode.allCases.map(\.rawValue)),
    help:
      "until there is a position: 2d (any; the default), 3d (with a height), or rtk (ambiguities fixed)"
  )
  static let untilTime = Flag(
    name: "time",
    help: "until the receiver has date and time; a date that it marks as void (RMC with V) does not count")
}
