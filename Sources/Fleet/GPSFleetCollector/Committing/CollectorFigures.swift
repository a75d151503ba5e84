internal import GPSBase
internal import GPSFleetProtocol
internal import GPSWebHost

/// The state of a collector, for monitoring systems, the service manager and people.
///
/// An unknown value is nil, and absent from the metrics, since zero would be a measurement.
struct CollectorFigures: Sendable {
  /// The database in use; nil while nothing can be committed.
  var database: FleetDatabase?
  /// Why nothing can be committed; empty if unknown.
  var reason = ""
  var counts = CommitMachine.Counts()
  var (batches, rows) = (0, 0)
  var oldest: Duration?
  var sinceCommit: Duration?
  var devices = 0

  var points: Int { counts.fresh + counts.late }

  // MARK: - Health

  /// The longest time without a commit, and the longest wait of a batch, of a healthy collector.
  private static let (longestSilence, longestWait) = (Duration.seconds(30), Duration.seconds(5))

  /// The reasons why batches are not committed, one line each.
  var faults: [String] {
    var faults: [String] = []
    if sinceCommit.map({ $0 > Self.longestSilence }) ?? true {
      let since = sinceCommit.map { "for \(Int($0.inSeconds)) s" } ?? "yet"
      faults.append("nothing was committed \(since)")
    } else if database == nil {
      faults.append("batches are not committed")
    }
    if let oldest, oldest > Self.longestWait { faults.append("a batch waits for \(Int(oldest.inSeconds)) s") }
    guard !faults.isEmpty, !reason.isEmpty else { return faults }
    return faults + [VisibleText.replaced(reason, limit: 512)]
  }

  var health: WebAnswer {
    faults.isEmpty ? WebAnswer(200, saying: "ok") : WebAnswer(503, saying: faults.joined(separator: "\n"))
  }

  // MARK: - The service manager

  func status(rowsASecond rate: Int) -> String {
    let place =
      database.map { "database \($0.identifier)" }
      ?? "the database is not written: \(reason.isEmpty ? "it has not answered yet" : reason)"
    return "\(place), \(devices) devices, \(rate) rows/s, \(refused) refused"
  }

  /// All batches that no retry will commit unchanged.
  var refused: Int { counts.answers.filter { (400..<429).contains($0.key.status) }.values.reduce(0, +) }

  // MARK: - Metrics

  func metrics(_ request: WebRequest) -> WebAnswer {
    let form = MetricsWriter.Form(accepted: request.headers("Accept"))
    return WebAnswer(200, form.type, metrics(form))
  }

  func metrics(_ form: MetricsWriter.Form) -> [UInt8] {
    var text = MetricsWriter(form)
    func add(
      _ name: String, _ kind: MetricsWriter.Kind, _ help: String, unit: String? = nil, _ value: Double?
    ) { text.family("gpsbridge_collect_" + name, kind, help, unit: unit, [([], value)]) }
    add("database_up", .gauge, "1 if batches can be committed.", database == nil ? 0 : 1)
    // The words are of this program; names of devices are never labels.
    text.family(
      "gpsbridge_collect_answers", .counter, "Batches by the status and the word of their answers.",
      counts.answers.sorted { $0.key.rawValue < $1.key.rawValue }.map { word, count in
        ([("status", "\(word.status)"), ("word", word.rawValue)], Double(count))
      })
    for (name, help, count) in [
      ("points", "Positions that were new in the tables.", points),
      ("duplicates", "Positions that the tables had already.", counts.duplicates),
      (
        "late_rows", "Positions that were put aside, since their day had no table or was locked.", counts.late
      ),
      ("expired_rows", "Positions that were older than their tenant keeps, and not stored.", counts.expired),
      ("repeated_batches", "Batches that were committed before.", counts.repeated),
      ("repeated_transactions", "Transactions that were repeated after a conflict.", counts.conflicts),
    ] { add(name, .counter, help, Double(count)) }
    for (name, help, value) in [
      ("waiting_batches", "Batches in memory.", Double(batches)),
      ("waiting_rows", "Positions in memory.", Double(rows)),
      ("group_size", "Batches of the last transaction.", counts.groupSize.map(Double.init)),
      ("devices", "Devices with a batch in the last five minutes.", Double(devices)),
    ] as [(String, String, Double?)] { add(name, .gauge, help, value) }
    for (name, help, value) in [
      ("oldest_seconds", "How long the oldest batch without an answer has waited.", oldest),
      ("commit_seconds", "How long the last transaction took.", counts.commitTime),
      ("since_commit_seconds", "The time since the last commit of a batch or a probe.", sinceCommit),
    ] { add(name, .gauge, help, unit: "seconds", value?.inSeconds) }
    return text.finish()
  }
}
