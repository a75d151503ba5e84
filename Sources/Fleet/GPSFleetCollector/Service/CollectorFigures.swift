internal import GPSBase
internal import GPSFleetProtocol
internal import GPSWebHost

/// The state of a collector, for monitoring systems, the service manager and people.
///
/// A value that is not known is nil, and absent from the metrics: zero would be a fact.
struct CollectorFigures: Sendable {
  struct Broker: Sendable, Hashable {
    /// Its address, as the settings name it.
    var name: String
    var isConnected = false
    /// Why it is not connected; empty if that is not known.
    var reason = ""
  }

  var brokers: [Broker] = []
  /// The database that is written; nil while it is away, or has no room.
  var database: FleetDatabase?
  /// Why it is not written; empty if that is not known.
  var reason = ""
  var counts = CollectorMachine.Counts()
  /// Positions that were new in the table, or there before.
  var (points, duplicates) = (0, 0)
  /// The positions in memory.
  var rows = 0
  /// How long the oldest message without an answer has waited.
  var oldest: Duration?
  /// The time of the last commit, in seconds since 1970.
  var lastCommit: Int64?
  /// The devices with rows since the connection to the database began.
  var devices: Int?

  /// The number of connected brokers.
  var connected: Int { brokers.count { $0.isConnected } }

  // MARK: - Health

  /// Why positions are not committed, a line each.
  var faults: [String] {
    var faults: [String] = []
    if database == nil {
      faults.append("the database is not written: \(reason.isEmpty ? "it has not answered yet" : reason)")
    }
    if connected == 0 { faults += brokers.map { Self.line(of: $0) } }
    return faults.map { VisibleText.replaced($0, limit: 512) }
  }

  private static func line(of broker: Broker) -> String {
    "\(broker.name) is not connected" + (broker.reason.isEmpty ? "" : ": it \(broker.reason)")
  }

  /// 200 and `ok`, or 503 with a line for each reason.
  ///
  /// One broker of several may be away: its devices use another one.
  var health: WebAnswer {
    guard faults.isEmpty else { return WebAnswer(503, saying: faults.joined(separator: "\n")) }
    let notes = brokers.filter { !$0.isConnected }.map { VisibleText.replaced(Self.line(of: $0), limit: 512) }
    return WebAnswer(200, saying: (["ok"] + notes).joined(separator: "\n"))
  }

  // MARK: - The service manager

  /// A line for `systemctl status`.
  func status(rowsASecond rate: Int) -> String {
    let place =
      database.map { "database \($0.identifier)" }
      ?? "the database is not written: \(reason.isEmpty ? "it has not answered yet" : reason)"
    return "\(connected) of \(brokers.count) brokers, \(place), \(rate) rows/s, \(refused) refused"
  }

  /// All refused messages.
  var refused: Int { counts.refusals.values.reduce(0, +) }

  // MARK: - Metrics

  /// Metrics for Prometheus in the form that a request prefers.
  func metrics(_ request: WebRequest) -> WebAnswer {
    let form = MetricsWriter.Form(accepted: request.headers("Accept"))
    return WebAnswer(200, form.type, metrics(form))
  }

  func metrics(_ form: MetricsWriter.Form) -> [UInt8] {
    var text = MetricsWriter(form)
    func add(
      _ name: String, _ kind: MetricsWriter.Kind, _ help: String, unit: String? = nil, _ value: Double?
    ) { text.family("gpsbridge_collect_" + name, kind, help, unit: unit, [([], value)]) }
    text.family(
      "gpsbridge_collect_broker_up", .gauge, "1 if the broker is connected.",
      brokers.map { ([("broker", $0.name)], $0.isConnected ? 1 : 0) })
    add("database_up", .gauge, "1 if the database is written.", database == nil ? 0 : 1)
    add("batches", .counter, "Messages that could be read.", Double(counts.batches))
    add("committed_batches", .counter, "Messages that are committed.", Double(counts.committed))
    add("points", .counter, "Positions that were new in the table.", Double(points))
    add("duplicates", .counter, "Positions that the table had already.", Double(duplicates))
    // The reasons are words of this program; names of devices are never labels.
    text.family(
      "gpsbridge_collect_refused", .counter, "Messages that were refused, by the reason in the answer.",
      counts.refusals.sorted { $0.key < $1.key }.map { ([("reason", $0.key)], Double($0.value)) })
    text.family(
      "gpsbridge_collect_dropped", .counter, "Messages that were dropped without an answer.",
      [("memory", counts.full), ("rate", counts.flood), ("topic", counts.strays)].map { reason, count in
        ([("reason", reason)], Double(count))
      })
    add(
      "repeated_transactions", .counter, "Transactions that were repeated after a conflict.",
      Double(counts.conflicts))
    add("held_rows", .gauge, "Positions in memory.", Double(rows))
    add(
      "oldest_seconds", .gauge, "How long the oldest message without an answer has waited.", unit: "seconds",
      oldest.map { $0 / .seconds(1) })
    add(
      "last_commit_seconds", .gauge, "Time of the last commit, in seconds since 1970.", unit: "seconds",
      lastCommit.map(Double.init))
    add(
      "devices", .gauge, "Devices with messages since the connection to the database began.",
      devices.map(Double.init))
    return text.finish()
  }
}
