public import GPSBridge
internal import GNSS
package import SerialPorts
internal import GPSBase

/// A record of a receiver's report, and its kind.
public struct ReportRecord: Hashable, Sendable {
  /// The kind.
  public var type: RecordType
  /// The whole line with its end.
  public var line: [UInt8]

  package init(_ type: RecordType, _ line: [UInt8]) { (self.type, self.line) = (type, line) }
}

/// Makes our own records of a receiver's reports: a value that never asks the system, so it can be used on an event loop.
///
/// The record of a fix also says how fresh it is: an epoch has both.
///
/// ```swift
/// var records = ReportRecords(of: receiver, types: [.verdict, .event, .setting])
/// for await report in receiver.reports {
///   for record in records.take(report, at: LiveMoment(receiver.time)) { file.write(record.line) }
/// }
/// ```
public struct ReportRecords: Sendable {
  private var format: NDJSONFormat
  /// Gathers directions, which nobody may have asked for.
  private var attitudes = AttitudeGatherer()
  private var place: DevicePlace?
  /// The device as its last record told it, while it is open.
  private var open: DeviceChange?
  /// The key of the device that was open last.
  private var lastKey: String?
  /// Whether records go on naming the source where the port has another name: of two ports of one name each is told apart.
  private let keepsName: Bool
  /// Returns the serial ports that are known; called for events about a device.
  private let ports: @Sendable () -> [SerialPortDescription]
  /// Whose commands the device understands, once it has shown that.
  private var dialect: ReceiverDialect?
  /// How often the device tells its position, over its openings: a rate that stays is not told again.
  private var rate: UpdateRate?

  /// - Parameters:
  ///   - device: The source's name, used until a device is open.
  ///   - types: The kinds of records that are wanted.
  ///   - keepsName: Whether records name the source also while a device is open.
  ///   - ports: Returns the serial ports that the receiver's monitor knows. It must not list them: that takes a small
  ///     machine half a second, and reports are delivered on the receiver's loop.
  package init(
    device: String, types: Set<RecordType>, keepsName: Bool = false,
    ports: @escaping @Sendable () -> [SerialPortDescription]
  ) {
    format = NDJSONFormat(device: device, types: types)
    self.keepsName = keepsName
    self.ports = ports
  }

  /// Makes records of a receiver, as `gpsbridge watch` prints them.
  ///
  /// - Parameters:
  ///   - receiver: The receiver that reports.
  ///   - name: Its name in records while no device is open.
  ///   - types: The kinds of records that are wanted.
  public init(of receiver: Receiver, named name: String = "auto", types: Set<RecordType>) {
    self.init(device: name, types: types, ports: { receiver.knownPorts })
  }

  /// The kinds of records that are wanted.
  public var types: Set<RecordType> { format.types }

  /// The present name of the device in records: that of its last port, even after it was pulled out.
  public var device: String { format.device }

  /// The records of a report, in their order.
  public mutating func take(_ report: Report, at now: LiveMoment) -> [ReportRecord] {
    switch report {
    case .epoch(let epoch): take(epoch, at: now)
    case .sky(let sky): record(.sky, format.lines(for: .sky(sky)))
    case .condition(let hardware):
      record(
        .condition,
        format.lines(for: .condition(hardware), at: FixMoment(received: now.utc(now.instant), state: "")))
    case .sentence(let sentence):
      types.contains(.attitude) ? direction(attitudes.take(sentence.bytes)) : []
    case .event(let event): take(event, at: now)
    case .verdict(let verdict):
      types.contains(.verdict) ? record(.verdict, format.line(verdict, at: now.utc(now.instant))) : []
    case .update, .message, .setting, .failed: []
    }
  }

  /// The record that says how many reports were lost.
  public func dropped(_ count: Int, at now: LiveMoment) -> [ReportRecord] {
    guard types.contains(.event) else { return [] }
    return record(.event, format.line(ToldEvent(lost: count), at: now.utc(now.instant)))
  }

  /// What an epoch does not tell of itself.
  package func moment(of epoch: Epoch, at now: LiveMoment) -> FixMoment {
    // A recording that is played has no age: its moments are over.
    if place?.isRecording == true { return .recorded }
    // State and age are those of the moment at which the record is written.
    let update = epoch.update.at(now.instant)
    var moment = FixMoment(
      received: now.utc(epoch.received), state: update.freshness.rawValue,
      age: update.age.map { max(0, $0.seconds) },
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
    if types.contains(.event), let told = ToldEvent(event.kind) {
      records += record(.event, format.line(told, at: now.utc(event.instant)))
    }
    return records
  }

  /// What has become of the device, or what is known of it now.
  private mutating func change(by event: ReceiverEvent.Kind) -> DeviceChange? {
    switch event {
    case .setting(let value), .settingRestored(let value):
      guard case .updateRate(let rate) = value, open != nil, rate != self.rate else { return nil }
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

  /// Learns which device it is.
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

  /// One record, unless nobody wanted it.
  private func record(_ type: RecordType, _ line: [UInt8]) -> [ReportRecord] {
    line.isEmpty ? [] : [ReportRecord(type, line)]
  }
}
