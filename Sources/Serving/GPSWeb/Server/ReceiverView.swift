internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// What is known of one receiver: the last of each kind of record, and the last epoch.
///
/// Who begins to listen is told this first.
struct ReceiverView: Sendable {
  /// The name by which requests ask for it.
  private(set) var name: String
  private var records: ReportRecords
  private var last: [RecordType: RecordRing.Entry] = [:]
  /// The last events and settings, and each verdict that has another code than the one before it.
  private var events: [RecordRing.Entry] = []
  /// The fault that was the last event, and how often it has come.
  private var fault: (words: String, count: Int)?
  private var code: Verdict.Code?
  private var hasOtherCode = false
  private(set) var epoch: Epoch?
  /// Whether the epoch that came last reports neither a fix nor its loss: the record of the one before stays the last.
  private var isUnreported = false
  private(set) var epochs = 0
  private(set) var sky: Sky?
  private(set) var reconnects = 0
  private(set) var product: String?

  private static let mostEvents = 50
  private static let greeted: [RecordType] = [.device, .condition, .verdict, .sky, .fix]

  /// - Parameters:
  ///   - name: The source's name.
  ///   - keepsName: Whether the name stays, also where its port has another one.
  ///   - receiver: The receiver, whose monitor knows the serial ports.
  init(_ name: String, keepsName: Bool, of receiver: Receiver) {
    self.name = name
    records = ReportRecords(
      device: name, types: [.fix, .sky, .event, .condition, .setting, .verdict, .device],
      keepsName: keepsName,
      ports: { receiver.knownPorts })
  }

  /// The records of a report.
  mutating func take(_ report: Report, at now: LiveMoment) -> [ReportRecord] {
    var made = records.take(report, at: now)
    name = records.device
    switch report {
    case .verdict(let verdict):
      hasOtherCode = verdict.code != code
      code = verdict.code
    case .epoch(let epoch):
      isUnreported = epoch.fix.isUnreported
      if !isUnreported { self.epoch = epoch }
      epochs += 1
    case .sky(let sky): self.sky = sky
    case .event(let event):
      take(event)
      count(event, in: &made)
    default: break
    }
    return made
  }

  private mutating func take(_ event: ReceiverEvent) {
    switch event.kind {
    case .opened(let place, _): product = place.name
    case .disconnected: reconnects += 1
    default: break
    }
  }

  /// Counts a port that refuses again and again: the record of each refusal but the first tells how many there were.
  private mutating func count(_ event: ReceiverEvent, in made: inout [ReportRecord]) {
    guard case .openFailed(let error) = event.kind else {
      if made.contains(where: { $0.type == .event || $0.type == .setting }) { fault = nil }
      return
    }
    let words = error.message
    let count = fault?.words == words ? (fault?.count ?? 0) + 1 : 1
    fault = (words, count)
    guard count > 1 else { return }
    made = made.map { record in
      guard record.type == .event else { return record }
      return ReportRecord(.event, record.line.dropLast(2) + Array(",\"count\":\(count)}\n".utf8))
    }
  }

  /// Remembers a record by what kind it is.
  mutating func keep(_ entry: RecordRing.Entry) {
    switch entry.type {
    case .event, .setting:
      // Of many refusals the first and the last say all, and push nothing else out.
      if let fault, fault.count > 2, events.last?.type == .event { events.removeLast() }
      remember(entry)
    case .verdict:
      last[.verdict] = entry
      if hasOtherCode { remember(entry) }
    case .fix where isUnreported: break
    default: last[entry.type] = entry
    }
  }

  private mutating func remember(_ entry: RecordRing.Entry) {
    if events.count == Self.mostEvents { events.removeFirst() }
    events.append(entry)
  }

  /// What a new listener is told of it.
  var greeting: [RecordRing.Entry] {
    let told = Set(events.map(\.number))
    return Self.greeted.compactMap { last[$0] }.filter { !told.contains($0.number) } + events
  }

  /// The middle one of the signals that take part, in dB-Hz; of all that are heard where none does.
  var medianSignal: Double? { sky?.medianSignal }

  /// The last epoch as a record of now, with a verdict where there is one to tell; without a position where there was no epoch.
  func fix(at now: LiveMoment, _ latest: LocationUpdate?, _ verdict: Verdict?) -> [UInt8] {
    var moment = epoch.map { records.moment(of: $0, at: now) } ?? FixMoment(state: Freshness.lost.rawValue)
    if let latest, moment != .recorded {
      moment.state = latest.freshness.rawValue
      moment.age = latest.age.map { max(0, $0.seconds) }
    }
    var line = NDJSONFormat(device: name).lines(for: epoch?.fix ?? Fix(), at: moment)
    guard let verdict else { return line }
    var json = JSONWriter()
    json.object { json in
      json.object("verdict") { json in
        json.member("code", verdict.code.rawValue)
        json.member("what", verdict.what)
        json.member("why", verdict.why)
        json.member("do", verdict.advice.isEmpty ? nil : verdict.advice)
        json.member("expect", verdict.expectation.isEmpty ? nil : verdict.expectation)
      }
    }
    line.removeLast(2)
    return line + [UInt8(ascii: ",")] + json.bytes.dropFirst() + [0x0A]
  }
}

extension Sky {
  /// The middle one of the signals that take part, in dB-Hz; of all that are heard where none does.
  var medianSignal: Double? {
    let used = satellites.filter(\.isUsed).compactMap(\.carrierToNoise)
    return SatelliteMetrics.median(used.isEmpty ? satellites.compactMap(\.carrierToNoise) : used)
  }
}
