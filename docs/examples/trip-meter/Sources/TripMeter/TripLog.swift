import GPSBridge

/// A log of everything that happens on a trip, in order.
///
/// Elements of separate streams, such as `receiver.fixes` and `receiver.events`, can't be put in order
/// afterward. Reports come in a single order, with each cause before its effect.
public struct TripLog: Sendable {
  /// The lines of the log.
  public private(set) var lines: [String] = []
  /// The code of the last verdict; a verdict is reported again if only the numbers in its text change.
  private var condition: Verdict.Code?

  /// Creates an empty log.
  public init() {}

  /// Adds the lines for a report.
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

  /// Returns the lines for a report instead of storing them.
  mutating func lines(for report: Report) -> [String] {
    take(report)
    defer { lines = [] }
    return lines
  }
}

/// Writes the log of a receiver until the task is canceled.
public func keepLog(of receiver: Receiver, _ write: @Sendable (String) -> Void) async {
  // A slow log loses the oldest reports; their number is written at the end.
  let reports = receiver.reports.subscribe(.newest(1000))
  var log = TripLog()
  for await report in reports {
    for line in log.lines(for: report) { write(line) }
  }
  if reports.droppedCount > 0 { write("lost    \(reports.droppedCount) reports") }
}
