internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import GPSWebHost

/// Metrics for Prometheus: its text format 0.0.4, or OpenMetrics 1.0 if requested.
///
/// Positions are left out by default: metrics may be open to people who must not know them.
struct MetricsText: Sendable {
  /// The two formats.
  enum Form: Sendable, Hashable {
    case prometheus, openMetrics

    /// The media type.
    var type: String {
      switch self {
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      }
    }
  }

  private let form: Form
  private var bytes: [UInt8] = []

  private init(_ form: Form) { self.form = form }

  /// Answers a request for metrics.
  ///
  /// - Parameters:
  ///   - request: The request; its `Accept` selects the format.
  ///   - page: The metrics of the page.
  ///   - receivers: The metrics of the receivers.
  ///   - tellsPosition: Whether to include the receivers' positions.
  /// - Returns: The metrics, with the media type of their format.
  static func answer(
    to request: WebRequest, _ page: PageMetrics, _ receivers: [ReceiverMetrics], tellsPosition: Bool = false
  ) -> WebAnswer {
    let form = form(accepted: request.headers("Accept"))
    return WebAnswer(200, form.type, bytes(form, page, receivers, tellsPosition: tellsPosition))
  }

  /// The metrics as text.
  static func bytes(
    _ form: Form, _ page: PageMetrics, _ receivers: [ReceiverMetrics], tellsPosition: Bool = false
  ) -> [UInt8] {
    var text = MetricsText(form)
    text.add(page)
    text.add(receivers)
    if tellsPosition { text.addPosition(receivers) }
    if form == .openMetrics { text.bytes += "# EOF\n".utf8 }
    return text.bytes
  }

  /// The format that the client prefers; Prometheus's own without a preference.
  static func form(accepted: [String]) -> Form {
    var (open, plain) = (0.0, 0.0)
    for range in accepted.joined(separator: ",").split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      let weight = parts.first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      switch parts.first {
      case "application/openmetrics-text": open = max(open, weight)
      case "text/plain", "text/*", "*/*": plain = max(plain, weight)
      default: break
      }
    }
    return open > 0 && open >= plain ? .openMetrics : .prometheus
  }
}

// MARK: - Metrics

extension MetricsText {
  private mutating func add(_ page: PageMetrics) {
    info("gpsbridge_build", "Version of the program.", [("version", page.version)])
    family("gpsbridge_http_listeners", .gauge, "Open event streams.", [([], Double(page.listeners))])
    family(
      "gpsbridge_http_dropped_listeners", .counter, "Event streams closed because the client did not read.",
      [([], Double(page.droppedListeners))])
  }

  private mutating func add(_ receivers: [ReceiverMetrics]) {
    each(receivers, "gpsbridge_receiver_up", .gauge, "1 if the receiver is connected and sends.") {
      $0.isUp ? 1 : 0
    }
    each(
      receivers, "gpsbridge_fix_mode", .gauge, "1 no fix, 2 without a height, 3 with a height, 4 time only."
    ) { Double($0.mode.rawValue) }
    each(receivers, "gpsbridge_fix_age_seconds", .gauge, "Time since the last position.", unit: "seconds") {
      $0.fixAge
    }
    each(
      receivers, "gpsbridge_horizontal_accuracy_meters", .gauge,
      "Radius that holds the true position in 68 of 100 cases.",
      unit: "meters"
    ) { $0.horizontalAccuracy }
    each(
      receivers, "gpsbridge_vertical_accuracy_meters", .gauge,
      "Error of the height in 68 of 100 cases, at most.",
      unit: "meters"
    ) { $0.verticalAccuracy }
    addSatellites(receivers)
    let kinds: [(String, (DilutionOfPrecision) -> Double?)] = [
      ("horizontal", { $0.horizontal }), ("vertical", { $0.vertical }), ("position", { $0.position }),
      ("time", { $0.time }),
    ]
    family(
      "gpsbridge_dop", .gauge, "Dilution of precision.",
      receivers.flatMap { one in
        kinds.map { kind, value in ([("device", one.device), ("kind", kind)], value(one.dilution)) }
      })
    family(
      "gpsbridge_verdict", .gauge, "1 for the current verdict.",
      receivers.compactMap { one in
        one.verdict.map { ([("device", one.device), ("code", $0.rawValue)], 1) }
      })
    each(receivers, "gpsbridge_received_bytes", .counter, "Bytes from the receiver.", unit: "bytes") {
      Double($0.receivedBytes)
    }
    each(receivers, "gpsbridge_epochs", .counter, "Epochs, with a fix or without.") { Double($0.epochs) }
    each(receivers, "gpsbridge_bad_checksums", .counter, "Damaged sentences and messages.") {
      Double($0.badChecksums)
    }
    each(receivers, "gpsbridge_reconnects", .counter, "Times that the receiver came back.") {
      Double($0.reconnects)
    }
  }

  private mutating func addSatellites(_ receivers: [ReceiverMetrics]) {
    let systems = receivers.flatMap { one in
      one.satellites.sorted { $0.key.word < $1.key.word }.map { (one.device, $0.key.word, $0.value) }
    }
    family(
      "gpsbridge_satellites", .gauge, "Satellites: used in the fix, heard, and known.",
      systems.flatMap { device, gnss, count in
        [("used", count.used), ("heard", count.heard), ("known", count.known)].map { state, number in
          ([("device", device), ("gnss", gnss), ("state", state)], Double(number))
        }
      })
    family(
      "gpsbridge_cn0_median_dbhz", .gauge, "Median of the signals that are heard, in dB-Hz.",
      unit: "dbhz",
      systems.map { device, gnss, count in ([("device", device), ("gnss", gnss)], count.medianSignal) })
  }

  private mutating func addPosition(_ receivers: [ReceiverMetrics]) {
    each(receivers, "gpsbridge_latitude_degrees", .gauge, "Latitude; north is positive.", unit: "degrees") {
      $0.position?.latitude
    }
    each(receivers, "gpsbridge_longitude_degrees", .gauge, "Longitude; east is positive.", unit: "degrees") {
      $0.position?.longitude
    }
    each(receivers, "gpsbridge_altitude_meters", .gauge, "Height above mean sea level.", unit: "meters") {
      $0.altitude
    }
  }
}

// MARK: - Formatting

extension MetricsText {
  private enum Kind: String { case gauge, counter }
  private typealias Sample = (labels: [(String, String)], value: Double?)

  /// Adds one metric with a sample for each receiver that has a value.
  private mutating func each(
    _ receivers: [ReceiverMetrics], _ name: String, _ kind: Kind, _ help: String, unit: String? = nil,
    _ value: (ReceiverMetrics) -> Double?
  ) { family(name, kind, help, unit: unit, receivers.map { ([("device", $0.device)], value($0)) }) }

  /// Adds a metric's name, help and samples; samples without a value are left out.
  ///
  /// The name comes without the `_total` that counter samples end with.
  private mutating func family(
    _ name: String, _ kind: Kind, _ help: String, unit: String? = nil, _ samples: [Sample]
  ) {
    let sampleName = kind == .counter ? name + "_total" : name
    head(form == .openMetrics ? name : sampleName, kind.rawValue, help, unit: unit)
    for sample in samples { line(sampleName, sample) }
  }

  /// Adds constant labels: an `info` in OpenMetrics, and a gauge that is always 1 in the older format.
  private mutating func info(_ name: String, _ help: String, _ labels: [(String, String)]) {
    let isOpen = form == .openMetrics
    head(isOpen ? name : name + "_info", isOpen ? "info" : "gauge", help, unit: nil)
    line(name + "_info", (labels, 1))
  }

  private mutating func head(_ name: String, _ type: String, _ help: String, unit: String?) {
    bytes += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n".utf8
    if let unit, form == .openMetrics { bytes += "# UNIT \(name) \(unit)\n".utf8 }
  }

  private mutating func line(_ name: String, _ sample: Sample) {
    guard let value = sample.value, value.isFinite else { return }
    bytes += name.utf8
    for (index, (label, text)) in sample.labels.enumerated() {
      bytes += "\(index == 0 ? "{" : ",")\(label)=\"".utf8
      bytes += Self.escaped(text).utf8
      bytes.append(UInt8(ascii: "\""))
    }
    if !sample.labels.isEmpty { bytes.append(UInt8(ascii: "}")) }
    bytes.append(UInt8(ascii: " "))
    bytes += (value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)").utf8
    bytes.append(0x0A)
  }

  /// A label value with backslash, quote and line end escaped.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\"": escaped += #"\""#
      case "\n": escaped += #"\n"#
      default: escaped.unicodeScalars.append(VisibleText.isHarmless(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}
