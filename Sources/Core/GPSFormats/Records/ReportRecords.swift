public import GPSBridge
internal import GNSS
package import SerialPorts
internal import GPSBase

/// One record of a receiver's report, with its kind.
public struct ReportRecord: Hashable, Sendable {
  /// The kind.
  public var type: RecordType
  /// The whole line including its end.
  public var line: [UInt8]

  package init(_ type: RecordType, _ line: [UInt8]) { (self.type, self.line) = (type, line) }
}

/// Converts a receiver's reports to our records; it makes no system calls, so it can run on an event loop.
///
/// The record of a fix includes its freshness, since an epoch has both.
///
/// ```swift
/// var records = ReportRecords(of: receiver, types: [.verdict, .event, .setting])
/// for await report in receiver.reports {
///   for record in records.take(report, at: LiveMoment(receiver.time)) { file.write(record.line) }
/// }
/// ```
public struct ReportRecords: Sendable {
  private var format: NDJSONFormat
  /// Collects attitudes, even if they are not requested.
  private var attitudes = AttitudeGatherer()
  private var place: DevicePlace?
  /// The open device as in its last record.
  private var open: DeviceChange?
  /// The key of the last open device.
  private var lastKey: String?
  /// Whether records keep the source's name when the port has a different one, to distinguish two sources.
  private let keepsName: Bool
  /// Returns the known serial ports; called for events that concern a device.
  private let ports: @Sendable () -> [SerialPortDescription]
  /// The command language of the device, once known.
  private var dialect: ReceiverDialect?
  /// The device's update rate, kept across openings so that an unchanged rate is not reported again.
  private var rate: UpdateRate?

  /// - Parameters:
  ///   - device: The source's name, used until a device is open.
  ///   - types: The kinds of records to create.
  ///   - keepsName: Whether records name the source even while a device is open.
  ///   - destination: The place to which each fix gives the distance and direction.
  ///   - ports: Returns the serial ports that the receiver's monitor knows. It must not list ports:
  ///     that takes half a second on a small machine, and reports are delivered on the receiver's loop.
  package init(
    device: String, types: Set<RecordType>, keepsName: Bool = false, destination: Coordinate? = nil,
    ports: @escaping @Sendable () -> [SerialPortDescription]
  ) {
    format = NDJSONFormat(device: device, types: types)
    format.destination = destination
    (self.keepsName, self.ports) = (keepsName, ports)
  }

  /// Creates the records that `gpsbridge watch` prints for a receiver.
  ///
  /// - Parameters:
  ///   - receiver: The receiver that reports.
  ///   - name: Its name in records while no device is open.
  ///   - types: The kinds of records to create.
  public init(of receiver: Receiver, named name: String = "auto", types: Set<RecordType>) {
    self.init(device: name, types: types, ports: { receiver.knownPorts })
  }

  /// The kinds of records to create.
  public var types: Set<RecordType> { format.types }

  /// The current device name in records: that of the last port, even after it was unplugged.
  public var device: String { format.device }

  /// The records of a report, in order.
  public mutating func take(_ report: Report, at now: LiveMoment) -> [ReportRecord] {
    switch report {
    case .epoch(let epoch): take(epoch, at: now)
    case .sky(let sky): record(.sky, format.lines(for: .sky(sky)))
    case .condition(let hardware):
      record(
        .condition,
        format.lines(for: .condition(hardware), at: FixMoment(received: now.time, state: "")))
    case .sentence(let sentence): types.contains(.attitude) ? direction(attitudes.take(sentence.bytes)) : []
    case .event(let event): take(event, at: now)
    case .verdict(let verdict):
      types.contains(.verdict) ? record(.verdict, format.line(verdict, at: now.time)) : []
    case .update, .message, .setting, .failed: []
    }
  }

  /// A record with the number of lost reports.
  public func dropped(_ count: Int, at now: LiveMoment) -> [ReportRecord] {
    guard types.contains(.event) else { return [] }
    return record(.event, format.line(EventRecord(lost: count), at: now.time))
  }

  /// Returns the circumstances that the epoch itself does not contain.
  package func moment(of epoch: Epoch, at now: LiveMoment) -> FixMoment {
    // A recording that is played back has no age.
    if place?.isRecording == true { return .recorded }
    // State and age are computed for the moment at which the record is written.
    let update = epoch.update
    var moment = FixMoment(
      received: now.utc(epoch.received), state: update.freshness(at: now.instant).rawValue,
      age: update.age(at: now.instant).map { max(0, $0.seconds) },
      isSimulated: place?.isSimulated ?? false, isSuspect: epoch.isSuspect)
    moment.isLate = epoch.delay != nil
    return moment
  }

  private mutating func take(_ epoch: Epoch, at now: LiveMoment) -> [ReportRecord] {
    let fix = record(.fix, format.lines(for: .fix(epoch.fix), at: moment(of: epoch, at: now)))
    guard types.contains(.attitude) else { return fix }
    return fix + direction(attitudes.endEpoch(at: epoch.fix.time))
  }

  private mutating func take(_ event: ReceiverEvent, at now: LiveMoment) -> [ReportRecord] {
    follow(event.kind)
    defer { if case .detached = event.kind { place = nil } }
    var records: [ReportRecord] = []
    if types.contains(.device), let change = change(by: event.kind) {
      records += record(.device, format.line(change))
    }
    if types.contains(.setting), let restoring = SettingRestoring(event.kind) {
      let line = format.line(restoring, commands: dialect, at: now.utc(event.instant))
      records += record(.setting, line)
    }
    if types.contains(.event), let told = EventRecord(event.kind) {
      records += record(.event, format.line(told, at: now.utc(event.instant)))
    }
    return records
  }

  /// The change of the device caused by an event, or new data about it.
  private mutating func change(by event: ReceiverEvent.Kind) -> DeviceChange? {
    switch event {
    case .setting(let value), .settingRestored(let value):
      guard let rate = value[.updateRate], open != nil, rate != self.rate else { return nil }
      self.rate = rate
      open?.rate = rate
      return open
    case .speedFound(let speed):
      open?.speed = speed
      return nil
    default:
      guard var change = DeviceChange(event, among: ports) else { return nil }
      let isOpen = change.state == .opened
      if isOpen { change.rate = rate }
      open = isOpen ? change : nil
      return change
    }
  }

  /// Updates the device's identity.
  private mutating func follow(_ event: ReceiverEvent.Kind) {
    switch event {
    case .dialect(let dialect): self.dialect = dialect
    case .opened(let place, _):
      if place.key != lastKey { (dialect, rate) = (nil, nil) }
      lastKey = place.key
      self.place = place
      if !keepsName { format = format.named(place.node) }
    default: break
    }
  }

  private func direction(_ attitude: Attitude?) -> [ReportRecord] {
    attitude.map { record(.attitude, format.line($0)) } ?? []
  }

  /// One record, unless the line is empty.
  private func record(_ type: RecordType, _ line: [UInt8]) -> [ReportRecord] {
    line.isEmpty ? [] : [ReportRecord(type, line)]
  }
}
