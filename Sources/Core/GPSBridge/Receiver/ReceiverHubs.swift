internal import GNSS
internal import GPSDelivery

/// The broadcasts of a receiver or of the best of several, separate so that nothing retains the receiver itself.
struct ReceiverHubs: Sendable {
  let updates: Broadcast<LocationUpdate, Never>
  let locations: Broadcast<Location, LocationError>
  let fixes: Broadcast<Fix, Never>
  let skies: Broadcast<Sky, Never>
  let sentences: Broadcast<ReceivedSentence, Never>
  let events: Broadcast<ReceiverEvent, Never>
  /// The settings of a single device; nil for the best of several receivers.
  let settings: ReceiverSettings?
  let reports: Broadcast<Report, Never>

  /// Creates the broadcasts.
  ///
  /// - Parameters:
  ///   - attendance: The consumers that manual time waits for.
  ///   - settings: The settings of a single device.
  ///   - all: The extra reports that a consumer of all reports needs.
  ///   - want: Called with the extra reports of a stream when its first consumer comes or its last one leaves.
  init(
    _ attendance: Attendance?, _ settings: ReceiverSettings?, all: Report.Extras,
    _ want: @escaping @Sendable (Report.Extras, Demand) -> Void
  ) {
    let demand: @Sendable (Demand) -> Void = { want([], $0) }
    updates = Broadcast(attendance: attendance, onDemand: demand) { (report: Report) in report.update }
    locations = Broadcast(attendance: attendance, onDemand: demand) { (report: Report) in
      report.update?.newLocation
    }
    fixes = Broadcast(attendance: attendance, onDemand: demand) { (report: Report) in
      if case .epoch(let epoch) = report { epoch.fix } else { nil }
    }
    skies = Broadcast(attendance: attendance, onDemand: demand) { (report: Report) in
      if case .sky(let sky) = report { sky } else { nil }
    }
    sentences = Broadcast(attendance: attendance) { want(.sentences, $0) }
    events = Broadcast(attendance: attendance)
    reports = Broadcast(attendance: attendance) { want(all, $0) }
    self.settings = settings
  }

  func take(_ output: Report) {
    let parcel = reports.wrapped(output)
    reports.send(parcel: parcel)
    switch output {
    case .epoch, .update:
      if case .epoch = output { fixes.send(parcel: parcel) }
      updates.send(parcel: parcel)
      if output.isNewLocation { locations.send(parcel: parcel) }
    case .condition, .message, .setting, .verdict: break
    case .sky: skies.send(parcel: parcel)
    // A dozen per epoch, so skip them without subscribers; a new subscriber gets only later sentences.
    case .sentence(let sentence): if sentences.subscriberCount > 0 { sentences.send(sentence) }
    case .event(let event):
      if case .setting(let value) = event.kind { settings?.confirm(value) }
      events.send(event)
    case .failed(let error):
      reports.finish()
      updates.finish()
      locations.finish(throwing: error)
      fixes.finish()
      skies.finish()
      sentences.finish()
      events.finish()
      settings?.finish()
    }
  }
}
