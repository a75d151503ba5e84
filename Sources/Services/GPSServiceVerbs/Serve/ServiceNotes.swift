internal import GPSServices

/// Log lines about refused, disconnected and slow clients: at most one of each kind per minute.
///
/// Many connections must not cause many lines.
struct ServiceNotes {
  private struct Kind: Sendable {
    let count: @Sendable (ServiceCounts) -> Int
    let words: @Sendable (Int) -> String
  }

  private static let kinds: [Kind] = [
    Kind(count: { $0.refused - $0.refusedByAddress }) {
      "\(clients($0)) refused: there are too many clients"
    },
    Kind(count: { $0.refusedByAddress }) { "\(clients($0)) refused: too many come from one address" },
    Kind(count: { $0.shortages + $0.outputs.reduce(0) { $0 + $1.shortages } }) { _ in
      "clients wait because too few descriptors are left: raise ulimit -n, or LimitNOFILE= of the service"
    },
    Kind(count: { $0.slowClosed }) { "\(clients($0)) disconnected: they read nothing that was sent" },
    Kind(count: { $0.idleClosed }) { "\(clients($0)) disconnected: they requested nothing" },
    Kind(count: { $0.dropped }) { "\($0) \($0 == 1 ? "report was" : "reports were") missed by slow clients" },
  ]

  /// One minute, which limits the log to 1440 lines of each kind per day.
  private static let pause = Duration.seconds(60)

  /// The reported count of each kind, and when it was reported.
  private var told: [(count: Int, at: ContinuousClock.Instant?)]

  init() { told = Self.kinds.map { _ in (0, nil) } }

  /// Returns the lines that are due for the current counts.
  mutating func take(_ counts: ServiceCounts, at now: ContinuousClock.Instant) -> [String] {
    var lines: [String] = []
    for (index, kind) in Self.kinds.enumerated() {
      let count = kind.count(counts)
      let last = told[index]
      guard count > last.count, last.at.map({ $0.duration(to: now) >= Self.pause }) ?? true else { continue }
      lines.append("note: \(kind.words(count - last.count))\n")
      told[index] = (count, now)
    }
    return lines
  }

  private static func clients(_ count: Int) -> String {
    count == 1 ? "1 client was" : "\(count) clients were"
  }
}
