import GPSBridge

/// A log of everything that happens on a trip, in the order in which it happens.
///
/// Streams such as `receiver.fixes` and `receiver.events` cannot be put in order afterwards. Reports come in one order, so
/// the cause always stands above its effect.
public struct TripLog: Sendable {
  /// The log, a line for each thing.
  public private(set) var lines: [String] = []
  /// What the receiver's condition was called last: its words come again when their numbers change.
  private var condition: Verdict.Code?

  /// Begins with an empty log.
  public init() {}

  /// Takes the next report.
  public mutating func take(_ report: Report) {
    switch report {
    case .epoch(let epoch):
      lines.append("fix     \(epoch.fix.mode), \(epoch.fix.satellitesUsed ?? 0) satellites")
      let place = epoch.newLocation.map { "\($0.coordinate)" } ?? "no position"
      lines.append("update  \(epoch.update.freshness.rawValue), \(place)")
    case .update(let update): lines.append("update  \(update.freshness.rawValue)")
    case .event(let event): lines.append("event   \(event.kind)")
    case .verdict(let verdict):
      if verdict.code != condition { lines.append("verdict \(verdict.what)") }
      condition = verdict.code
    default: break
    }
  }

  /// Takes the next report, and returns its lines instead of keeping them.
  mutating func lines(for report: Report) -> [String] {
    take(report)
    defer { lines = [] }
    return lines
  }
}

/// Writes the log of a receiver, for as long as the task runs.
public func keepLog(of receiver: Receiver, _ write: @Sendable (String) -> Void) async {
  // A log that is slow loses the oldest reports, and says how many.
  let reports = receiver.reports.subscribe(.newest(1000))
  var log = TripLog()
  for await report in reports {
    for line in log.lines(for: report) { write(line) }
  }
  if reports.droppedCount > 0 { write("lost    \(reports.droppedCount) reports") }
}
