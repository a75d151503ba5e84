internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSWebHost

/// Metrics for Prometheus: its text format 0.0.4, or OpenMetrics 1.0 if requested.
///
/// Positions are omitted by default, since metrics may be open to people who must not see them.
struct MetricsText: Sendable {
  typealias Form = MetricsWriter.Form

  private var writer: MetricsWriter

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
    let form = Form(accepted: request.headers("Accept"))
    return WebAnswer(200, form.type, bytes(form, page, receivers, tellsPosition: tellsPosition))
  }

  /// The metrics as text.
  static func bytes(
    _ form: Form, _ page: PageMetrics, _ receivers: [ReceiverMetrics], tellsPosition: Bool = false
  ) -> [UInt8] {
    var text = MetricsText(writer: MetricsWriter(form))
    text.add(page)
    text.add(receivers)
    if tellsPosition { text.addPosition(receivers) }
    return text.writer.finish()
  }

  // MARK: - Metrics

  private mutating func add(_ page: PageMetrics) {
    writer.info("gpsbridge_build", "Version of the program.", [("version", page.version)])
    writer.family("gpsbridge_http_listeners", .gauge, "Open event streams.", [([], Double(page.listeners))])
    writer.family(
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
      "Radius that holds the true position in 68 of 100 cases.", unit: "meters"
    ) { $0.horizontalAccuracy }
    each(
      receivers, "gpsbridge_vertical_accuracy_meters", .gauge,
      "Error of the height in 68 of 100 cases, at most.", unit: "meters"
    ) { $0.verticalAccuracy }
    addSatellites(receivers)
    let kinds: [(String, (DilutionOfPrecision) -> Double?)] = [
      ("horizontal", { $0.horizontal }), ("vertical", { $0.vertical }), ("position", { $0.position }),
      ("time", { $0.time }),
    ]
    writer.family(
      "gpsbridge_dop", .gauge, "Dilution of precision.",
      receivers.flatMap { one in
        kinds.map { kind, value in ([("device", one.device), ("kind", kind)], value(one.dilution)) }
      })
    writer.family(
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
    writer.family(
      "gpsbridge_satellites", .gauge, "Satellites: used in the fix, heard, and known.",
      systems.flatMap { device, gnss, count in
        [("used", count.used), ("heard", count.heard), ("known", count.known)].map { state, number in
          ([("device", device), ("gnss", gnss), ("state", state)], Double(number))
        }
      })
    writer.family(
      "gpsbridge_cn0_median_dbhz", .gauge, "Median of the signals that are heard, in dB-Hz.", unit: "dbhz",
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

  /// Adds one metric with a sample for each receiver that has a value.
  private mutating func each(
    _ receivers: [ReceiverMetrics], _ name: String, _ kind: MetricsWriter.Kind, _ help: String,
    unit: String? = nil,
    _ value: (ReceiverMetrics) -> Double?
  ) { writer.family(name, kind, help, unit: unit, receivers.map { ([("device", $0.device)], value($0)) }) }
}
