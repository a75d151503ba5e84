internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import Texts
internal import ToolSources

/// Makes records of what a receiver tells: a pure value, so that a test sees each without a receiver.
///
/// The record of a fix also says how fresh it is: an epoch has both.
struct LiveRecords {
  private let format: any EpochFormat
  private let records: NDJSONFormat?
  /// The source's name, as long as nothing of it is open.
  private let name: String
  /// Nil where nobody asked which way the receiver points.
  private var attitudes: AttitudeRecords?
  private var place: DevicePlace?
  /// The last place of the device, which is its name also after it was pulled out.
  private var node: String?

  /// - Parameters:
  ///   - source: The source's name.
  ///   - options: What is wanted.
  init(_ source: SourceName, _ options: WatchOptions) {
    name = source.device
    format = options.epochFormat(device: source.device)
    records = options.format == .ndjson ? NDJSONFormat(device: source.device, types: options.types) : nil
    attitudes = AttitudeRecords(options)
  }

  /// The name under which records stand now.
  var device: String { node ?? name }

  /// The lines of what was told, each a record of its own.
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
    case .sentence(let sentence):
      return records == nil ? self.sentence(sentence) : [attitudes?.take(sentence.bytes)].compactMap { $0 }
    case .event(let event): return self.event(event, at: now)
    case .verdict(let verdict):
      return [records?.named(device).line(verdict, at: now.utc(now.instant))].compactMap { $0 }
    case .update, .message, .setting, .failed: return []
    }
  }

  /// That so many reports were lost.
  func dropped(_ count: Int, at now: LiveMoment) -> [[UInt8]] {
    guard let records, records.types.contains(.event) else { return [] }
    return [records.named(device).line("dropped", at: now.utc(now.instant)) { $0.member("count", count) }]
  }

  /// Where no record tells that something was lost, a line for people does.
  func note(ofLost count: Int) -> String? {
    if let records, records.types.contains(.event) { return nil }
    return "note: \(Plural.of(count, "piece")) of news lost: what reads this is too slow\n"
  }

  /// One for each line: a format may have several for an epoch.
  private static func records(_ lines: [UInt8]) -> [[UInt8]] {
    lines.split(separator: 0x0A).map { Array($0) + [0x0A] }
  }

  private func sentence(_ sentence: ReceivedSentence) -> [[UInt8]] {
    // Only asked for where nothing else is printed.
    [sentence.bytes + [0x0D, 0x0A]]
  }

  private mutating func event(_ event: ReceiverEvent, at now: LiveMoment) -> [[UInt8]] {
    if case .opened(let place, _) = event.kind {
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
    if records.types.contains(.event), let told = ToldEvent(event.kind) {
      lines.append(named.line(told.word, at: now.utc(event.instant), told.facts))
    }
    return lines
  }
}

/// Makes records of which way a receiver points.
struct AttitudeRecords {
  private var gatherer = AttitudeGatherer()
  private var format: NDJSONFormat

  /// Nil where nobody asked for them.
  init?(_ options: WatchOptions) {
    guard options.format == .ndjson, options.types.contains(.attitude) else { return nil }
    format = NDJSONFormat(device: options.source.device, types: options.types)
  }

  /// The name under which they stand from now on.
  mutating func name(_ device: String) { format = format.named(device) }

  mutating func take(_ sentence: [UInt8]) -> [UInt8]? { gatherer.take(sentence).map { format.line($0) } }

  mutating func endEpoch(_ fix: Fix) -> [UInt8]? { gatherer.endEpoch(at: fix.time).map { format.line($0) } }

  /// What was said last, where no epoch comes any more.
  mutating func finish() -> [UInt8]? { gatherer.endEpoch(at: nil).map { format.line($0) } }
}
