internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import Texts
internal import ToolSources

/// Makes records of a receiver's reports: a pure value, so that a test sees each without a receiver.
///
/// The record of a fix also says how fresh it is: an epoch has both.
struct LiveRecords {
  private let format: any EpochFormat
  private let records: NDJSONFormat?
  /// The source's name, used while no device is open.
  private let name: String
  /// Nil if nobody asked for the receiver's direction.
  private var attitudes: AttitudeRecords?
  private var place: DevicePlace?
  /// The key of the device that was open last.
  private var lastKey: String?
  /// Whose commands the device understands, once it has shown that.
  private var dialect: ReceiverDialect?
  /// The last node of the device, which names it even after it was pulled out.
  private var node: String?

  /// - Parameters:
  ///   - source: The source's name.
  ///   - options: The options of `watch`.
  init(_ source: SourceName, _ options: WatchOptions) {
    name = source.device
    format = options.epochFormat(device: source.device)
    records = options.format == .ndjson ? NDJSONFormat(device: source.device, types: options.types) : nil
    attitudes = AttitudeRecords(options)
  }

  /// The present name of the device in records.
  var device: String { node ?? name }

  /// The lines for a report, each a record of its own.
  mutating func take(_ report: Report, at now: LiveMoment) -> [[UInt8]] {
    switch report {
    case .epoch(let epoch):
      let moment = FixMoment(
        received: now.utc(epoch.received), state: epoch.update.freshness.rawValue,
        age: epoch.update.lastKnown?.age(at: now.instant).map { max(0, $0.seconds) },
        isSimulated: place?.isSimulated ?? false, isSuspect: epoch.isSuspect)
      let fix = format.named(device).lines(for: .fix(epoch.fix), at: moment)
      return Self.records(fix) + [attitudes?.endEpoch(epoch.fix)].compactMap { $0 }
    case .sky(let sky): return Self.records(format.named(device).lines(for: .sky(sky)))
    case .condition(let hardware):
      let moment = FixMoment(received: now.utc(now.instant), state: "")
      return Self.records(format.named(device).lines(for: .condition(hardware), at: moment))
    case .sentence(let sentence):
      return records == nil ? self.sentence(sentence) : [attitudes?.take(sentence.bytes)].compactMap { $0 }
    case .event(let event): return self.event(event, at: now)
    case .verdict(let verdict):
      return [records?.named(device).line(verdict, at: now.utc(now.instant))].compactMap { $0 }
    case .update, .message, .setting, .failed: return []
    }
  }

  /// The record that says how many reports were lost.
  func dropped(_ count: Int, at now: LiveMoment) -> [[UInt8]] {
    guard let records, records.types.contains(.event) else { return [] }
    return [records.named(device).line("dropped", at: now.utc(now.instant)) { $0.member("count", count) }]
  }

  /// A line for people about lost reports, unless a record tells of them.
  func note(ofLost count: Int) -> String? {
    if let records, records.types.contains(.event) { return nil }
    return "note: \(Plural.of(count, "piece")) of news lost: what reads this is too slow\n"
  }

  /// One record for each line: a format may have several for an epoch.
  private static func records(_ lines: [UInt8]) -> [[UInt8]] {
    // Mostly it is one.
    if lines.firstIndex(of: 0x0A) == lines.count - 1 { return [lines] }
    return lines.split(separator: 0x0A).map { Array($0) + [0x0A] }
  }

  private func sentence(_ sentence: ReceivedSentence) -> [[UInt8]] {
    // Sentences are requested only if nothing else is printed.
    [sentence.bytes + [0x0D, 0x0A]]
  }

  private mutating func event(_ event: ReceiverEvent, at now: LiveMoment) -> [[UInt8]] {
    if case .dialect(let dialect) = event.kind { self.dialect = dialect }
    if case .opened(let place, _) = event.kind {
      if place.key != lastKey { dialect = nil }
      lastKey = place.key
      self.place = place
      node = place.node
      attitudes?.name(place.node)
    }
    defer { if case .detached = event.kind { place = nil } }
    guard let records else { return [] }
    let named = records.named(device)
    var lines: [[UInt8]] = []
    if records.types.contains(.device),
      let change = DeviceChange(event.kind, among: { SerialPortDescription.all() })
    {
      lines.append(named.line(change))
    }
    if records.types.contains(.setting), let restoring = SettingRestoring(event.kind) {
      lines.append(named.line(restoring, commands: dialect, at: now.utc(event.instant)))
    }
    if records.types.contains(.event), let told = ToldEvent(event.kind) {
      lines.append(named.line(told.word, at: now.utc(event.instant), told.facts))
    }
    return lines
  }
}

/// Makes records of the direction that a receiver points in.
struct AttitudeRecords {
  private var gatherer = AttitudeGatherer()
  private var format: NDJSONFormat

  /// Returns nil if nobody asked for them.
  init?(_ options: WatchOptions) {
    guard options.format == .ndjson, options.types.contains(.attitude) else { return nil }
    format = NDJSONFormat(device: options.source.device, types: options.types)
  }

  /// Sets the name of the device in the records from now on.
  mutating func name(_ device: String) { format = format.named(device) }

  mutating func take(_ sentence: [UInt8]) -> [UInt8]? { gatherer.take(sentence).map { format.line($0) } }

  mutating func endEpoch(_ fix: Fix) -> [UInt8]? { gatherer.endEpoch(at: fix.time).map { format.line($0) } }

  /// The last attitude, after the last epoch.
  mutating func finish() -> [UInt8]? { gatherer.endEpoch(at: nil).map { format.line($0) } }
}
