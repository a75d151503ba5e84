internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// The latest state of one receiver: the last record of each kind, and the last epoch.
///
/// These records are sent first to each new listener.
struct ReceiverView: Sendable {
  /// The name by which requests select the receiver.
  private(set) var name: String
  private var records: ReportRecords
  private var last: [RecordType: RecordRing.Entry] = [:]
  /// The latest events and settings, and each verdict whose code differs from the one before.
  private var events: [RecordRing.Entry] = []
  /// The last fault, if it was the last event, and how often it occurred.
  private var fault: (words: String, count: Int)?
  private var code: Verdict.Code?
  private var hasOtherCode = false
  private(set) var epoch: Epoch?
  /// Whether the last epoch reports neither a fix nor its loss; then the previous record stays the latest.
  private var isUnreported = false
  private(set) var epochs = 0
  private(set) var sky: Sky?
  private(set) var reconnects = 0
  private(set) var product: String?

  private static let mostEvents = 50
  private static let greeted: [RecordType] = [.device, .condition, .verdict, .sky, .fix]

  /// - Parameters:
  ///   - name: The source's name.
  ///   - keepsName: Whether to keep that name even if the port's name differs.
  ///   - receiver: The receiver, whose monitor knows the serial ports.
  init(_ name: String, keepsName: Bool, of receiver: Receiver) {
    self.name = name
    records = ReportRecords(
      device: name, types: [.fix, .sky, .event, .condition, .setting, .verdict, .device],
      keepsName: keepsName, ports: { receiver.knownPorts })
  }

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

  /// Counts repeated failures to open the port: each record after the first has a count.
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

  /// Stores a record according to its kind.
  mutating func keep(_ entry: RecordRing.Entry) {
    switch entry.type {
    case .event, .setting:
      // Of many failures keep the first and the last, so that they don't displace other events.
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

  /// The records to send first to a new listener.
  var greeting: [RecordRing.Entry] {
    let told = Set(events.map(\.number))
    return Self.greeted.compactMap { last[$0] }.filter { !told.contains($0.number) } + events
  }

  /// The median of the used signals in dB-Hz, or of all signals if none is used.
  var medianSignal: Double? { sky?.medianSignal }

  /// The last epoch as a current record, with the verdict if passed; no position before the first epoch.
  func fix(at now: LiveMoment, _ latest: LocationUpdate?, _ verdict: Verdict?) -> [UInt8] {
    var moment = epoch.map { records.moment(of: $0, at: now) } ?? FixMoment(state: Freshness.lost.rawValue)
    if let latest, moment != .recorded {
      moment.state = latest.freshness.rawValue
      moment.age = latest.age.map { max(0, $0.seconds) }
    }
    var line = NDJSONFormat(device: name).lines(for: epoch?.fix ?? Fix(), at: moment)
    guard let verdict else { return line }
    let more = JSONWriter.line { json in
      json.object("verdict") { json in
        json.member("code", verdict.code.rawValue)
        json.member("what", verdict.what)
        json.member("why", verdict.why)
        json.member("do", verdict.remedy.isEmpty ? nil : verdict.remedy)
        json.member("expect", verdict.expectation.isEmpty ? nil : verdict.expectation)
      }
    }
    line.removeLast(2)
    return line + [UInt8(ascii: ",")] + more.dropFirst()
  }
}
