internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import Texts
internal import ToolSources

/// Makes records of what a receiver tells: a pure value, so that a test sees each without a receiver.
///
/// Behind a fix the receiver tells what became of its freshness, and the record of the fix says that. So a fix waits for
/// the update that belongs to it, and events that come in between wait with it.
struct LiveRecords {
  private let format: any EpochFormat
  private let records: NDJSONFormat?
  /// The source's name, as long as nothing of it is open.
  private let name: String
  private var pending: (fix: Fix, received: ContinuousClock.Instant)?
  private var behindIt: [ReceiverEvent] = []
  /// Nil where nobody asked which way the receiver points.
  private var attitudes: AttitudeRecords?
  /// What was said of that in the epoch of the pending fix.
  private var attitude: [UInt8]?
  private var place: DevicePlace?
  /// The last place of the device, which is its name also after it was pulled out.
  private var node: String?
  /// Whether the position that is told next is probably forged.
  var isSuspect = false

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
  mutating func take(
    _ output: ReceiverOutput, lastByte: ContinuousClock.Instant, at now: LiveMoment
  ) -> [[UInt8]] {
    switch output {
    case .fix(let fix):
      pending = (fix, lastByte)
      attitude = attitudes?.endEpoch(fix)
      return []
    case .update(let update):
      guard let pending else { return [] }
      defer {
        self.pending = nil
        behindIt = []
        attitude = nil
      }
      let moment = FixMoment(
        received: now.utc(pending.received), state: update.freshness.rawValue,
        age: update.lastKnown?.age(at: now.instant).map { max(0, $0.seconds) },
        isSimulated: place?.isSimulated ?? false, isSuspect: isSuspect)
      let fix = format.named(device).lines(for: .fix(pending.fix), at: moment)
      return Self.records(fix) + [attitude].compactMap { $0 } + behindIt.flatMap { event($0, at: now) }
    case .sky(let sky): return Self.records(format.named(device).lines(for: .sky(sky)))
    case .sentence(let sentence):
      return records == nil ? self.sentence(sentence) : [attitudes?.take(sentence.bytes)].compactMap { $0 }
    case .event(let event):
      guard pending == nil else {
        behindIt.append(event)
        return []
      }
      return self.event(event, at: now)
    case .failed: return []
    }
  }

  /// A verdict's record.
  func verdict(_ verdict: Verdict, at now: LiveMoment) -> [UInt8] {
    records?.named(device).line(verdict, at: now.utc(now.instant)) ?? []
  }

  /// That so much was lost: a fix that still waits for its freshness is lost, too, for the next one is another's.
  mutating func dropped(_ count: Int, at now: LiveMoment) -> [[UInt8]] {
    let lost = count + (pending == nil ? 0 : 1)
    let told = behindIt.flatMap { event($0, at: now) }
    pending = nil
    behindIt = []
    guard let records, records.types.contains(.event) else { return told }
    return told + [
      records.named(device).line("dropped", at: now.utc(now.instant)) { $0.member("count", lost) }
    ]
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
